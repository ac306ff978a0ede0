import { concatBytes, utf8Bytes, viewOf } from '../../../io/bytes.ts';
import { crc32Of } from '../../../io/compression.ts';
import {
  centralHeader,
  endOfDirectory,
  localHeader,
  NO_TIME,
  STORED,
  UTF8_NAME,
  type ZipMember,
} from '../../../io/zip-records.ts';

export interface PackedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The content of every file begins at a multiple of it, so that programs can map the package into memory. */
const ALIGNMENT = 64;
const HEADER_BYTES = 30;
/** Kind and size of what is filled with nothing: the kind that other writers of such packages use. */
const FILLER = { kind: 0x1986, headerBytes: 4 } as const;

/** A package as USDZ wants it (1.3): a ZIP whose files are stored, at places that are multiples of 64 bytes. */
export function writePackage(files: readonly PackedFile[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const named = utf8Bytes(name);
    const content = at + HEADER_BYTES + named.byteLength + FILLER.headerBytes;
    const member: ZipMember = {
      name: named,
      flags: UTF8_NAME,
      method: STORED,
      time: NO_TIME,
      sum: crc32Of(bytes),
      packedBytes: bytes.byteLength,
      sizeBytes: bytes.byteLength,
    };
    const header = localHeader({ ...member, extra: fillerOf((ALIGNMENT - (content % ALIGNMENT)) % ALIGNMENT) });
    directory.push(centralHeader(member, { offset: at }));
    parts.push(header, bytes);
    at += header.byteLength + bytes.byteLength;
  }
  const records = concatBytes(directory);
  return concatBytes([...parts, records, endOfDirectory(files.length, records.byteLength, at)]);
}

function fillerOf(sizeBytes: number): Uint8Array {
  const filler = new Uint8Array(FILLER.headerBytes + sizeBytes);
  const view = viewOf(filler);
  view.setUint16(0, FILLER.kind, true);
  view.setUint16(2, sizeBytes, true);
  return filler;
}
