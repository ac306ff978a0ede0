const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** That of ZIP 2.0, which packs by deflating. */
export const ZIP_VERSION = 20;
export const STORED = 0;
export const DEFLATED = 8;
/** Flag: the name is in UTF-8. */
export const UTF8_NAME = 0x0800;
/** 1 January 1980, where the time is not known: the same files give the same bytes. */
export const NO_TIME = 0x0021_0000;

/** What both headers of a file say of it (APPNOTE 6.3.10, 4.3.7 and 4.3.12). */
export interface ZipMember {
  readonly name: Uint8Array;
  readonly flags: number;
  readonly method: number;
  /** Date and time as MS-DOS counts them, the date above. */
  readonly time: number;
  /** CRC-32 of the content. */
  readonly sum: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly extra?: Uint8Array;
}

/** Where a file is, and what the directory alone says of it. */
export interface ZipPlace {
  readonly offset: number;
  /** System and version of whoever packed it; the version alone if absent. */
  readonly madeBy?: number;
  readonly attributes?: number;
}

export function localHeader(member: ZipMember): Uint8Array {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  putMember(header, 4, member);
  return Buffer.concat([header, member.name, ...extraOf(member)]);
}

export function centralHeader(
  member: ZipMember,
  { offset, madeBy = ZIP_VERSION, attributes = 0 }: ZipPlace,
): Uint8Array {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(madeBy, 4);
  putMember(header, 6, member);
  header.writeUInt32LE(attributes, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, member.name, ...extraOf(member)]);
}

export function endOfDirectory(entries: number, sizeBytes: number, offset: number): Uint8Array {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(sizeBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** Sum and sizes, which also follow a content whose size was not known before it. */
export function putSizes(
  bytes: Buffer,
  at: number,
  { sum, packedBytes, sizeBytes }: Pick<ZipMember, 'sum' | 'packedBytes' | 'sizeBytes'>,
): void {
  bytes.writeUInt32LE(sum, at);
  bytes.writeUInt32LE(packedBytes, at + 4);
  bytes.writeUInt32LE(sizeBytes, at + 8);
}

/** From the version on, both headers begin alike. */
function putMember(header: Buffer, at: number, member: ZipMember): void {
  header.writeUInt16LE(ZIP_VERSION, at);
  header.writeUInt16LE(member.flags, at + 2);
  header.writeUInt16LE(member.method, at + 4);
  header.writeUInt32LE(member.time, at + 6);
  putSizes(header, at + 10, member);
  header.writeUInt16LE(member.name.byteLength, at + 22);
  header.writeUInt16LE(member.extra?.byteLength ?? 0, at + 24);
}

function extraOf({ extra }: ZipMember): Uint8Array[] {
  return extra ? [extra] : [];
}
