import { formatOf } from '../../formats/index.ts';
import type { ArchiveMember, Facts } from '../../contract/facts.ts';
import type { Check, Compare } from '../../contract/report.ts';

/** Milliseconds: some archives count time in steps of two seconds. */
const TIME_STEP_MS = 2000;
const EXECUTABLE = 0o111;

/** Every file that went into an archive is in it, with all its bytes, and everything beside it that was promised. */
export const compareArchive: Compare = (source, outputs, { kept }) => {
  const promised = source.archive;
  const found = outputs[0]?.archive;
  if (!promised || !found) return [];
  const checks: Check[] = [
    same('entries', promised.entries, found.entries),
    same('expanded bytes', promised.expandedBytes, found.expandedBytes),
  ];
  if (!promised.members || !found.members) return checks;
  const pairs = pairsOf(source, outputs[0]!);
  checks.push(all('contents', pairs.filter(isFile), haveSameContent));
  if (!kept.includes('metadata') || isSingle(outputs[0]!)) return checks;
  const folders = promised.members.filter(({ kind }) => kind === 'directory');
  const there = foldersOf(found.members);
  const files = pairs.filter(isFile);
  return [
    ...checks,
    same('folders', folders.length, folders.filter(({ path }) => there.has(path)).length),
    all(
      'links',
      pairs.filter(({ before }) => before.kind === 'link'),
      leadToTheSame,
    ),
    all(
      'times',
      files.filter(({ before, after }) => isDated(before) && after),
      areOfTheSameTime,
    ),
    all(
      'executable files',
      files.filter(({ before, after }) => before.mode !== undefined && after),
      runAlike,
    ),
  ];
};

interface Pair {
  readonly before: ArchiveMember;
  readonly after: ArchiveMember | undefined;
}

/** A compressed file has no path of its own: it is the only one. */
function pairsOf(source: Facts, output: Facts): Pair[] {
  const before = source.archive!.members!;
  const after = output.archive!.members!;
  const [first, second] = before;
  if (first && !second && (isSingle(source) || isSingle(output))) return [{ before: first, after: after[0] }];
  const byPath = new Map(after.map((member) => [member.path, member]));
  return before.map((member) => ({ before: member, after: byPath.get(member.path) }));
}

function isSingle({ format }: Facts): boolean {
  return formatOf(format).many === undefined;
}

function isFile({ before }: Pair): boolean {
  return before.kind === 'file';
}

function haveSameContent({ before, after }: Pair): boolean {
  if (after?.kind !== 'file' || after.sizeBytes !== before.sizeBytes) return false;
  return before.crc32 === undefined || after.crc32 === undefined || before.crc32 === after.crc32;
}

function leadToTheSame({ before, after }: Pair): boolean {
  if (after?.kind !== 'link') return false;
  return before.target === undefined || after.target === undefined || before.target === after.target;
}

/** Programs write the beginning of 1970 where they know nothing, and others then show no time. */
function isDated({ modifiedMs }: ArchiveMember): boolean {
  return modifiedMs !== undefined && modifiedMs !== 0;
}

function areOfTheSameTime({ before, after }: Pair): boolean {
  const modifiedMs = after!.modifiedMs ?? Number.NaN;
  return Math.abs(modifiedMs - before.modifiedMs!) <= TIME_STEP_MS;
}

function runAlike({ before, after }: Pair): boolean {
  return after!.mode === undefined || (before.mode! & EXECUTABLE) === (after!.mode & EXECUTABLE);
}

/** Those that stand in the archive, and those that something lies in. */
function foldersOf(members: readonly ArchiveMember[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path, kind } of members) {
    if (kind === 'directory') folders.add(path);
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  }
  return folders;
}

function all(name: string, pairs: readonly Pair[], isKept: (pair: Pair) => boolean): Check {
  return same(name, pairs.length, pairs.filter(isKept).length);
}

function same(name: string, expected: number, found: number): Check {
  return { name, feature: 'entries', ok: expected === found, expected, found };
}
