import type { Case } from '../case.ts';

const SOURCES = {
  geotiff: 'tiles-float-predictor-utm.tif',
  asc: 'centres-empty-corner.asc',
  grd: 'nodes-blank.grd',
  hgt: 'N47E008-part-voids.hgt',
} as const;

type Source = keyof typeof SOURCES;

function caseOf(
  edge: string,
  from: Source,
  to: Case['to'],
  comparator: Case['comparator'],
  options?: Case['options'],
): Case {
  return { codec: 'grid', edge, from, source: SOURCES[from], to, comparator, ...(options && { options }) };
}

const GRIDS = Object.keys(SOURCES) as Source[];

export const cases: readonly Case[] = [
  caseOf('grid', 'asc', 'geotiff', 'exact'),
  caseOf('grid', 'grd', 'geotiff', 'exact'),
  caseOf('grid', 'hgt', 'geotiff', 'exact'),
  caseOf('grid', 'geotiff', 'asc', 'exact'),
  caseOf('grid', 'hgt', 'asc', 'exact'),
  caseOf('grid', 'asc', 'grd', 'exact'),
  ...GRIDS.map((from) => caseOf('table', from, 'csv', 'exact')),
  ...GRIDS.map((from) => caseOf('picture', from, 'png', 'image')),
  caseOf('picture', 'geotiff', 'png', 'image', { relief: 'grey' }),
];

export const origins = Object.fromEntries(
  Object.entries(SOURCES).map(([format, name]) => [`sources/${format}/${name}`, 'ours: `corpus/make/grids.py` (GDAL)']),
);
