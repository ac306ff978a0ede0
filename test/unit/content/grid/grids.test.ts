import { describe, expect, it } from 'vitest';
import { compareCoverages } from '../../../../engine/content/grid/diff.ts';
import { readEsriGrid, writeEsriGrid } from '../../../../engine/content/grid/esri-grid.ts';
import { factsOfCoverage } from '../../../../engine/content/grid/facts.ts';
import { readGeoTiff } from '../../../../engine/content/grid/geotiff/reader.ts';
import { writeGeoTiff } from '../../../../engine/content/grid/geotiff/writer.ts';
import { readHeightTile } from '../../../../engine/content/grid/height-tile.ts';
import type { Coverage } from '../../../../engine/content/grid/model.ts';
import { drawRelief, reducedGrid } from '../../../../engine/content/grid/picture.ts';
import { readSurferGrid, writeSurferGrid } from '../../../../engine/content/grid/surfer-grid.ts';
import type { RunContext } from '../../../../engine/contract/codec.ts';
import type { Facts } from '../../../../engine/contract/facts.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';

const warnings: string[] = [];
const context = {
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  warn: ({ message }: { message: string }) => void warnings.push(message),
} as unknown as RunContext;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function grid(values: readonly number[], columns = 2, place: Partial<Coverage> = {}): Coverage {
  return {
    ...{ columns, rows: values.length / columns, west: 10, north: 50, cellWidth: 0.5, cellHeight: 0.5 },
    values: Float64Array.from(values),
    ...place,
  };
}

const ways: readonly (readonly [name: string, (coverage: Coverage) => Coverage])[] = [
  ['ESRI ASCII', (coverage) => readEsriGrid(writeEsriGrid(coverage), context)],
  ['Surfer', (coverage) => readSurferGrid(writeSurferGrid(coverage), context)],
  ['GeoTIFF', (coverage) => readGeoTiff(writeGeoTiff(coverage), context)],
];

describe.each(ways)('grids written as %s', (_, again) => {
  it.each([
    ['whole numbers', [1, -2, 3, 4, 5, 6]],
    ['nothing in some cells', [Number.NaN, 1.5, Number.NaN, -9999, 0, -99999]],
    ['large whole numbers', [70_000, -70_000, 0, 1, 2, 3]],
    ['more digits than single precision has', [0.1234567891, 12345.678901, 1e-9, 1e20, -0.5, 2]],
    ['nothing at all', [Number.NaN, Number.NaN]],
  ])('keep %s', (_name, values) => {
    const before = grid(values);
    const after = again(before);
    expect([...after.values]).toEqual(values);
    for (const key of ['columns', 'rows', 'west', 'north', 'cellWidth', 'cellHeight'] as const)
      expect(after[key], key).toBeCloseTo(before[key], 10);
  });

  it('keep cells that are no squares', () => {
    const after = again(grid([1, 2, 3, 4], 2, { cellWidth: 0.25, cellHeight: 0.75 }));
    expect([after.cellWidth, after.cellHeight]).toEqual([0.25, 0.75]);
  });
});

describe('grids', () => {
  it('of ESRI may have decimal commas, numbers in any lines, and no words for what is missing', () => {
    const { values, north } = readEsriGrid(
      bytesOf('NCOLS 2\nNROWS 2\nXLLCENTER 0\nYLLCENTER 0\nCELLSIZE 1\n1,5\nnan 3\n-9999\n'),
      context,
    );
    expect([...values]).toEqual([1.5, Number.NaN, 3, Number.NaN]);
    expect(north).toBe(1.5);
  });

  it.each([
    ['ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n', 'input_truncated'],
    ['ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3 4 5\n', 'input_corrupt'],
    ['ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0\n1 2 3 4\n', 'input_corrupt'],
    ['ncols 2\nnrows 2\nyllcorner 0\ncellsize 1\n1 2 3 4\n', 'input_corrupt'],
    ['ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 x 4\n', 'input_corrupt'],
    ['ncols 2.5\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3 4\n', 'input_corrupt'],
    ['ncols 4000000000\nnrows 4000000000\nxllcorner 0\nyllcorner 0\ncellsize 1\n', 'input_too_complex'],
  ])('of ESRI that are wrong are refused (%#)', (text, code) => {
    expect(() => readEsriGrid(bytesOf(text), context)).toThrow(expect.objectContaining({ code }));
  });

  it('of Surfer are read in binary too', () => {
    const six = new DataView(new ArrayBuffer(56 + 16));
    for (const [at, char] of [...'DSBB'].entries()) six.setUint8(at, char.charCodeAt(0));
    six.setInt16(4, 2, true);
    six.setInt16(6, 2, true);
    for (const [index, number] of [0, 1, 5, 7, 0, 9].entries()) six.setFloat64(8 + 8 * index, number, true);
    for (const [index, number] of [1, 2.1, 3, 1.701_41e38].entries()) six.setFloat32(56 + 4 * index, number, true);
    const read = readSurferGrid(new Uint8Array(six.buffer), context);
    expect([...read.values]).toEqual([3, Number.NaN, 1, 2.1]);
    expect(read).toMatchObject({ west: -0.5, north: 8, cellWidth: 1, cellHeight: 2 });
    expect(() => readSurferGrid(new Uint8Array(six.buffer).subarray(0, 60), context)).toThrow(/of the 72 bytes/);

    const seven = new DataView(new ArrayBuffer(12 + 8 + 72 + 8 + 16));
    seven.setUint32(0, 0x42525344, true);
    seven.setUint32(4, 4, true);
    seven.setUint32(12, 0x44495247, true);
    seven.setUint32(16, 72, true);
    seven.setInt32(20, 2, true);
    seven.setInt32(24, 1, true);
    for (const [index, number] of [3, 4, 2, 2, 0, 9, 0, 1e30].entries()) seven.setFloat64(28 + 8 * index, number, true);
    seven.setUint32(92, 0x41544144, true);
    seven.setUint32(96, 16, true);
    seven.setFloat64(100, 5, true);
    seven.setFloat64(108, 1e30, true);
    expect([...readSurferGrid(new Uint8Array(seven.buffer), context).values]).toEqual([Number.NaN, 5]);
  });

  it('of SRTM lie where their name says', () => {
    const tile = new Uint8Array(8);
    new DataView(tile.buffer).setInt16(2, -32_768);
    const south = readHeightTile(tile, context, 's05w120.hgt');
    expect(south).toMatchObject({ west: -120.5, north: -3.5, system: 4326 });
    expect([...south.values]).toEqual([0, Number.NaN, 0, 0]);
    warnings.length = 0;
    expect(readHeightTile(tile, context, 'tile.hgt').system).toBeUndefined();
    expect(warnings.join()).toMatch(/does not say where it lies/);
    expect(() => readHeightTile(new Uint8Array(10), context, 'N00E000.hgt')).toThrow(/no tile of heights/);
  });

  it('keep their reference system in a GeoTIFF', () => {
    const { system, isGeographic } = readGeoTiff(
      writeGeoTiff(grid([1, 2], 2, { system: 4326, isGeographic: true })),
      context,
    );
    expect([system, isGeographic]).toEqual([4326, true]);
  });
});

describe('pictures of grids', () => {
  it('are lit from the north-west', () => {
    // A pyramid.
    const values = Array.from(
      { length: 81 },
      (_, at) => 4 - Math.max(Math.abs((at % 9) - 4), Math.abs(Math.floor(at / 9) - 4)),
    );
    const hill = grid(values, 9, { west: 500_000, cellWidth: 10, cellHeight: 10 });
    const { data } = drawRelief(hill, reducedGrid(hill), 'shaded');
    const lightness = (column: number, row: number): number => data[4 * (9 * row + column) + 1]!;
    expect(lightness(2, 4)).toBeGreaterThan(lightness(6, 4));
    expect(lightness(4, 2)).toBeGreaterThan(lightness(4, 6));
  });

  it('show greys by height, and nothing where there is no data', () => {
    const land = grid([0, 50, 100, Number.NaN]);
    expect([...drawRelief(land, reducedGrid(land), 'grey').data]).toEqual(
      [0, 0, 0, 255].concat([128, 128, 128, 255], [255, 255, 255, 255], [0, 0, 0, 0]),
    );
  });

  it('of large grids show the mean of several cells', () => {
    const large = grid(
      Array.from({ length: 4100 }, (_, at) => at % 2),
      4100,
    );
    const reduced = reducedGrid(large);
    expect([reduced.columns, reduced.rows, reduced.factor]).toEqual([1367, 1, 3]);
    expect(reduced.values[0]).toBeCloseTo(1 / 3);
  });
});

describe('comparing grids', () => {
  const factsOf = (coverage: Coverage): Facts =>
    ({ coverage: factsOfCoverage(coverage, { withPictures: false }), features: ['records'] }) as unknown as Facts;
  const failed = (before: Coverage, after: Coverage): string[] =>
    [
      ...compareCoverages(factsOf(before), [factsOf(after)], {
        kept: ['records'],
        options: {},
      } as unknown as Expectation),
    ].flatMap((one) => ('ok' in one && !one.ok ? [one.name] : []));
  const before = grid([1, 2, 3, Number.NaN], 2, { system: 4326 });

  it('finds every change', () => {
    expect(failed(before, grid([1, 2, 3, Number.NaN]))).toEqual([]);
    expect(failed(before, grid([2, 1, 3, Number.NaN]))).toEqual(['values']);
    expect(failed(before, grid([1, 2, 3, 0]))).toEqual(['cells without data', 'least value', 'values']);
    expect(failed(before, grid([1, 2, 3, Number.NaN], 1))).toContain('cells');
    expect(failed(before, grid([1, 2, 3, Number.NaN], 2, { west: 10.25 }))).toEqual(['place']);
    expect(failed(before, grid([1, 2, 3, Number.NaN], 2, { cellHeight: 0.51 }))).toEqual(['place']);
    expect(failed(before, grid([1, 2, 3, Number.NaN], 2, { system: 3857 }))).toEqual(['reference system']);
  });
});
