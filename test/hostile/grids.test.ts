import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CORPUS } from '../../corpus/cases.ts';
import { ConversionError, createEngine, type Engine, type FormatId } from '../../engine/index.ts';
import { deflate } from '../../engine/io/compression.ts';

let engine: Engine;
beforeAll(() => {
  engine = createEngine();
});
afterAll(() => engine.close());

async function outcome(content: Uint8Array | string, from: FormatId, to: FormatId = 'csv'): Promise<string> {
  try {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
    const { report } = await engine.convert(bytes, { from, to });
    return report.verified;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

const sample = (format: string, name: string): Uint8Array =>
  new Uint8Array(readFileSync(join(CORPUS, 'sources', format, name)));

/** A GeoTIFF of one strip with these tags: [tag, type, values]. */
function tiff(tags: readonly (readonly [number, number, readonly number[]])[], data: Uint8Array): Uint8Array {
  const sizes: Readonly<Record<number, number>> = { 3: 2, 4: 4, 12: 8 };
  const view = new DataView(new ArrayBuffer(4096 + data.byteLength));
  view.setUint16(0, 0x4949);
  view.setUint16(2, 42, true);
  view.setUint32(4, 8, true);
  view.setUint16(8, tags.length, true);
  let behind = 1024;
  for (const [index, [tag, type, values]] of tags.entries()) {
    const at = 10 + 12 * index;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, values.length, true);
    const isBehind = sizes[type]! * values.length > 4;
    if (isBehind) view.setUint32(at + 8, behind, true);
    for (const [place, value] of values.entries()) {
      const to = (isBehind ? behind : at + 8) + sizes[type]! * place;
      if (type === 12) view.setFloat64(to, value, true);
      else if (type === 4) view.setUint32(to, value, true);
      else view.setUint16(to, value, true);
    }
    if (isBehind) behind += sizes[type]! * values.length;
  }
  const bytes = new Uint8Array(view.buffer);
  bytes.set(data, 4096);
  return bytes;
}

/** Of two by two whole numbers, with other values of some tags. */
function grid(changed: Readonly<Record<number, readonly number[]>>, data = new Uint8Array(8)): Uint8Array {
  const tags: readonly (readonly [number, number, readonly number[]])[] = [
    [256, 4, [2]],
    [257, 4, [2]],
    [258, 3, [16]],
    [259, 3, [1]],
    [273, 4, [4096]],
    [278, 4, [2]],
    [279, 4, [data.byteLength]],
    [317, 3, [1]],
    [322, 4, [0]],
    [323, 4, [0]],
    [339, 3, [2]],
    [33_550, 12, [1, 1, 0]],
    [33_922, 12, [0, 0, 0, 0, 0, 0]],
  ];
  return tiff(
    tags.map(([tag, type, values]) => [tag, type, changed[tag] ?? values]),
    data,
  );
}

describe('hostile grids', () => {
  it('cannot claim more than they hold', async () => {
    const head = 'xllcorner 0\nyllcorner 0\ncellsize 1\n';
    expect(await outcome(`ncols 4000000000\nnrows 4000000000\n${head}1 2 3\n`, 'asc')).toBe('input_too_complex');
    expect(await outcome(`ncols 4000\nnrows 4000\n${head}1 2 3\n`, 'asc')).toBe('input_truncated');
    expect(await outcome(`ncols -1\nnrows -1\n${head}1\n`, 'asc')).toBe('input_corrupt');
    expect(await outcome(`ncols 1\nnrows 1\n${head}${'9'.repeat(1_000_000)}\n`, 'asc')).toMatch(/^input_/);
    expect(await outcome('DSAA\n30000 30000\n0 1\n0 1\n0 1\n1 2\n', 'grd')).toMatch(/^input_(too_complex|truncated)$/);
    const binary = new Uint8Array(64);
    binary.set(new TextEncoder().encode('DSBB\xff\x7f\xff\x7f'.slice(0, 4)));
    binary.fill(0x7f, 4, 8);
    expect(await outcome(binary, 'grd')).toMatch(/^input_/);
  });

  it('in GeoTIFF are bounded', async () => {
    expect(await outcome(grid({}), 'geotiff')).toBe('content');
    expect(await outcome(grid({ 256: [0xffffffff], 257: [0xffffffff] }), 'geotiff')).toBe('input_too_complex');
    expect(await outcome(grid({ 256: [4000], 257: [4000] }), 'geotiff')).toBe('input_truncated');
    expect(await outcome(grid({ 273: [0x7fffffff] }), 'geotiff')).toBe('input_truncated');
    expect(await outcome(grid({ 322: [0xffff], 323: [0xffff] }), 'geotiff')).toMatch(/^input_/);
    expect(await outcome(grid({ 278: [0] }), 'geotiff')).toBe('input_corrupt');
    expect(await outcome(grid({ 258: [12] }), 'geotiff')).toBe('unsupported_conversion');
    expect(await outcome(grid({ 259: [34_887] }), 'geotiff')).toBe('unsupported_conversion');
    expect(await outcome(grid({ 317: [9] }), 'geotiff')).toBe('unsupported_conversion');
    expect(await outcome(grid({ 33_550: [0, Number.NaN, 0] }), 'geotiff')).toBe('input_corrupt');
    // A small block that expands to gigabytes ends where the block does.
    const bomb = deflate(new Uint8Array(50_000_000));
    expect(await outcome(grid({ 259: [8] }, bomb), 'geotiff')).toBe('input_corrupt');
    expect(await outcome(grid({ 259: [8] }, bomb.subarray(0, 40)), 'geotiff')).toMatch(/^input_/);
    for (const compression of [5, 32_773, 50_000])
      expect(await outcome(grid({ 259: [compression] }, new Uint8Array([1, 2, 3])), 'geotiff')).toMatch(
        /^(content|input_)/,
      );
  });

  it('that are cut or damaged anywhere give a result or an error with a name', async () => {
    const files = [
      ['geotiff', sample('geotiff', 'tiles-float-predictor-utm.tif'), 97],
      ['asc', sample('asc', 'centres-empty-corner.asc'), 131],
      ['grd', sample('grd', 'nodes-blank.grd'), 997],
    ] as const;
    for (const [format, bytes, step] of files) {
      for (let length = 64; length < bytes.byteLength; length += step)
        expect(await outcome(bytes.slice(0, length), format), `${format} ${length}`).toMatch(
          /^(content|input_|unsupported|source_format)/,
        );
      for (let at = 8; at < bytes.byteLength; at += step) {
        const damaged = bytes.slice();
        damaged.fill(0xff, at, at + 3);
        expect(await outcome(damaged, format), `${format} ${at}`).toMatch(
          /^(content|input_|unsupported|source_format|empty)/,
        );
      }
    }
  });
});
