import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pngOfGif } from '../../../../../engine/content/raster/gif/reader.ts';
import { readPng } from '../../../../support/compare/png.ts';

const GIFS = join(import.meta.dirname, '../../../../../corpus/sources/gif');
const MAX_PIXELS = 1_000_000;
const COLOURS = { '.': undefined, R: 'ff0000', G: '00ff00', B: '0000ff' } as const;

/** The pixels of a PNG as letters, row by row; `?` for a colour that has none. */
function lettersOf(png: Uint8Array | undefined): string[] {
  const { width, height, rgba } = readPng(png!);
  const letterAt = (x: number, y: number): string => {
    const [red, green, blue, opacity] = rgba.subarray((y * width + x) * 4);
    if (opacity === 0) return '.';
    const colour = Buffer.from([red!, green!, blue!]).toString('hex');
    return Object.entries(COLOURS).find(([, known]) => known === colour)?.[0] ?? '?';
  };
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_each, x) => letterAt(x, y)).join(''));
}

interface GifSettings {
  readonly screen: readonly [number, number];
  readonly place?: readonly [number, number];
  readonly interlaced?: boolean;
}

/** A GIF whose colours are 0 transparent, 1 red, 2 green, 3 blue; its codes never grow beyond three bits. */
function gifOf(rows: readonly string[], { screen, place = [0, 0], interlaced = false }: GifSettings): Buffer {
  const indices = [...rows.join('')].map((letter) => '.RGB'.indexOf(letter));
  const codes = [...indices.flatMap((index, at) => (at % 2 === 0 ? [4, index] : [index])), 5];
  const bits = codes.map((code) => [code & 1, (code >> 1) & 1, code >> 2]).flat();
  const data = Array.from({ length: Math.ceil(bits.length / 8) }, (_, byte) =>
    bits.slice(byte * 8, byte * 8 + 8).reduce((sum, bit, at) => sum | (bit << at), 0),
  );
  const u16 = (value: number): number[] => [value & 255, value >> 8];
  return Buffer.from([
    ...Buffer.from('GIF89a'),
    ...[...screen.flatMap(u16), 0x81, 0, 0],
    ...[0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255],
    ...[0x21, 0xfe, 2, 0x68, 0x69, 0],
    ...[0x21, 0xf9, 4, 1, 0, 0, 0, 0],
    ...[0x2c, ...place.flatMap(u16), ...u16(rows[0]!.length), ...u16(rows.length), interlaced ? 0x40 : 0],
    ...[2, data.length, ...data, 0, 0x3b],
  ]);
}

describe('the first image of a GIF as PNG', () => {
  it('keeps colours and transparency', () => {
    const rows = ['R.G', 'BBR'];
    expect(lettersOf(pngOfGif(gifOf(rows, { screen: [3, 2] }), MAX_PIXELS))).toEqual(rows);
  });

  it('stands at its place in the whole, without what lies outside', () => {
    const gif = gifOf(['RG', 'BR'], { screen: [3, 2], place: [2, 1] });
    expect(lettersOf(pngOfGif(gif, MAX_PIXELS))).toEqual(['...', '..R']);
  });

  it('puts interlaced rows in order', () => {
    const order = [0, 8, 4, 2, 6, 1, 3, 5, 7, 9];
    const rows = ['RRR', 'RRG', 'RRB', 'RGR', 'RGG', 'RGB', 'GRR', 'GRG', 'GRB', 'BBB'];
    const gif = gifOf(
      order.map((row) => rows[row]!),
      { screen: [3, 10], interlaced: true },
    );
    expect(lettersOf(pngOfGif(gif, MAX_PIXELS))).toEqual(rows);
  });

  it('is as large as the whole, however its data are compressed', () => {
    const gif = readFileSync(join(GIFS, 'square-on-transparent-odd-size.gif'));
    const letters = lettersOf(pngOfGif(gif, MAX_PIXELS));
    expect([letters[0]!.length, letters.length]).toEqual([61, 45]);
    const square = letters.map((row, y) => (y >= 10 && y < 30 ? 'R'.repeat(20) + row.slice(20) : row));
    expect(letters).toEqual(square);
    expect(letters.join('').replaceAll('.', '')).toHaveLength(400);
  });

  it('leaves transparent what the data do not reach', () => {
    const gif = gifOf(['RRR', 'GGG', 'BBB', 'RRR'], { screen: [3, 4] });
    const [first, , , last] = lettersOf(pngOfGif(gif.subarray(0, -5), MAX_PIXELS));
    expect([first, last]).toEqual(['RRR', '...']);
  });

  it('is none of what is no GIF, ends in its head, or is too large', () => {
    const gif = gifOf(['R'], { screen: [2000, 2000] });
    expect(pngOfGif(gif, MAX_PIXELS)).toBeUndefined();
    expect(pngOfGif(Buffer.from('no picture at all'), MAX_PIXELS)).toBeUndefined();
    for (let end = 0; end < gif.byteLength - 5; end++) {
      expect(pngOfGif(gif.subarray(0, end), MAX_PIXELS)).toBeUndefined();
    }
  });
});
