/**
 * Makes the modules of the corpus: `node corpus/make/modules.ts`. Each plays C, E, G and C above it with one sample, a sine
 * wave of 32 bytes that is repeated: eight rows of 0.12 seconds.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS } from '../cases.ts';

const TITLE = 'Four Notes';
const WAVE = Int8Array.from({ length: 32 }, (_, at) => Math.round(100 * Math.sin((2 * Math.PI * at) / 32)));
/** Semitones above the first note. */
const NOTES = [0, 4, 7, 12];
const ROWS = 2 * NOTES.length;
/** At this rate a sample of 32 bytes is middle C. */
const RATE = 8363;

const u16 = (...values: readonly number[]): number[] => values.flatMap((value) => [value & 0xff, value >> 8]);
const u32 = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [...u16(value & 0xffff), ...u16(value >>> 16)]);
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const text = (words: string, length = words.length): number[] => [
  ...Buffer.from(words.padEnd(length, '\0').slice(0, length), 'latin1'),
];
const rowsOf = (cell: (note: number) => readonly number[], empty: readonly number[] = []): number[][] =>
  Array.from({ length: ROWS }, (_, row) => (row % 2 === 0 ? [...cell(NOTES[row / 2]!)] : [...empty]));

/** ProTracker: the last row leads back to the first, since patterns have 64. */
function mod(): number[] {
  const periods = [428, 339, 285, 214];
  const cells = rowsOf((note) => {
    const period = periods[NOTES.indexOf(note)]!;
    return [period >> 8, period & 0xff, 0x10, 0, ...zeros(12)];
  }, zeros(16));
  cells[ROWS - 1] = [0, 0, 0x0d, 0, ...zeros(12)];
  const big = (value: number): number[] => [value >> 8, value & 0xff];
  const sample = [...text('sine', 22), ...big(16), 0, 64, ...big(0), ...big(16)];
  const others = Array.from({ length: 30 }, () => [...zeros(22), 0, 0, 0, 0, 0, 0, 0, 1]).flat();
  const pattern = [...cells.flat(), ...zeros(16 * (64 - ROWS))];
  return [...text(TITLE, 20), ...sample, ...others, 1, 127, ...zeros(128), ...text('M.K.'), ...pattern, ...WAVE];
}

/** Scream Tracker 3: places of 16 bytes; the last row breaks the pattern. */
function s3m(): number[] {
  const cells = rowsOf((note) => [0x20, (Math.floor(4 + note / 12) << 4) | (note % 12), 1, 0], [0]);
  cells[ROWS - 1] = [0x80, 3, 0, 0];
  const packed = [...cells.flat(), ...zeros(64 - ROWS)];
  const pattern = [...u16(packed.length + 2), ...packed];
  const header = [
    ...[...text(TITLE, 28), 0x1a, 16, 0, 0, ...u16(2, 1, 1, 0, 0x1320, 2), ...text('SCRM')],
    ...[64, 6, 125, 0xb0, 16, 0, ...zeros(10), 0, ...zeros(31).map(() => 255), 0, 255],
    ...u16(7, 12),
  ];
  const instrument = [
    ...[1, ...text('sine', 12), 0, ...u16(24), ...u32(32, 0, 32), 64, 0, 0, 1, ...u32(RATE)],
    ...[...zeros(12), ...text('sine', 28), ...text('SCRS')],
  ];
  const place = (bytes: readonly number[], at: number): number[] => [...bytes, ...zeros(16 * at - bytes.length)];
  const unsigned = [...WAVE].map((value) => value + 128);
  return [...place([...place([...place(header, 7), ...instrument], 12), ...pattern], 24), ...unsigned];
}

/** FastTracker 2: the sample as differences. */
function xm(): number[] {
  const cells = rowsOf((note) => [0x83, 49 + note, 1], [0x80]);
  const header = [
    ...[...text('Extended Module: '), ...text(TITLE, 20), 0x1a, ...text('corpus', 20), ...u16(0x0104), ...u32(276)],
    ...[...u16(1, 0, 1, 1, 1, 1, 6, 125), ...zeros(256)],
  ];
  const pattern = [...u32(9), 0, ...u16(ROWS, cells.flat().length), ...cells.flat()];
  const instrument = [...u32(263), ...text('sine', 22), 0, ...u16(1), ...u32(40), ...zeros(230)];
  const sample = [...u32(32, 0, 32), 64, 0, 1, 128, 0, 0, ...text('sine', 22)];
  const differences = [...WAVE].map((value, at) => (value - (WAVE[at - 1] ?? 0)) & 0xff);
  return [...header, ...pattern, ...instrument, ...sample, ...differences];
}

/** Impulse Tracker: samples without instruments. */
function it(): number[] {
  const cells = rowsOf((note) => [0x81, 3, 60 + note, 1, 0], [0]).flat();
  const [samples, pattern, wave] = [208, 288, 288 + 8 + cells.length];
  const header = [
    ...[...text('IMPM'), ...text(TITLE, 26), ...u16(0x1004, 2, 0, 1, 1, 0x0214, 0x0200, 9, 0)],
    ...[128, 48, 6, 125, 128, 0, ...u16(0), ...u32(0, 0), ...zeros(64).map(() => 32), ...zeros(64).map(() => 64)],
    ...[0, 255, ...u32(samples, pattern)],
  ];
  const sample = [
    ...[...text('IMPS'), ...text('sine', 12), 0, 64, 0x11, 64, ...text('sine', 26), 1, 32],
    ...[...u32(32, 0, 32, RATE, 0, 0, wave), ...zeros(4)],
  ];
  const gap = zeros(samples - header.length);
  return [...header, ...gap, ...sample, ...u16(cells.length, ROWS), ...zeros(4), ...cells, ...WAVE];
}

for (const [format, make] of Object.entries({ mod, s3m, xm, it })) {
  const folder = join(CORPUS, 'sources', format);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `four-notes.${format}`),
    Uint8Array.from(make(), (byte) => byte & 0xff),
  );
}
