import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import {
  ascii,
  baseOf,
  folderOf,
  join,
  u16,
  u16be,
  u32,
  u32be,
  u64,
  u64be,
  u8,
  zeros,
  type ArchivedFile,
} from './fields.ts';

const sha1 = (bytes: Uint8Array): Buffer => createHash('sha1').update(bytes).digest();

/** XAR: a table of contents in XML, then a heap of compressed contents. */
export function xar(files: readonly ArchivedFile[]): Buffer {
  let offset = 20; // the heap begins with the sum of the table
  const heap: Buffer[] = [];
  const fileOf = ({ name, bytes }: ArchivedFile, id: number): string => {
    const packed = deflateSync(bytes);
    const sums = `<archived-checksum style="sha1">${sha1(packed).toString('hex')}</archived-checksum><extracted-checksum style="sha1">${sha1(bytes).toString('hex')}</extracted-checksum>`;
    const data = `<data><length>${packed.length}</length><offset>${offset}</offset><size>${bytes.byteLength}</size><encoding style="application/x-gzip"/>${sums}</data>`;
    heap.push(packed);
    offset += packed.length;
    return `<file id="${id}"><name>${baseOf(name)}</name><type>file</type><mode>0644</mode><mtime>2021-03-04T05:06:08Z</mtime>${data}</file>`;
  };
  const entries = files.map((file, index) => {
    const folder = folderOf(file.name);
    const entry = fileOf(file, 2 * index + 2);
    return folder === ''
      ? entry
      : `<file id="${2 * index + 1}"><name>${folder}</name><type>directory</type><mode>0755</mode>${entry}</file>`;
  });
  const checksum = '<checksum style="sha1"><offset>0</offset><size>20</size></checksum>';
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<xar><toc>${checksum}${entries.join('')}</toc></xar>\n`;
  const toc = deflateSync(Buffer.from(xml));
  const header = join(ascii('xar!'), u16be(28, 1), u64be(toc.length, Buffer.byteLength(xml)), u32be(1));
  return join(header, toc, sha1(toc), ...heap);
}

const CHUNK = 4096;
const guid = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** Compiled HTML help without compression: one directory chunk, everything in section 0. */
export function chm(files: readonly ArchivedFile[]): Buffer {
  const nameList = join(u16(0x10, 1, 12), Buffer.from('Uncompressed\0', 'utf16le'));
  const stored = [
    { name: '::DataSpace/NameList', bytes: nameList },
    ...files.map(({ name, bytes }) => ({ name: `/${name}`, bytes })),
  ];
  let offset = 0;
  const entries = stored
    .map(({ name, bytes }) => {
      const entry = {
        name,
        line: join(encoded(name.length), ascii(name), encoded(0), encoded(offset), encoded(bytes.byteLength)),
      };
      offset += bytes.byteLength;
      return entry;
    })
    .concat({ name: '/', line: join(encoded(1), ascii('/'), encoded(0), encoded(0), encoded(0)) })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const listing = join(...entries.map(({ line }) => line));
  const free = CHUNK - 20 - listing.length;
  const chunk = join(ascii('PMGL'), u32(free, 0, -1, -1), listing, zeros(free - 2), u16(entries.length));
  const directory = join(
    ascii('ITSP'),
    u32(1, 0x54, 10, CHUNK, 2, 1, -1, 0, 0, -1, 1, 0x409),
    guid('6a92025d2e21d0119df900a0c922e6ec'),
    u32(0x54, -1, -1, -1),
    chunk,
  );
  const contentAt = 0x60 + 0x18 + directory.length;
  const contents = join(...stored.map(({ bytes }) => bytes));
  return join(
    ascii('ITSF'),
    u32(3, 0x60, 1, 0x60406f60, 0x409),
    guid('10fd017caa7bd0119e0c00a0c922e6ec'),
    guid('11fd017caa7bd0119e0c00a0c922e6ec'),
    u64(0x60, 0x18, 0x78, directory.length, contentAt),
    u32(0x1fe, 0),
    u64(contentAt + contents.length),
    u32(0, 0),
    directory,
    contents,
  );
}

/** Seven bits a byte, the most significant first; a set first bit says that more follow. */
function encoded(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return u8(...bytes);
}
