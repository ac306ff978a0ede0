import type { ArchiveEntry } from '../../engine/content/archive/model.ts';
import { writeCpio } from '../../engine/content/archive/cpio.ts';
import { writeTar } from '../../engine/content/archive/tar/writer.ts';
import { writeZipArchive } from '../../engine/content/archive/zip/writer.ts';

/** Entries of archives as our writers take them: these write any path that they are given. */
export function file(path: string, content: string | Uint8Array, more: Partial<ArchiveEntry> = {}): ArchiveEntry {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { path, kind: 'file', sizeBytes: bytes.byteLength, content: () => bytes, ...more };
}

export function link(path: string, target: string): ArchiveEntry {
  return { path, kind: 'link', sizeBytes: 0, target, content: () => new Uint8Array(0) };
}

export function folder(path: string): ArchiveEntry {
  return { path, kind: 'directory', sizeBytes: 0, content: () => new Uint8Array(0) };
}

type Write = (entries: Iterable<ArchiveEntry>, write: (bytes: Uint8Array) => void) => void;

const packer =
  (write: Write) =>
  (...entries: readonly ArchiveEntry[]): Uint8Array => {
    const parts: Uint8Array[] = [];
    write(entries, (bytes) => void parts.push(bytes));
    return new Uint8Array(Buffer.concat(parts));
  };

export const makeTar = packer(writeTar);
export const makeCpio = packer(writeCpio);
export const makeZip = packer((entries, write) => writeZipArchive(entries, write));
