import { describe, expect, it } from 'vitest';
import { ESCAPES, NATURAL_ORDER, safePath, staysInside } from '../../../../engine/content/archive/entry-names.ts';

describe('the path of an entry', () => {
  it.each([
    ['docs/a.txt', 'docs/a.txt'],
    ['./docs//a.txt', 'docs/a.txt'],
    ['docs/', 'docs'],
    ['docs/../a.txt', 'a.txt'],
    ['/etc/passwd', 'etc/passwd'],
    ['C:\\boot.ini', 'boot.ini'],
    ['C:/boot.ini', 'boot.ini'],
    ['10:30.log', '10:30.log'],
    ['a\\b', 'a_b'],
    ['aux.h', '_aux.h'],
    ['auxiliary', 'auxiliary'],
    ['e\u0301', '\u00e9'],
  ])('%j is %j', (raw, safe) => {
    expect(safePath(raw)).toBe(safe);
  });

  it.each(['', '.', './', '/'])('%j is the archive itself', (raw) => {
    expect(safePath(raw)).toBeUndefined();
  });

  it.each(['..', '../a', 'a/../../b', '..\\a', 'a\\..\\..\\b', '/../a', 'a/..\\../b'])('%j leads out of it', (raw) => {
    expect(safePath(raw)).toBe(ESCAPES);
  });

  it('is shortened letter by letter, and keeps its extension', () => {
    const safe = safePath(`${'日'.repeat(200)}.tar.gz`);
    expect(safe).toBe(`${'日'.repeat(84)}.gz`);
    expect(Buffer.byteLength(safe as string)).toBe(255);
  });
});

describe('a link', () => {
  it.each([
    ['a', 'b'],
    ['a/b', '../c'],
    ['a/b/c', '../../d/./e'],
    ['a', 'b/..'],
  ])('from %s to %s stays inside', (path, target) => {
    expect(staysInside(path, target)).toBe(true);
  });

  it.each([
    ['a', '../..'],
    ['a', '../b'],
    ['a/b', '../../c'],
    ['a/b', 'c/../../../d'],
    ['a', '/b'],
    ['a', 'C:b'],
    ['a', '\\b'],
    ['a', ''],
  ])('from %s to %s leads out', (path, target) => {
    expect(staysInside(path, target)).toBe(false);
  });
});

it('puts the tenth page after the ninth', () => {
  expect(['p10', 'p9', 'p1'].sort(NATURAL_ORDER.compare)).toEqual(['p1', 'p9', 'p10']);
});
