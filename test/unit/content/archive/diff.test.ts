import { describe, expect, it } from 'vitest';
import type { FormatId } from '../../../../engine/formats/index.ts';
import { compareArchive } from '../../../../engine/content/archive/diff.ts';
import { collectFindings } from '../../../../engine/verify/findings.ts';
import type { ArchiveMember, Facts } from '../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';

const TREE: readonly ArchiveMember[] = [
  { path: 'bin', kind: 'directory', sizeBytes: 0, mode: 0o755 },
  { path: 'bin/run.sh', kind: 'file', sizeBytes: 40, crc32: 1, mode: 0o755, modifiedMs: 1e12 },
  { path: 'bin/start', kind: 'link', sizeBytes: 0, target: 'run.sh' },
  { path: 'docs/a.txt', kind: 'file', sizeBytes: 5, crc32: 2, mode: 0o644, modifiedMs: 1e12 },
  { path: 'empty', kind: 'directory', sizeBytes: 0 },
];

function factsOf(members: readonly ArchiveMember[], format: FormatId = 'zip'): Facts {
  const files = members.filter(({ kind }) => kind === 'file');
  const expandedBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const archive = { entries: files.length, expandedBytes, members };
  return { format, sizeBytes: 1, reader: 'r', depth: 'content', features: ['entries', 'metadata'], archive };
}

const expectation: Expectation = {
  from: 'tar',
  to: 'zip',
  kept: ['entries', 'metadata'],
  lost: [],
  gone: [],
  operations: [],
  takes: 'one',
  gives: 'one',
  options: {},
};

/** Kinds of the differences from the tree. */
function broken(found: readonly ArchiveMember[], kept: Expectation['kept'] = expectation.kept): string[] {
  return differencesOf(factsOf(TREE, 'tar'), factsOf(found), { ...expectation, kept });
}

function differencesOf(source: Facts, found: Facts, expected = expectation): string[] {
  const { checks, differences } = collectFindings(compareArchive(source, [found], expected));
  expect(checks.every(({ ok }) => ok)).toBe(differences.listed.every(({ severity }) => severity === 'tell'));
  return differences.listed.map(({ kind, severity, place }) => `${kind} ${place.entry} ${severity}`);
}

const changed = (path: string, change: Partial<ArchiveMember>): ArchiveMember[] =>
  TREE.map((member) => (member.path === path ? { ...member, ...change } : member));
const without = (path: string): ArchiveMember[] => TREE.filter((member) => member.path !== path);

describe('an archive', () => {
  it('that holds the same passes, in whatever order', () => {
    expect(broken([...TREE].reverse())).toEqual([]);
  });

  it('need not be one any more where its plan says that its entries are gone', () => {
    const pages = factsOf([{ path: '1.png', kind: 'file', sizeBytes: 9, crc32: 7 }], 'cb7');
    expect(differencesOf(factsOf(TREE, 'chm'), pages, { ...expectation, kept: [], gone: ['entries'] })).toEqual([]);
    expect(differencesOf(factsOf(TREE, 'chm'), pages)).not.toEqual([]);
  });

  it.each([
    ['a file is missing', without('docs/a.txt'), 'entry_missing docs/a.txt refuse'],
    ['a file is another one', changed('docs/a.txt', { crc32: 3 }), 'entry_changed docs/a.txt refuse'],
    ['a file is shorter', changed('docs/a.txt', { sizeBytes: 4 }), 'entry_changed docs/a.txt refuse'],
    ['a file lies elsewhere', changed('docs/a.txt', { path: 'a.txt' }), 'entry_renamed docs/a.txt refuse'],
    ['a name is in another case', changed('docs/a.txt', { path: 'docs/A.txt' }), 'entry_renamed docs/a.txt refuse'],
    ['a file was added', [...TREE, { ...TREE[1]!, path: 'x' }], 'entry_added x refuse'],
    ['an empty folder is missing', without('empty'), 'entry_missing empty refuse'],
    ['a link is missing', without('bin/start'), 'entry_missing bin/start refuse'],
    ['a link leads elsewhere', changed('bin/start', { target: 'stop.sh' }), 'entry_target bin/start refuse'],
    ['a link has become a file', changed('bin/start', { kind: 'file' }), 'entry_changed bin/start refuse'],
    ['a time is another one', changed('docs/a.txt', { modifiedMs: 1e12 + 3000 }), 'entry_time docs/a.txt refuse'],
    ['a time is missing', changed('docs/a.txt', { modifiedMs: undefined }), 'entry_time docs/a.txt refuse'],
    ['a program cannot be run', changed('bin/run.sh', { mode: 0o644 }), 'entry_mode bin/run.sh refuse'],
    ['anybody may write a file', changed('docs/a.txt', { mode: 0o666 }), 'entry_mode docs/a.txt refuse'],
    ['a file gets the rights of its owner', changed('bin/run.sh', { mode: 0o4755 }), 'entry_mode bin/run.sh refuse'],
    ['others may not read a file', changed('docs/a.txt', { mode: 0o640 }), 'entry_mode docs/a.txt tell'],
  ])('in which %s differs', (_what, found, expected) => {
    expect(broken(found)).toEqual([expected]);
  });

  it('in which a name stands twice is refused', () => {
    const found = factsOf(TREE);
    const archive = { ...found.archive!, repeated: ['docs/a.txt'] };
    expect(differencesOf(factsOf(TREE), { ...found, archive })).toEqual(['entry_repeated docs/a.txt refuse']);
  });

  it('in which two files are exchanged says so of both', () => {
    const two = TREE.map((member) => (member.crc32 ? { ...member, crc32: 3 - member.crc32, sizeBytes: 9 } : member));
    expect(broken(two)).toEqual(['entry_changed bin/run.sh refuse', 'entry_changed docs/a.txt refuse']);
  });

  it('may count time in steps of two seconds, and need not repeat folders that something lies in', () => {
    expect(broken(changed('docs/a.txt', { modifiedMs: 1e12 - 2000 }))).toEqual([]);
    expect(broken(without('bin'))).toEqual([]);
  });

  it('need not show the time of a file that has none', () => {
    const undated = changed('docs/a.txt', { modifiedMs: 0 });
    const found = factsOf(changed('docs/a.txt', { modifiedMs: undefined }));
    expect(differencesOf(factsOf(undated, 'ar'), found)).toEqual([]);
  });

  it('is held to its files alone where nothing else was promised', () => {
    const files = TREE.filter(({ kind }) => kind === 'file').map(({ path, kind, sizeBytes, crc32 }) => ({
      path,
      kind,
      sizeBytes,
      crc32,
    }));
    expect(broken(files, ['entries'])).toEqual([]);
  });
});

describe('a compressed file', () => {
  const lines: ArchiveMember = { path: 'lines.txt', kind: 'file', sizeBytes: 9, crc32: 7 };
  const found = (member: ArchiveMember): string[] =>
    differencesOf(factsOf([lines], 'gz'), factsOf([member], 'xz'), { ...expectation, from: 'gz', to: 'xz' });

  it('is compared by its content, whatever it is called', () => {
    expect(found({ ...lines, path: 'other.txt' })).toEqual([]);
    expect(found({ ...lines, crc32: 8 })).toEqual(['entry_changed lines.txt refuse']);
  });
});
