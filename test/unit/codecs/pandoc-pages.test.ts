import { readFile } from 'node:fs/promises';
import { strToU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import codec from '../../../engine/codecs/pandoc/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
}, 60_000);
afterAll(() => bench[Symbol.asyncDispose]());

async function convert(bytes: Uint8Array, from: FormatId, to: FormatId): Promise<Uint8Array> {
  const [result] = await bench.convert(bytes, from, to, edgeBetween(codec, from, to));
  return result!;
}

async function textOf(rtf: string): Promise<string> {
  return new TextDecoder().decode(await convert(strToU8(rtf), 'rtf', 'org'));
}

describe('documents with pages through pandoc', { timeout: 60_000 }, () => {
  it('keep headings of RTF in their places that a list numbers, and lists as lists', async () => {
    const heading = (level: number, text: string): string =>
      `\\pard\\plain \\s1\\ilvl${level}\\outlinelevel${level}{\\listtext\\pard\\plain 1.\\tab}\\ls1 \\fi0{${text}}\\par `;
    const item = (text: string): string =>
      `\\pard\\plain {\\listtext\\pard\\plain 1.\\tab}\\ilvl0\\ls2 \\fi-340{${text}}\\par `;
    const text = await textOf(
      `{\\rtf1\\ansi ${heading(0, 'Above')}\\pard\\plain Text.\\par ${heading(1, 'Below')}${item('One')}${item('Two')}}`,
    );
    expect(text).toMatch(/^\* Above\n+Text\.\n+\*\* Below\n[^*]*One\n[^*]*Two\n$/);
  });

  it('have the headers of RTF as first paragraphs and the footers as last ones, each once', async () => {
    const margins =
      '{\\header\\pard\\plain Above all\\par}{\\footer\\pard\\plain Below all {\\field{\\*\\fldinst PAGE}{\\fldrslt 2}}\\par}';
    const text = await textOf(
      `{\\rtf1\\ansi ${margins}\\pard\\plain First.\\par\\sect\\sectd ${margins}\\pard Last.\\par}`,
    );
    expect(text).toMatch(/^Above all\n\nFirst\.\n\nLast\.\n\nBelow all *\n$/);
  });

  it('have the footers of OpenDocument as last paragraphs', async () => {
    const path = sourcePath({ from: 'odt', source: 'furnace-headings-table-footnote-picture.odt' });
    const text = new TextDecoder().decode(await convert(await readFile(path), 'odt', 'org'));
    expect(text).toMatch(/spelt with more than ASCII[^\n]*\n\nPage of\n/);
  });

  it('are chapters of a book where they lie within divisions', async () => {
    const page =
      '<div id="all"><p><a href="#all">top</a></p><main><div class="text"><h1>One</h1><p>A.</p><h2>Inner</h2><p>B.</p></div>' +
      '<article><p>Lead.</p><h1>Two</h1><p>C.</p></article></main></div>';
    const files = unzipSync(await convert(strToU8(page), 'html', 'epub'));
    const contents = new TextDecoder().decode(files['EPUB/nav.xhtml']);
    expect([...contents.matchAll(/<a href="text\/[^"]*">([^<]*)</g)].map(([, title]) => title)).toEqual(
      expect.arrayContaining(['One', 'Inner', 'Two']),
    );
    expect(Object.keys(files).filter((name) => /ch\d+\.xhtml$/.test(name)).length).toBeGreaterThan(1);
    const fb2 = new TextDecoder().decode(await convert(strToU8(page), 'html', 'fb2'));
    expect(fb2).toMatch(/<section id="one"><title><p>One<\/p><\/title><p>A\.<\/p><section id="inner">/);
  });

  it('become a book whose links lead somewhere, and whose elements have no attributes of others', async () => {
    const page =
      '<h1>One</h1><table width="90%"><tr id="row"><td height="12" width="120" id="cell">A</td></tr></table>' +
      '<p><a href="other.html">there</a> <a href="#gone">gone</a> <a href="#cell">cell</a> <a href="#row">row</a> ' +
      '<a href="//example.org/a">web</a> <a href="mailto:a@example.org" width="3">mail</a></p>';
    const files = unzipSync(await convert(strToU8(page), 'html', 'epub'));
    const chapter = new TextDecoder().decode(files['EPUB/text/ch001.xhtml']);
    expect([...chapter.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '#cell',
      '#row',
      'https://example.org/a',
      'mailto:a@example.org',
    ]);
    expect(chapter).toContain('there gone');
    expect(chapter).toMatch(/<td[^>]* id="cell"/);
    expect(chapter).not.toMatch(/<(?:table|td|a)\b[^>]* (?:width|height)=/);
    expect(bench.warnings).toContainEqual(expect.objectContaining({ code: 'link_dropped', details: { count: 2 } }));
  });
});
