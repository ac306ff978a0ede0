import { describe, expect, it } from 'vitest';
import { WIKI_LANGUAGES } from '../../../../../engine/content/document/wiki/languages.ts';
import { readWiki } from '../../../../../engine/content/document/wiki/reader.ts';
import { outlineOf } from './outline.ts';

const outline = (language: keyof typeof WIKI_LANGUAGES, source: string): readonly string[] =>
  outlineOf(readWiki(source, WIKI_LANGUAGES[language]));

const REPORT = [
  'h1 One',
  'h2 Two',
  'p - a',
  'p - b',
  'p 1. c',
  '1,1 A',
  '1,2 B',
  '2,1 1',
  '2,2 L<https://a.org>',
  'code *x*',
];

describe('wikis', () => {
  it.each<[keyof typeof WIKI_LANGUAGES, string]>([
    ['creole', '= One =\n== Two\n* a\n** b\n\n# c\n\n|=A|=B|\n|1|[[https://a.org|L]]|\n\n{{{\n*x*\n}}}\n'],
    [
      'dokuwiki',
      '====== One ======\n===== Two =====\n  * a\n    * b\n\n  - c\n\n^A^B^\n|1|[[https://a.org|L]]|\n\n<code>\n*x*\n</code>\n',
    ],
    ['jira', 'h1. One\nh2. Two\n* a\n** b\n\n# c\n\n||A||B||\n|1|[L|https://a.org]|\n\n{code:sh}\n*x*\n{code}\n'],
    [
      'twiki',
      '---+ One\n---++ Two\n   * a\n      * b\n\n   1. c\n\n| *A* | *B* |\n| 1 | [[https://a.org][L]] |\n\n<verbatim>\n*x*\n</verbatim>\n',
    ],
    [
      'vimwiki',
      '= One =\n== Two ==\n- a\n  - b\n\n1. c\n\n| A | B |\n|---|---|\n| 1 | [[https://a.org|L]] |\n\n{{{sh\n*x*\n}}}\n',
    ],
  ])('have headings, lists, tables, links and code in %s', (language, source) => {
    expect(outline(language, source)).toEqual(REPORT);
  });

  it('have images and notes', () => {
    expect(outline('creole', '{{a.png|An A}}')).toEqual(['image a.png An A']);
    expect(outline('jira', '!a.png|alt=An A!')).toEqual(['image a.png An A']);
    expect(outline('dokuwiki', 'Text((n //m//)) {{a.png?200|An A}}')).toEqual([
      'p Text{note-1}',
      'image a.png An A',
      'note note-1 n m',
    ]);
  });

  it('take what is escaped for text', () => {
    expect(outline('creole', '~**a~** b')).toEqual(['p **a** b']);
    expect(outline('jira', '\\*a\\* {{b}}')).toEqual(['p *a* b']);
    expect(outline('dokuwiki', '%%**a**%% http://a.org/b//c')).toEqual([
      'p **a** http://a.org/b//c<http://a.org/b//c>',
    ]);
  });
});
