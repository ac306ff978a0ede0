import { crc32 } from 'node:zlib';
import { ascii, baseOf, DOS_TIME, folderOf, join, u16, u32, u8, zeros, type ArchivedFile } from './fields.ts';

/** RAR 4, stored (technote.txt of RAR 3.x). */
export function rar(files: readonly ArchivedFile[]): Buffer {
  const block = (body: Buffer): Buffer => join(u16(crc32(body) & 0xffff), body);
  const main = block(join(u8(0x73), u16(0, 13), zeros(6)));
  const members = files.map(({ name, bytes }) => {
    const size = 32 + Buffer.byteLength(name);
    const sizes = u32(bytes.byteLength, bytes.byteLength);
    const stored = join(u8(20, 0x30), u16(Buffer.byteLength(name)), u32(0o100644), Buffer.from(name));
    const body = join(u8(0x74), u16(0x8000, size), sizes, u8(3), u32(crc32(bytes), DOS_TIME), stored);
    return join(block(body), bytes);
  });
  return join(ascii('Rar!\x1a\x07\0'), main, ...members, block(join(u8(0x7b), u16(0x4000, 7))));
}

/** LHA with headers of level 1, stored (-lh0-), the folder in an extended header. */
export function lzh(files: readonly ArchivedFile[]): Buffer {
  const members = files.map(({ name, bytes }) => {
    const folder = folderOf(name);
    const extended = folder === '' ? zeros(0) : join(u8(2), ascii(`${folder}\xff`), u16(0));
    const base = ascii(baseOf(name));
    const fields = join(
      ascii('-lh0-'),
      u32(bytes.byteLength + extended.byteLength, bytes.byteLength, DOS_TIME),
      u8(0x20, 1, base.byteLength),
      base,
      u16(crc16(bytes)),
      ascii('U'),
      u16(extended.byteLength),
    );
    const sum = fields.reduce((total, byte) => (total + byte) & 0xff, 0);
    return join(u8(fields.byteLength, sum), fields, extended, bytes);
  });
  return join(...members, u8(0));
}

function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  }
  return sum;
}

/** ARJ, stored (technote.txt of ARJ 2.41). */
export function arj(files: readonly ArchivedFile[]): Buffer {
  const header = (type: number, fields: Buffer, name: string): Buffer => {
    const basic = join(u8(30, 11, 1, 2, 0x10, 0, type, 0), fields, u16(0, 0, 0), Buffer.from(`${name}\0\0`));
    return join(u8(0x60, 0xea), u16(basic.byteLength), basic, u32(crc32(basic)), u16(0));
  };
  const members = files.map(({ name, bytes }) => {
    const sizes = u32(DOS_TIME, bytes.byteLength, bytes.byteLength, crc32(bytes));
    return join(header(0, sizes, name), bytes);
  });
  return join(header(2, u32(DOS_TIME, DOS_TIME, 0, 0), 'stored.arj'), ...members, u8(0x60, 0xea, 0, 0));
}

/** Cabinet with one folder of stored data ([MS-CAB]). */
export function cab(files: readonly ArchivedFile[]): Buffer {
  const data = join(...files.map(({ bytes }) => bytes));
  let offset = 0;
  const entries = files.map(({ name, bytes }) => {
    const entry = join(
      u32(bytes.byteLength, offset),
      u16(0, DOS_TIME >>> 16, DOS_TIME & 0xffff, 0x20),
      ascii(`${name.replaceAll('/', '\\')}\0`),
    );
    offset += bytes.byteLength;
    return entry;
  });
  const directory = join(...entries);
  const dataAt = 36 + 8 + directory.byteLength;
  const size = dataAt + 8 + data.byteLength;
  return join(
    ascii('MSCF'),
    u32(0, size, 0, 36 + 8, 0),
    u8(3, 1),
    u16(1, files.length, 0, 0, 0),
    u32(dataAt),
    u16(1, 0),
    directory,
    u32(0),
    u16(data.byteLength, data.byteLength),
    data,
  );
}
