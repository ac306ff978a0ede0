import { describe, expect, it } from 'vitest';
import { findTextFolder } from '../../../../engine/content/archive/text-folder.ts';

/** Which text is found, of files with these contents. */
function found(files: Readonly<Record<string, string>>, archive = 'archive.zip'): string | undefined {
  return findTextFolder(Object.keys(files), archive, (path) => files[path]!)?.path;
}

describe('the text that an archive is about', () => {
  it('is the only one, wherever it lies', () => {
    expect(found({ 'a/b/text.md': '', 'a/b/refs.bib': '', 'a/pic.png': '' })).toBe('a/b/text.md');
  });

  it('is the topmost one', () => {
    expect(found({ 'paper.md': '', 'chapters/one.md': '', 'chapters/two.md': '' })).toBe('paper.md');
  });

  it('is the one that is called like the archive, or main, or index', () => {
    expect(found({ 'tides.md': '', 'main.md': '' }, 'tides.zip')).toBe('tides.md');
    expect(found({ 'one.tex': '', 'main.tex': '' })).toBe('main.tex');
    expect(found({ 'about.html': '', 'Index.HTML': '' })).toBe('Index.HTML');
  });

  it('is the one of LaTeX that begins a document', () => {
    const files = { 'a.tex': '% \\documentclass{article}\nwords', 'b.tex': '\\documentclass{article}' };
    expect(found(files)).toBe('b.tex');
  });

  it('is the one that takes the others in', () => {
    expect(found({ 'a.typ': '#include "b.typ"', 'b.typ': 'words' })).toBe('a.typ');
  });

  it('is no README beside it, no hidden file, and no plain text', () => {
    expect(found({ 'README.md': '', 'letter.md': '' })).toBe('letter.md');
    expect(found({ 'README.md': '' })).toBe('README.md');
    expect(found({ '__MACOSX/letter.md': '', '.letter.md': '', 'notes.txt': '', 'a.css': '' })).toBeUndefined();
  });

  it('is asked for where it is not clear', () => {
    expect(() => found({ 'one.md': '', 'two.md': '' })).toThrow(/several texts \(one\.md, two\.md\).*main or index/);
  });

  it('has the other files by the paths that lead there', () => {
    const paths = ['doc/text.md', 'doc/img/a.png', 'refs.bib', '.DS_Store'];
    const { beside } = findTextFolder(paths, 'a.zip', () => '')!;
    expect([...beside]).toEqual([
      ['img/a.png', 'doc/img/a.png'],
      ['../refs.bib', 'refs.bib'],
    ]);
  });
});
