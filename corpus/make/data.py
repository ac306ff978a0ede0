"""Makes data files by Python's own libraries and NumPy. Usage: python3 corpus/make/data.py corpus/sources"""

import datetime
import os
import plistlib
import sqlite3
import sys

import numpy

out = sys.argv[1]
MOMENT = datetime.datetime(2024, 2, 29, 8, 30)


def path(*names):
    return os.path.join(out, *names)


tree = {
    "CFBundleName": "Athanor",
    "Long": 2**63 + 11,
    "Negative": -(2**40),
    "Ratio": 0.125,
    "Hot": True,
    "Made": MOMENT,
    "Icon": b"\x89PNG\x00\xff",
    "Sizes": [16, 32, [64, "big"]],
    "Empty": {},
    "Nested": {"Key & <sign>": "Wert: Öl"},
}
with open(path("plist", "xml-dates-bytes-long-integers.plist"), "wb") as file:
    plistlib.dump(tree, file)
with open(path("plist", "binary-uid-nested.plist"), "wb") as file:
    plistlib.dump({**tree, "Link": plistlib.UID(7)}, file, fmt=plistlib.FMT_BINARY)

name = path("sqlite", "two-tables-blobs-long-integers-view.sqlite")
if os.path.exists(name):
    os.remove(name)
base = sqlite3.connect(name)
base.executescript(
    """
    CREATE TABLE "metals" (id INTEGER PRIMARY KEY, name TEXT NOT NULL, melts REAL, noble BOOLEAN, raw BLOB, big BIGINT);
    CREATE TABLE "log entries" (day DATE, "note, long" TEXT) ;
    CREATE TABLE "without rows" (a, b);
    CREATE TABLE keyed (k TEXT PRIMARY KEY, v) WITHOUT ROWID;
    CREATE VIEW hot AS SELECT name FROM metals WHERE melts > 1000;
    CREATE INDEX by_name ON metals (name);
    """
)
base.executemany(
    "INSERT INTO metals VALUES (?, ?, ?, ?, ?, ?)",
    [
        (1, "aurum", 1064.18, True, b"\x00\x01\xfe", 9007199254740993),
        (2, "Queck\"silber\", flüssig", -38.83, False, None, -(2**63)),
        (3, "", None, None, b"", 0),
    ],
)
base.executemany('INSERT INTO "log entries" VALUES (?, ?)', [("2024-02-29", "two\nlines"), ("2024-03-01", "x" * 6000)])
base.executemany("INSERT INTO keyed VALUES (?, ?)", [("a", 1), ("b", "1"), ("c", 1.5)])
base.commit()
base.close()

numpy.save(path("npy", "matrix-float32-column-major.npy"), numpy.asfortranarray([[1.5, 2, 0.1], [4, numpy.nan, -6.25]], dtype="<f4"))
numpy.save(
    path("npy", "records-text-dates-long-integers.npy"),
    numpy.array(
        [("Ann", 2**62 + 1, 0.5, "2024-02-29", True), ("Zoë", -3, numpy.inf, "NaT", False)],
        dtype=[("name", "U8"), ("id", "<i8"), ("x", ">f8"), ("day", "<M8[D]"), ("ok", "?")],
    ),
)
numpy.savez_compressed(path("npz", "vector-matrix-texts.npz"), vector=numpy.arange(4), matrix=numpy.eye(2), words=numpy.array(["a", "bc"]))
