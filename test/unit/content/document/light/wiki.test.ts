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
    [
      'mediawiki',
      '= One =\n== Two ==\n* a\n** b\n\n# c\n\n{| class="x"\n! A !! B\n|-\n|style="y"| 1\n| [https://a.org L]\n|}\n\n<pre>\n*x*\n</pre>\n',
    ],
    ['textile', 'h1. One\n\nh2(#i). Two\n\n* a\n** b\n\n# c\n\n|_. A|_. B|\n|1|"L":https://a.org|\n\nbc. *x*\n'],
    [
      'tikiwiki',
      '! One\n!! Two\n* a\n** b\n\n# c\n\n||A|B\n1|[https://a.org|L]||\n\n{CODE(colors="sh")}\n*x*\n{CODE}\n',
    ],
    [
      'zimwiki',
      '====== One ======\n===== Two =====\n* a\n\t* b\n\n1. c\n\n|A|B|\n|--|--|\n|1|[[https://a.org|L]]|\n\n{{{code: lang="sh"\n*x*\n}}}\n',
    ],
    [
      'xwiki',
      '= One =\n== Two ==\n*. a\n**. b\n\n1. c\n\n|=A|=B\n|1|[[L>>https://a.org]]\n\n{{code}}\n*x*\n{{/code}}\n',
    ],
    [
      'haddock',
      '= One\n#one#\n\n== Two\n\n-   a\n    -   b\n\n1.  c\n\n+---+----------------------+\n| A | B                    |\n+===+======================+\n| 1 | <https://a.org L>    |\n+---+----------------------+\n\n> *x*\n',
    ],
    [
      'muse',
      '* One\n\n** Two\n\n - a\n   - b\n\n 1. c\n\n A || B\n 1 |  [[https://a.org][L]]\n\n<example>\n*x*\n</example>\n',
    ],
    ['t2t', '\n= One =\n== Two ==[two]\n- a\n  - b\n\n+ c\n\n|| A | B |\n| 1 | [L https://a.org] |\n\n```\n*x*\n```\n'],
    [
      'djot',
      '# One\n\n{#two}\n## Two\n\n- a\n\n  - b\n\n1. c\n\n| A | B |\n|---|---|\n| 1 | [L](https://a.org) |\n\n``` sh\n*x*\n```\n',
    ],
  ])('have headings, lists, tables, links and code in %s', (language, source) => {
    expect(outline(language, source)).toEqual(REPORT);
  });

  it('have columns of as many characters in Haddock, however wide these are', () => {
    const rule = '+------+---+\n';
    const cells = outline('haddock', `${rule}| 東京都  | 1 |\n${rule}| a    | 2 |\n${rule}`);
    expect(cells).toEqual(
      outline('haddock', `${rule}| ABC  | 1 |\n${rule}| a    | 2 |\n${rule}`).map((each) =>
        each.replace('ABC', '東京都'),
      ),
    );
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

  it('have images and notes of their own spelling', () => {
    expect(
      outline('mediawiki', 'T<ref name="a">n</ref> u<ref name=a />\n\n[[File:a.png|thumb|alt=An A|The A]]'),
    ).toEqual(['p T{note-1} u{note-1}', 'image a.png An A', 'p The A', 'note note-1 n']);
    expect(outline('textile', '"L":https://a.org.[1]\n\nfn1. n')).toEqual(['p L<https://a.org>.{1}', 'note 1 n']);
    expect(outline('textile', 'T[1] !a.png(An A)!\n\nfn1. n _m_')).toEqual([
      'p T{1}',
      'image a.png An A',
      'note 1 n m',
    ]);
    expect(outline('muse', 'T[1] [[a.png][An A]]\n\n[1] n\n\n    m')).toEqual([
      'p T{1}',
      'image a.png An A',
      'note 1 n',
      'note 1 m',
    ]);
    expect(outline('djot', 'T[^a] ![An A](a.png)\n\n[^a]: n\n\n  m')).toEqual([
      'p T{a}',
      'image a.png An A',
      'note a n',
      'note a m',
    ]);
    expect(outline('haddock', 'T<#notes [1]> <<a.png An A>>\n\n#notes#\n\n1.  n\n')).toEqual([
      'p T{1}',
      'image a.png An A',
      'note 1 n',
    ]);
    expect(outline('xwiki', 'T{{footnote}}n{{/footnote}} [[image:a.png||alt="An A"]]')).toEqual([
      'p T{note-1}',
      'image a.png An A',
      'note note-1 n',
    ]);
  });

  it('have tables in tables, and cells that cover others', () => {
    expect(outline('mediawiki', '{|\n|a\n{|\n|b\n|}\n|-\n|colspan="2"|c\n|d\n|}\n\ne')).toEqual([
      '1,1 a',
      '1,1 b',
      '2,1 c',
      '2,3 d',
      'p e',
    ]);
    expect(outline('textile', '|\\2. a|b|\n|/2. c|d|e|\n|f|g|')).toEqual([
      '1,1 a',
      '1,3 b',
      '2,1 c',
      '2,2 d',
      '2,3 e',
      '3,2 f',
      '3,3 g',
    ]);
  });

  it('have lists of lists in BBCode', () => {
    const source = 'A [b]b[/b]\n\n[list=1]\n[*]a\n[list]\n[*]b\n[/list]\n[*]c\n[/list]\n\n[url=https://a.org]L[/url]';
    expect(outline('bbcode', source)).toEqual(['p A b', 'p 1. a', 'p - b', 'p 2. c', 'p L<https://a.org>']);
  });

  it('go on with items of lists', () => {
    expect(outline('mediawiki', '# a\n#: more\n# b')).toEqual(['p 1. a', 'p more', 'p 2. b']);
    expect(outline('djot', '3. a\n\n   more\n4. b')).toEqual(['p 3. a', 'p more', 'p 4. b']);
  });

  it('say what they are about', () => {
    const told = (language: keyof typeof WIKI_LANGUAGES, source: string): unknown =>
      readWiki(source, WIKI_LANGUAGES[language]).properties;
    expect(told('vimwiki', '%title T\n%date 2024-05-01\n\na')).toEqual({ title: 'T' });
    expect(outline('vimwiki', '%title T\n%date 2024-05-01\n\na')).toEqual(['box T', 'box 2024-05-01', 'p a']);
    expect(told('muse', '#title T\n#author A\n\na')).toEqual({ title: 'T', author: 'A' });
    expect(told('t2t', 'T\nA\n\na')).toEqual({ title: 'T', author: 'A' });
  });

  it('read blocks in other languages as what they mean there', () => {
    const source =
      '```=tex\n\\begin{tabular}{l}a \\\\ b\\end{tabular}\n```\n\n``` =html\n<ul><li>c</ul>\n```\n\n```=x\nd\n```';
    expect(outline('djot', source)).toEqual(['1,1 a', '2,1 b', 'p - c']);
  });

  it('take what is escaped for text', () => {
    expect(outline('creole', '~**a~** b')).toEqual(['p **a** b']);
    expect(outline('jira', '\\*a\\* {{b}}')).toEqual(['p *a* b']);
    expect(outline('dokuwiki', '%%**a**%% http://a.org/b//c')).toEqual([
      'p **a** http://a.org/b//c<http://a.org/b//c>',
    ]);
  });

  it('take tags that they do not know for text', () => {
    expect(outline('dokuwiki', '^a^\n|B&B <Ltd>|')).toEqual(['1,1 a', '2,1 B&B <Ltd>']);
    expect(outline('dokuwiki', 'H<sub>2</sub>O <b>b</b> <sup>c')).toEqual(['p H2O <b>b</b> <sup>c']);
    expect(outline('dokuwiki', '<code php><x></code> <html><b>b</b></html>\n\n<HTML>\n<p>c</p>\n\n</HTML>')).toEqual([
      'p <x> b',
      'p c',
    ]);
    expect(outline('vimwiki', '<Ltd> <b>b</b>')).toEqual(['p <Ltd> b']);
  });
});
