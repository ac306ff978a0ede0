import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../../../../engine/contract/errors.ts';
import type { JpegCoefficients, JpegComponent } from '../../../../../engine/content/raster/jpeg/coefficients.ts';
import { optimalHuffman } from '../../../../../engine/content/raster/jpeg/huffman-encoder.ts';
import { readCoefficients } from '../../../../../engine/content/raster/jpeg/read-coefficients.ts';
import { MARKER, readSegments } from '../../../../../engine/content/raster/jpeg/segments.ts';
import {
  isExact,
  turnCoefficients,
  turnedOrientation,
  turnOf,
} from '../../../../../engine/content/raster/jpeg/transform.ts';
import { progressiveCoding, sequentialCoding } from '../../../../../engine/content/raster/jpeg/write-coefficients.ts';
import { BLOCK } from '../../../../../engine/content/raster/jpeg/zigzag.ts';

const SOURCES = join(import.meta.dirname, '../../../../../corpus/sources/jpg');
const source = (name: string): Uint8Array => new Uint8Array(readFileSync(join(SOURCES, name)));
const PHOTO = source('camera-position-preview.jpg');
const KINDS = {
  'sequential, colour halved': PHOTO,
  'progressive with restarts, an odd size': source('progressive-restarts-odd-size-lying.jpg'),
  'grey with restarts': source('grey-restart-each-row.jpg'),
  'four inks': source('cmyk-without-profile.jpg'),
  'full colour': source('two-pictures-with-index.jpg'),
} as const;

const signal = new AbortController().signal;
const START = Uint8Array.of(0xff, MARKER.startOfImage);
const END = Uint8Array.of(0xff, MARKER.endOfImage);

function read(bytes: Uint8Array, maxBytes = 2 ** 28): ReturnType<typeof readCoefficients> {
  return readCoefficients(readSegments(bytes).segments, { maxBytes, signal });
}

function fileOf(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat([START, ...parts, END]));
}

/** Everything that decides on the pixels; what only fills up is left out. */
function contentOf({ width, height, components }: JpegCoefficients): unknown {
  const contents = components.map(({ id, h, v, blocksWide, blocksHigh, coefficients, quantisation }) => ({
    id,
    h,
    v,
    quantisation: [...quantisation],
    coefficients: Buffer.from(coefficients.slice(0, blocksWide * blocksHigh * BLOCK).buffer).toString('base64'),
  }));
  return { width, height, contents };
}

/** Places in the zigzag, each with its value. */
type Block = readonly (readonly [k: number, value: number])[];

/** An image of one channel with these blocks, a hundred in a row. */
function imageOf(blocks: readonly Block[]): JpegCoefficients {
  const coefficients = new Int16Array((blocks.length + 1) * BLOCK);
  const nonzero = new Int32Array((blocks.length + 1) * 2);
  for (const [block, values] of blocks.entries()) {
    for (const [k, value] of values) {
      coefficients[block * BLOCK + k] = value;
      if (k > 0 && value !== 0) nonzero[block * 2 + (k >> 5)]! |= 1 << (k & 31);
    }
  }
  const component: JpegComponent = {
    id: 1,
    h: 1,
    v: 1,
    blocksWide: 100,
    blocksHigh: blocks.length / 100,
    coefficients,
    nonzero,
    quantisation: new Uint16Array(BLOCK).fill(1),
  };
  return { width: 800, height: blocks.length * 0.08, components: [component] };
}

/** Numbers that look random and are the same each time (Marsaglia's xorshift). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const hasJpegtran = spawnSync('jpegtran', ['-version']).error === undefined;

describe('coefficients', () => {
  it.for(Object.entries(KINDS))('come back as they were: %s', ([, bytes]) => {
    const image = read(bytes);
    expect(contentOf(read(fileOf(sequentialCoding(image, signal).write())))).toEqual(contentOf(image));
    expect(contentOf(read(fileOf(progressiveCoding(image, signal).write())))).toEqual(contentOf(image));
  });

  it('come back from long runs, large values and more empty blocks than one symbol can announce', () => {
    const random = randomNumbers(42);
    const noisy = Array.from({ length: 300 }, (): Block => {
      const places = Array.from({ length: 63 }, (_, k) => k + 1).filter(() => random(3) === 0);
      return [[0, random(2047) - 1023], ...places.map((k) => [k, random(1023) - 511] as const)];
    });
    const far: Block[] = [
      [[63, 1]],
      [
        [1, 2],
        [63, -1],
      ],
      [[40, 16_383]],
      [[0, -16_383]],
    ];
    const empty = Array.from({ length: 33_000 }, (): Block => []);
    // Corrections wait behind the announcement of empty blocks until there are too many of them.
    const corrected = Array.from({ length: 196 }, (): Block =>
      Array.from({ length: 63 }, (_, k) => [k + 1, 6] as const),
    );
    const image = imageOf([...noisy, ...far, ...corrected, ...empty, ...noisy]);
    expect(contentOf(read(fileOf(progressiveCoding(image, signal).write())))).toEqual(contentOf(image));
    expect(contentOf(read(fileOf(sequentialCoding(image, signal).write())))).toEqual(contentOf(image));
  });

  it.runIf(hasJpegtran)('are written in as few bytes as by jpegtran', () => {
    for (const bytes of Object.values(KINDS)) {
      const image = read(bytes);
      const scans = { '-optimize': sequentialCoding, '-progressive': progressiveCoding };
      for (const [option, codingOf] of Object.entries(scans)) {
        const theirs = execFileSync('jpegtran', ['-copy', 'none', option], { input: bytes });
        const ours = codingOf(image, signal)
          .write()
          .reduce((sum, { byteLength }) => sum + byteLength, 0);
        expect(contentOf(read(theirs))).toEqual(contentOf(image));
        expect(ours).toBeLessThanOrEqual(theirs.byteLength);
      }
    }
  });
});

describe('turns', () => {
  it('of two orientations are one orientation', () => {
    const degrees = ['90', '180', '270'] as const;
    expect(degrees.map((angle) => turnedOrientation(1, angle))).toEqual([6, 3, 8]);
    expect(degrees.map((angle) => turnedOrientation(6, angle))).toEqual([3, 8, 1]);
    expect(degrees.map((angle) => turnedOrientation(2, angle))).toEqual([7, 4, 5]);
    expect(degrees.map((angle) => turnedOrientation(5, angle))).toEqual([2, 7, 4]);
    expect(turnedOrientation(7, undefined)).toBe(7);
  });

  it.for([1, 2, 3, 4, 5, 6, 7, 8])('are undone by their inverse: orientation %i', (orientation) => {
    const INVERSE = [1, 2, 3, 4, 5, 8, 7, 6];
    const image = read(PHOTO);
    const turned = turnCoefficients(image, turnOf(orientation), signal);
    const back = turnCoefficients(turned, turnOf(INVERSE[orientation - 1]!), signal);
    expect(contentOf(back)).toEqual(contentOf(image));
    expect(contentOf(read(fileOf(progressiveCoding(turned, signal).write())))).toEqual(contentOf(turned));
  });

  it.runIf(hasJpegtran)('give the coefficients that jpegtran gives', () => {
    const image = read(PHOTO);
    const switches = [['-flip', 'horizontal'], ['-rotate', '180'], ['-flip', 'vertical'], ['-transpose']];
    switches.push(['-rotate', '90'], ['-transverse'], ['-rotate', '270']);
    for (const [index, parameters] of switches.entries()) {
      const theirs = execFileSync('jpegtran', ['-perfect', ...parameters], { input: PHOTO });
      expect(contentOf(turnCoefficients(image, turnOf(index + 2), signal))).toEqual(contentOf(read(theirs)));
    }
  });

  it('are exact where whole MCUs are mirrored', () => {
    const image = read(PHOTO); // 10 × 7 MCUs
    const cutOnTheRight = { ...image, width: 159 };
    const exact = [1, 2, 3, 4, 5, 6, 7, 8].filter((orientation) => isExact(cutOnTheRight, turnOf(orientation)));
    expect(exact).toEqual([1, 4, 5, 6]);
    expect(isExact(image, turnOf(7))).toBe(true);
  });
});

describe('Huffman tables', () => {
  it('are free of prefixes and never longer than 16 bits', () => {
    const frequencies = new Uint32Array(256);
    let [a, b] = [1, 1];
    for (let symbol = 0; symbol < 40; symbol++) {
      frequencies[symbol] = a;
      [a, b] = [b, a + b]; // Fibonacci's numbers make the deepest tree
    }
    const { codes, lengths, symbols } = optimalHuffman(frequencies);
    const words = [...symbols].map((symbol) => codes[symbol]!.toString(2).padStart(lengths[symbol]!, '0'));
    expect(words).toHaveLength(40);
    expect(Math.max(...words.map((word) => word.length))).toBe(16);
    expect(words.every((word) => word.includes('0'))).toBe(true);
    for (const word of words) expect(words.filter((other) => other.startsWith(word))).toEqual([word]);
  });

  it('hold a single symbol', () => {
    const frequencies = new Uint32Array(256);
    frequencies[7] = 3;
    expect(optimalHuffman(frequencies)).toMatchObject({ symbols: Uint8Array.of(7) });
    expect(optimalHuffman(frequencies).lengths[7]).toBe(1);
  });
});

describe('refusals', () => {
  function refusal(bytes: Uint8Array, maxBytes?: number): { code: string; message: string } {
    try {
      read(bytes, maxBytes);
    } catch (error) {
      if (error instanceof ConversionError) return { code: error.code, message: error.message };
      throw error;
    }
    throw new Error('It was read.');
  }

  /** The file with one byte of a segment changed. */
  function changed(bytes: Uint8Array, marker: number, offset: number, value: number): Uint8Array {
    const copy = bytes.slice();
    const segment = readSegments(copy).segments.find((candidate) => candidate.marker === marker)!;
    segment.payload[offset] = value;
    return copy;
  }

  function withMarker(bytes: Uint8Array, marker: number, other: number): Uint8Array {
    const copy = bytes.slice();
    const segment = readSegments(copy).segments.find((candidate) => candidate.marker === marker)!;
    copy[segment.payload.byteOffset - 3] = other;
    return copy;
  }

  it('name what cannot be carried over', () => {
    const because = (bytes: Uint8Array): string => /because (.*?)\./.exec(refusal(bytes).message)![1]!;
    expect(because(withMarker(PHOTO, MARKER.sof0, 0xc9))).toBe('it is coded arithmetically');
    expect(because(withMarker(PHOTO, MARKER.sof0, 0xc3))).toBe('it is lossless or hierarchical');
    expect(because(changed(PHOTO, MARKER.sof0, 0, 12))).toBe('its samples have more than 8 bits');
    expect(because(changed(changed(PHOTO, MARKER.sof0, 1, 0), MARKER.sof0, 2, 0))).toBe(
      'its height is behind its data',
    );
    expect(because(withMarker(PHOTO, MARKER.comment, MARKER.sof0))).toMatch(/damaged/);
    const { segments } = readSegments(KINDS['progressive with restarts, an odd size']);
    const lastScan = segments.at(-1)!.payload.byteOffset - 4;
    const unfinished = Buffer.concat([KINDS['progressive with restarts, an odd size'].subarray(0, lastScan), END]);
    expect(because(unfinished)).toBe('some of its scans are missing');
  });

  it('end before too much memory is taken', () => {
    expect(refusal(PHOTO, 10_000)).toMatchObject({
      code: 'conversion_failed',
      message: expect.stringMatching(/memory/),
    });
    const huge = [1, 2, 3, 4].reduce((bytes, offset) => changed(bytes, MARKER.sof0, offset, 255), PHOTO);
    expect(refusal(huge)).toMatchObject({ message: expect.stringMatching(/memory/) });
  });

  it('tell a truncated file from a damaged one', () => {
    expect(refusal(PHOTO.subarray(0, 3000)).code).toBe('input_truncated');
    expect(refusal(PHOTO.subarray(0, 100)).code).toBe('input_truncated');
    const restarts = KINDS['grey with restarts'].slice();
    const second = restarts.findIndex((byte, at) => byte === 0xff && restarts[at + 1] === 0xd1);
    restarts[second + 1] = 0xd3; // two stretches are missing
    expect(refusal(restarts)).toMatchObject({ code: 'conversion_failed', message: expect.stringMatching(/damaged/) });
  });

  it('are all that damaged files meet with', () => {
    const random = randomNumbers(2026);
    const files = Object.values(KINDS);
    let refused = 0;
    for (let round = 0; round < 100; round++) {
      const bytes = files[round % files.length]!.slice();
      for (let change = 0; change <= random(4); change++) bytes[random(bytes.length)] = random(256);
      try {
        const image = read(bytes);
        expect(contentOf(read(fileOf(progressiveCoding(image, signal).write())))).toEqual(contentOf(image));
      } catch (error) {
        expect(error).toBeInstanceOf(ConversionError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(20);
    expect(refused).toBeLessThan(95);
  });

  it('follow an abort', () => {
    const aborted = AbortSignal.abort();
    const { segments } = readSegments(PHOTO);
    expect(() => readCoefficients(segments, { maxBytes: 2 ** 28, signal: aborted })).toThrow(/aborted/);
  });
});
