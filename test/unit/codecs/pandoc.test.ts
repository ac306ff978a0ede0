import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pandoc/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { openZip } from '../../../engine/io/zip.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';
import { wordDocument } from '../../support/word-document.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const REPORT = readFileSync(join(SOURCES, 'md/report-table-note-picture.md'), 'utf8');
const SECONDS = 60_000;

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
}, SECONDS);
afterAll(() => bench[Symbol.asyncDispose]());
beforeEach(() => {
  bench.warnings.length = 0;
});

async function convert(
  source: string | Uint8Array,
  from: FormatId,
  to: FormatId,
  options: OptionValues = {},
): Promise<string> {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  const [output] = await bench.convert(bytes, from, to, edgeBetween(codec, from, to), options);
  return Buffer.from(output!).toString();
}

describe('pandoc', { timeout: SECONDS }, () => {
  it('writes a page in one file, with its title, formulas and images', async () => {
    const html = await convert(REPORT, 'md', 'html');
    expect(html).toContain('<title>Harbour report</title>');
    expect(html).toContain('<math ');
    expect(html).toMatch(/<img\s[^>]*src="data:image\/png;base64,/);
    expect(html).not.toContain('<script');
  });

  it('calls a document without a title after its file', async () => {
    expect(await convert('text', 'md', 'html')).toContain('<title>input</title>');
  });

  it('keeps images in Markdown as references whose data stand at the end', async () => {
    const html = '<p>See <img alt="a" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="> and</p><p>more</p>';
    const text = await convert(html, 'html', 'md');
    expect(text).toMatch(
      /!\[a\]\[input-picture-1\.gif\][\s\S]*more\n\n\[input-picture-1\.gif\]: data:image\/gif;base64,/,
    );
  });

  it('hands images on beside a text that names them', async () => {
    const runner = bench.runner;
    const step = { codec: 'pandoc', edge: 'markdown-document', from: 'md', to: 'latex', options: {} } as const;
    const artifact = { name: 'a b.md', format: 'md', bytes: Buffer.from(REPORT) } as const;
    const context = { bytes: () => artifact.bytes, warn() {}, signal: new AbortController().signal, limits: {} };
    const [output] = await runner.convert!([artifact], step, context as never);
    const companions = output && 'bytes' in output ? output.companions : undefined;
    expect([...companions!.keys()]).toEqual(['a-b-picture-1.png']);
    expect(Buffer.from(companions!.get('a-b-picture-1.png')!).subarray(1, 4).toString()).toBe('PNG');
    expect(Buffer.from((output as { bytes: Uint8Array }).bytes).toString()).toContain('{a-b-picture-1.png}');
  });

  it('writes tables of contents, numbers and dialects when asked', async () => {
    expect(await convert(REPORT, 'md', 'html', { toc: true })).toContain('<nav id="TOC"');
    expect(await convert(REPORT, 'md', 'latex', { numberSections: true })).toContain('{5}');
    expect(await convert(REPORT, 'md', 'rst', { toc: true })).toContain('.. contents::');
    expect(await convert('<p>H<sub>2</sub>O</p>', 'html', 'md', { dialect: 'pandoc' })).toContain('H~2~O');
    expect(await convert('<p>H<sub>2</sub>O</p>', 'html', 'md', { dialect: 'gfm' })).toContain('H<sub>2</sub>O');
  });

  it('reads rules of signs with spaces between, boxes to tick, and lines of code with tabs', async () => {
    const html = await convert('a\n\n- - -\n\n* * *\n\n- [ ] b\n- [x] c\n\n```\nd\te\n```\n', 'md', 'html');
    expect(html.match(/<hr/g)).toHaveLength(2);
    expect(html.match(/<input type="checkbox"[^>]*>/g)).toEqual([
      '<input type="checkbox" />',
      '<input type="checkbox" checked="" />',
    ]);
    expect(html.match(/<ul/g)).toHaveLength(1);
    expect(html).toContain('d\te');
  });

  it('reads tables that follow a line of text, and leaves lines of code', async () => {
    const table = '| b | c |\n| --- | --- |\n| d | e |\n';
    const html = await convert(`a\n${table}\n\`\`\`\nf\n${table}\`\`\`\n`, 'md', 'html');
    expect(html).toMatch(/<p>a<\/p>\s*<table>/);
    expect(html).toContain(`<pre><code>f\n${table.trimEnd()}`);
    expect(html.match(/<table/g)).toHaveLength(1);
  });

  it('reads the tables that only its own dialect has', async () => {
    expect(await convert('+---+---+\n| a | b |\n+===+===+\n| c | d |\n+---+---+\n', 'md', 'html')).toContain('<td>');
  });

  it('reads what only looks like the definition of a link, in the strict dialect', async () => {
    const text = 'A pilot.[^p]\n\n[^p]: Pilots speak [many][m] languages.\n\n[m]: https://example.org/m "M"\n';
    const html = await convert(text, 'md', 'html', { dialect: 'strict' });
    expect(html).toMatch(/<p>\[\^p\]: Pilots speak <a[^>]*href="https:\/\/example\.org\/m"[^>]*>many<\/a> languages/);
  });

  it('parts a list that does not count from one from the text of its item in Markdown', async () => {
    const html =
      '<ul><li>oil</li><li>wicks<ol start="3"><li>broad</li></ol></li><li>glass<ol><li>red</li></ol></li></ul>';
    for (const dialect of ['gfm', 'commonmark'] as const)
      expect(await convert(html, 'html', 'md', { dialect })).toMatch(/wicks\n\n +3\. +broad/);
    expect(await convert(html.replace(' start="3"', ''), 'html', 'md')).toMatch(/wicks\n +1\. +broad/);
  });

  it('reads HTML within a text together with the markup between its tags', async () => {
    const table = '<table>\n<tr>\n\n<td>\n\n**bold**\n\n</td>\n\n</tr>\n</table>\n\nH<sub>2</sub>O and <b>more</b>\n';
    const latex = await convert(table, 'md', 'latex');
    expect(latex).toContain('\\begin{longtable}');
    expect(latex).toContain('\\textbf{bold}');
    expect(latex).toContain('\\textsubscript{2}');
    expect(latex).toContain('\\textbf{more}');
  });

  it('keeps the spaces between words within HTML in a text', async () => {
    const text = 'Some <u>two words</u>, <kbd>Ctrl C</kbd> and <span class="a">three *em words* here</span>.';
    expect(await convert(text, 'md', 'html')).toContain(
      '<p>Some <u>two words</u>, <kbd>Ctrl C</kbd> and <span class="a">three <em>em words</em> here</span>.</p>',
    );
  });

  it('gives Markdown no settings that only a page needs', async () => {
    expect(await convert('<p>Words</p>', 'html', 'md')).toBe('Words\n');
  });

  it('reads backslashes that begin nothing in Org, and keeps those of code and formulas', async () => {
    const text = 'a \\_ b\\\\c \\. $x \\, y$ end \\\n\n#+begin_example\nls \\\n  -l\n#+end_example\n';
    const html = await convert(text, 'org', 'html');
    expect(html).toContain('a \\_ b\\\\c \\. ');
    expect(html).toContain(' end \\</p>');
    expect(html).toContain('ls \\\n  -l');
    expect(html).toContain('x \\, y</annotation>');
  });

  it('keeps links and code of a Typst text whose rules it cannot run', async () => {
    const rules =
      'let color = none\n  show link: set text(fill: rgb(color)) if color != none\n  show raw: set text(font: color) if color != none\n  show link: this => { if type(this.dest) == label { this } else { text(this) } }';
    const text = `#let conf(doc) = {\n  ${rules}\n  doc\n}\n#show: doc => conf(doc)\nSee #link("https://example.org")[there].\n\n\`\`\`\ncode here\n\`\`\`\n`;
    const html = await convert(text, 'typst', 'html');
    expect(html).toContain('<a href="https://example.org">there</a>');
    expect(html).toContain('<code>code here');
  });

  it('prints where the authors of an article work, and who paid for it', async () => {
    const front =
      '<article-title>Heat</article-title></title-group><contrib-group><contrib contrib-type="author"><name><surname>Roe</surname><given-names>A</given-names></name></contrib></contrib-group><aff id="a1"><label>1</label><institution>Institute of Fire</institution>, <country>Norway</country></aff><funding-group><funding-statement>Paid by <ext-link xlink:href="https://example.org">the Fund</ext-link>.</funding-statement></funding-group>';
    const article = `<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta><title-group>${front}</article-meta></front><body><p>Text.</p></body></article>`;
    const html = await convert(article, 'jats', 'html');
    expect(html).toMatch(/<sup>1<\/sup> Institute of Fire, Norway<\/p>\s*<p>Text/);
    expect(html).toMatch(/Text\.<\/p>[\s\S]*Paid by <a[^>]*>the Fund<\/a>\./);
  });

  it('reads plain text as it stands', async () => {
    const html = await convert('a *b*  <c> & d\nnext\n\nlast', 'txt', 'html');
    expect(html).toContain('<p>a *b* &lt;c&gt; &amp; d<br />\nnext</p>');
    expect(html).toContain('<p>last</p>');
  });

  it('lists references, and writes citations again', async () => {
    const bib = readFileSync(join(SOURCES, 'bibtex/article-book-accents.bib'), 'utf8');
    expect(await convert(bib, 'bibtex', 'html')).toContain('Jörg Müller');
    expect(JSON.parse(await convert(bib, 'bibtex', 'csljson'))).toHaveLength(2);
    const endnote = readFileSync(join(SOURCES, 'endnotexml/article-book.endnotexml'), 'utf8');
    expect(await convert(endnote, 'endnotexml', 'bibtex')).toMatch(/pages = \{45--?67\}/);
  });

  describe('with a bibliography', () => {
    const bibliography =
      '@article{roe1999, author={Roe, Anna and M{\\"u}ller, J{\\"o}rg}, title={On furnaces}, journal={Heat}, year={1999}, pages={45--67}}\n@book{doe2005, author={Doe, Carl}, title={Embers}, publisher={Fire Press}, year={2005}}';
    const EXPECTED = [
      /\(Roe and Müller 1999(?:, 46)?(?:; Doe 2005)?\)/,
      /Doe, Carl\. 2005\. Embers/,
      /Roe, Anna, and Jörg Müller\. 1999/,
    ];

    it.each<[FormatId, string]>([
      ['md', 'Hot [@roe1999, p. 46; @doe2005].\n'],
      ['rst', 'Hot :cite:p:`roe1999,doe2005`.\n'],
      ['latex', 'Hot \\citep[46]{roe1999}, \\citet{doe2005}. \\bibliographystyle{plain}\\bibliography{refs}\n'],
      ['org', 'Hot [cite:@roe1999;@doe2005].\n'],
      ['typst', 'Hot @roe1999 and @doe2005.\n\n#bibliography("refs.bib")\n'],
    ])('cites and lists the sources of a text in %s', async (from, source) => {
      const edge = from === 'md' ? 'markdown-words' : 'cited';
      const [output] = await bench.convert(Buffer.from(source), from, 'txt', edge, { bibliography });
      const text = Buffer.from(output!).toString().replace(/\s+/g, ' ');
      for (const pattern of EXPECTED) expect(text).toMatch(pattern);
      expect(text).not.toMatch(/roe1999|doe2005/);
    });

    it('takes CSL JSON and RIS too, and a style', async () => {
      const style =
        '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><info><title>Plain</title><id>plain</id><updated>2026-01-01T00:00:00Z</updated></info><citation><layout prefix="&lt;" suffix="&gt;"><text variable="citation-number"/></layout></citation><bibliography><layout><text variable="title"/></layout></bibliography></style>';
      const json = JSON.stringify([{ id: 'roe', type: 'book', title: 'Embers', author: [{ family: 'Roe' }] }]);
      const options = { bibliography: json, citationStyle: style };
      expect(await convert('Hot [@roe].\n', 'md', 'txt', options)).toMatch(/Hot <1>\.\s+Embers/);
      const ris = 'TY  - BOOK\nID  - roe\nAU  - Roe, Anna\nTI  - Embers\nPY  - 1999\nER  - \n';
      expect(await convert('Hot [@roe].\n', 'md', 'txt', { bibliography: ris })).toContain('(Roe 1999)');
    });

    it('reads the sources in the front matter, and names files that are not there', async () => {
      const front =
        '---\ncsl: far.csl\nbibliography:\n  - far.bib\nreferences:\n- id: roe\n  type: book\n  title: Embers\n  author:\n  - family: Roe\n  issued:\n    year: 1999\n---\n';
      expect(await convert(`${front}\nHot [@roe].\n`, 'md', 'txt')).toMatch(
        /Hot \(Roe 1999\)\.\s+Roe\. 1999\. Embers\./,
      );
      expect(bench.warnings.map(({ message }) => message).join()).toContain('Chicago');
    });

    it('refuses what is no bibliography and no style', async () => {
      await expect(convert('Hot [@roe].', 'md', 'txt', { bibliography: 'no such thing' })).rejects.toMatchObject({
        code: 'invalid_options',
        details: { option: 'bibliography' },
      });
      await expect(convert('a', 'md', 'txt', { bibliography, citationStyle: 'apa' })).rejects.toMatchObject({
        code: 'invalid_options',
        details: { option: 'citationStyle' },
      });
    });
  });

  it.each(['xwiki', 'jira', 'tei', 'mediawiki', 'opml', 'asciidoc', 'txt', 'ms', 'latex', 'docbook'] as const)(
    'shows the legends of tables and images once in %s',
    async (to) => {
      const source =
        '<h1>T</h1><figure><img src="p.png"><figcaption>Two squares</figcaption></figure>' +
        '<table><caption>Arrivals in May</caption><tr><th>a</th></tr><tr><td>b</td></tr></table>';
      const text = await convert(source, 'html', to);
      expect(text.match(/Arrivals in May/g)).toHaveLength(1);
      expect(text.match(/Two squares/g)?.length ?? 0).toBeGreaterThanOrEqual(1);
    },
  );

  it('writes every row of a table once for Zim, and tables with breaks in their cells in BBCode', async () => {
    const source = '<table><tr><td>high<br>tide</td><td>low</td></tr><tr><td>6</td><td>1</td></tr></table>';
    expect((await convert(source, 'html', 'zimwiki')).match(/low/g)).toHaveLength(1);
    expect(await convert(source, 'html', 'bbcode')).toContain('[td]high tide[/td]');
  });

  it.each<FormatId>(['bbcode', 'markua'])('writes cells of several blocks in one line of %s', async (to) => {
    const cells = ['<p>ebb</p><p>flow</p>', '<ul><li>oil<li>wick</ul>', '<dl><dt>crew<dd>six</dl>'];
    const inner = '<table><tr><td>in</td><td>out</td></tr></table>';
    const row = ['8|9', ...cells, inner, '<pre>a\nb</pre>'].map((cell) => `<td>${cell}</td>`).join('');
    const written = await convert(`<table><tr><th>one</th></tr><tr>${row}</tr></table>`, 'html', to);
    for (const words of ['one', 'ebb flow', 'oil wick', 'crew six', 'in out', 'a b']) expect(written).toContain(words);
    expect(written).toContain(to === 'markua' ? '8\\|9' : '8|9');
  });

  it('keeps the headings of sections in reStructuredText and XWiki, and what follows them in outlines', async () => {
    const source = '<section id="s"><h1>Tides</h1><p>rise</p></section><div id="c"><h2>Cargo</h2></div><p>coal</p>';
    expect(await convert(source, 'html', 'rst')).toMatch(/^Tides\n=+\n/m);
    expect(await convert(source, 'html', 'xwiki')).toMatch(/^= Tides/m);
    expect(await convert(source, 'html', 'opml')).toContain('coal');
  });

  it('escapes marks of text in Markua, and strokes in the cells of Org', async () => {
    const source = '<p>snake_case *b* _i_ ~c~</p><table><tr><td>x|y</td><td><code>p|q *r*</code> *z*</td></tr></table>';
    const markua = await convert(source, 'html', 'markua');
    expect(markua).toContain(String.raw`snake_case \*b\* \_i\_ \~c\~`);
    expect(markua).toContain(String.raw`| x\|y | `);
    expect(markua).toContain('`p\\|q *r*` \\*z\\*');
    const org = await convert(source, 'html', 'org');
    expect(org).toContain(String.raw`| x\vert{}y | p\vert{}q *r* *z* |`);
  });

  it('pads the cells of Haddock by characters', async () => {
    const cells =
      '<tr><th>City</th><th>t</th></tr><tr><td>東京都市</td><td>1</td></tr><tr><td colspan="2">東 a</td></tr>';
    const written = await convert(
      `<table>${cells}</table><ul><li>l<table>${cells}</table></li></ul>`,
      'html',
      'haddock',
    );
    const lines = written.split('\n').filter((line) => /^ *[+|]/.test(line));
    expect(lines).toHaveLength(14);
    for (const line of lines) {
      const above = lines[line.startsWith(' ') ? 7 : 0]!;
      expect([...line]).toHaveLength(above.length);
      if (line.includes('City') || line.includes('1'))
        expect([...line][above.lastIndexOf('+', above.length - 2)]).toBe('|');
    }
  });

  it('marks no break at the end of a text in outlines', async () => {
    const cells = '<table><tr><td>ebb<br>flow<br></td><td>8</td></tr></table>';
    const written = await convert(`<h1>Tides<br></h1><p>rise<br></p><p>fall</p>${cells}`, 'html', 'opml');
    expect(written).toContain('text="Tides"');
    expect(written).toContain('rise&#10;&#10;fall');
    expect(written.match(/\\/g)).toHaveLength(1); // between ebb and flow
  });

  it('keeps a heading of several lines one where headings are lines', async () => {
    const source = '<h2>Tides<br>of 1712</h2><p>rise</p>';
    expect(await convert(source, 'html', 'md')).toContain('## Tides of 1712\n');
    expect(await convert(source, 'html', 'org')).toMatch(/^\*+ Tides of 1712\n/m);
    expect(await convert(source, 'html', 'mediawiki')).toContain('Tides<br />');
  });

  it('names no region of a language that has none in OpenDocument', async () => {
    const [output] = await bench.convert(
      Buffer.from('---\nlang: en\n---\nx'),
      'md',
      'odt',
      edgeBetween(codec, 'md', 'odt'),
    );
    const zip = openZip(output!, DEFAULT_LIMITS);
    const text = Buffer.from(zip.read(zip.find('styles.xml')!)).toString();
    expect(text).toContain('fo:language="en"');
    expect(text).not.toContain('fo:country=""');
  });

  it('writes the first number of a list where programs read it in OpenDocument', async () => {
    const source = '5. five\n6. six\n\ntext\n\n3. three\n';
    const [output] = await bench.convert(Buffer.from(source), 'md', 'odt', edgeBetween(codec, 'md', 'odt'));
    const zip = openZip(output!, DEFAULT_LIMITS);
    const text = Buffer.from(zip.read(zip.find('content.xml')!)).toString();
    const items = [...text.matchAll(/<text:(list|list-item)(?=[ >])[^>]*?(?:text:start-value="(\d+)"[^>]*)?>/g)];
    expect(items.map(([, name, start]) => [name, start])).toEqual([
      ['list', undefined],
      ['list-item', '5'],
      ['list-item', undefined],
      ['list', undefined],
      ['list-item', '3'],
    ]);
  });

  it('writes formulas of Word documents with their properties in the order of the standard', async () => {
    const source = '$$\\begin{matrix} a & b \\\\ c & d \\end{matrix} \\text{ tons}$$';
    const [output] = await bench.convert(Buffer.from(source), 'md', 'docx', edgeBetween(codec, 'md', 'docx'));
    const zip = openZip(output!, DEFAULT_LIMITS);
    const text = Buffer.from(zip.read(zip.find('word/document.xml')!)).toString();
    expect(text).toMatch(/<m:count [^>]*\/><m:mcJc /);
    expect(text).toMatch(/<m:rPr><m:nor ?\/><\/m:rPr>/);
  });

  it('writes a GIF as PNG into RTF, and says which images that does not get', async () => {
    const image = readFileSync(join(SOURCES, 'gif/square-on-transparent-odd-size.gif')).toString('base64');
    expect(await convert(`A ![square](data:image/gif;base64,${image}) b`, 'md', 'rtf')).toContain('\\pngblip');
    expect(bench.warnings).toEqual([]);
    const damaged = Buffer.from('GIF89a').toString('base64');
    expect(await convert(`A ![square](data:image/gif;base64,${damaged}) b`, 'md', 'rtf')).toContain('square');
    const warning = { code: 'picture_dropped', message: expect.stringContaining('neither PNG nor JPEG') as string };
    expect(bench.warnings).toEqual([{ ...warning, lost: ['figures'], details: { count: 1 } }]);
  });

  it('reads all of a page that says what is mainly in it', async () => {
    for (const [start, end] of [
      ['<main class="a">', '</main>'],
      ['<div class="a" role="main">', '</div>'],
    ] as const) {
      const page = `<body><header><p>above</p></header>${start}<p>text</p>${end}<footer><p>below</p></footer></body>`;
      expect((await convert(page, 'html', 'rst')).match(/above|text|below/g)).toEqual(['above', 'text', 'below']);
    }
  });

  it('reads formulas between dollar signs only in pages with a script for them', async () => {
    const prices = '<p>It costs $5 or US$6, as $ID/Price$ and $x$ say.</p>';
    expect(await convert(prices, 'html', 'rst')).toContain('It costs $5 or US$6, as $ID/Price$ and $x$ say.');
    const page = `<script src="https://example.org/MathJax.js"></script>${prices}`;
    expect(await convert(page, 'html', 'rst')).toContain('and :math:`x` say.');
  });

  it('keeps the punctuation of links in Texinfo', async () => {
    const text = await convert('[one. two, **three**: (4)](http://a.b/c,d) <http://a.b/e>', 'md', 'texinfo');
    expect(text).toContain('@uref{http://a.b/c@comma{}d,one. two@comma{} @strong{three}: (4)} @url{http://a.b/e}');
  });

  it('shows the keys of citations whose source is not there', async () => {
    expect(await convert('Memory \\cite{hochreiter97, gers99} lasts.', 'latex', 'html')).toContain(
      '[@hochreiter97; @gers99]',
    );
  });

  it('prints the references of an article as they are written', async () => {
    const reference = (id: number, text: string): string =>
      `<ref id="r${id}"><label>${id}</label><mixed-citation>${text}</mixed-citation></ref>`;
    const list = [
      reference(
        1,
        '<name><surname>Roe</surname><given-names>A</given-names></name> <italic>On furnaces</italic>. 1999.',
      ),
      reference(2, 'Doe. Embers.'),
    ];
    const article = `<article><front><article-meta><title-group><article-title>Heat</article-title></title-group></article-meta></front><body><p>See <xref ref-type="bibr" rid="r1">1</xref>.</p></body><back><ref-list><title>Sources</title>${list.join('')}</ref-list></back></article>`;
    const html = await convert(article, 'jats', 'html');
    expect(html).toMatch(/See <a[^>]*>1<\/a>/);
    expect(html).toMatch(/Sources<\/h\d>[\s\S]*1\. Roe A <em>On furnaces<\/em>\. 1999\.[\s\S]*2\. Doe\. Embers\./);
  });

  it('keeps the letters behind Unicode characters, and the notes, of RTF', async () => {
    const html = await convert('{\\rtf1\\ansi Gr\\u252?\\u223?e{\\*\\footnote note}.\\par}', 'rtf', 'html');
    expect(html).toContain('Grüße');
    expect(html).toContain('note');
  });

  it('keeps headers and footers of a Word document, and its title', async () => {
    const text = (kind: string, words: string): string =>
      `<w:${kind} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:${kind}>`;
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const title = '<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t>title</w:t></w:r></w:p>';
    const document = wordDocument(`${title}<w:p><w:r><w:t>body</w:t></w:r></w:p>`, {
      'word/header1.xml': text('hdr', 'above'),
      'word/footer1.xml': text('ftr', 'below'),
      'word/styles.xml':
        '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style></w:styles>',
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${type}/header" Target="header1.xml"/><Relationship Id="b" Type="${type}/footer" Target="footer1.xml"/></Relationships>`,
    });
    const parts = ['=====\ntitle\n=====', 'above', 'body', 'below'];
    expect((await convert(document, 'docx', 'rst')).trim().split(/\n{2,}/)).toEqual(parts);
  });

  it('reads text boxes, fields, readings and insertions of a Word document, and leaves out what it hides', async () => {
    const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const box = `<w:txbxContent><w:p>${run('boxed')}</w:p></w:txbxContent>`;
    const document = wordDocument(
      [
        `<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr>${run('title')}</w:p>`,
        `<w:p><w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice><w:drawing>${box}</w:drawing></mc:Choice></mc:AlternateContent></w:r>${run('anchor')}</w:p>`,
        `<w:p>${run('see ')}<w:fldSimple w:instr=" REF x ">${run('figure 7')}</w:fldSimple><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r></w:p>`,
        `<w:p>${run('a ')}<w:r><w:ruby><w:rubyPr/><w:rt>${run('shio')}</w:rt><w:rubyBase>${run('tide')}</w:rubyBase></w:ruby></w:r><w:ins>${run(' rises')}</w:ins></w:p>`,
      ].join(''),
    );
    expect((await convert(document, 'docx', 'md')).trim().split('\n\n')).toEqual([
      ...['## title', 'anchor', 'boxed', 'see figure 7', 'a shiotide rises'],
    ]);
    expect(bench.warnings.map(({ code }) => code)).toContain('text_dropped');
  });
});

describe('hostile texts', { timeout: SECONDS }, () => {
  it('run nothing in a page', async () => {
    const html = await convert(
      '# a {onclick="evil()"}\n\n[b](javascript:evil()) [c](vbscript:evil) [d](data:text/html,evil)\n\n<table><tr><td onclick="evil()">e</td></tr></table>\n\n<script>evil()</script><iframe src="https://evil.example"></iframe><img src="x.png" onerror="evil()">\n\n```{=html}\n<script>evil()</script>\n```\n',
      'md',
      'html',
      { dialect: 'pandoc' },
    );
    expect(html).not.toMatch(/evil/);
  });

  it('show code for other programs instead of passing it on', async () => {
    const typst = await convert('```{=typst}\n#read("/etc/passwd")\n```\n', 'md', 'typst', { dialect: 'pandoc' });
    expect(typst).toContain('```\n#read("/etc/passwd")\n```');
    expect(await convert('#+BEGIN_EXPORT typst\n#read("x")\n#+END_EXPORT\n', 'org', 'typst')).toContain(
      '```\n#read("x")\n```',
    );
  });

  it.each<[FormatId, string]>([
    ['latex', '\\section{A} text \\input{/etc/passwd} \\include{input} \\includegraphics{/etc/passwd}'],
    ['rst', 'text\n\n.. include:: /etc/passwd\n'],
    ['org', '* A\ntext\n#+INCLUDE: "/etc/passwd"\n'],
    ['html', '<p>text<iframe src="file:///etc/passwd"></iframe><img src="file:///etc/passwd"></p>'],
    ['md', 'text ![](/etc/passwd) ![](https://example.org/a.png)'],
  ])('that name other files in %s get nothing of them', async (from, source) => {
    const typst = await convert(source, from, 'docx').then(() => convert(source, from, 'txt'));
    expect(typst).toContain('text');
    expect(typst).not.toContain('root:');
  });

  it.each<[FormatId, string]>([
    ['rst', 'A\n\n.. csv-table::\n   :file: other.csv\n'],
    ['asciidoc', '= A\n\ninclude::other.adoc[]\n'],
    ['typst', '#include "other.typ"'],
  ])('that cannot do without other files are refused in %s', async (from, source) => {
    await expect(convert(source, from, 'html')).rejects.toMatchObject({ code: 'input_corrupt' });
  });

  it.each<[FormatId, string]>([
    [
      'docbook',
      '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]><article><para>&d;</para></article>',
    ],
    ['html', '<div>'.repeat(5000)],
    ['md', '> '.repeat(2000)],
    ['ipynb', '{"cells": 3}'],
    ['epub', 'PK'],
    ['docx', 'no package'],
  ])('of %s end with a result or a named error', async (from, source) => {
    const outcome = await convert(source, from, 'txt').then(
      () => 'converted',
      (error: { code?: string }) => error.code,
    );
    expect(['converted', 'input_corrupt', 'input_too_complex', 'input_truncated']).toContain(outcome);
  });

  it('say what is missing of images', async () => {
    await convert('![a](nowhere.png)', 'md', 'docx');
    expect(bench.warnings).toContainEqual(expect.objectContaining({ code: 'picture_dropped', lost: ['figures'] }));
  });
});
