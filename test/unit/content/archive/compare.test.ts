import { describe, expect, it } from 'vitest';
import type { FormatId } from '../../../../engine/formats/index.ts';
import { compareArchive } from '../../../../engine/content/archive/compare.ts';
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

/** Names of the checks that fail. */
function broken(found: readonly ArchiveMember[], kept: Expectation['kept'] = expectation.kept): string[] {
  const checks = compareArchive(factsOf(TREE, 'tar'), [factsOf(found)], { ...expectation, kept });
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}

const changed = (path: string, change: Partial<ArchiveMember>): ArchiveMember[] =>
  TREE.map((member) => (member.path === path ? { ...member, ...change } : member));
const without = (path: string): ArchiveMember[] => TREE.filter((member) => member.path !== path);

describe('an archive', () => {
  it('that holds the same passes, in whatever order', () => {
    expect(broken([...TREE].reverse())).toEqual([]);
  });

  it.each([
    ['a file is missing', without('docs/a.txt'), ['entries', 'expanded bytes', 'contents']],
    ['a file is another one', changed('docs/a.txt', { crc32: 3 }), ['contents']],
    ['a file is shorter', changed('docs/a.txt', { sizeBytes: 4 }), ['expanded bytes', 'contents']],
    ['a file lies elsewhere', changed('docs/a.txt', { path: 'a.txt' }), ['contents']],
    ['an empty folder is missing', without('empty'), ['folders']],
    ['a link is missing', without('bin/start'), ['links']],
    ['a link leads elsewhere', changed('bin/start', { target: 'stop.sh' }), ['links']],
    ['a link has become a file', changed('bin/start', { kind: 'file' }), ['entries', 'links']],
    ['a time is another one', changed('docs/a.txt', { modifiedMs: 1e12 + 3000 }), ['times']],
    ['a time is missing', changed('docs/a.txt', { modifiedMs: undefined }), ['times']],
    ['a program cannot be run', changed('bin/run.sh', { mode: 0o644 }), ['executable files']],
  ])('in which %s is refused', (_what, found, checks) => {
    expect(broken(found)).toEqual(checks);
  });

  it('may count time in steps of two seconds, and need not repeat folders that something lies in', () => {
    expect(broken(changed('docs/a.txt', { modifiedMs: 1e12 - 2000 }))).toEqual([]);
    expect(broken(without('bin'))).toEqual([]);
  });

  it('need not show the time of a file that has none', () => {
    const undated = changed('docs/a.txt', { modifiedMs: 0 });
    const checks = compareArchive(
      factsOf(undated, 'ar'),
      [factsOf(changed('docs/a.txt', { modifiedMs: undefined }))],
      expectation,
    );
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
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
  const check = (found: ArchiveMember) =>
    compareArchive(factsOf([lines], 'gz'), [factsOf([found], 'xz')], { ...expectation, from: 'gz', to: 'xz' });

  it('is compared by its content, whatever it is called', () => {
    expect(check({ ...lines, path: 'other.txt' }).filter(({ ok }) => !ok)).toEqual([]);
    expect(
      check({ ...lines, crc32: 8 })
        .filter(({ ok }) => !ok)
        .map(({ name }) => name),
    ).toEqual(['contents']);
  });
});
