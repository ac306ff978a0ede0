/**
 * Makes PNGs chunk by chunk, as few programs write them. Animated ones: a default image that is no frame, frames that
 * cover a part of the canvas, are blended over or replace, are cleared or taken back, and 16 bits a channel. And one
 * with the profile Display P3, whose numbers mean other colours than those of sRGB.
 * Usage: node corpus/make/pngs.ts corpus/sources
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

type Rgba = readonly [number, number, number, number];

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  /** Numerator and denominator in seconds. */
  readonly delay: readonly [number, number];
  /** 0 keeps the frame, 1 clears its place, 2 shows what was there before. */
  readonly dispose: 0 | 1 | 2;
  /** 0 replaces what is there, 1 is drawn over it. */
  readonly blend: 0 | 1;
  readonly pixels: Buffer;
}

const RED: Rgba = [214, 40, 40, 255];
const GREEN: Rgba = [42, 157, 63, 255];
const YELLOW: Rgba = [242, 194, 48, 255];

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.byteLength), named, uint32(crc32(named))]);
}

function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** Rows of 4 samples a pixel, each behind the number of its filter: none. */
function rows(
  width: number,
  height: number,
  bits: 8 | 16,
  colourAt: (x: number, y: number) => readonly number[],
): Buffer {
  const lines: number[] = [];
  for (let y = 0; y < height; y++) {
    lines.push(0);
    for (let x = 0; x < width; x++) {
      for (const value of colourAt(x, y)) lines.push(...(bits === 16 ? [value >> 8, value & 0xff] : [value]));
    }
  }
  return Buffer.from(lines);
}

function plain(width: number, height: number, colour: Rgba): Buffer {
  return rows(width, height, 8, () => colour);
}

interface File {
  readonly width: number;
  readonly height: number;
  readonly bits: 8 | 16;
  readonly loops: number;
  /** Shown by programs that know no animation, and part of it only if it is the first frame. */
  readonly hidden?: Buffer;
  readonly frames: readonly Frame[];
}

function animatedPng({ width, height, bits, loops, hidden, frames }: File): Buffer {
  const RGBA = 6;
  let sequence = 0;
  const parts = frames.flatMap((frame, index) => {
    const { delay, dispose, blend } = frame;
    const control = Buffer.concat([
      uint32(sequence++, frame.width, frame.height, frame.x, frame.y),
      Buffer.from([delay[0] >> 8, delay[0] & 0xff, delay[1] >> 8, delay[1] & 0xff, dispose, blend]),
    ]);
    const pixels = deflateSync(frame.pixels);
    const isDefault = index === 0 && !hidden;
    const half = pixels.byteLength >> 1; // data may come in several chunks
    const data = isDefault
      ? [chunk('IDAT', pixels.subarray(0, half)), chunk('IDAT', pixels.subarray(half))]
      : [chunk('fdAT', Buffer.concat([uint32(sequence++), pixels]))];
    return [chunk('fcTL', control), ...data];
  });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([uint32(width, height), Buffer.from([bits, RGBA, 0, 0, 0])])),
    chunk('acTL', uint32(frames.length, loops)),
    ...(hidden ? [chunk('IDAT', deflateSync(hidden))] : []),
    ...parts,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const canvas = { width: 64, height: 48 };
const half = { width: 32, height: 24 };

const operations = animatedPng({
  ...canvas,
  bits: 8,
  loops: 2,
  hidden: plain(64, 48, [255, 0, 255, 255]),
  frames: [
    // Red on the whole canvas.
    { ...canvas, x: 0, y: 0, delay: [1, 10], dispose: 0, blend: 0, pixels: plain(64, 48, RED) },
    // Half transparent blue over its left upper quarter, which stays.
    { ...half, x: 0, y: 0, delay: [200, 1000], dispose: 0, blend: 1, pixels: plain(32, 24, [34, 85, 204, 128]) },
    // Green in the right upper quarter, which is transparent afterwards.
    { ...half, x: 32, y: 0, delay: [3, 10], dispose: 1, blend: 0, pixels: plain(32, 24, GREEN) },
    // Yellow in the left lower quarter, taken back afterwards: red again.
    { ...half, x: 0, y: 24, delay: [40, 0], dispose: 2, blend: 1, pixels: plain(32, 24, YELLOW) },
    // A hole in the right lower quarter.
    { ...half, x: 32, y: 24, delay: [1, 2], dispose: 0, blend: 0, pixels: plain(32, 24, [0, 0, 0, 0]) },
  ],
});

const deep = animatedPng({
  ...canvas,
  bits: 16,
  loops: 0,
  frames: [
    {
      ...canvas,
      x: 0,
      y: 0,
      delay: [1, 4],
      dispose: 0,
      blend: 0,
      pixels: rows(64, 48, 16, (x, y) => [x * 1000, y * 1300, 20_000 + x * 10 + y, 65_535]),
    },
    {
      ...half,
      x: 16,
      y: 12,
      delay: [1, 4],
      dispose: 0,
      blend: 1,
      pixels: rows(32, 24, 16, (x, y) => [65_535 - x * 1001, 30_000 + y * 7, 40_000, 32_768 + x * 900]),
    },
  ],
});

/** Eight stripes, all of them within sRGB. */
const STRIPES: readonly Rgba[] = [
  [200, 100, 50, 255],
  [60, 160, 70, 255],
  [50, 80, 190, 255],
  [220, 200, 60, 255],
  [128, 128, 128, 255],
  [120, 60, 140, 255],
  [90, 180, 190, 255],
  [250, 250, 250, 255],
];

/** A matrix profile of ICC.1:2022 with the primaries of Display P3, adapted to D50, and the curve of sRGB. */
function displayP3(): Buffer {
  const fixed = (...values: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), index * 4);
    return bytes;
  };
  const typed = (type: string, ...data: readonly Buffer[]): Buffer =>
    Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4), ...data]);
  const text = (words: string): Buffer =>
    typed(
      'mluc',
      uint32(1, 12),
      Buffer.from('enUS'),
      uint32(words.length * 2, 28),
      Buffer.from(words, 'utf16le').swap16(),
    );
  const curve = typed('para', Buffer.from([0, 3, 0, 0]), fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045));
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', text('Display P3')],
    ['cprt', text('CC0')],
    ['wtpt', typed('XYZ ', fixed(0.9642, 1, 0.8249))],
    ['rXYZ', typed('XYZ ', fixed(0.51512, 0.2412, -0.00105))],
    ['gXYZ', typed('XYZ ', fixed(0.29198, 0.69225, 0.04189))],
    ['bXYZ', typed('XYZ ', fixed(0.1571, 0.06657, 0.78407))],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const HEADER = 128;
  let at = HEADER + 4 + tags.length * 12;
  const table = [uint32(tags.length)];
  const data: Buffer[] = [];
  for (const [name, content] of tags) {
    const padded = Buffer.concat([content, Buffer.alloc((4 - (content.byteLength % 4)) % 4)]);
    table.push(Buffer.from(name, 'latin1'), uint32(at, content.byteLength));
    data.push(padded);
    at += padded.byteLength;
  }
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(at, 0);
  header.writeUInt32BE(0x04400000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  fixed(0.9642, 1, 0.8249).copy(header, 68);
  return Buffer.concat([header, ...table, ...data]);
}

const TRUE_COLOUR = 2;
const wide = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  chunk('IHDR', Buffer.concat([uint32(96, 64), Buffer.from([8, TRUE_COLOUR, 0, 0, 0])])),
  chunk('iCCP', Buffer.concat([Buffer.from('Display P3\0\0', 'latin1'), deflateSync(displayP3())])),
  chunk('IDAT', deflateSync(rows(96, 64, 8, (x) => STRIPES[Math.floor(x / 12)]!.slice(0, 3)))),
  chunk('IEND', Buffer.alloc(0)),
]);

const [, , out = 'corpus/sources'] = process.argv;
writeFileSync(join(out, 'png/display-p3-stripes.png'), wide);
writeFileSync(join(out, 'apng/default-hidden-parts-blended-cleared-taken-back.apng'), operations);
writeFileSync(join(out, 'apng/16bit-half-transparent-part.apng'), deep);
