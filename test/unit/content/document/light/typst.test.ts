import { describe, expect, it } from 'vitest';
import { readTypst } from '../../../../../engine/content/document/typst/reader.ts';
import { outlineOf } from './outline.ts';

const outline = (source: string): readonly string[] => outlineOf(readTypst(source));

describe('Typst', () => {
  it('has headings, lists and paragraphs by its lines', () => {
    expect(outline('= A <a>\n== B\n- a\n  - b\n+ c\n+ d\n\nz\n\n5. e\n/ t: u\n\nv @a w\\\nx')).toEqual([
      'h1 A',
      'h2 B',
      'p - a',
      'p - b',
      'p 1. c',
      'p 2. d',
      'p z',
      'p 5. e',
      'p t',
      'p u',
      'p v w\nx',
    ]);
  });

  it('has tables by cell, in rows as wide as they are told', () => {
    const source =
      '#figure(table(columns: (1fr, auto), table.header[*A*][B], table.hline(), table.cell(rowspan: 2)[x], [1], [#link("https://a.org")[L]]), caption: [C])';
    expect(outline(source)).toEqual(['p C', '1,1 A', '1,2 B', '2,1 x', '2,2 1', '3,2 L<https://a.org>']);
  });

  it('has links, images, notes, code and formulas', () => {
    expect(outline('#link("https://a.org") #image("a.png", alt: "An A") b#footnote[n #emph[m]]')).toEqual([
      'p https://a.org<https://a.org>  b{note-1}',
      'image a.png An A',
      'note note-1 n m',
    ]);
    expect(outline('```py\na # b\n```\n#raw("x", block: true)\n\n`c` $x_1$')).toEqual([
      'code a # b',
      'code x',
      'p c {f}',
      'formula x 1',
    ]);
    expect(outline('#quote(block: true)[a\n\nb]')).toEqual(['p a', 'p b']);
  });

  it('shows what is named, and leaves out rules, comments and what is set', () => {
    expect(
      outline(
        '#let a = [b *c*]\n#let f(x) = { secret }\n#set page(width: 1pt)\n// d\n#a and #text(fill: red)[e] #v(1em)',
      ),
    ).toEqual(['p b c and e']);
    expect(outline('#show: doc => conf(\n  title: [T],\n  authors: ((name: [A]),),\n  doc,\n)\na')).toEqual([
      'box T',
      'box A',
      'p a',
    ]);
  });

  it('has no headings where it says itself how they look', () => {
    expect(outline('#show heading: it => it.body\n= A')).toEqual(['p = A']);
  });
});
