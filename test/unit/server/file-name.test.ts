import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName, withExtension } from '../../../server/services/file-name.ts';
import { assertProperty } from '../../support/property.ts';

describe('a safe file name', () => {
  it.each([
    ['Report 2026.pdf', 'Report 2026.pdf'],
    ['Übersicht 文档.pdf', 'Übersicht 文档.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\scan.pdf', 'scan.pdf'],
    ['a\r\nX-Evil: 1.pdf', 'aX-Evil_ 1.pdf'],
    ['a"b<c>d|e?f*.pdf', 'a_b_c_d_e_f_.pdf'],
    ['\u202Efdp.exe', 'fdp.exe'],
    ['a\0b.pdf', 'ab.pdf'],
    ['.htaccess', 'htaccess'],
    ['..', 'file'],
    ['', 'file'],
    ['   ', 'file'],
    ['/', 'file'],
    ['\uD800broken.pdf', 'broken.pdf'],
    ['archive.tar.gz', 'archive.tar.gz'],
    ['می\u200Cخواهم.txt', 'می\u200Cخواهم.txt'],
  ])('%j becomes %j', (original, safe) => {
    expect(safeFileName(original)).toBe(safe);
  });

  it('is never longer than a file system takes, and never cut inside a character', () => {
    const name = safeFileName(`${'👩‍👩‍👧‍👦文'.repeat(200)}.pdf`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name.endsWith('.pdf')).toBe(true);
    expect(name).not.toContain('\uFFFD');
    expect(Buffer.from(name).toString()).toBe(name);
  });

  it('is one for every name that a client can send', () => {
    assertProperty(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (original) => {
        const safe = safeFileName(original);
        expect(safe).not.toMatch(/[/\\\p{Cc}"\u202A-\u202E\u2066-\u2069]/u);
        expect(safe).not.toMatch(/^\.|^\s*$/);
        expect(Buffer.byteLength(safe)).toBeGreaterThan(0);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
      }),
    );
  });
});

describe('the new extension', () => {
  it.each([
    ['Report 2026.pdf', 'docx', 'Report 2026.docx'],
    ['no extension', 'docx', 'no extension.docx'],
    ['archive.tar.gz', 'zip', 'archive.zip'],
    ['v1.2 final notes and remarks', 'pdf', 'v1.2 final notes and remarks.pdf'],
    ['a.b.c', 'd', 'a.b.d'],
  ])('%s to %s is %s', (name, extension, expected) => {
    expect(withExtension(name, extension)).toBe(expected);
  });
});
