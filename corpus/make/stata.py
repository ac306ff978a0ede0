"""Makes the data of Stata of the corpus with pandas: `python3 corpus/make/stata.py`."""

from datetime import datetime
from pathlib import Path

import numpy as np
import pandas as pd

FOLDER = Path(__file__).parent.parent / "sources" / "dta"
STAMP = datetime(2026, 11, 29, 12, 0)
LONG = "A text longer than any fixed one can be. " * 60


def frame(texts):
    return pd.DataFrame(
        {
            "participant": np.array([1, 2, 3, 100000], dtype=np.int32),
            "name": texts,
            "answer": np.array([1, 2, 1, 2], dtype=np.int8),
            "height": np.array([1.75, 1.6, np.nan, -0.001], dtype=np.float32),
            "income": np.array([12345678.25, np.nan, 0.1, -3e300]),
            "born": pd.to_datetime(["1984-05-17", "2000-02-29", None, "1900-01-01"]),
            "visit": pd.to_datetime(["2026-05-17 08:30:15", "1999-01-01", None, "1959-12-31 23:59:59.5"], format="ISO8601"),
            "month": pd.to_datetime(["2020-03-01", "1959-12-01", "1960-01-01", "2026-11-01"]),
            "small": np.array([-127, 100, 0, 7], dtype=np.int8),
            "middle": np.array([-32767, 32740, 0, 7], dtype=np.int16),
        }
    )


def options(**more):
    return {
        "write_index": False,
        "time_stamp": STAMP,
        "convert_dates": {"born": "td", "visit": "tc", "month": "tm"},
        "value_labels": {"answer": {1: "Yes", 2: "No"}},
        "variable_labels": {"answer": "Would you come again?"},
        **more,
    }


FOLDER.mkdir(parents=True, exist_ok=True)
modern = frame(["Zoë", "Бо", "", LONG])
modern.to_stata(FOLDER / "labels-dates-long-text.dta", **options(version=118, convert_strl=["name"]))
older = frame(["Zoë", "Bo", "", "O'Neil"])
older.to_stata(FOLDER / "release-117.dta", **options(version=117, convert_strl=["name"]))
older.to_stata(FOLDER / "release-114-big-endian.dta", **options(version=114, byteorder=">"))
