import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as XLSX from '@e965/xlsx';

/**
 * Makes documents of Microsoft Works in its three forms: as DOS wrote it, of version 4, and of version 8.
 * Usage: node corpus/make/works.ts corpus/sources
 */
const out = process.argv[2];
if (!out) throw new Error('Expected the target directory.');

function write(name: string, bytes: Uint8Array): void {
  const target = join(out!, 'wps', name);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
}

function inCompoundFile(stream: string, bytes: Uint8Array): Uint8Array {
  const file = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(file, `/${stream}`, bytes as never);
  // By this stream LibreOffice knows the older form.
  if (stream === 'MN0')
    XLSX.CFB.utils.cfb_add(file, '/MM', Buffer.from('ND\0\0\x01\0\0\0\0\0\0\0\0\0', 'latin1') as never);
  return new Uint8Array(XLSX.CFB.write(file, { type: 'buffer' }) as ArrayBufferLike);
}

const TEXT_START = 0x100;
const PAGE_BYTES = 128;

interface Run {
  readonly length: number;
  readonly record: readonly number[];
}

/** A page of formatting: where runs end, where their records stand, and the records from its end on. */
function formattingPage(runs: readonly Run[]): Uint8Array {
  const page = Buffer.alloc(PAGE_BYTES);
  let [place, recordAt] = [TEXT_START, PAGE_BYTES - 1];
  page.writeUInt32LE(TEXT_START, 0);
  page[PAGE_BYTES - 1] = runs.length;
  for (const [index, { length, record }] of runs.entries()) {
    place += length;
    page.writeUInt32LE(place, 4 + 4 * index);
    if (record.length === 0) continue;
    recordAt -= record.length + 1;
    page.set([record.length, ...record], recordAt);
    page[4 + 4 * runs.length + index] = recordAt;
  }
  return page;
}

/** Text of one byte a character, pages of formatting for characters and paragraphs, and the fonts. */
function pagesOf(
  version: number,
  text: Uint8Array,
  characters: readonly Run[],
  paragraphs: readonly Run[],
): Uint8Array {
  const end = TEXT_START + text.byteLength;
  const formatting = Math.ceil(end / PAGE_BYTES) * PAGE_BYTES;
  const fontName = Buffer.from('Times New Roman');
  const fonts = Buffer.from([0, 0, fontName.byteLength, ...fontName]);
  const file = Buffer.alloc(formatting + 2 * PAGE_BYTES + fonts.byteLength);
  file.set([version, 0xfe, 0x32, 0]);
  file.writeUInt32LE(TEXT_START, 0x22);
  file.writeUInt32LE(end, 0x26);
  file.writeUInt32LE(formatting + 2 * PAGE_BYTES, 0x5e);
  file.writeUInt16LE(fonts.byteLength, 0x62);
  for (const [index, twips] of [1440, 1440, 1800, 1800, 15_840, 12_240].entries())
    file.writeUInt16LE(twips, 0x64 + 2 * index);
  file.set(text, TEXT_START);
  file.set(formattingPage(characters), formatting);
  file.set(formattingPage(paragraphs), formatting + PAGE_BYTES);
  file.set(fonts, formatting + 2 * PAGE_BYTES);
  return file;
}

const LINES = ['The stoker’s notes', 'Coal came late, and damp.', 'The furnace held.'];
/** Windows writes the quotation mark as one byte. */
const windows = Buffer.from(
  LINES.map((line) => `${line}\r\n`)
    .join('')
    .replace('’', '\u0092'),
  'latin1',
);
const lengthOf = (line: number): number => LINES[line]!.length + 2;
const BOLD = [1, 0, 0, 0, 36];
const PLAIN = [0, 0, 0, 0, 24];
const RED_ITALIC_UNDERLINED = [2, 0x20, 0, 0x20, 24, 0, 0, 6];
const four = pagesOf(
  4,
  windows,
  [
    { length: lengthOf(0), record: BOLD },
    { length: 'Coal came late, and '.length, record: PLAIN },
    { length: 'damp.\r\n'.length, record: RED_ITALIC_UNDERLINED },
    { length: lengthOf(2), record: PLAIN },
  ],
  [
    { length: lengthOf(0), record: [0, 0, 0, 0x05, 1, 0x17, 240, 0] },
    { length: lengthOf(1), record: [0, 0, 0, 0x11, 208, 2, 0x14, 0x98, 0xfe] },
    { length: lengthOf(2), record: [] },
  ],
);
write('stoker-fonts-indents-version-4.wps', inCompoundFile('MN0', four));

/** The code page of DOS: ö and é stand elsewhere than in Windows. */
const dos = Buffer.from('Der Heizer f\x94rdert Koks.\r\nCaf\x82 um sechs.\r\n', 'latin1');
write(
  'heizer-dos-code-page.wps',
  pagesOf(1, dos, [{ length: dos.byteLength, record: [] }], [{ length: dos.byteLength, record: [] }]),
);

// Works 8: a table of chunks, and chunks of 512 bytes for formatting.
const BODY = 'The stoker’s notes\rCoal came late#, and damp.\r';
const NOTE = 'By two days.\r';
const words = Buffer.from(BODY + NOTE, 'utf16le');
const START = 0x200;
const u16 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff];
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];

function chunkPage(runs: readonly Run[]): Uint8Array {
  const page = Buffer.alloc(512);
  let [place, recordAt] = [START, 512];
  page.writeUInt16LE(runs.length, 0);
  for (const [index, { length, record }] of runs.entries()) {
    place += 2 * length;
    page.writeUInt32LE(place, 8 + 4 * index);
    if (record.length === 0) continue;
    recordAt -= record.length + 4;
    page.set([...u16(record.length + 4), 0, 0, ...record], recordAt);
    page.writeUInt16LE(recordAt, 8 + 4 * runs.length + 2 * index);
  }
  return page;
}

const title = 'The stoker’s notes\r'.length;
const before = 'Coal came late'.length;
const characters = chunkPage([
  { length: title, record: [0x02, 0x0a, 0x0c, 0x22, ...u32(18 * 12_700)] },
  { length: before, record: [0x0c, 0x22, ...u32(12 * 12_700)] },
  { length: 1, record: [0x00, 0x12, 3, 0] },
  { length: BODY.length - title - before - 1, record: [0x03, 0x0a, 0x2e, 0x22, 0xc0, 0x20, 0x10, 0] },
  { length: NOTE.length, record: [] },
]);
const paragraphs = chunkPage([
  { length: title, record: [0x04, 0x12, 2, 0] },
  { length: BODY.length - title, record: [0x0d, 0x22, ...u32(36 * 12_700)] },
  { length: NOTE.length, record: [] },
]);
const streams = Buffer.from([
  ...[...u32(2), ...u32(0), ...u32(0), ...u32(BODY.length), ...u32(NOTE.length), ...u32(0)],
  ...[...u16(10), ...u32(0x22), ...u32(1), ...u16(10), ...u32(0x22), ...u32(2)],
]);
const notes = Buffer.from([...u32(0), ...u32(1), ...u32(0), ...u32(0), ...u32(0), ...u32(NOTE.length)]);
const font = Buffer.from('Verdana', 'utf16le');
const fonts = Buffer.from([
  ...u32(40),
  ...u32(1),
  ...u32(0),
  ...u32(0),
  ...u32(0),
  ...u32(0),
  ...u16(7),
  ...font,
  ...u32(0),
]);
const CHUNKS = [
  ['TEXT', words],
  ['FDPP', paragraphs],
  ['FDPC', characters],
  ['FONT', fonts],
  ['STRS', streams],
  ['FTN ', notes],
] as const;
const table = Buffer.alloc(START);
table.write('CHNKWKS ', 0, 'latin1');
table.set([...u16(0x1f8), ...u16(CHUNKS.length), ...u32(0xffffffff)], 0x18);
let at = START;
for (const [index, [name, bytes]] of CHUNKS.entries()) {
  const entry = [
    ...u16(24),
    ...Buffer.from(name),
    0,
    0,
    1,
    0,
    0,
    0,
    ...Buffer.from(name),
    ...u32(at),
    ...u32(bytes.byteLength),
  ];
  table.set(entry, 0x20 + 24 * index);
  at += bytes.byteLength;
}
const eight = Buffer.concat([table, ...CHUNKS.map(([, bytes]) => bytes)]);
write('stoker-note-colours-version-8.wps', inCompoundFile('CONTENTS', eight));
