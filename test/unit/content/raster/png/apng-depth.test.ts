import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inEightBits } from '../../../../../engine/content/raster/png/apng-depth.ts';
import { readApng } from '../../../../../engine/content/raster/png/apng.ts';
import { PNG_SIGNATURE, pngChunk, pngChunks } from '../../../../../engine/content/raster/png/chunks.ts';

const RGBA = 6;
/** Two pixels of four samples of 16 bits: the second is 0x0101 more in each byte, as the filter `sub` says. */
const ROW = Buffer.from('01 1020 3040 5060 ffff 0101 0101 0101 0000'.replaceAll(' ', ''), 'hex');

function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

function control(sequence: number): Buffer {
  return Buffer.concat([uint32(sequence, 2, 1, 0, 0), Buffer.from([0, 1, 0, 10, 0, 1])]);
}

function animation(bits: number, data = deflateSync(ROW)): Buffer {
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', Buffer.concat([uint32(2, 1), Buffer.from([bits, RGBA, 0, 0, 0])])),
    pngChunk('acTL', uint32(2, 0)),
    pngChunk('fcTL', control(0)),
    pngChunk('IDAT', data.subarray(0, 4)),
    pngChunk('IDAT', data.subarray(4)),
    pngChunk('fcTL', control(1)),
    pngChunk('fdAT', Buffer.concat([uint32(2), data.subarray(0, 5)])),
    pngChunk('fdAT', Buffer.concat([uint32(3), data.subarray(5)])),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('an animated PNG of 16 bits', () => {
  const shallow = inEightBits(animation(16), 100)!;
  const chunks = [...pngChunks(shallow)];

  it('keeps the upper byte of every sample', () => {
    const upper = [0, 0x10, 0x30, 0x50, 0xff, 0x11, 0x31, 0x51, 0xff];
    const [still, frame] = ['IDAT', 'fdAT'].map((type) => chunks.find((chunk) => chunk.type === type)!.content);
    expect([...inflateSync(still!)]).toEqual(upper);
    expect([...inflateSync(frame!.subarray(4))]).toEqual(upper);
  });

  it('keeps its frames, counted again', () => {
    const { frames, bitsPerChannel } = readApng(shallow);
    expect(bitsPerChannel).toBe(8);
    expect(frames.map(({ width, height, delayMs, isBlended }) => [width, height, delayMs, isBlended])).toEqual([
      [2, 1, 100, true],
      [2, 1, 100, true],
    ]);
    const numbered = chunks.filter(({ type }) => type === 'fcTL' || type === 'fdAT');
    expect(numbered.map(({ content }) => Buffer.from(content).readUInt32BE())).toEqual([0, 1, 2]);
  });
});

describe('what stays as it is', () => {
  it('is a file of 8 bits', () => {
    expect(inEightBits(animation(8), 100)).toBeUndefined();
  });

  it('is a file of too many pixels', () => {
    expect(inEightBits(animation(16), 3)).toBeUndefined();
  });
});

it('a frame that inflates to more than it has pixels is refused', () => {
  expect(() => inEightBits(animation(16, deflateSync(Buffer.alloc(1_000_000))), 100)).toThrow(/larger|exceed|range/i);
});

it('a truncated frame is refused', () => {
  expect(() => inEightBits(animation(16, deflateSync(ROW.subarray(0, 9))), 100)).toThrow(RangeError);
});
