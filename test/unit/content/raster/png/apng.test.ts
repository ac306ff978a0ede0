import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readApng, writeApng } from '../../../../../engine/content/raster/png/apng.ts';
import { makePng } from '../../../../support/make-files.ts';
import { assertProperty } from '../../../../support/property.ts';

const SOURCES = join(import.meta.dirname, '../../../../../corpus/sources');
const OPERATIONS = new Uint8Array(
  readFileSync(join(SOURCES, 'apng/default-hidden-parts-blended-cleared-taken-back.apng')),
);
const DEEP = new Uint8Array(readFileSync(join(SOURCES, 'apng/16bit-half-transparent-part.apng')));

/** Types of the chunks, each with a right checksum. */
function chunkTypes(png: Uint8Array): string[] {
  const file = Buffer.from(png);
  const types: string[] = [];
  for (let at = 8; at < file.length;) {
    const size = file.readUInt32BE(at);
    expect(crc32(file.subarray(at + 4, at + 8 + size))).toBe(file.readUInt32BE(at + 8 + size));
    types.push(file.toString('latin1', at + 4, at + 8));
    at += 12 + size;
  }
  return types;
}

describe('frames of an animated PNG', () => {
  it('say where, how and how long they are drawn; a default image without control is none', () => {
    const { frames, ...file } = readApng(OPERATIONS);
    expect(file).toEqual({ width: 64, height: 48, loops: 2, bitsPerChannel: 8, hasAlpha: true });
    expect(frames.map(({ delayMs, afterwards, isBlended }) => [delayMs, afterwards, isBlended])).toEqual([
      [100, 'keep', false],
      [200, 'keep', true],
      [300, 'clear', false],
      [400, 'restore', true], // a denominator of 0 counts hundredths
      [500, 'keep', false],
    ]);
    expect(frames[4]).toMatchObject({ x: 32, y: 24, width: 32, height: 24 });
  });

  it('become PNG files of their own', () => {
    const still = readApng(OPERATIONS).frames[2]!.toPng();
    expect(chunkTypes(still)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect([Buffer.from(still).readUInt32BE(16), Buffer.from(still).readUInt32BE(20)]).toEqual([32, 24]);
  });

  it('of 16 bits are told', () => {
    expect(readApng(DEEP)).toMatchObject({ bitsPerChannel: 16, loops: 0 });
  });

  it('that lie outside of the canvas are refused', () => {
    const moved = OPERATIONS.slice();
    const control = Buffer.from(moved).indexOf('fcTL', Buffer.from(moved).indexOf('fcTL') + 4, 'latin1');
    new DataView(moved.buffer).setUint32(control + 4 + 12, 40);
    expect(() => readApng(moved)).toThrow(RangeError);
  });

  it('are counted no further than any limit allows', () => {
    const frame = { png: makePng(1, 1), x: 0, y: 0, delayMs: 10 };
    const many = writeApng(
      Array.from({ length: 12_000 }, () => frame),
      0,
    );
    expect(readApng(many).frames.length).toBeLessThanOrEqual(10_001);
  });

  it('of damaged files end in a RangeError at worst', () => {
    const changes = fc.array(fc.tuple(fc.nat(OPERATIONS.byteLength - 1), fc.nat(255)), { minLength: 1, maxLength: 10 });
    assertProperty(
      fc.property(changes, fc.double({ min: 0, max: 1, noNaN: true }), (changed, share) => {
        const bytes = OPERATIONS.slice(0, Math.ceil(OPERATIONS.byteLength * share));
        for (const [at, value] of changed) if (at < bytes.byteLength) bytes[at] = value;
        try {
          for (const frame of readApng(bytes).frames) frame.toPng();
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('an animated PNG that is written', () => {
  const png = makePng();

  it('has its control before the first pixels, and numbers its chunks', () => {
    const file = writeApng(
      [
        { png, x: 0, y: 0, delayMs: 40 },
        { png, x: 0, y: 0, delayMs: 90_000 },
        { png, x: 0, y: 0, delayMs: 1_000_000 },
      ],
      3,
    );
    const types = chunkTypes(file);
    expect(types.slice(types.indexOf('acTL'))).toEqual([
      'acTL',
      'fcTL',
      'IDAT',
      'fcTL',
      'fdAT',
      'fcTL',
      'fdAT',
      'IEND',
    ]);
    const { loops, frames } = readApng(file);
    expect(loops).toBe(3);
    expect(frames.map(({ delayMs }) => delayMs)).toEqual([40, 90_000, 1_000_000]);
    const sequence = [...file.keys()]
      .filter((at) => ['fcTL', 'fdAT'].includes(Buffer.from(file.subarray(at, at + 4)).toString('latin1')))
      .map((at) => Buffer.from(file).readUInt32BE(at + 4));
    expect(sequence).toEqual([0, 1, 2, 3, 4]);
  });
});
