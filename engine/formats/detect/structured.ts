import { hasMarker, latin1, u16be, u16le, u32be, u32le, u8 } from './byte-fields.ts';
import { found, type Detector } from './finding.ts';

/** Formats whose first bytes are too common to trust: the fields behind them must make sense too. */

/** A footer with a definition of the reference system and the schema of Arrow; that of a file of many columns is longer. */
const MOST_FOOTER_BYTES = 512 * 1024;

/** Version, date of the last change, and a header that ends with a carriage return. */
const detectDbase: Detector = async ({ head, size }) => {
  const isVersion = [
    0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x7b, 0x83, 0x8b, 0x8c, 0x8e, 0xcb, 0xf5,
  ].includes(u8(head, 0));
  const month = u8(head, 2);
  const day = u8(head, 3);
  const headerBytes = u16le(head, 8);
  const recordBytes = u16le(head, 10);
  const hasHeader = headerBytes >= 33 && headerBytes <= size && recordBytes > 0;
  if (!isVersion || month > 12 || day > 31 || !hasHeader) return undefined;
  // Version 7 has a longer header and longer field descriptors.
  const [first, step] = [0x04, 0x8c].includes(u8(head, 0)) ? [68, 48] : [32, 32];
  const hasFieldEnd = head.subarray(first, headerBytes).some((byte, index) => byte === 0x0d && index % step === 0);
  return hasFieldEnd ? found('dbf', 0.9) : undefined;
};

/** The index has the shape file's header; what follows is an offset in words instead of a record's number. */
const detectShape: Detector = async ({ head }) => {
  if (u32be(head, 0) !== 9994 || u32le(head, 28) !== 1000) return undefined;
  return u32be(head, 100) === 50 && head.byteLength > 100 ? found('shx', 0.97, ['shp']) : found('shp', 0.97, ['shx']);
};

/** Parquet with metadata about geometries: the footer, which lies at the end, has it under the key "geo". */
const detectGeoParquet: Detector = async (reader) => {
  if (!hasMarker(reader.head, 'PAR1')) return undefined;
  const end = await reader.tail(8);
  const footer = latin1(await reader.tail(Math.min(u32le(end, 0) + 8, MOST_FOOTER_BYTES)));
  const key = footer.indexOf('\x18\x03geo\x18');
  return hasMarker(end, 'PAR1', 4) && key >= 0 && footer.includes('"primary_column"', key)
    ? found('geoparquet', 0.97)
    : undefined;
};

/** Palm databases: the book's own header says whether it is the newer Kindle kind. */
const detectPalmBook: Detector = async (reader) => {
  if (!hasMarker(reader.head, 'BOOKMOBI', 60)) return undefined;
  const header = await reader.read(u32be(reader.head, 78), 40);
  return hasMarker(header, 'MOBI', 16) && u32be(header, 36) >= 8
    ? found('azw3', 1, ['mobi'])
    : found('mobi', 1, ['azw3']);
};

const detectDiskImage: Detector = async (reader) =>
  hasMarker(await reader.tail(512), 'koly\0\0\0\x04') ? found('dmg') : undefined;

/** Eighty bytes of anything, the number of triangles, then exactly that many. */
const detectBinaryStl: Detector = async ({ head, size }) => {
  const triangles = u32le(head, 80);
  return triangles > 0 && size === 84 + 50 * triangles ? found('stl', 0.95) : undefined;
};

const detectStudio3d: Detector = async ({ head, size }) => {
  const isMain = u16le(head, 0) === 0x4d4d && u32le(head, 2) <= size && u32le(head, 2) > 6;
  return isMain && [0x0002, 0x3d3d, 0xb000].includes(u16le(head, 6)) ? found('3ds', 0.95) : undefined;
};

/** Programs for Windows begin as programs for DOS did. */
const detectExecutable: Detector = async (reader) => {
  if (!hasMarker(reader.head, 'MZ')) return undefined;
  const header = await reader.read(u32le(reader.head, 60), 4);
  return hasMarker(header, 'PE\0\0') || hasMarker(header, 'NE') || hasMarker(header, 'LE')
    ? found('exe', 1)
    : found('exe', 0.7);
};

/** A message's signed or enveloped data: DER or BER with the PKCS #7 object identifier. */
const detectPkcs7: Detector = async ({ head }) => {
  const start = latin1(head, 0, 40);
  return u8(head, 0) === 0x30 && start.includes('\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07')
    ? found('p7m', 0.95)
    : undefined;
};

/** A resource fork in a file of its own, with fonts in it. */
const detectDfont: Detector = async (reader) => {
  const [dataAt, mapAt, dataBytes, mapBytes] = [0, 4, 8, 12].map((at) => u32be(reader.head, at));
  if (dataAt !== 256 || mapAt !== dataAt + dataBytes! || mapAt + mapBytes! > reader.size) return undefined;
  const map = latin1(await reader.read(mapAt, Math.min(mapBytes!, 4096)));
  return map.includes('sfnt') || map.includes('FOND') ? found('dfont', 0.95) : undefined;
};

const detectCompactFont: Detector = async ({ head }) => {
  const isHeader = u8(head, 0) === 1 && u8(head, 1) <= 1 && u8(head, 2) === 4 && u8(head, 3) >= 1 && u8(head, 3) <= 4;
  return isHeader && u16be(head, 4) === 1 && [1, 2].includes(u8(head, 6)) && u8(head, 7) === 1
    ? found('cff', 0.85)
    : undefined;
};

/** The header may be anywhere in the first kilobyte, as Acrobat itself allows. */
const detectLatePdf: Detector = async ({ head }) =>
  /%PDF-\d/.test(latin1(head, 0, 1024)) ? found('pdf', 0.95, ['ai']) : undefined;

/** Swatches of Photoshop: as many of ten bytes as it says, and the same again with names. */
const detectSwatches: Detector = async ({ head, size }) => {
  const [version, count] = [u16be(head, 0), u16be(head, 2)];
  const end = 4 + 10 * count;
  const isAll = version === 1 && count > 0 && (size === end || u16be(head, end) === 2);
  const spaces = Array.from({ length: Math.min(count, 20) }, (_, index) => u16be(head, 4 + 10 * index));
  return isAll && spaces.every((space) => [0, 1, 2, 7, 8].includes(space)) ? found('aco', 0.9) : undefined;
};

/** A table of 256 colours has nothing but its size, and at its end how many of them count. */
const detectColourTable: Detector = async ({ head, size }) => {
  const count = u16be(head, 768);
  return size === 772 && count > 0 && count <= 256 ? found('act', 0.6) : undefined;
};

export const STRUCTURED: readonly Detector[] = [
  detectPalmBook,
  detectShape,
  detectGeoParquet,
  detectStudio3d,
  detectExecutable,
  detectPkcs7,
  detectDfont,
  detectLatePdf,
];

/** Weaker than every signature, so they are asked last. */
export const PLAUSIBLE: readonly Detector[] = [
  detectBinaryStl,
  detectDbase,
  detectCompactFont,
  detectDiskImage,
  detectSwatches,
  detectColourTable,
];
