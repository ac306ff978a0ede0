import type { Warning } from '../../contract/codec.ts';
import type { Limits } from '../../contract/limits.ts';
import { NOTHING, type ArchiveEntry, type RawEntry } from './model.ts';
import { ESCAPES, safePath, staysInside } from './entry-names.ts';
import { checkArchiveLimit, checkExpansion, corruptArchive, escapingEntry } from './errors.ts';

export interface ContentsContext {
  readonly limits: Limits;
  warn(warning: Warning): void;
}

/**
 * Makes what a reader found safe to write again: refuses paths that lead out of the archive and sizes beyond the limits,
 * leaves out links that lead out and devices, and gives each path to one entry, the last.
 */
export function safeContents(
  raw: readonly RawEntry[],
  packedBytes: number,
  { limits, warn }: ContentsContext,
): ArchiveEntry[] {
  checkArchiveLimit('entries', raw.length, limits);
  checkExpansion({ expandedBytes: sizeOfAll(raw), packedBytes }, limits);
  const byPath = new Map<string, ArchiveEntry>();
  const renamed: string[] = [];
  const repeated: string[] = [];
  const dropped: string[] = [];
  for (const entry of raw) {
    const path = pathOf(entry, limits);
    if (path === undefined) continue;
    const safe = safeEntry(entry, path, byPath);
    if (!safe) {
      dropped.push(path);
      continue;
    }
    if (path !== entry.path.replace(/^(\.?\/)+|\/+$/g, '').normalize('NFC')) renamed.push(path);
    const before = byPath.get(path);
    if (before && before.kind !== 'directory') repeated.push(path);
    byPath.delete(path);
    byPath.set(path, safe);
  }
  dropped.push(...linksInTheWay(byPath));
  // Every hard link is written as a file of its own.
  checkExpansion({ expandedBytes: sizeOfAll(byPath.values()), packedBytes }, limits);
  if (dropped.length > 0) warn(warningOf('link_dropped', DROPPED, dropped));
  if (renamed.length > 0) warn(warningOf('input_repaired', RENAMED, renamed));
  if (repeated.length > 0) warn(warningOf('input_repaired', REPEATED, repeated));
  return [...byPath.values()];
}

function sizeOfAll(entries: Iterable<{ readonly sizeBytes: number }>): number {
  let sum = 0;
  for (const { sizeBytes } of entries) sum += sizeBytes;
  return sum;
}

const DROPPED = 'Links that lead out of the archive, and devices, were left out';
const RENAMED = 'Entries got names that every system can hold';
const REPEATED = 'Paths that occur in the archive more than once were given to the last entry of that path';
const NAMED_IN_WARNING = 5;

function warningOf(code: Warning['code'], what: string, paths: readonly string[]): Warning {
  const named = paths.slice(0, NAMED_IN_WARNING).join(', ');
  const message = `${what}: ${named}${paths.length > NAMED_IN_WARNING ? ', …' : ''}.`;
  return { code, message, details: { entries: paths.length } };
}

function pathOf({ path }: RawEntry, limits: Limits): string | undefined {
  const safe = safePath(path);
  if (safe === ESCAPES) throw escapingEntry(path);
  if (safe !== undefined) checkArchiveLimit('nesting', safe.split('/').length, limits);
  return safe;
}

function safeEntry(entry: RawEntry, path: string, before: ReadonlyMap<string, ArchiveEntry>): ArchiveEntry | undefined {
  const { kind, sizeBytes, modifiedMs, mode, crc32, target, content } = entry;
  const common = { path, modifiedMs, mode };
  switch (kind) {
    case 'file':
      return { ...common, kind, sizeBytes, crc32, content: content ?? (() => NOTHING) };
    case 'directory':
      return { ...common, kind, sizeBytes: 0, content: () => NOTHING };
    case 'link':
      // Where an encrypted link leads is not known to who only lists it.
      if (target !== undefined && !staysInside(path, target)) return undefined;
      return { ...common, kind, sizeBytes: 0, target: target?.normalize('NFC'), content: () => NOTHING };
    case 'hardlink': {
      const meant = safePath(target ?? '');
      const original = typeof meant === 'string' ? before.get(meant) : undefined;
      return original?.kind === 'file' ? { ...original, path } : undefined;
    }
    case 'special':
      return undefined;
  }
}

/** A link is no folder: what lies below its path would be written to where it leads. */
function linksInTheWay(byPath: Map<string, ArchiveEntry>): string[] {
  const folders = new Set<string>();
  for (const path of byPath.keys()) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const links: string[] = [];
  for (const [path, { kind }] of byPath) {
    if (kind === 'directory' || !folders.has(path)) continue;
    if (kind === 'file') throw corruptArchive('one path is both a file and a folder', { entry: path });
    links.push(path);
    byPath.delete(path);
  }
  return links;
}
