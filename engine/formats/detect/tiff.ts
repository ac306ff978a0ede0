import type { FormatId } from '../index.ts';
import type { BoundedReader } from './bounded-reader.ts';
import { hasAnyMarker, hasMarker, latin1, u16be, u16le, u32be, u32le, u64be, u64le } from './byte-fields.ts';
import { found, type Detector, type Finding } from './finding.ts';
import { RAW_MAKERS, rawOfMaker } from './raw-makers.ts';

const TAG = {
  panasonicPreview: 46,
  compression: 259,
  photometric: 262,
  make: 271,
  model: 272,
  bits: 258,
  samples: 277,
  sampleFormat: 339,
  pixelScale: 33_550,
  tiepoint: 33_922,
  subDirectories: 330,
  filterArray: 33_422,
  leafData: 34_310,
  dngVersion: 50_706,
} as const;
/** Colour filter array and linear raw: what a sensor saw, never an ordinary image. */
const RAW_PHOTOMETRIC: readonly number[] = [32_803, 34_892];
/** Compressions that only cameras write: Sony, Samsung, Nikon, Kodak, Pentax. */
const RAW_COMPRESSION: readonly number[] = [32_767, 32_769, 32_770, 32_867, 34_713, 65_000, 65_535];
const MAX_ENTRIES = 400;
const MAX_DIRECTORIES = 8;

/** Raw formats with a marker of their own in place of TIFF's, or beside it. */
const MARKED: readonly (readonly [markers: readonly string[], offset: number, format: FormatId])[] = [
  [['IIRO', 'IIRS', 'MMOR'], 0, 'orf'],
  [['II\xbc'], 0, 'jxr'],
  [['CR'], 8, 'cr2'],
  [['IIII', 'MMMM'], 8, 'iiq'],
];
const TIFF_MARKERS = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'] as const;
const PANASONIC = 'IIU\0';

/** What an image without sensor data may still be called: cut or unusual raws show none. */
const ALL_RAW: readonly FormatId[] = RAW_MAKERS.flatMap(({ formats }) => formats);

interface Layout {
  readonly u16: (bytes: Uint8Array, at: number) => number;
  readonly offset: (bytes: Uint8Array, at: number) => number;
  readonly countBytes: number;
  readonly entryBytes: number;
  readonly valueAt: number;
  readonly first: number;
}

/** TIFF, and the camera formats that are TIFF by their first bytes. */
export const detectTiff: Detector = async (reader) => {
  for (const [markers, offset, format] of MARKED) {
    const belongs = offset === 0 || hasAnyMarker(reader.head, TIFF_MARKERS);
    if (belongs && hasAnyMarker(reader.head, markers, offset)) return found(format);
  }
  const layout = layoutOf(reader.head);
  if (!layout) return undefined;
  const tags = await readTags(reader, layout);
  return hasMarker(reader.head, PANASONIC) ? describePanasonic(tags) : describe(tags);
};

function layoutOf(head: Uint8Array): Layout | undefined {
  if (!hasAnyMarker(head, [...TIFF_MARKERS, PANASONIC])) return undefined;
  const little = hasMarker(head, 'II');
  const [u16, u32, u64] = little ? [u16le, u32le, u64le] : [u16be, u32be, u64be];
  const isBig = u16(head, 2) === 43;
  return isBig
    ? { u16, offset: u64, countBytes: 8, entryBytes: 20, valueAt: 12, first: u64(head, 8) }
    : { u16, offset: u32, countBytes: 2, entryBytes: 12, valueAt: 8, first: u32(head, 4) };
}

interface Tags {
  isDng: boolean;
  hasSensorData: boolean;
  isLeaf: boolean;
  hasPanasonicPreview: boolean;
  /** How large its cells are on the earth, and where one of them lies. */
  hasScale: boolean;
  hasPlace: boolean;
  bits: number;
  samples: number;
  isSigned: boolean;
  maker: string;
  model: string;
}

/** The tags of the first directories: those that follow each other, and those that hang below them. */
async function readTags(reader: BoundedReader, layout: Layout): Promise<Tags> {
  const tags: Tags = {
    isDng: false,
    hasSensorData: false,
    isLeaf: false,
    hasPanasonicPreview: false,
    hasScale: false,
    hasPlace: false,
    bits: 1,
    samples: 1,
    isSigned: false,
    maker: '',
    model: '',
  };
  const waiting = [layout.first];
  const seen = new Set<number>([0]);
  while (waiting.length > 0 && seen.size <= MAX_DIRECTORIES) {
    const at = waiting.shift()!;
    if (seen.has(at)) continue;
    seen.add(at);
    await readDirectory(reader, layout, at, tags, waiting);
  }
  return tags;
}

async function readDirectory(
  reader: BoundedReader,
  layout: Layout,
  at: number,
  tags: Tags,
  waiting: number[],
): Promise<void> {
  const { countBytes, entryBytes, valueAt, u16, offset } = layout;
  const counter = await reader.read(at, countBytes);
  const entries = u16(counter, countBytes === 8 && u16 === u16be ? 6 : 0);
  const bytes = await reader.read(at + countBytes, Math.min(entries, MAX_ENTRIES) * entryBytes);
  const textAt = async (entry: number): Promise<string> =>
    latin1(await reader.read(offset(bytes, entry + valueAt), 40));
  for (let entry = 0; entry + entryBytes <= bytes.byteLength; entry += entryBytes) {
    const tag = u16(bytes, entry);
    const value = u16(bytes, entry + valueAt);
    if (tag === TAG.dngVersion) tags.isDng = true;
    if (tag === TAG.photometric && RAW_PHOTOMETRIC.includes(value)) tags.hasSensorData = true;
    if (tag === TAG.compression && RAW_COMPRESSION.includes(value)) tags.hasSensorData = true;
    if (tag === TAG.filterArray) tags.hasSensorData = true;
    if (tag === TAG.leafData) tags.isLeaf = true;
    if (tag === TAG.panasonicPreview) tags.hasPanasonicPreview = true;
    if (tag === TAG.bits) tags.bits = Math.max(tags.bits, value);
    if (tag === TAG.samples) tags.samples = Math.max(tags.samples, value);
    if (tag === TAG.sampleFormat && value > 1) tags.isSigned = true;
    if (tag === TAG.pixelScale) tags.hasScale = true;
    if (tag === TAG.tiepoint) tags.hasPlace = true;
    if (tag === TAG.make) tags.maker ||= await textAt(entry);
    if (tag === TAG.model) tags.model ||= await textAt(entry);
    if (tag === TAG.subDirectories) waiting.push(...(await readOffsets(reader, layout, bytes, entry)));
  }
  const next = await reader.read(at + countBytes + entries * entryBytes, entryBytes === 20 ? 8 : 4);
  waiting.push(offset(next, 0));
}

async function readOffsets(reader: BoundedReader, layout: Layout, bytes: Uint8Array, entry: number): Promise<number[]> {
  const width = layout.entryBytes === 20 ? 8 : 4;
  const count = Math.min(layout.offset(bytes, entry + 4), MAX_DIRECTORIES);
  const value = layout.offset(bytes, entry + layout.valueAt);
  if (count <= 1) return [value];
  const list = await reader.read(value, count * width);
  return Array.from({ length: Math.floor(list.byteLength / width) }, (_, index) => layout.offset(list, index * width));
}

function describe(tags: Tags): Finding {
  const { isDng, hasSensorData, isLeaf, maker, model } = tags;
  if (isDng) return found('dng');
  if (isLeaf) return found('mos', 1, ['mef', 'iiq']);
  if (!hasSensorData && isGrid(tags)) return found('geotiff', 0.97);
  if (!hasSensorData) return found('tiff', 1, [...ALL_RAW, 'geotiff']);
  const raw = rawOfMaker(maker, model);
  return raw ? found(raw.format, 0.95, raw.orNamed) : found('tiff', 0.8, ALL_RAW);
}

/** One value in each cell of more than eight bits, with a place on the earth: measures, and no image. */
function isGrid({ hasScale, hasPlace, bits, samples, isSigned }: Tags): boolean {
  return hasScale && hasPlace && samples === 1 && (isSigned ? bits >= 8 : bits >= 16);
}

/** Panasonic's and Leica's raws have a marker in common; the newer ones hold a preview. */
function describePanasonic({ maker, hasPanasonicPreview }: Tags): Finding {
  if (/^LEICA/i.test(maker)) return found('rwl', 1, ['raw', 'rw2']);
  return hasPanasonicPreview || maker === '' ? found('rw2', 1, ['raw', 'rwl']) : found('raw', 1, ['rw2', 'rwl']);
}
