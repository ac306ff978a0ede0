import { describe, expect, it } from 'vitest';
import { readAsciiDoc } from '../../../../../engine/content/document/asciidoc/reader.ts';
import { outlineOf } from './outline.ts';

const outline = (source: string): readonly string[] => outlineOf(readAsciiDoc(source));

describe('AsciiDoc', () => {
  it('has its title and author beside the text, and sections by their level', () => {
    expect(outline('= Book\nAda Quay <a@b.org>\n2024-05-01\n:x: y\n\n== One\n\n=== Two {x}\n')).toEqual([
      'box Book',
      'box Ada Quay',
      'box 2024-05-01',
      'h1 One',
      'h2 Two y',
    ]);
  });

  it('has lists within each other, by the marks that they begin with', () => {
    expect(outline('* a\n** b\n+\nmore\n\n* c\n. one\n.. two\n')).toEqual([
      'p - a',
      'p - b',
      'p more',
      'p - c',
      'p 1. one',
      'p 1. two',
    ]);
    expect(outline('term:: what it is\n')).toEqual(['p term', 'p what it is']);
  });

  it('reads cells by the columns of the table', () => {
    const cells = ['1,1 A', '1,2 B', '2,1 1', '2,2 2 3'];
    expect(outline('|===\n|A |B\n\n|1 |2 3\n|===\n')).toEqual(cells);
    expect(outline('[cols="1,>2a",options="header"]\n|===\n|A\n|B\n|1\n|2 3\n|===\n')).toEqual(cells);
    expect(outline('|===\n2+^.^h|A | B\n.3+a|1|2|3\n|===\n')).toEqual(['1,1 A', '1,3 B', '2,1 1', '2,2 2', '2,3 3']);
  });

  it('has links, images and notes', () => {
    expect(outline('See https://a.org[an _A_], link:b.html[B] and https://c.org.')).toEqual([
      'p See an A<https://a.org>, B<b.html> and https://c.org<https://c.org>.',
    ]);
    expect(outline('image::a.png[An A, width=20]\n\nIn image:b.png[]')).toEqual([
      'image a.png An A',
      'p In',
      'image b.png ',
    ]);
    expect(outline('Text.footnote:[A https://a.org[link].] More.')).toEqual([
      'p Text.{note-1} More.',
      'note note-1 A link<https://a.org>.',
    ]);
  });

  it('shows listings as they are, without their callouts', () => {
    expect(outline('[source,ruby]\n----\n*x* <1>\n----\n<1> what\n\n literal *y*\n')).toEqual([
      'code *x*',
      'p 1. what',
      'code literal *y*',
    ]);
  });

  it('leaves out comments and settings', () => {
    expect(outline('Shown\n\n// secret\n:secret: x\n\n////\nsecret\n////\n\n[secret]\nhere\n')).toEqual([
      'p Shown',
      'p here',
    ]);
  });
});
