import type { FormatId } from '../index.ts';
import type { BoundedReader } from './bounded-reader.ts';
import { hasAnyMarker, hasMarker, latin1, u16be, u16le, u32be, u32le, u64be, u64le } from './byte-fields.ts';
import { found, type Detector, type Finding } from './finding.ts';

const TAG = { compression: 259, photometric: 262, make: 271, subDirectories: 330, dngVersion: 50_706 } as const;
/** Colour filter array and linear raw: what a sensor saw, never an ordinary picture. */
const RAW_PHOTOMETRIC: readonly number[] = [32_803, 34_892];
/** Compressions that only cameras write: Sony, Samsung, Nikon, Kodak, Pentax. */
const RAW_COMPRESSION: readonly number[] = [32_767, 32_769, 32_770, 34_713, 65_000, 65_535];
const MAX_ENTRIES = 400;
const MAX_DIRECTORIES = 6;

/** Raw formats with a marker of their own in place of TIFF's, or beside it. */
const MARKED: readonly (readonly [
  markers: readonly string[],
  offset: number,
  format: FormatId,
  orNamed: FormatId[],
])[] = [
  [['IIRO', 'IIRS', 'MMOR'], 0, 'orf', []],
  [['IIU\0'], 0, 'rw2', ['raw', 'rwl']],
  [['II\xbc'], 0, 'jxr', []],
  [['CR'], 8, 'cr2', []],
  [['IIII', 'MMMM'], 8, 'iiq', []],
];

/** The makers' own raws are TIFFs with a sensor's data in them; which of a maker's formats, the file name says. */
const BY_MAKER: readonly (readonly [maker: RegExp, format: FormatId, orNamed: FormatId[]])[] = [
  [/^NIKON/i, 'nef', ['nrw']],
  [/^SONY/i, 'arw', ['sr2', 'srf']],
  [/^(PENTAX|RICOH|ASAHI)/i, 'pef', []],
  [/^SAMSUNG/i, 'srw', []],
  [/^(HASSELBLAD|IMACON)/i, '3fr', ['fff']],
  [/^(EASTMAN )?KODAK/i, 'kdc', ['dcr', 'k25']],
  [/^LEAF/i, 'mos', []],
  [/^PHASE ONE/i, 'iiq', []],
  [/^MAMIYA/i, 'mef', ['mos']],
  [/^(SEIKO )?EPSON/i, 'erf', []],
  [/^CANON/i, 'cr2', []],
  [/^(PANASONIC|LEICA)/i, 'raw', ['rwl', 'rw2']],
];
const ALL_RAW: readonly FormatId[] = BY_MAKER.flatMap(([, format, others]) => [format, ...others]);

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
  for (const [markers, offset, format, orNamed] of MARKED) {
    const belongs = offset === 0 || isTiff(reader.head);
    if (belongs && hasAnyMarker(reader.head, markers, offset)) return found(format, 1, orNamed);
  }
  const layout = layoutOf(reader.head);
  return layout && describe(await readTags(reader, layout));
};

function isTiff(head: Uint8Array): boolean {
  return hasAnyMarker(head, ['II*\0', 'MM\0*', 'II+\0', 'MM\0+']);
}

function layoutOf(head: Uint8Array): Layout | undefined {
  if (!isTiff(head)) return undefined;
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
  maker: string;
}

async function readTags(reader: BoundedReader, layout: Layout): Promise<Tags> {
  const tags: Tags = { isDng: false, hasSensorData: false, maker: '' };
  const waiting = [layout.first];
  const seen = new Set<number>();
  while (waiting.length > 0 && seen.size < MAX_DIRECTORIES) {
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
  const counter = await reader.read(at, layout.countBytes);
  const entries = Math.min(layout.u16(counter, layout.countBytes === 8 && layout.u16 === u16be ? 6 : 0), MAX_ENTRIES);
  const bytes = await reader.read(at + layout.countBytes, entries * layout.entryBytes);
  for (let entry = 0; entry + layout.entryBytes <= bytes.byteLength; entry += layout.entryBytes) {
    const tag = layout.u16(bytes, entry);
    const value = layout.u16(bytes, entry + layout.valueAt);
    if (tag === TAG.dngVersion) tags.isDng = true;
    if (tag === TAG.photometric && RAW_PHOTOMETRIC.includes(value)) tags.hasSensorData = true;
    if (tag === TAG.compression && RAW_COMPRESSION.includes(value)) tags.hasSensorData = true;
    if (tag === TAG.make) tags.maker ||= latin1(await reader.read(layout.offset(bytes, entry + layout.valueAt), 24));
    if (tag === TAG.subDirectories) waiting.push(...(await readOffsets(reader, layout, bytes, entry)));
  }
}

async function readOffsets(reader: BoundedReader, layout: Layout, bytes: Uint8Array, entry: number): Promise<number[]> {
  const width = layout.entryBytes === 20 ? 8 : 4;
  const count = Math.min(layout.offset(bytes, entry + 4), MAX_DIRECTORIES);
  const value = layout.offset(bytes, entry + layout.valueAt);
  if (count <= 1) return [value];
  const list = await reader.read(value, count * width);
  return Array.from({ length: Math.floor(list.byteLength / width) }, (_, index) => layout.offset(list, index * width));
}

function describe({ isDng, hasSensorData, maker }: Tags): Finding {
  if (isDng) return found('dng');
  // Cut or unusual raws show no sensor data; their name is then all that tells.
  if (!hasSensorData) return found('tiff', 1, ALL_RAW);
  for (const [pattern, format, orNamed] of BY_MAKER) if (pattern.test(maker)) return found(format, 0.95, orNamed);
  return found('tiff', 0.8, ALL_RAW);
}
