import { readFile } from 'node:fs/promises';
import { gzipSync, strToU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import codec from '../../../engine/codecs/pandoc/codec.ts';
import { writeZip } from '../../../engine/io/zip.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
}, 60_000);
afterAll(() => bench[Symbol.asyncDispose]());

async function textOf(bytes: Uint8Array, from: FormatId, to: FormatId): Promise<string> {
  const [result] = await bench.convert(bytes, from, to, edgeBetween(codec, from, to));
  return new TextDecoder().decode(result!);
}

/** An EPUB of these chapters, with whatever else is in its folder. */
function bookOf(chapters: readonly string[], others: Readonly<Record<string, Uint8Array | string>> = {}): Uint8Array {
  const names = chapters.map((_, index) => `${index + 1}.xhtml`);
  const items = names.map((name) => `<item id="i${name}" href="${name}" media-type="application/xhtml+xml"/>`);
  const text = (name: string, content: string) => ({ name, bytes: strToU8(content) });
  return writeZip([
    { ...text('mimetype', 'application/epub+zip'), stored: true },
    text(
      'META-INF/container.xml',
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    ),
    text(
      'book.opf',
      `<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest>${items.join('')}</manifest>` +
        `<spine>${names.map((name) => `<itemref idref="i${name}"/>`).join('')}</spine></package>`,
    ),
    ...names.map((name, index) =>
      text(name, `<html xmlns:epub="http://www.idpf.org/2007/ops"><body>${chapters[index]}</body></html>`),
    ),
    ...Object.entries(others).map(([name, content]) => ({
      name,
      bytes: typeof content === 'string' ? strToU8(content) : content,
    })),
  ]);
}

describe('books through pandoc', { timeout: 60_000 }, () => {
  it.each(['texinfo', 'djot', 'dokuwiki', 'md'] as const)(
    'keep the notes of another chapter where %s has them',
    async (to) => {
      const path = sourcePath({ from: 'epub', source: 'lighthouse-parts-notes-links-cover.epub' });
      expect(await textOf(await readFile(path), 'epub', to)).toContain('Built in 1871.');
    },
  );

  it('keep their cover beside the text where the target has covers', async () => {
    const path = sourcePath({ from: 'fb2', source: 'lighthouse-parts-notes-links-cover.fb2' });
    const [result] = await bench.convert(await readFile(path), 'fb2', 'epub', edgeBetween(codec, 'fb2', 'epub'));
    const names = Object.entries(unzipSync(result!)).find(([name]) => name.endsWith('.opf'))!;
    expect(new TextDecoder().decode(names[1])).toMatch(/properties="cover-image"/);
  });

  it('keep links to names that stand in empty elements before what they name, as Kindle books have them', async () => {
    const first =
      '<h1>One</h1><p>See <a href="2.xhtml#log">the log</a>, <a href="2.xhtml#tide">the tide</a> and ' +
      '<a href="2.xhtml#calm">the calm</a>.</p>';
    const second =
      '<a id="log"></a><h2>The log</h2><p>Words.</p><p><a id="tide"></a></p><p>Flood.</p>' +
      '<h2><a id="calm"></a></h2><p>Still.</p>';
    const html = await textOf(bookOf([first, second]), 'epub', 'html');
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
    expect(targets).toHaveLength(3);
    for (const [index, words] of ['The log', 'Flood.', 'Still.'].entries())
      expect(html.slice(html.indexOf(`id="${targets[index]}"`)).replace(/^[^>]*>|<[^>]*>|\s+(?=<)/g, '')).toMatch(
        new RegExp(`^\\s*${words}`),
      );
  });

  it('have each identifier once, and links that lead where they led', async () => {
    const source =
      '<p><span id="tide">rise</span></p><h1 id="ebb and flow">Ebb<a id="in"></a></h1><div id="cb1">fall</div>' +
      '<p><span id="tide">calm</span></p><pre><code class="language-python">x</code></pre><h2 id="input">Last</h2>' +
      '<p><a href="#tide">1</a><a href="#ebb%20and%20flow">2</a><a href="#in">3</a><a href="#cb1">4</a>' +
      '<a href="#input">5</a></p>';
    const [book] = await bench.convert(strToU8(source), 'html', 'epub', edgeBetween(codec, 'html', 'epub'));
    const pages = Object.entries(unzipSync(book!)).filter(([name]) => /text\/ch\d+\.xhtml$/.test(name));
    const text = pages.map(([, bytes]) => new TextDecoder().decode(bytes)).join('\n');
    const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id!);
    expect(ids.filter((id, index) => ids.indexOf(id) < index || /\s/.test(id))).toEqual([]);
    const led = [...text.matchAll(/<a href="[^"]*#([^"]*)"[^>]*>\d<\/a>/g)];
    const shown = led.map(([, id]) => /^[^>]*>(?:<[^>]*>|\s)*(\w+)/.exec(text.slice(text.indexOf(`id="${id}"`)))?.[1]);
    expect(shown).toEqual(['rise', 'Ebb', 'Ebb', 'fall', 'Last']);
  });

  it('make notes of what stands among the notes, and leave out the ways back and the heading above', async () => {
    const chapter =
      '<h1>One</h1><p>A word<a id="r1" epub:type="noteref" href="2.xhtml#n1">1</a> and another.' +
      '<a id="r2" epub:type="noteref" href="2.xhtml#n2">2</a></p>';
    const notes =
      '<section epub:type="endnotes"><h2>Notes</h2><ol><li id="n1"><p>First. <a href="1.xhtml#r1">↩</a></p></li>' +
      '<li id="n2">Second.</li></ol></section>';
    expect(await textOf(bookOf([chapter, notes]), 'epub', 'md')).toBe(
      '# One\n\nA word[^1] and another.[^2]\n\n[^1]: First.\n\n[^2]: Second.\n',
    );
  });

  it('keep links of a note that are more than the way back', async () => {
    const chapter =
      '<p><span id="l2">A line</span><a epub:type="noteref" href="#n">1</a></p>' +
      '<aside id="n" epub:type="footnote"><p><a href="#l2">1.</a> See line <a href="#l2">2</a>.</p></aside>';
    const text = await textOf(bookOf([chapter]), 'epub', 'md');
    expect(text).toBe('<span id="c1-l2"></span>A line[^1]\n\n[^1]: See line [2](#c1-l2).\n');
  });

  it('keep a list of notes that nothing in the text refers to as such', async () => {
    const notes = '<section epub:type="endnotes"><ol><li id="n1">First.</li></ol></section>';
    const text = await textOf(bookOf(['<p>A word<a href="2.xhtml#n1">1</a>.</p>', notes]), 'epub', 'md');
    expect(text).toBe('A word[1](#c2-n1).\n\n1.  <span id="c2-n1"></span>First.\n');
  });

  it('keep emphasis that a style makes, once', async () => {
    const chapter =
      '<style>.said{font-style:italic} em{font-style:italic} p.loud{font-weight:bold}</style>' +
      '<p>He <span class="said">said</span> <em>so</em>.</p><p class="loud">Ho!</p>';
    expect(await textOf(bookOf([chapter]), 'epub', 'md')).toBe('He *said* *so*.\n\n**Ho!**\n');
  });

  it('stand without the groups and names that nothing leads to', async () => {
    const chapter =
      '<div id="a"><section id="b"><h1 id="c">One</h1><div>words</div><ul><li>an item<ul><li>within</li></ul></li></ul></section></div>';
    const link = '<p>Back to <a href="1.xhtml#c">the beginning</a>.</p>';
    expect(await textOf(bookOf([chapter, link]), 'epub', 'md')).toBe(
      '# One<span id="c1-c"></span>\n\nwords\n\n- an item\n  - within\n\nBack to [the beginning](#c1-c).\n',
    );
  });

  it('show packed drawings, and the words of drawings in the text', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="8">Hull</text></svg>';
    const book = bookOf([`<p>See <img src="ship.svgz" alt="a ship"/>.</p><p>${svg}</p>`], {
      'ship.svgz': gzipSync(strToU8(svg.replace('Hull', 'Mast'))),
    });
    const html = await textOf(book, 'epub', 'html');
    expect(html.match(/src="data:image\/svg\+xml/g)).toHaveLength(2);
    expect(html).toContain('Hull');
    expect(bench.warnings).toEqual([]);
  });

  it.each(['docx', 'pptx'] as const)('show drawings as images of their size in %s', async (to) => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';
    const book = bookOf(['<p>See:</p><p><img src="a.svg" alt="a box"/></p>'], { 'a.svg': svg });
    const files = unzipSync((await bench.convert(book, 'epub', to, edgeBetween(codec, 'epub', to)))[0]!);
    const [name, png] = Object.entries(files).find(([path]) => path.includes('/media/'))!;
    expect(name).toMatch(/\.png$/);
    // Twice the pixels of its size.
    expect(Buffer.from(png).readUInt32BE(16)).toBe(80);
    const emus = 40 * 9525;
    if (to === 'docx') expect(new TextDecoder().decode(files['word/document.xml'])).toContain(`cx="${emus}"`);
  });

  it('hold the drawings of a page as files that say what they are', async () => {
    const page = strToU8('<h1>One</h1><p><svg viewBox="0 0 9 9"><rect width="9" height="9"/></svg></p>');
    const files = unzipSync((await bench.convert(page, 'html', 'epub', edgeBetween(codec, 'html', 'epub')))[0]!);
    const [, drawing] = Object.entries(files).find(([name]) => name.endsWith('.svg'))!;
    expect(new TextDecoder().decode(drawing)).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 9 9">/,
    );
  });

  it('keep a drawing that cannot be drawn as it is', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9"></svg>';
    const book = bookOf(['<p>See <img src="a.svg" alt="a box"/>.</p>'], { 'a.svg': svg });
    const files = unzipSync((await bench.convert(book, 'epub', 'docx', edgeBetween(codec, 'epub', 'docx')))[0]!);
    expect(Object.keys(files).filter((path) => path.includes('/media/'))).toEqual([expect.stringMatching(/\.svg$/)]);
  });

  it('keep tables and lines of code of a FictionBook', async () => {
    const fb2 =
      '<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description/><body><section><title><p>One</p></title>' +
      '<table><tr><th>Day</th><th>Wind</th></tr><tr><td>Monday</td><td>NW</td></tr></table>' +
      '<p><code>if calm:</code></p>\n<p><code>    row()</code></p></section></body></FictionBook>';
    const text = await textOf(strToU8(fb2), 'fb2', 'md');
    expect(text).toContain('    if calm:\n        row()');
    const docx = unzipSync((await bench.convert(strToU8(fb2), 'fb2', 'docx', edgeBetween(codec, 'fb2', 'docx')))[0]!);
    expect(new TextDecoder().decode(docx['word/document.xml']).match(/<w:tc>/g)).toHaveLength(4);
  });
});
