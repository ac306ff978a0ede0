"""Makes the MAT-files of the corpus with SciPy: `python3 corpus/make/matlab.py`."""

from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse

FOLDER = Path(__file__).parent.parent / "sources" / "mat"

cell = np.empty((1, 3), dtype=object)
cell[0, 0] = "Zoë and Бо"
cell[0, 1] = np.array([[1.5, -2.0], [3.25, 1e300]])
cell[0, 2] = {"inside": True, "deep": {"n": np.int32(-7)}}
variables = {
    "run": {"name": "first", "rates": np.array([0.1, 0.2, np.nan]), "on": np.array([True, False])},
    "steps": np.array([(1, 2.5), (2, -0.5)], dtype=[("step", "i4"), ("value", "f8")]),
    "mixed": cell,
    "sparse": scipy.sparse.csc_matrix(np.array([[0, 4.5, 0], [-1, 0, 0]])),
    "signal": np.array([1 + 2j, -0.5j]),
    "lines": np.array(["one", "three"]),
    "cube": np.arange(12, dtype=np.uint8).reshape(2, 3, 2),
}
types = {
    "single": np.array([[0.1, 0.25, 16777216]], dtype=np.float32),
    "long": np.array([[2**62 + 1, -(2**63)]], dtype=np.int64),
    "unsigned": np.array([[2**64 - 1]], dtype=np.uint64),
    "small": np.array([[-128, 127], [0, 5]], dtype=np.int8),
    "title": "Größe µ",
    "nothing": np.zeros((0, 3)),
    "infinite": np.array([[np.inf, -np.inf]]),
}
old = {
    "matrix": np.array([[1.0, 2.5, -3.0], [4.0, 5.0, 6.0]]),
    "word": "furnace",
    "complex": np.array([[1 + 1j, 2 - 2j]]),
    "sparse": scipy.sparse.csc_matrix(np.array([[0, 4.5], [-1, 0]])),
}
FOLDER.mkdir(parents=True, exist_ok=True)


def save(name, content, **options):
    path = FOLDER / name
    scipy.io.savemat(path, content, oned_as="row", **options)
    if options.get("format") != "4":
        # What SciPy says of itself and of the time is the same in every file that is made again.
        bytes_ = bytearray(path.read_bytes())
        bytes_[:116] = b"MATLAB 5.0 MAT-file, made for the corpus".ljust(116)
        path.write_bytes(bytes_)


save("structs-cells-sparse-texts-5.mat", variables)
save("packed-types-7.mat", types, do_compression=True)
save("matrices-texts-4.mat", old, format="4")
