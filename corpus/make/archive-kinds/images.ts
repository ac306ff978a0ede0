import { deflateSync } from 'node:zlib';
import {
  ascii,
  baseOf,
  folderOf,
  join,
  padded,
  u16,
  u16be,
  u32,
  u32be,
  u64,
  u64be,
  u8,
  UNIX_TIME,
  zeros,
  type ArchivedFile,
} from './fields.ts';

const SECTOR = 2048;
const both16 = (value: number): Buffer => join(u16(value), u16be(value));
const both32 = (value: number): Buffer => join(u32(value), u32be(value));
const RECORDED = u8(121, 3, 4, 5, 6, 8, 0);

/** Where the parts of the image lie, in sectors; the files follow. */
const AT = { pathsLittle: 19, pathsBig: 20, root: 21, docs: 22, jolietRoot: 23, jolietDocs: 24, files: 25 } as const;

/** ISO 9660 with Joliet (ECMA-119, Joliet specification): a root and the folder `docs`. */
export function iso(files: readonly ArchivedFile[]): Buffer {
  let sector: number = AT.files;
  const placed = files.map((file) => {
    const at = sector;
    sector += Math.ceil(file.bytes.byteLength / SECTOR);
    return { ...file, at };
  });
  const trees = [
    {
      root: AT.root,
      docs: AT.docs,
      encode: (name: string): Buffer => ascii(`${name.toUpperCase()};1`),
      folder: ascii('DOCS'),
    },
    {
      root: AT.jolietRoot,
      docs: AT.jolietDocs,
      encode: (name: string): Buffer => utf16(`${name};1`),
      folder: utf16('docs'),
    },
  ];
  const directories = trees.flatMap(({ root, docs, encode, folder }) => {
    const records = (inFolder: boolean): Buffer[] =>
      placed
        .filter(({ name }) => (folderOf(name) !== '') === inFolder)
        .map(({ name, bytes, at }) => record(at, bytes.byteLength, 0, encode(baseOf(name))));
    const self = (at: number, parent: number): Buffer[] => [
      record(at, SECTOR, 2, u8(0)),
      record(parent, SECTOR, 2, u8(1)),
    ];
    return [
      padded(join(...self(root, root), record(docs, SECTOR, 2, folder), ...records(false)), SECTOR),
      padded(join(...self(docs, root), ...records(true)), SECTOR),
    ];
  });
  const pathTable = (big: boolean): Buffer => {
    const [long, short] = big ? [u32be, u16be] : [u32, u16];
    const entry = (name: Buffer, at: number): Buffer => padded(join(u8(name.length, 0), long(at), short(1), name), 2);
    return join(entry(u8(0), AT.root), entry(ascii('DOCS'), AT.docs));
  };
  return join(
    zeros(16 * SECTOR),
    volume(1, AT.root, sector, pathTable(false).length, ascii),
    volume(2, AT.jolietRoot, sector, pathTable(false).length, utf16),
    padded(join(u8(255), ascii('CD001'), u8(1)), SECTOR),
    padded(pathTable(false), SECTOR),
    padded(pathTable(true), SECTOR),
    ...directories,
    ...placed.map(({ bytes }) => padded(bytes, SECTOR)),
  );
}

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

function volume(
  type: 1 | 2,
  root: number,
  sectors: number,
  pathBytes: number,
  encode: (text: string) => Buffer,
): Buffer {
  const text = (value: string, length: number): Buffer => {
    const blanks = Buffer.alloc(length, encode(' '));
    encode(value).copy(blanks);
    return blanks;
  };
  const escapes = type === 2 ? join(ascii('%/E'), zeros(29)) : zeros(32);
  return padded(
    join(
      u8(type),
      ascii('CD001'),
      u8(1, 0),
      text('', 32),
      text('SAMPLE', 32),
      zeros(8),
      both32(sectors),
      escapes,
      both16(1),
      both16(1),
      both16(SECTOR),
      both32(pathBytes),
      u32(AT.pathsLittle, 0),
      u32be(AT.pathsBig, 0),
      record(root, SECTOR, 2, u8(0)),
      text('', 623),
      ascii('2021030405060800'),
      u8(0),
      ascii('2021030405060800'),
      zeros(35),
      u8(1),
    ),
    SECTOR,
  );
}

function record(at: number, size: number, flags: number, name: Buffer): Buffer {
  const fields = join(u8(0), both32(at), both32(size), RECORDED, u8(flags, 0, 0), both16(1), u8(name.length), name);
  const whole = padded(join(u8(0), fields), 2);
  whole[0] = whole.length;
  return whole;
}

/** An Apple disk image of one zlib chunk. */
export function dmg(image: Buffer): Buffer {
  const sectors = image.length / 512;
  const packed = deflateSync(image, { level: 9 });
  const noChecksum = zeros(136);
  const chunk = (type: number, start: number, count: number, at: number, length: number): Buffer =>
    join(u32be(type, 0), u64be(start, count, at, length));
  const table = join(
    ascii('mish'),
    u32be(1),
    u64be(0, sectors, 0),
    u32be(0, 0),
    zeros(24),
    noChecksum,
    u32be(2),
    chunk(0x80000005, 0, sectors, 0, packed.length),
    chunk(0xffffffff, sectors, 0, packed.length, 0),
  );
  const plist = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict><key>resource-fork</key><dict><key>blkx</key><array><dict><key>Attributes</key><string>0x0050</string><key>CFName</key><string>whole disk</string><key>Data</key><data>${table.toString('base64')}</data><key>ID</key><string>0</string><key>Name</key><string>whole disk</string></dict></array></dict></dict></plist>\n`,
  );
  const trailer = join(
    ascii('koly'),
    u32be(4, 512, 1),
    u64be(0, 0, packed.length, 0, 0),
    u32be(1, 1),
    zeros(16),
    noChecksum,
    u64be(packed.length, plist.length),
    zeros(120),
    noChecksum,
    u32be(1),
    u64be(sectors),
    zeros(12),
  );
  return join(packed, plist, trailer);
}

const STORED_METADATA = 0x8000;
const STORED_BLOCK = 1 << 24;
const SUPERBLOCK_BYTES = 96;

/** SquashFS 4.0 without compression: a root and the folder `docs`. */
export function squashfs(files: readonly ArchivedFile[]): Buffer {
  let position = SUPERBLOCK_BYTES;
  const inodes: Buffer[] = [];
  const offsetOf = (): number => join(...inodes).length;
  const common = (type: number, mode: number, number: number): Buffer =>
    join(u16(type, mode, 0, 0), u32(UNIX_TIME, number));
  const placed = files.map((file, index) => {
    const inode = offsetOf();
    const blocks = u32(position, -1, 0, file.bytes.byteLength, file.bytes.byteLength | STORED_BLOCK);
    inodes.push(join(common(2, 0o644, index + 1), blocks));
    position += file.bytes.byteLength;
    return { name: file.name, inode, number: index + 1, type: 2 };
  });
  const docsNumber = files.length + 1;
  const rootNumber = files.length + 2;
  const listing = (entries: readonly { name: string; inode: number; number: number; type: number }[]): Buffer => {
    const first = entries[0]!.number;
    const lines = entries.map(({ name, inode, number, type }) =>
      join(u16(inode, (number - first) & 0xffff, type, baseOf(name).length - 1), ascii(baseOf(name))),
    );
    return join(u32(entries.length - 1, 0, first), ...lines);
  };
  const docsListing = listing(placed.filter(({ name }) => folderOf(name) !== ''));
  const docs = { name: 'docs', inode: offsetOf(), number: docsNumber, type: 1 };
  inodes.push(join(common(1, 0o755, docsNumber), u32(0, 2), u16(docsListing.length + 3, 0), u32(rootNumber)));
  const rootListing = listing([docs, ...placed.filter(({ name }) => folderOf(name) === '')]);
  const root = offsetOf();
  inodes.push(
    join(common(1, 0o755, rootNumber), u32(0, 3), u16(rootListing.length + 3, docsListing.length), u32(rootNumber + 1)),
  );
  const metadata = (bytes: Buffer): Buffer => join(u16(bytes.length | STORED_METADATA), bytes);
  const inodeTable = metadata(join(...inodes));
  const directoryTable = metadata(join(docsListing, rootListing));
  const ids = metadata(u32(0));
  const inodesAt = position;
  const directoriesAt = inodesAt + inodeTable.length;
  const idsAt = directoriesAt + directoryTable.length;
  const end = idsAt + ids.length + 8;
  const superblock = join(
    ascii('hsqs'),
    u32(rootNumber, UNIX_TIME, 131_072, 0),
    u16(1, 17, 0x1b, 1, 4, 0),
    u64(root, end, idsAt + ids.length, -1, inodesAt, directoriesAt, idsAt, -1),
  );
  return padded(
    join(superblock, ...files.map(({ bytes }) => bytes), inodeTable, directoryTable, ids, u64(idsAt)),
    4096,
  );
}
