import type { FormatId } from '../index.ts';
import type { BoundedReader } from './bounded-reader.ts';
import { hasMarker, latin1, u16le, u32le } from './byte-fields.ts';
import { found, type Detector, type Finding } from './finding.ts';

const SIGNATURE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const FREE = 0xfffffffa;
const ENTRY_BYTES = 128;
/** A directory sector holds four or 32 entries; the root's own children are among the first. */
const MAX_DIRECTORY_SECTORS = 48;
const INSTALLER_CLASS = '\x84\x10\x0c\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x46';

interface Entry {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly classId: string;
  readonly startSector: number;
}

/** Programs' own streams in the root storage, in the order in which they are asked for. */
const BY_STREAM: readonly (readonly [stream: RegExp, format: FormatId, orNamed?: readonly FormatId[]])[] = [
  [
    /^EncryptedPackage$/,
    'docx',
    ['xlsx', 'pptx', 'docm', 'xlsm', 'pptm', 'xlsb', 'dotx', 'xltx', 'potx', 'ppsx', 'vsdx'],
  ],
  [/^__(properties_version1\.0|nameid_version1\.0|substg1\.0_.*)$/, 'msg'],
  [/^PowerPoint Document$/, 'ppt', ['pps']],
  [/^PP40$/, 'ppt', ['pps']],
  [/^Quill$/, 'pub'],
  [/^VisioDocument$/, 'vsd'],
  [/^.?HwpSummaryInformation$/, 'hwp'],
  [/^(MatOST|MM|MN0)$/, 'wps'],
  [/^PerfectOffice_MAIN$/, 'wb1', ['wpd']],
  [/^NativeContent_MAIN$/, 'wb1'],
  [/^(Workbook|WORKBOOK)$/, 'xls', ['xlt', 'et']],
  [/^(Book|BOOK)$/, 'xls', ['xlt', 'et']],
  [/^WordDocument$/, 'doc', ['dot', 'wps']],
  [/^WksSSWorkBook$/, 'xls', ['wps']],
  [/^CONTENTS$/, 'wps'],
];

/** Compound files of Office 97–2003, Outlook, Visio and others ([MS-CFB]). */
export const detectOle: Detector = async (reader) => {
  if (!hasMarker(reader.head, SIGNATURE)) return undefined;
  const entries = await readDirectory(reader);
  const root = entries[0];
  if (root?.classId === INSTALLER_CLASS) return found('msi');
  const names = namesInRoot(entries);
  for (const [stream, format, orNamed] of BY_STREAM) {
    if (!names.some((name) => stream.test(name))) continue;
    if (format === 'doc') return wordFinding(reader, entries);
    const confidence = stream.source.includes('EncryptedPackage') ? 0.7 : format === 'wps' ? 0.9 : 1;
    return found(format, confidence, orNamed);
  }
  return undefined;
};

async function readDirectory(reader: BoundedReader): Promise<Entry[]> {
  const sectorBytes = 1 << Math.min(u16le(reader.head, 30), 12);
  if (sectorBytes < 512) return [];
  const offsetOf = (sector: number): number => (sector + 1) * sectorBytes;
  const entries: Entry[] = [];
  let sector = u32le(reader.head, 48);
  for (let count = 0; count < MAX_DIRECTORY_SECTORS && sector < FREE; count++) {
    const bytes = await reader.read(offsetOf(sector), sectorBytes);
    for (let at = 0; at + ENTRY_BYTES <= bytes.byteLength; at += ENTRY_BYTES) entries.push(parseEntry(bytes, at));
    sector = await nextSector(reader, sector, sectorBytes);
  }
  return entries;
}

/** Follows the allocation table; its first 109 sectors are listed in the header. */
async function nextSector(reader: BoundedReader, sector: number, sectorBytes: number): Promise<number> {
  const perTable = sectorBytes / 4;
  const table = Math.floor(sector / perTable);
  if (table >= 109) return FREE;
  const tableSector = u32le(reader.head, 76 + 4 * table);
  const bytes = await reader.read((tableSector + 1) * sectorBytes + 4 * (sector % perTable), 4);
  return bytes.byteLength === 4 ? u32le(bytes, 0) : FREE;
}

function parseEntry(bytes: Uint8Array, at: number): Entry {
  const nameBytes = Math.max(0, Math.min(u16le(bytes, at + 64), 64) - 2);
  let name = '';
  for (let index = 0; index < nameBytes; index += 2) name += String.fromCharCode(u16le(bytes, at + index));
  return {
    name,
    left: u32le(bytes, at + 68),
    right: u32le(bytes, at + 72),
    child: u32le(bytes, at + 76),
    classId: latin1(bytes, at + 80, at + 96),
    startSector: u32le(bytes, at + 116),
  };
}

/** Names in the root storage only: an embedded workbook does not make a letter a spreadsheet. */
function namesInRoot(entries: readonly Entry[]): string[] {
  const names: string[] = [];
  const seen = new Set<number>();
  const waiting = [entries[0]?.child ?? FREE];
  while (waiting.length > 0) {
    const index = waiting.pop()!;
    const entry = entries[index];
    if (!entry || seen.has(index)) continue;
    seen.add(index);
    names.push(entry.name);
    waiting.push(entry.left, entry.right);
  }
  return names.length > 0 ? names : entries.map(({ name }) => name);
}

/** A template differs from a document by one bit of the file information block ([MS-DOC] FibBase, fDot). */
async function wordFinding(reader: BoundedReader, entries: readonly Entry[]): Promise<Finding> {
  const stream = entries.find(({ name }) => name === 'WordDocument');
  const sectorBytes = 1 << Math.min(u16le(reader.head, 30), 12);
  const block = await reader.read(((stream?.startSector ?? 0) + 1) * sectorBytes, 12);
  const isTemplate = block.byteLength === 12 && u16le(block, 0) === 0xa5ec && (u16le(block, 10) & 1) === 1;
  return isTemplate ? found('dot', 0.95, ['doc']) : found('doc', 1, ['dot', 'wps']);
}
