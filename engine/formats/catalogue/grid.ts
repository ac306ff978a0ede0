import type { FormatTable } from '../format.ts';

/** Values of the cells of an area, and where it lies. */
const FEATURES = ['records', 'structure'] as const;

export const gridFormats = {
  geotiff: {
    name: 'Grid in GeoTIFF',
    mime: ['image/tiff; application=geotiff'],
    extensions: ['geotiff'],
    carries: FEATURES,
    isAlso: ['tiff'],
    namedLike: 'tiff',
  },
  asc: {
    name: 'ESRI ASCII grid',
    mime: ['application/x-esri-ascii-grid'],
    extensions: ['asc', 'agr'],
    carries: FEATURES,
    text: /^\s*(n(cols|rows)|[xy]ll)/i,
  },
  grd: {
    name: 'Surfer grid',
    mime: ['application/x-surfer-grid'],
    extensions: ['grd'],
    carries: FEATURES,
    magic: ['DSBB', 'DSRB\x04\0\0\0'],
    text: /^DSAA/,
  },
  hgt: {
    name: 'SRTM height tile',
    mime: ['application/x-srtm-hgt'],
    extensions: ['hgt'],
    carries: FEATURES,
    unmarked: true,
  },
} as const satisfies FormatTable;
