import { execFileSync } from 'node:child_process';
import { crc32 } from 'node:zlib';
import {
  ascii,
  folderOf,
  join,
  padded,
  u16be,
  u32,
  u32be,
  u64,
  u8,
  UNIX_TIME,
  zeros,
  type ArchivedFile,
} from './fields.ts';

/** cpio with old or new ASCII headers, folders before what lies in them. */
export function cpioOld(files: readonly ArchivedFile[], kind: 'old' | 'new'): Buffer {
  const folders = [...new Set(files.map(({ name }) => folderOf(name)).filter((name) => name !== ''))];
  const members = [
    ...folders.map((name) => ({ name, mode: 0o40755, bytes: zeros(0) })),
    ...files.map(({ name, bytes }) => ({ name, mode: 0o100644, bytes })),
    { name: 'TRAILER!!!', mode: 0, bytes: zeros(0) },
  ];
  return join(
    ...members.map(({ name, mode, bytes }, index) => {
      const title = ascii(`${name}\0`);
      if (kind === 'new') {
        const fields = [index, mode, 0, 0, 1, UNIX_TIME, bytes.byteLength, 0, 0, 0, 0, title.length, 0];
        const header = ascii(`070701${fields.map((value) => value.toString(16).padStart(8, '0')).join('')}`);
        return join(padded(join(header, title), 4), padded(bytes, 4));
      }
      const octal = (value: number, length: number): string => value.toString(8).padStart(length, '0');
      const start = [0, index, mode, 0, 0, 1, 0].map((value) => octal(value, 6)).join('');
      const sizes = `${octal(UNIX_TIME, 11)}${octal(title.length, 6)}${octal(bytes.byteLength, 11)}`;
      return join(ascii(`070707${start}${sizes}`), title, bytes);
    }),
  );
}

/** An RPM package whose headers name nothing but the package. */
export function rpm(payload: Buffer): Buffer {
  const lead = join(
    u8(0xed, 0xab, 0xee, 0xdb, 3, 0),
    u16be(0, 1),
    padded(ascii('hello-1.0-1'), 66),
    u16be(1, 5),
    zeros(16),
  );
  const store = ascii('hello\0');
  const header = join(u8(0x8e, 0xad, 0xe8, 1), zeros(4), u32be(1, store.length), u32be(1000, 6, 0, 1), store);
  return join(lead, padded(header, 8), header, payload);
}

/** An Electron archive; its first file is executable. */
export function asar(files: readonly ArchivedFile[]): Buffer {
  let offset = 0;
  const root: Record<string, unknown> = {};
  for (const [index, { name, bytes }] of files.entries()) {
    const node = { size: bytes.byteLength, offset: String(offset), ...(index === 0 && { executable: true }) };
    offset += bytes.byteLength;
    const folder = folderOf(name);
    if (folder === '') root[name] = node;
    else root[folder] = { files: { [name.slice(folder.length + 1)]: node } };
  }
  const json = Buffer.from(JSON.stringify({ files: root }));
  const text = padded(json, 4);
  return join(u32(4, text.length + 8, text.length + 4, json.length), text, ...files.map(({ bytes }) => bytes));
}

/** A browser extension of version 2: a key and a signature, which are none here, before a ZIP. */
export function crx(zip: Buffer): Buffer {
  return join(ascii('Cr24'), u32(2, 4, 4), ascii('key!sign'), zip);
}

/** One lzip member, compressed by `xz` in the format that lzip's payload has. */
export function lzip(bytes: Uint8Array): Buffer {
  const lzma = execFileSync('xz', ['--format=lzma', '--lzma1=dict=64KiB', '-c'], { input: bytes });
  const stream = lzma.subarray(13);
  const size = 6 + stream.length + 20;
  return join(ascii('LZIP'), u8(1, 16), stream, u32(crc32(bytes)), u64(bytes.byteLength, size));
}

/** Unix compress with codes of nine bits alone: the table is full at 512 strings. */
export function unixCompress(bytes: Uint8Array): Buffer {
  const table = new Map(Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte]));
  const codes: number[] = [];
  let string = '';
  for (const byte of bytes) {
    const next = string + String.fromCharCode(byte);
    if (table.has(next)) {
      string = next;
      continue;
    }
    codes.push(table.get(string)!);
    if (table.size + 1 < 512) table.set(next, table.size + 1);
    string = String.fromCharCode(byte);
  }
  codes.push(table.get(string)!);
  const packed = zeros(Math.ceil((codes.length * 9) / 8));
  for (const [index, code] of codes.entries()) {
    for (let bit = 0; bit < 9; bit++) {
      const at = 9 * index + bit;
      packed[at >> 3]! |= ((code >> bit) & 1) << (at & 7);
    }
  }
  return join(u8(0x1f, 0x9d, 0x89), packed);
}
