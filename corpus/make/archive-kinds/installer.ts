import { join, padded, u16, u32, u64, u8, zeros, type ArchivedFile } from './fields.ts';

const SECTOR = 512;
/** Streams below this size would lie in a stream of their own kind: these are filled up with line ends. */
const LEAST_STREAM = 4096;
const END = 0xfffffffe;
const FAT = 0xfffffffd;
const FREE = 0xffffffff;
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._';
/** {000C1084-0000-0000-C000-000000000046} */
const INSTALLER = Buffer.from('84100c0000000000c000000000000046', 'hex');

/** A compound file of Windows Installer's class with streams, whose names are coded as the installer does. */
export function installer(files: readonly ArchivedFile[]): Buffer {
  const streams = files.map(({ name, bytes }) => {
    const content = join(bytes, Buffer.alloc(Math.max(0, LEAST_STREAM - bytes.byteLength), '\n'));
    return { name: coded(name.replaceAll('/', '.')), content };
  });
  const fat = [FAT, END];
  const entries = [entry('Root Entry', { type: 5, child: 1, start: END, size: 0, classId: INSTALLER })];
  for (const [index, { name, content }] of streams.entries()) {
    const start = fat.length;
    const sectors = Math.ceil(content.length / SECTOR);
    for (let sector = 1; sector < sectors; sector++) fat.push(start + sector);
    fat.push(END);
    const right = index + 1 < streams.length ? index + 2 : FREE;
    entries.push(entry(name, { type: 2, right, start, size: content.length }));
  }
  while (entries.length < 4) entries.push(zeros(128));
  while (fat.length < SECTOR / 4) fat.push(FREE);
  const header = join(
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    zeros(16),
    u16(0x3e, 3, 0xfffe, 9, 6),
    zeros(10),
    u32(1, 1, 0, LEAST_STREAM, END, 0, END, 0, 0),
    u32(...Array.from({ length: 108 }, () => FREE)),
  );
  return join(header, u32(...fat), ...entries, ...streams.map(({ content }) => padded(content, SECTOR)));
}

interface EntryFields {
  readonly type: number;
  readonly start: number;
  readonly size: number;
  readonly child?: number;
  readonly right?: number;
  readonly classId?: Buffer;
}

function entry(
  name: string,
  { type, start, size, child = FREE, right = FREE, classId = zeros(16) }: EntryFields,
): Buffer {
  const title = Buffer.from(`${name}\0`, 'utf16le');
  const links = u32(FREE, right, child);
  return join(
    title,
    zeros(64 - title.length),
    u16(title.length),
    u8(type, 1),
    links,
    classId,
    zeros(20),
    u32(start),
    u64(size),
  );
}

/** Two letters in one code unit. */
function coded(name: string): string {
  let text = '';
  for (let at = 0; at < name.length; at += 2) {
    const [first, second] = [LETTERS.indexOf(name[at]!), LETTERS.indexOf(name[at + 1] ?? '')];
    text += String.fromCharCode(at + 1 < name.length ? 0x3800 + first + 64 * second : 0x4800 + first);
  }
  return text;
}
