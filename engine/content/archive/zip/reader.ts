import type { ZipArchive, ZipEntry } from '../../../io/zip.ts';
import { kindOfMode, PERMISSIONS, type RawEntry } from '../model.ts';
import { textOf } from '../names.ts';

/** Longest target of a link that systems take. */
const MAX_TARGET_BYTES = 4096;

/** Whether each entry can be expanded here: stored or deflated, and not encrypted. */
export function isPlainZip({ entries }: ZipArchive): boolean {
  return entries.every(({ method, encrypted }) => !encrypted && (method === 0 || method === 8));
}

/** The entries of a ZIP with what its directory says of them. */
export function readZip(archive: ZipArchive): RawEntry[] {
  return archive.entries.map((entry) => {
    const kind = kindOf(entry);
    return {
      path: entry.name,
      kind,
      sizeBytes: kind === 'file' ? entry.expandedBytes : 0,
      mode: entry.posixMode === undefined ? undefined : entry.posixMode & PERMISSIONS,
      modifiedMs: entry.modifiedMs,
      target: kind === 'link' && !entry.encrypted ? textOf(archive.read(entry)) : undefined,
      crc32: entry.encrypted ? undefined : entry.crc32, // AES leaves the sum of its content out
      content: () => archive.read(entry),
    };
  });
}

function kindOf({ isDirectory, posixMode, expandedBytes }: ZipEntry): RawEntry['kind'] {
  if (isDirectory) return 'directory';
  const kind = posixMode === undefined ? 'file' : kindOfMode(posixMode);
  return kind === 'link' && expandedBytes <= MAX_TARGET_BYTES ? 'link' : 'file';
}
