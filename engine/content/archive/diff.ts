import { formatOf } from '../../formats/index.ts';
import { difference, type Difference, type DifferenceKind } from '../../contract/differences.ts';
import type { ArchiveMember, Facts } from '../../contract/facts.ts';
import { modeOf } from './model.ts';
import type { Check, Comparison, Diff, Expectation } from '../../contract/report.ts';

/** Milliseconds: some archives count time in steps of two seconds. */
const TIME_STEP_MS = 2000;
const MODES = {
  executable: 0o111,
  permissions: 0o777,
  /** Bits that give somebody rights that nobody gave: writing by others, and the rights of the file's owner. */
  elevating: 0o7022,
} as const;

/** How many entries there are, every difference between them, and how many of them are as they were. */
export const compareArchive: Comparison = function* (source, outputs, expectation) {
  const before = source.archive;
  const after = outputs[0]?.archive;
  // Pages of a help that became a book of images, for one, are no entries any more.
  if (!before || !after || expectation.gone.includes('entries')) return;
  yield same('entries', before.entries, after.entries);
  yield same('expanded bytes', before.expandedBytes, after.expandedBytes);
  const wrong = new Set<string | undefined>();
  for (const found of diffEntries(source, outputs, expectation)) {
    yield found;
    if (found.severity === 'refuse') wrong.add(found.place.entry);
  }
  if (!before.members || !after.members) return;
  const expected = before.members.length;
  const right = before.members.filter(({ path }) => !wrong.has(path)).length;
  yield { ...same('contents', expected, right), ok: wrong.size === 0 };
};

/**
 * Entry by entry: every file, link and empty folder is there under its name, once, with its content; and with its time,
 * mode and target where these are kept.
 */
const diffEntries: Diff = function* (source, outputs, expectation) {
  const [output] = outputs;
  if (!source.archive || !output?.archive) return;
  const { members, repeated = [] } = output.archive;
  for (const entry of repeated) yield difference('entry_repeated', { entry }, { feature: 'entries' });
  if (!source.archive.members || !members) yield* diffCounts(source, output);
  else if (isCompressedFile(source) || isCompressedFile(output))
    yield* diffContent(source.archive.members[0], members[0]);
  else yield* diffMembers(source.archive.members, members, expectation);
};

function same(name: string, expected: number, found: number): Check {
  return { name, feature: 'entries', ok: expected === found, expected, found };
}

/** What lies in a compressed file has no path of its own: it is the only one. A compressed archive has many. */
function isCompressedFile({ format, archive }: Facts): boolean {
  const { many, family } = formatOf(format);
  return many === undefined && family === 'archive' && archive!.members!.length === 1;
}

function* diffCounts(source: Facts, output: Facts): Generator<Difference> {
  for (const count of ['entries', 'expandedBytes'] as const) {
    const [expected, found] = [source.archive![count], output.archive![count]];
    if (expected !== found) yield difference('result_incomplete', {}, { expected, found, feature: 'entries' });
  }
}

function* diffMembers(
  before: readonly ArchiveMember[],
  after: readonly ArchiveMember[],
  { kept }: Expectation,
): Generator<Difference> {
  const isWithMetadata = kept.includes('metadata');
  const found = new Map(after.map((member) => [member.path, member]));
  const added = new Set(after.filter(({ kind }) => kind !== 'directory').map(({ path }) => path));
  for (const { path } of before) added.delete(path);
  const renamed = contentsOf(after.filter(({ path }) => added.has(path)));
  const folders = foldersOf(after);
  for (const member of before) {
    const same = found.get(member.path);
    // Links and empty folders are metadata: some archives hold files alone.
    if (member.kind !== 'file' && !isWithMetadata) continue;
    if (member.kind === 'directory') {
      if (!folders.has(member.path)) yield missing(member);
    } else if (!same) {
      const other = renamed.get(contentKey(member))?.pop();
      if (other === undefined) yield missing(member);
      else {
        added.delete(other);
        yield ofEntry('entry_renamed', member, member.path, other);
      }
    } else {
      yield* diffContent(member, same);
      if (isWithMetadata) yield* diffMetadata(member, same);
    }
  }
  for (const entry of added) yield difference('entry_added', { entry }, { feature: 'entries' });
}

function missing(member: ArchiveMember): Difference {
  return difference('entry_missing', { entry: member.path }, { feature: 'entries' });
}

function ofEntry(
  kind: DifferenceKind,
  { path }: ArchiveMember,
  expected?: string | number,
  found?: string | number,
): Difference {
  return difference(kind, { entry: path }, { expected, found, feature: 'entries' });
}

function* diffContent(before: ArchiveMember | undefined, after: ArchiveMember | undefined): Generator<Difference> {
  if (!before) return;
  if (!after) return void (yield missing(before));
  if (before.kind !== after.kind) yield ofEntry('entry_changed', before, before.kind, after.kind);
  else if (before.sizeBytes !== after.sizeBytes)
    yield ofEntry('entry_changed', before, `${before.sizeBytes} bytes`, `${after.sizeBytes} bytes`);
  else if (before.crc32 !== undefined && after.crc32 !== undefined && before.crc32 !== after.crc32)
    yield ofEntry('entry_changed', before, `CRC-32 ${hex(before.crc32)}`, `CRC-32 ${hex(after.crc32)}`);
}

function hex(crc32: number): string {
  return crc32.toString(16).padStart(8, '0');
}

function* diffMetadata(before: ArchiveMember, after: ArchiveMember): Generator<Difference> {
  if (before.target !== undefined && after.target !== undefined && before.target !== after.target)
    yield ofEntry('entry_target', before, before.target, after.target);
  if (before.kind !== 'file') return;
  // Programs write the beginning of 1970 where they know nothing, and others then show no time.
  if (before.modifiedMs !== undefined && before.modifiedMs !== 0 && !isNear(before.modifiedMs, after.modifiedMs))
    yield ofEntry('entry_time', before, spellTime(before.modifiedMs), spellTime(after.modifiedMs));
  if (after.mode === undefined) return;
  const mode = modeOf(before);
  const changed = mode ^ after.mode;
  if ((changed & (MODES.permissions | (after.mode & MODES.elevating))) === 0) return;
  const isWrong = (changed & MODES.executable) !== 0 || (after.mode & ~mode & MODES.elevating) !== 0;
  const [expected, found] = [mode.toString(8), after.mode.toString(8)];
  const severity = isWrong ? 'refuse' : 'tell';
  yield difference('entry_mode', { entry: before.path }, { expected, found, severity, feature: 'metadata' });
}

function isNear(before: number, after = Number.NaN): boolean {
  return Math.abs(after - before) <= TIME_STEP_MS;
}

function spellTime(ms: number | undefined): string {
  const isDate = ms !== undefined && Math.abs(ms) < 8.64e15;
  return isDate ? new Date(ms).toISOString().slice(0, 19) : 'no time';
}

/** Entries by what they hold: one that is gone may be there under another name. */
function contentsOf(members: readonly ArchiveMember[]): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const member of members) {
    const key = contentKey(member);
    paths.set(key, [...(paths.get(key) ?? []), member.path]);
  }
  return paths;
}

function contentKey({ kind, sizeBytes, crc32, target }: ArchiveMember): string {
  return [kind, sizeBytes, crc32, target].join(' ');
}

/** Folders of the archive, and those that something lies in. */
function foldersOf(members: readonly ArchiveMember[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path, kind } of members) {
    if (kind === 'directory') folders.add(path);
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  }
  return folders;
}
