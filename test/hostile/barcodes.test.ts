import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CORPUS } from '../../corpus/cases.ts';
import { ConversionError, type FormatId } from '../../engine/index.ts';
import { encodePng } from '../../engine/content/raster/png/encoder.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();

async function outcome(input: string | Uint8Array, from: FormatId, to: FormatId): Promise<string> {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  try {
    const { report } = await engine.convert(bytes, { from, to, options: { barcode: 'any' } });
    return report.verified;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

/** Grey squares of a fixed sequence without any order. */
function noise(side: number, square: number): Uint8Array {
  const data = new Uint8Array(side * side * 3);
  const valueAt = (x: number, y: number): number =>
    (Math.imul(x * 73_856_093 + y * 19_349_663, 2_654_435_761) >>> 24) & 0xff;
  for (let at = 0; at < side * side; at++) {
    const value = valueAt(Math.floor((at % side) / square), Math.floor(at / side / square));
    data.fill(value, at * 3, at * 3 + 3);
  }
  return encodePng({ width: side, height: side, channels: 3, data });
}

describe('images without a code', () => {
  it.each([
    ['noise', noise(400, 1)],
    ['squares without order', noise(400, 8)],
    ['one pixel', noise(1, 1)],
    ['letters and shapes', readFileSync(join(CORPUS, 'sources', 'png', 'flat-shapes-and-letters.png'))],
    ['a scanned page', readFileSync(join(CORPUS, 'sources', 'png', 'scanned-letter-table.png'))],
  ])('are said to have none: %s', async (_what, png) => {
    expect(await outcome(png, 'png', 'json')).toBe('unsupported_conversion');
  });
});

describe('images with codes', () => {
  it('that are cut are refused as such', async () => {
    const png = readFileSync(join(CORPUS, 'sources', 'png', 'several-codes-turned-soft.png'));
    expect(await outcome(png.subarray(0, 9000), 'png', 'json')).toMatch(/^input_(truncated|corrupt)$/);
  });
});

describe('texts that become codes', () => {
  it.each([
    ['nothing but line ends', '\r\n\n', 'empty_file'],
    ['more than any code holds', 'x'.repeat(20_000), 'input_too_complex'],
    ['marks of other languages', '</svg><script>alert(1)</script>&#0;%!PS (^FNC1)\\', 'content'],
    ['digits alone, as many as there can be', '7'.repeat(7_089), 'unsupported_conversion'],
    ['symbols beyond the first plane', '🗼🚢𠮷', 'content'],
  ])('are bounded, and nothing in them is obeyed: %s', async (_what, text, expected) => {
    expect(await outcome(text, 'txt', 'svg')).toBe(expected);
  });
});
