/* TIFF 6.0, GeoTIFF 1.1 (OGC 19-008r4), and GDAL's tag for cells without data. */

export const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planar: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  sampleFormat: 339,
  pixelScale: 33_550,
  tiepoint: 33_922,
  transformation: 34_264,
  geoKeys: 34_735,
  noData: 42_113,
} as const;

export const GEO_KEY = { model: 1024, raster: 1025, geographic: 2048, projected: 3072 } as const;
export const MODEL = { projected: 1, geographic: 2 } as const;
export const RASTER = { area: 1, point: 2 } as const;
/** Kinds of samples. */
export const SAMPLES = { unsigned: 1, signed: 2, float: 3 } as const;
/** Types of fields: `DOUBLE` and `ASCII` are read here, the others by the structure. */
export const FIELD = { ascii: 2, short: 3, long: 4, double: 12, long8: 16 } as const;
