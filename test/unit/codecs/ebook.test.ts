import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import codec from '../../../engine/codecs/ebook/codec.ts';
import reader from '../../../engine/codecs/mobi-reader/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const run = promisify(execFile);
const BOOK = 'lighthouse-parts-notes-links-cover';
const FORMATS = ['epub', 'fb2', 'mobi', 'azw3', 'htmlz'] as const;
const hasCalibre = await run('ebook-convert', ['--version']).then(
  () => true,
  () => false,
);

let bench: RunnerBench;
let judge: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
  judge = await startRunner(reader);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await judge[Symbol.asyncDispose]();
});

function source(format: FormatId): Promise<Uint8Array> {
  return readFile(sourcePath({ from: format, source: `${BOOK}.${format}` }));
}

async function convert(bytes: Uint8Array, from: FormatId, to: FormatId): Promise<Uint8Array> {
  const [result] = await bench.convert(bytes, from, to, edgeBetween(codec, from, to));
  return result!;
}

const textIn = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('e-books', () => {
  it.each(FORMATS)(
    'keep contents, cover, images and what they say of themselves from EPUB to Kindle and back by %s',
    async (format) => {
      const epub = await source('epub');
      const between = format === 'epub' ? epub : await convert(epub, 'epub', format);
      const kindle = format === 'azw3' ? between : await convert(between, format, 'azw3');
      const { book, document } = await judge.inspect(kindle, 'azw3');
      expect(book).toMatchObject({
        title: 'The Keeper & the Light',
        authors: ['Ada Quay', 'Jürgen Ström'],
        hasCover: true,
      });
      expect(book!.contents).toBeGreaterThanOrEqual(7);
      expect(book!.images).toHaveLength(3);
      expect(new Set(book!.images).size).toBe(2);
      expect(document!.text).toContain('Море не спит. 海は眠らない。');
    },
  );

  it.each(['mobi', 'azw3'] as const)('keep their notes, links and numbers in %s', async (format) => {
    const kindle = await convert(await source('epub'), 'epub', format);
    const { blocks = [] } = (await judge.inspect(kindle, format)).document!;
    const links = blocks.flatMap(({ links: own = [] }) => own);
    const placeOf = (text: string) => {
      const href = links.find((link) => link.text === text)?.href.slice(1);
      return blocks.find(({ anchors = [] }) => href !== undefined && anchors.includes(href))?.text;
    };
    expect(placeOf('the log')).toBe('First week');
    expect(placeOf('Back to the arrival')).toBe('Arrival');
    const note = blocks.find(({ text }) => text === 'Built in 1871.')!;
    const mark = blocks.flatMap(({ marks = [] }) => marks)[0] ?? links.find(({ text }) => text === '1')!.href.slice(1);
    expect([note.note, ...(note.anchors ?? [])]).toContain(mark);
    expect(blocks.find(({ text }) => text === 'narrow')!.item).toMatchObject({ isOrdered: true, label: '4.' });
  });

  it.each(['mobi', 'azw3'] as const)('are read block by block in %s', async (format) => {
    const { document, book } = await bench.inspect(await source(format), format);
    expect(document!.blocks!.map(({ text }) => text)).toContain('Here the road ends.');
    expect(document!.blocks!.flatMap(({ links = [] }) => links)).not.toEqual([]);
    expect(book).toMatchObject({ brokenLinks: 0, hasCover: true });
  });

  it('write the same bytes for the same book', async () => {
    const epub = await source('epub');
    for (const to of FORMATS.slice(1)) {
      const [first, second] = [await convert(epub, 'epub', to), await convert(epub, 'epub', to)];
      expect(Buffer.compare(first, second), to).toBe(0);
    }
  });

  it('keep images byte by byte', async () => {
    const image = await readFile(sourcePath({ from: 'png', source: 'card-fading-to-transparent.png' }));
    const epub = unzipSync(await convert(await source('azw3'), 'azw3', 'epub'));
    const images = Object.entries(epub).filter(([name]) => name.endsWith('.png'));
    expect(images.map(([, bytes]) => Buffer.compare(bytes, image))).toEqual([0]);
  });

  it('lead from each link and each entry of the contents to a place that is there', async () => {
    for (const from of ['mobi', 'azw3', 'fb2', 'htmlz'] as const) {
      const files = unzipSync(await convert(await convert(await source('epub'), 'epub', from), from, 'epub'));
      const ids = new Set<string>();
      const links: string[] = [];
      for (const [path, bytes] of Object.entries(files)) {
        if (!/\.(xhtml|ncx)$/.test(path)) continue;
        const name = path.slice('EPUB/'.length);
        const text = textIn(bytes);
        ids.add(name);
        for (const [, id] of text.matchAll(/ id="([^"]+)"/g)) ids.add(`${name}#${id}`);
        for (const [, link] of text.matchAll(/ (?:href|src)="([^":]+)"/g))
          if (/\.xhtml|^#/.test(link!)) links.push(link!.startsWith('#') ? name + link : link!);
      }
      expect(links.length, from).toBeGreaterThan(10);
      expect(
        links.filter((link) => !ids.has(link)),
        from,
      ).toEqual([]);
    }
  });

  it('take nothing along that runs or is fetched', async () => {
    const page = `<html><body onload="a()"><h1>One</h1><script>alert(1)</script><iframe src="https://x.example"></iframe>
      <p style="background:url(https://x.example/a.png);font-weight:bold" onclick="b()">text <img src="https://x.example/p.gif" alt="gone"></p>
      <a href="javascript:c()">link</a><svg onload="d()"><script>e()</script><circle r="4"/></svg></body></html>`;
    const html = textIn(await convert(await convert(Buffer.from(page), 'html', 'htmlz'), 'htmlz', 'html'));
    expect(html).toContain('text');
    expect(html).toContain('[gone]');
    expect(html).not.toMatch(/<script|onload|onclick|javascript:|x\.example|iframe/);
    expect(bench.warnings.map(({ code }) => code)).toContain('picture_dropped');
  });

  it('divide a page by its chapters', async () => {
    const page = `<title>T</title>${['One', 'Two', 'Three'].map((name) => `<h1>${name}</h1><p>${`${name} `.repeat(300)}</p>`).join('')}`;
    const epub = unzipSync((await bench.convert(Buffer.from(page), 'html', 'epub', 'bind-epub'))[0]!);
    expect(Object.keys(epub).filter((name) => name.includes('chapter-'))).toHaveLength(3);
    expect(textIn(epub['EPUB/nav.xhtml']!).match(/<li>/g)).toHaveLength(3);
  });

  it.skipIf(!hasCalibre).each(['mobi', 'azw3'] as const)(
    '%s open in Calibre with their contents',
    async (format) => {
      await using directory = await temporaryDirectory();
      const [path, back] = [join(directory.path, `book.${format}`), join(directory.path, 'back.epub')];
      await writeFile(path, await convert(await source('epub'), 'epub', format));
      await run('ebook-convert', [path, back]);
      const ncx = Object.entries(unzipSync(await readFile(back))).find(([name]) => name.endsWith('.ncx'))![1];
      const titles = [...textIn(ncx).matchAll(/<navLabel>\s*<text>([^<]*)/g)].map(([, title]) => title);
      const wanted = [
        'Part One: The Coast',
        'Arrival',
        'The Log',
        'First week',
        'Second week',
        'Part Two: The Sea',
        'Notes',
      ];
      expect(titles.filter((title) => wanted.includes(title!))).toEqual(wanted);
    },
    60_000,
  );
});
