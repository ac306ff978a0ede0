import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/markup-text/codec.ts';
import { readerOf } from '../../../engine/content/document/markup-text/readers.ts';
import type { MarkupContent } from '../../../engine/content/document/markup-text/content.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { normaliseText, wordsOf } from '../../../engine/content/document/inspect-text.ts';

const CORPUS = join(import.meta.dirname, '../../../corpus');
const REPORT = /^report-table-note/;

function read(text: string, format: FormatId): MarkupContent {
  return readerOf(format)!(text);
}

const allWords = ({ text, notes }: MarkupContent): string[] => wordsOf(normaliseText([text, ...notes].join('\n')));

/** One text in all markups: what each reader must find in its own. */
const REPORTS = codec.inspects.flatMap((format) => {
  const folder = join(CORPUS, 'sources', format);
  const name = existsSync(folder) ? readdirSync(folder).find((file) => REPORT.test(file)) : undefined;
  return name ? [[format, readFileSync(join(folder, name), 'utf8')] as const] : [];
});

describe('one report in every markup', () => {
  const WORDS =
    'tide rises twice day all ships wait tables Grüße pilot Pilots languages Cargo coal timber oak weigh stow Nothing lost Aurora 12 Tromsø Meltem 340 Piraeus Engines force speed engine room below'.toLowerCase();

  it.each(REPORTS)('is read in %s: words, headings, link', (format, source) => {
    const content = read(source, format);
    const words = new Set(allWords(content));
    const lost = WORDS.split(' ').filter((word) => !words.has(word));
    expect(lost.length, lost.join(' ')).toBeLessThanOrEqual(2);
    if (content.headings !== undefined) expect(content.headings).toBeGreaterThanOrEqual(3);
    if (format === 'man') return; // it has addresses as text
    expect(words).not.toContain('https');
    expect(content.links).toBeGreaterThanOrEqual(1);
  });

  it('is one of more than fifteen', () => {
    expect(REPORTS.length).toBeGreaterThan(15);
  });
});

describe('formulas', () => {
  it.each<[FormatId, string]>([
    ['md', 'It costs $5 and $6. Then $x^2$ and\n\n$$\\sum y$$\n'],
    ['html', '<p>It costs $5 and $6. Then <math><mi>x</mi></math> and <math><mi>sum</mi></math></p>'],
    ['rst', 'It costs $5 and $6. Then :math:`x^2` and\n\n.. math:: \\sum y\n'],
    ['org', 'It costs $5 and $6. Then \\(x^2\\) and \\[\\sum y\\]\n'],
    ['latex', 'It costs \\$5 and \\$6. Then $x^2$ and \\[\\sum y\\]'],
    ['typst', 'It costs \\$5 and \\$6. Then $x^2$ and $ sum y $'],
    ['mediawiki', 'It costs $5 and $6. Then <math>x^2</math> and <math>\\sum y</math>'],
    ['asciidoc', 'It costs $5 and $6. Then latexmath:[x^2] and stem:[sum y]'],
  ])('are counted and are no words in %s', (format, source) => {
    const content = read(source, format);
    expect(content.formulas).toBe(2);
    expect(allWords(content)).toEqual(['it', 'costs', '5', 'and', '6', 'then', 'and']);
  });
});

describe('notes', () => {
  it.each<[FormatId, string]>([
    ['md', 'Text.[^1] More.\n\n[^1]: The note.\n'],
    ['html', '<p>Text. More.</p><section role="doc-endnotes"><ol><li>The note.</li></ol></section>'],
    ['latex', 'Text.\\footnote{The note.} More.'],
    ['typst', 'Text.#footnote[The note.] More.'],
    ['rst', 'Text. [1]_ More.\n\n.. [1] The note.\n'],
    ['mediawiki', 'Text.<ref name="a">The note.</ref> More.'],
    ['dokuwiki', 'Text.((The note.)) More.'],
    ['docbook', '<article><para>Text.<footnote><para>The note.</para></footnote> More.</para></article>'],
  ])('have no place in the text in %s', (format, source) => {
    const { text, notes } = read(source, format);
    expect(wordsOf(normaliseText(text))).toEqual(['text', 'more']);
    expect(wordsOf(normaliseText(notes.join(' ')))).toEqual(['the', 'note']);
  });
});

describe('what is no text', () => {
  it.each<[FormatId, string, string]>([
    [
      'latex',
      '\\documentclass{article}\\usepackage[utf8]{inputenc}% secret\n\\begin{document}\\label{x}Shown\\end{document}',
      'shown',
    ],
    ['typst', '#let f(x) = { secret }\n#set page(paper: "a4")\n// secret\nShown #text(fill: red)[here]', 'shown here'],
    ['man', '.\\" secret\n.TH SHOWN 1\n.de XX\nsecret\n..\n.PP\nHere', 'here shown 1'],
    ['texinfo', '\\input texinfo\n@c secret\n@menu\n* secret::\n@end menu\nShown @emph{here}\n@bye', 'shown here'],
    ['md', '---\nreferences:\n- id: secret\n---\nShown [@secret; @secret2] here', 'shown here'],
    ['latex', 'Shown \\citep[secret]{secret} here', 'shown here'],
    ['rst', 'Shown :cite:p:`secret` here', 'shown here'],
    ['org', 'Shown [cite/t:@secret] here', 'shown here'],
    ['org', '#+OPTIONS: secret\n# secret\nShown [[https://secret.org][here]]', 'shown here'],
    ['rst', '.. _secret:\n\n.. code:: secret\n\n   shown\n\n`here <https://secret.org>`__', 'shown here'],
    ['icml', '<Document><Story><Content>Shown</Content><Properties>secret</Properties></Story></Document>', 'shown'],
    [
      'latex',
      '\\newcommand{\\a} [1] {secret}\\newcommand\\b{secret}\\let\\c=\\relax\\DeclareMathOperator*{\\d}{secret} Shown',
      'shown',
    ],
    ['latex', 'Shown $ x $, \\colorbox{red}{$ \\le 0$} here', 'shown here'],
    [
      'textile',
      'p[en]{color:red}(secret #x). Shown "here":secret\n\n###. secret\n\n[secret]https://secret.org',
      'shown here',
    ],
    [
      'rst',
      '.. secret\n   secret\n\n..\n   secret\n\n   secret\n\nShown\n\n.. role:: x(raw)\n   :format: html\n\n:x:`<b secret>here</b>`',
      'shown here',
    ],
    [
      'rst',
      '.. math::\n   :label: secret\n\n   \\secret\n\n.. default-role:: math\n\nShown `secret` here',
      'shown here',
    ],
    ['rst', '..\n\n   Shown in a quote\n\n.. note:: here', 'shown in a quote here'],
    ['org', 'Shown\n* here\n* secret :noexport:\n** secret\n* COMMENT secret\n', 'shown here'],
    [
      'org',
      '#+select_tags: yes\nsecret\n* Shown\nsecret\n** here :yes:\n*** too\n*** secret :noexport:\n** secret\n* secret',
      'shown here too',
    ],
    ['asciidoc', '|===\n2+^.^h|Shown | here\n.3+a|too m|one| a | x h\n|===', 'shown here too one a x h'],
    ['muse', '<literal style="html"><p class="secret">Shown</p></literal>\n; secret\nh<sub>2</sub>o', 'shown h2o'],
    ['muse', '<literal style="html"><script>secret()</script><p>Shown</p></literal>', 'shown'],
    ['rst', '.. raw:: html\n\n   <p class="secret">Shown</p>\n\nhere', 'shown here'],
    ['rst', '.. raw:: latex\n\n   \\begin{tabular}{ll} Shown & here \\end{tabular}', 'shown here'],
    ['djot', '```=html\n<p class="secret">Shown</p>\n```\n\nhere', 'shown here'],
    ['md', '```{=html}\n<p class="secret">Shown</p>\n```\n\nhere', 'shown here'],
    ['jats', '<article><front><journal-id>secret</journal-id></front><body><p>Shown</p></body></article>', 'shown'],
  ])('is left out in %s', (format, source, expected) => {
    expect(allWords(read(source, format)).join(' ')).toBe(expected);
  });
});

describe('words that marks stand in', () => {
  it.each<[FormatId, string, string]>([
    ['rst', 'H\\ :sub:`2`\\ O', 'h2o'],
    ['textile', 'H[ ~2~]O and a["link":https://example.org]here', 'h2o and alinkhere'],
  ])('stay whole in %s', (format, source, expected) => {
    expect(allWords(read(source, format)).join(' ')).toBe(expected);
  });
});

describe('headings and tables that are none', () => {
  it('are not counted where a text says itself how its headings look', () => {
    expect(read('#show heading.where(\n  level: 1\n): it => text(it.body)\n= One\n', 'typst').headings).toBe(0);
    expect(read('#show heading: set text(red)\n= One\n', 'typst').headings).toBe(1);
  });

  it('are not counted in t2t where strokes stand without spaces', () => {
    expect(read('\n| a | b |\n| c | d |\n', 't2t').tables).toBe(1);
    expect(read('\n|  a|b  |\n|  c|d  |\n', 't2t').tables).toBe(0);
  });
});

describe('citations', () => {
  const NAMES = ['quay', 'müller', 'keel', 'tromsø', 'harbours', 'loading', '2021', '1999', '45', '67'];

  it.each<FormatId>(['bibtex', 'ris', 'csljson', 'endnotexml'])('are read in %s, in no order', (format) => {
    const folder = join(CORPUS, 'sources', format);
    const content = read(readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8'), format);
    expect(content.text).toBe('');
    expect(allWords(content)).toEqual(expect.arrayContaining(NAMES));
  });
});

describe('hostile texts', () => {
  const PIECES = [
    '[[',
    '((',
    '{{',
    '<',
    '\\footnote{',
    '$',
    '`',
    '*',
    '|',
    '.. |',
    '#f(',
    '"',
    '[fn:',
    '\\[',
    '=',
    '~~',
  ];

  it.each(codec.inspects)(
    'of one mark again and again are read in time in %s',
    (format) => {
      for (const piece of PIECES) {
        const source = piece.repeat(10_000);
        try {
          read(source, format);
        } catch (error) {
          expect(error).toMatchObject({ code: 'input_corrupt' });
        }
      }
    },
    60_000,
  );
});

describe('what stands in a text in a way of its own', () => {
  it.each<[FormatId, string, string]>([
    ['latex', '\\section{\\texorpdfstring{\\protect\\hypertarget{a}{}{}Tides}{Tides}} rise', 'tides rise'],
    [
      'context',
      '\\startsectionlevel[title={\\reference[a]{}Tides}]\nrise \\goto{daily}[url(https://a.b)]',
      'tides rise daily',
    ],
    ['context', 'see \\useURL[url1][https://a.b/c]\\from[url1] there', 'see https a b c there'],
    ['man', '.IP "1." 3\nweigh\n.IP "2." 3\nstow\n.IP tag 3\nmeaning', 'weigh stow tag meaning'],
    ['man', 'see\n.UR https://a.b\n.UE \\c\nand\n.UR https://c.d\nthe tables\n.UE', 'see https a b and the tables'],
    ['asciidoc', '= Title\n:author: Ada\n:revdate: 2024-05-01\n:toc:\n\nwords', 'words title ada 2024 05 01'],
    ['textile', 'see "$":https://a.b and "the tables":https://c.d now', 'see https a b and the tables now'],
    ['typst', '```python\ndef f():\n```\n#raw(lang: "Fl", "-v") words', 'def f v words'],
    ['org', '#+begin_src python\n# warm it\n#+end_src\n# a comment\nwords', 'warm it words'],
    ['dokuwiki', 'power $P = F v$ and $$E$$ words', 'power and words'],
    ['opml', '<opml><head><dateModified>Wed, 01 May 2024 00:00:00 UTC</dateModified></head></opml>', '2024 05 01'],
    [
      'jats',
      '<article><front><pub-date iso-8601-date="2024-05-01"><day>1</day><month>5</month></pub-date></front></article>',
      '2024 05 01',
    ],
  ])('is read in %s: %s', (format, source, words) => {
    expect(allWords(read(source, format)).join(' ')).toBe(words);
  });

  it('is no link when it leads nowhere', () => {
    expect(read('[a]() and [b](c)', 'md').links).toBe(1);
    expect(read('[a]() and [b](c)', 'djot').links).toBe(1);
  });

  it('is a table between rules of its own in Markdown', () => {
    expect(
      read('+---+---+\n| a | b |\n+===+==:+\n| c | d |\n+---+---+\n\nwords\n\n+---+---+\n| e | f |\n+---+---+\n', 'md')
        .tables,
    ).toBe(2);
  });
});
