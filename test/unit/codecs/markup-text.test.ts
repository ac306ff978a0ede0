import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/markup-text/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { DocumentFacts } from '../../../engine/contract/facts.ts';
import { countWords, normaliseText, splitText, wordsOf } from '../../../engine/content/document/inspect-text.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());
beforeEach(() => {
  bench.warnings.length = 0;
});

async function read(text: string, format: FormatId): Promise<DocumentFacts> {
  return (await bench.inspect(Buffer.from(text), format)).document!;
}

describe('HTML', () => {
  it('reads what a person sees, block by block', async () => {
    const page = `<!doctype html><html><head><title>Not text</title><style>p{}</style></head><body>
      <h1>Head&shy;ing &amp; more</h1><p>One <b>bold</b>word,<br>two&nbsp;&#8364; &#x2014; &Uuml;ber</p>
      <script>if (a < b) document.write("<p>never</p>")</script><!-- <p>nor this</p> -->
      <table><tr><td>left</td><td>right</td></tr></table><textarea>typed</textarea></body></html>`;
    expect((await read(page, 'html')).text.trim().split('\n')).toEqual([
      'Head\u00ading & more',
      'One boldword,',
      'two\u00a0€ — Über',
      'left',
      'right',
      'typed',
    ]);
  });

  it('does not know how many headings BBCode has: they are bold lines', async () => {
    expect(await read('[b]Tides[/b]\n\nrise', 'bbcode')).not.toHaveProperty('headings');
    expect(await read('= Tides =\n\nrise', 'mediawiki')).toHaveProperty('headings', 1);
  });

  it('tells the letters of formulas in outlines and notebooks, whose texts are Markdown', async () => {
    const outline = '<opml><body><outline text="a" _note="$$x + y$$"/><outline text="$z$"/></body></opml>';
    expect((await read(outline, 'opml')).formulas?.trim().split('\n')).toEqual(['x + y', 'z']);
    const notebook = JSON.stringify({ cells: [{ cell_type: 'markdown', source: '$$x + y$$' }] });
    expect((await read(notebook, 'ipynb')).formulas?.trim()).toBe('x + y');
  });

  it('counts headings, links, tables and images', async () => {
    const page =
      '<h2>a</h2><h6>b</h6><a href="#x">c</a><a name="y">d</a><table><td>e<td>f</table><img src="data:,"><img alt="none"><svg></svg>';
    expect(await read(page, 'html')).toMatchObject({ headings: 2, links: 1, tables: 1, figures: 1 });
    expect((await bench.inspect(Buffer.from(page), 'html')).features).toEqual([
      'text',
      'structure',
      'look',
      'vector',
      'figures',
    ]);
  });

  it('takes images that lie beside it as they are there', async () => {
    const pixels = Buffer.from('R0lGODlhAgABAIAAAAAAAP///yH5BAEAAAAALAAAAAACAAEAAAIBRAA7', 'base64');
    const beside = new Map([['images/a b.gif', new Uint8Array(pixels)]]);
    const imageIn = async (text: string, format: FormatId): Promise<unknown> => {
      const facts = await bench.inspect(Buffer.from(text), format, 'quick', undefined, beside);
      return facts.document!.blocks!.find(({ kind }) => kind === 'image')?.image;
    };
    for (const [format, text] of [
      ['html', '<img src="images/a%20b.gif">'],
      ['md', '![a](images/a%20b.gif)'],
      ['latex', '\\includegraphics{a b}'],
      ['org', '[[./images/a b.gif]]'],
    ] as const)
      expect(await imageIn(text, format), format).toMatchObject({
        mimeType: 'image/gif',
        size: { width: 2, height: 1 },
      });
    expect(await imageIn('<img src="b.gif">', 'html')).toEqual({ mimeType: '', alternative: '', name: 'b.gif' });
  });

  it('knows images of one pixel, which no page shows', async () => {
    const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    const wide = 'data:image/gif;base64,R0lGODlhAgABAIAAAAAAAP///yH5BAEAAAAALAAAAAACAAEAAAIBRAA7';
    const page = `<p>a<img src="${pixel}"><img src="${wide}"><script>"${pixel}"</script></p>`;
    expect(await read(page, 'html')).toMatchObject({ figures: 2, unshownFigures: 1 });
    expect(await read(`![a](${pixel})`, 'md')).toMatchObject({ figures: 1, unshownFigures: 1 });
    expect(await read(`![a](${wide})`, 'md')).not.toHaveProperty('unshownFigures');
  });

  it('is not confused by > in attributes, quotes in text and tags that never end', async () => {
    expect((await read('<p title="a > b">it\'s 3 < 4 & 5 > 2</p>', 'html')).text.trim()).toBe("it's 3 < 4 & 5 > 2");
    expect((await read('<p>before<b title="never closed>inside', 'html')).text.trim()).toBe('before');
    expect((await read('text<!-- never closed', 'html')).text.trim()).toBe('text');
  });

  it('reads hostile input in linear time', async () => {
    await read(`<a "`.repeat(200_000), 'html');
    await read(`<a '"`.repeat(200_000), 'html');
    await read(`<!`.repeat(300_000), 'html');
  });

  it('honours the declared encoding', async () => {
    const bytes = Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>', 'latin1');
    expect((await bench.inspect(bytes, 'html')).document!.text.trim()).toBe('Привет');
    expect(bench.warnings).toEqual([]);
  });
});

describe('hOCR', () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../../corpus/sources/hocr/scanned-letter-table.hocr'),
    'utf8',
  );

  it('is refused where its end or its pages are missing', async () => {
    expect((await read(page, 'hocr')).text.length).toBeGreaterThan(100);
    await expect(read(page.slice(0, page.length / 2), 'hocr')).rejects.toMatchObject({ code: 'input_truncated' });
    await expect(read('\0'.repeat(500), 'hocr')).rejects.toMatchObject({ code: 'input_corrupt' });
  });
});

describe('Markdown', () => {
  it('reads text without its marks', async () => {
    const source = [
      '---',
      'title: x',
      '---',
      '# Head *ing*',
      '',
      'Under',
      '=====',
      '',
      '> quoted **bold** `a < b & <i>` [link](https://x.org "t") ![picture](p.png)',
      '',
      '| a | b |',
      '|---|---|',
      '| c | d \\| e |',
      '',
      '```',
      '<div>code</div>',
      '# no heading',
      '```',
      '<b>html</b> 5 \\< 6 &lt; 7 and [^1]',
      '',
      '[ref]: https://example.org',
      '[^1]: the note',
    ].join('\n');
    const facts = await read(source, 'md');
    expect(facts).toMatchObject({ headings: 2, links: 1, figures: 1, tables: 1 });
    const words = facts.text.replace(/\s+/g, ' ').trim();
    expect(words).toContain('Head ing Under quoted bold a < b & <i> link a b c d | e');
    expect(words).toContain('<div>code</div> # no heading html 5 < 6 < 7 and');
    expect(splitText(facts.text).asides).toContain('the note');
    expect(words).not.toContain('example.org');
    expect(countWords(facts.text)).toBe(27);
  });

  it('knows images by reference and autolinks', async () => {
    expect(await read('![a][p] and <https://example.org>\n\n[p]: data:,', 'md')).toMatchObject({
      figures: 1,
      links: 1,
    });
  });
});

describe('Djot', () => {
  it('counts tables without heads, and none in code', async () => {
    const source = '| a | b |\n| c | d |\n\ntext\n\n| e |\n|---|\n| f |\n\n```\n| code |\n```\n';
    expect(await read(source, 'djot')).toMatchObject({ tables: 2 });
  });
});

describe('Texinfo', () => {
  it('reads at signs, and links with commands in what they show', async () => {
    const source = 'ada@@end.example @uref{http://a.b/c@comma{}d,one@comma{} @strong{two} @{three@}} @ref{Node,,four}';
    const facts = await read(source, 'texinfo');
    expect(facts.links).toBe(2);
    const words = ['ada', 'end', 'example', 'one', 'two', 'three', 'four'];
    expect(wordsOf(normaliseText(facts.text))).toEqual(words);
  });
});

describe('DokuWiki', () => {
  it('reads addresses of mail in angle brackets', async () => {
    const facts = await read('Ada <ada@harbour.example> <b>', 'dokuwiki');
    expect(facts).toMatchObject({ text: 'Ada ada@harbour.example <b>\n', links: 1 });
  });
});

describe('plain text', () => {
  it('is text and nothing else, with form feeds as white space', async () => {
    const facts = await bench.inspect(Buffer.from('one\ftwo\vthree'), 'txt');
    expect(facts.document).toMatchObject({ text: 'one\ntwo\nthree\n', figures: 0 });
    expect(facts.features).toEqual(['text']);
  });

  it('says which encoding it assumed', async () => {
    await bench.inspect(Uint8Array.of(0x4e, 0x61, 0xef, 0x76, 0x65), 'txt');
    expect(bench.warnings).toMatchObject([{ code: 'encoding_assumed', details: { encoding: 'windows-1252' } }]);
  });

  it('stops at the limit of compared text', async () => {
    await using small = await startRunner(codec, { verifiedTextChars: 5 });
    expect((await small.inspect(Buffer.from('123456789'), 'txt')).document).toMatchObject({
      text: '12345',
      excerpt: true,
    });
  });
});

describe.skipIf(!hasCorpora)('files that others wrote', () => {
  it('reads HTML in UTF-16 and scripts that never end', async () => {
    const file = (name: string): Uint8Array => readFileSync(join(CORPORA, 'markup/tika', name));
    expect((await bench.inspect(file('testHTML_charset_utf16le.html'), 'html')).document!.text).toMatch(/\p{L}{4}/u);
    expect((await bench.inspect(file('testHTMLBadScript.html'), 'html')).document!.text).toMatch(/\S/);
    expect((await bench.inspect(file('testMARKDOWN_dataURI.md'), 'md')).document!.figures).toBe(1);
  });
});
