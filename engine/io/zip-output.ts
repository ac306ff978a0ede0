import { crc32 } from 'node:zlib';
import { Deflate, deflateSync } from 'fflate';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const DESCRIPTOR = 0x08074b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION = 20;
const STORED = 0;
const DEFLATED = 8;
/** Sum and sizes follow the content. */
const FOLLOWED = 0x0008;
const UTF8_NAME = 0x0800;
/** 1 January 1980: the same files give the same bytes. */
const DATE = 0x0021_0000;
/** Level 1 packs text nearly as well as the default and is several times faster. */
const LEVEL = 1;

interface Member {
  readonly name: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly offset: number;
  sum: number;
  packedBytes: number;
  sizeBytes: number;
}

/** Hands on the bytes of a ZIP in their order (APPNOTE 6.3.10). */
export class ZipOutput {
  readonly #write: (bytes: Uint8Array) => void;
  readonly #members: Member[] = [];
  #offset = 0;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  /** A file at once: its sizes stand before it, as some readers need them. */
  add(name: string, bytes: Uint8Array, isStored: boolean): void {
    const packed = isStored ? bytes : deflateSync(bytes, { level: LEVEL });
    const member = this.#memberOf(name, isStored ? STORED : DEFLATED, 0);
    member.sum = crc32(bytes);
    member.packedBytes = packed.byteLength;
    member.sizeBytes = bytes.byteLength;
    this.#put(localHeader(member));
    this.#put(packed);
  }

  /** A file piece by piece; returns what takes the pieces, and what ends it. */
  begin(name: string): { readonly write: (bytes: Uint8Array) => void; readonly end: () => void } {
    const member = this.#memberOf(name, DEFLATED, FOLLOWED);
    this.#put(localHeader(member));
    const deflate = new Deflate({ level: LEVEL }, (packed) => {
      member.packedBytes += packed.byteLength;
      this.#put(packed);
    });
    return {
      write(bytes) {
        member.sum = crc32(bytes, member.sum);
        member.sizeBytes += bytes.byteLength;
        deflate.push(bytes);
      },
      end: () => {
        deflate.push(new Uint8Array(), true);
        this.#put(descriptor(member));
      },
    };
  }

  end(): void {
    const start = this.#offset;
    for (const member of this.#members) this.#put(centralHeader(member));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(END_OF_DIRECTORY, 0);
    end.writeUInt16LE(this.#members.length, 8);
    end.writeUInt16LE(this.#members.length, 10);
    end.writeUInt32LE(this.#offset - start, 12);
    end.writeUInt32LE(start, 16);
    this.#put(end);
  }

  #memberOf(name: string, method: number, flags: number): Member {
    const bytes = Buffer.from(name);
    const spelling = bytes.byteLength === name.length ? 0 : UTF8_NAME;
    const sizes = { sum: 0, packedBytes: 0, sizeBytes: 0 };
    const member = { name: bytes, flags: flags | spelling, method, offset: this.#offset, ...sizes };
    this.#members.push(member);
    return member;
  }

  #put(bytes: Uint8Array): void {
    if (bytes.byteLength === 0) return;
    this.#offset += bytes.byteLength;
    this.#write(bytes);
  }
}

function localHeader(member: Member): Uint8Array {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  putCommon(header, 4, member);
  return Buffer.concat([header, member.name]);
}

function centralHeader(member: Member): Uint8Array {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  putCommon(header, 6, member);
  header.writeUInt32LE(member.offset, 42);
  return Buffer.concat([header, member.name]);
}

/** From the version on, both headers begin alike. */
function putCommon(header: Buffer, at: number, member: Member): void {
  header.writeUInt16LE(VERSION, at);
  header.writeUInt16LE(member.flags, at + 2);
  header.writeUInt16LE(member.method, at + 4);
  header.writeUInt32LE(DATE, at + 6);
  putSizes(header, at + 10, member);
  header.writeUInt16LE(member.name.byteLength, at + 22);
}

function descriptor(member: Member): Uint8Array {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(DESCRIPTOR, 0);
  putSizes(bytes, 4, member);
  return bytes;
}

function putSizes(bytes: Buffer, at: number, { sum, packedBytes, sizeBytes }: Member): void {
  bytes.writeUInt32LE(sum, at);
  bytes.writeUInt32LE(packedBytes, at + 4);
  bytes.writeUInt32LE(sizeBytes, at + 8);
}
