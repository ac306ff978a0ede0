import { crc32Of } from '../../io/compression.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import type { ArchiveFacts, ArchiveMember, Facts } from '../../contract/facts.ts';
import { isPage } from './comic.ts';
import type { ArchiveEntry, RawEntry } from './model.ts';

/** Paths that are named: one is a fault already. */
const MAX_REPEATED = 100;

/**
 * What verification compares of an archive. The sums of the contents are those that the archive states; those that are
 * counted, where it states none; or all counted again.
 */
export function archiveFactsOf(
  entries: readonly ArchiveEntry[],
  { sums, raw = [] }: { readonly sums: 'stated' | 'missing' | 'counted'; readonly raw?: readonly RawEntry[] },
): ArchiveFacts {
  const members = entries.map((entry): ArchiveMember => {
    const { path, kind, sizeBytes, modifiedMs, mode, target } = entry;
    const common = { path, kind, sizeBytes, modifiedMs, mode, target };
    if (kind !== 'file') return common;
    const isCounted = sums === 'counted' || (sums === 'missing' && entry.crc32 === undefined);
    return { ...common, crc32: isCounted ? crc32Of(entry.content()) : entry.crc32 };
  });
  const files = members.filter(({ kind }) => kind === 'file');
  return {
    entries: files.length,
    expandedBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    members,
    ...(raw.length > members.length && { repeated: repeatedPaths(raw) }),
  };
}

/** Paths that are listed more than once: reading makes one entry of them. */
function repeatedPaths(raw: readonly RawEntry[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { path, kind } of raw) {
    if (kind === 'directory') continue;
    if (seen.has(path)) repeated.add(path);
    seen.add(path);
  }
  return [...repeated].slice(0, MAX_REPEATED);
}

interface ArchiveReading {
  readonly format: FormatId;
  readonly sizeBytes: number;
  readonly reader: string;
  readonly depth: Facts['depth'];
  readonly archive: ArchiveFacts;
}

/** A comic has as many pages as images. */
export function factsOf({ archive, ...reading }: ArchiveReading): Facts {
  const { carries, many } = formatOf(reading.format);
  const facts: Facts = { ...reading, features: carries, archive };
  if (many !== 'pages') return facts;
  const pages = (archive.members ?? []).filter(isPage).length;
  return { ...facts, document: { pages, text: '', figures: 0 } };
}
