import { describe, expect, it } from 'vitest';
import { readOrg } from '../../../../../engine/content/document/org/reader.ts';
import { outlineOf } from './outline.ts';

const outline = (source: string): readonly string[] => outlineOf(readOrg(source));

describe('Org mode', () => {
  it('has headlines as sections down to the level that the text names', () => {
    expect(outline('#+title: Book\n#+options: H:2\n* One\n** Two :tag:\n')).toEqual(['box Book', 'h1 One', 'h2 Two']);
  });

  it('has headlines below its sections as numbered items', () => {
    expect(outline('* A\n** B\n*** C\n**** D\ntext\n***** E\n**** F\n* G\n')).toEqual([
      ...['h1 A', 'h2 B', 'h3 C', 'p 1. D', 'p text', 'p 1. E', 'p 2. F', 'h1 G'],
    ]);
  });

  it('has tables of LaTeX as tables, and its equations as formulas', () => {
    expect(outline('\\begin{tabular}{ll}\nA & B \\\\\n1 & 2\n\\end{tabular}\n')).toEqual([
      ...['1,1 A', '1,2 B', '2,1 1', '2,2 2'],
    ]);
    expect(outline('\\begin{equation*}\nx = 2\n\\end{equation*}\n')).toEqual(['p {f}', 'formula x = 2']);
  });

  it('has lists within each other, terms and boxes', () => {
    expect(outline('- a\n  - b\n\n    c\n1. [@3] one\n2. two\n')).toEqual([
      'p - a',
      'p - b',
      'p c',
      'p 3. one',
      'p 4. two',
    ]);
    expect(outline('- key :: value\n  - [X] done\n')).toEqual(['p key', 'p value', 'p - done']);
  });

  it('reads tables without their rules', () => {
    expect(outline('| A | B |\n|---+---|\n| 1 | /2/ 3 |\n#+TBLFM: $1=2\n')).toEqual([
      '1,1 A',
      '1,2 B',
      '2,1 1',
      '2,2 2 3',
    ]);
  });

  it('has links, images and notes', () => {
    expect(outline('See [[https://a.org][an /A/]], <https://b.org> and https://c.org.')).toEqual([
      'p See an A<https://a.org>, https://b.org<https://b.org> and https://c.org<https://c.org>.',
    ]);
    expect(outline('[[file:a.png]]')).toEqual(['image a.png ']);
    expect(outline('Text[fn:1] and[fn:: inline].\n\n[fn:1] One.\n')).toEqual([
      'p Text{1} and{inline-1}.',
      'note inline-1 inline',
      'note 1 One.',
    ]);
  });

  it('leaves out what is for programs', () => {
    expect(
      outline('# secret\n#+STARTUP: secret\nShown\n:PROPERTIES:\n:X: secret\n:END:\nSCHEDULED: <2024-01-01>\n'),
    ).toEqual(['p Shown']);
    expect(outline('#+begin_src sh :exports code\n# echo *1*\n#+end_src\n\n#+RESULTS:\n: secret\n\nAfter\n')).toEqual([
      'code # echo *1*',
      'p After',
    ]);
  });

  it('takes marks within words for text', () => {
    expect(outline('a*b*c 2*3*4 =*v*= path/to/file')).toEqual(['p a*b*c 2*3*4 *v* path/to/file']);
  });
});
