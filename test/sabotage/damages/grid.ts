import type { RunContext } from '../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { readEsriGrid, writeEsriGrid } from '../../../engine/content/grid/esri-grid.ts';
import { readGeoTiff } from '../../../engine/content/grid/geotiff/reader.ts';
import { writeGeoTiff } from '../../../engine/content/grid/geotiff/writer.ts';
import type { Coverage } from '../../../engine/content/grid/model.ts';
import { readSurferGrid, writeSurferGrid } from '../../../engine/content/grid/surfer-grid.ts';
import type { Damage, Harm, Scenario } from '../scenario.ts';
import { BYTE_DAMAGES } from './bytes.ts';

const context = {
  limits: DEFAULT_LIMITS,
  warn: () => undefined,
  signal: new AbortController().signal,
} as unknown as RunContext;

const WAYS = {
  asc: [readEsriGrid, writeEsriGrid],
  grd: [readSurferGrid, writeSurferGrid],
  geotiff: [readGeoTiff, writeGeoTiff],
} as const satisfies Record<
  string,
  readonly [(bytes: Uint8Array, context: RunContext) => Coverage, (coverage: Coverage) => Uint8Array]
>;

/** Every value by where it stands. */
function values(change: (value: number, at: number, coverage: Coverage) => number): (coverage: Coverage) => Coverage {
  return (coverage) => ({ ...coverage, values: coverage.values.map((value, at) => change(value, at, coverage)) });
}

const DAMAGES: readonly (readonly [name: string, harm: Harm, change: (coverage: Coverage) => Coverage])[] = [
  ['one value a tenth higher', 'number', values((value, at) => (at === 300 ? value + 0.1 : value))],
  ['everything a metre higher', 'number', values((value) => value + 1)],
  ['values without their fractions', 'number', values(Math.trunc)],
  ['heights in feet', 'number', values((value) => Math.round(value * 328.084) / 100)],
  ['a row lost', 'block', (grid) => ({ ...grid, rows: grid.rows - 1, values: grid.values.subarray(grid.columns) })],
  ['a row of zeros', 'block', values((value, at, { columns }) => (at < columns ? 0 : value))],
  ['what was nothing is zero', 'number', values((value) => (Number.isNaN(value) ? 0 : value))],
  ['a value that is nothing', 'number', values((value, at) => (at === 300 ? Number.NaN : value))],
  ['south up', 'order', values((_, at, { columns, rows, values: all }) => all[(rows - 1 - Math.floor(at / columns)) * columns + (at % columns)]!)], // prettier-ignore
  ['east at the left', 'order', values((_, at, { columns, values: all }) => all[at - (at % columns) + columns - 1 - (at % columns)]!)], // prettier-ignore
  ['two neighbours exchanged', 'order', values((value, at, { values: all }) => (at === 300 ? all[301]! : at === 301 ? all[300]! : value))], // prettier-ignore
  ['half a cell to the west', 'number', (grid) => ({ ...grid, west: grid.west - grid.cellWidth / 2 })],
  ['a cell to the north', 'number', (grid) => ({ ...grid, north: grid.north + grid.cellHeight })],
  ['cells a thousandth larger', 'number', (grid) => ({ ...grid, cellWidth: grid.cellWidth * 1.001, cellHeight: grid.cellHeight * 1.001 })], // prettier-ignore
];

/** What a bug of a writer of grids could do. */
function damagesOf(to: keyof typeof WAYS): Damage[] {
  const [read, write] = WAYS[to];
  return DAMAGES.map(([name, harm, change]) => ({
    name,
    harm,
    apply(result) {
      const before = read(result, context);
      const after = change(before);
      const isSame = before.values.every((value, at) => Object.is(value, after.values[at]));
      const isMoved = (['rows', 'west', 'north', 'cellWidth'] as const).some((key) => before[key] !== after[key]);
      return isSame && !isMoved ? undefined : write(after);
    },
  }));
}

const SOURCES = 'corpus/sources';
const PAIRS: readonly (readonly [source: string, to: keyof typeof WAYS])[] = [
  [`${SOURCES}/asc/centres-empty-corner.asc`, 'geotiff'],
  [`${SOURCES}/geotiff/tiles-float-predictor-utm.tif`, 'asc'],
  [`${SOURCES}/geotiff/tiles-float-predictor-utm.tif`, 'grd'],
  [`${SOURCES}/hgt/N47E008-part-voids.hgt`, 'geotiff'],
];

export const SCENARIOS: readonly Scenario[] = PAIRS.map(([source, to]) => ({
  family: 'grid',
  source,
  to,
  damages: [...damagesOf(to), ...BYTE_DAMAGES],
}));
