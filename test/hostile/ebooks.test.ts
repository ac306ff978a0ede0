import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../corpus/cases.ts';
import codec from '../../engine/codecs/ebook/codec.ts';
import { ConversionError } from '../../engine/contract/errors.ts';
import type { FormatId } from '../../engine/formats/index.ts';
import { createEngine, type Engine } from '../../engine/index.ts';
import { writeZip } from '../../engine/io/zip.ts';
import { mutantsOf } from '../support/mutants.ts';
import { packedTight } from '../support/repack.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../support/runner.ts';

const BOOK = 'lighthouse-parts-notes-links-cover';
const read = (format: FormatId): Promise<Uint8Array> =>
  readFile(sourcePath({ from: format, source: `${BOOK}.${format}` }));
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

let engine: Engine;
let bench: RunnerBench;
beforeAll(async () => {
  engine = createEngine();
  bench = await startRunner(codec);
});
afterAll(async () => {
  await engine.close();
  await bench[Symbol.asyncDispose]();
});

async function outcomeOf(bytes: Uint8Array, from: FormatId, to: FormatId): Promise<string> {
  try {
    const [result] = await bench.convert(bytes, from, to, edgeBetween(codec, from, to));
    return result!.byteLength > 0 ? 'converted' : 'empty';
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

/** An EPUB of one chapter. */
function epubOf(
  chapter: string,
  { packageHead = '', extra = [] as { name: string; bytes: Uint8Array }[] } = {},
): Uint8Array {
  return writeZip([
    { name: 'mimetype', bytes: text('application/epub+zip'), stored: true },
    {
      name: 'META-INF/container.xml',
      bytes: text('<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>'),
    },
    {
      name: 'p.opf',
      bytes: text(
        `${packageHead}<package><metadata><title>T</title></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
      ),
    },
    { name: 'a.xhtml', bytes: text(chapter) },
    ...extra,
  ]);
}

async function codeOf(input: Uint8Array, to: string, fileName: string): Promise<string> {
  try {
    await engine.convert(input, { to, fileName });
    return 'converted';
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

describe('protected books', () => {
  it.each(['mobi', 'azw3'] as const)('%s are refused as encrypted', async (format) => {
    const bytes = new Uint8Array(await read(format));
    const view = new DataView(bytes.buffer);
    view.setUint16(view.getUint32(78) + 12, 2);
    expect(await codeOf(bytes, 'epub', `book.${format}`)).toBe('input_encrypted');
    expect(await outcomeOf(bytes, format, 'epub')).toBe('input_encrypted');
  });

  it('EPUB are refused as encrypted', async () => {
    const encryption =
      '<encryption><EncryptedData><CipherData><CipherReference URI="a.xhtml"/></CipherData></EncryptedData></encryption>';
    const book = epubOf('<p>x</p>', { extra: [{ name: 'META-INF/encryption.xml', bytes: text(encryption) }] });
    expect(await codeOf(book, 'mobi', 'book.epub')).toBe('input_encrypted');
  });
});

describe('bombs', () => {
  it('a chapter that expands beyond measure is refused by its size', async () => {
    const bomb = packedTight(epubOf(`<p>${' '.repeat(60_000_000)}</p>`));
    expect(await outcomeOf(bomb, 'epub', 'mobi')).toBe('input_too_complex');
  });

  it('entities that multiply are not expanded', async () => {
    const laughs =
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>';
    const book = epubOf(`${laughs}<html><body><p>&b;&c; end</p></body></html>`, { packageHead: laughs });
    const [result] = await bench.convert(book, 'epub', 'txt', 'words');
    expect(new TextDecoder().decode(result)).not.toMatch(/hahaha|root:/);
  });

  it('elements that are nested beyond measure are refused', async () => {
    const deep = epubOf(`<html><body>${'<div>'.repeat(30_000)}x${'</div>'.repeat(30_000)}</body></html>`);
    expect(await outcomeOf(deep, 'epub', 'mobi')).toBe('input_too_complex');
    const inline = epubOf(`<html><body><p>${'<span>'.repeat(30_000)}x</p></body></html>`);
    expect(await outcomeOf(inline, 'epub', 'mobi')).toBe('input_too_complex');
  });

  it('links and anchors without number take time in proportion', async () => {
    const many = Array.from(
      { length: 6_000 },
      (_, index) => `<p id="p${index}"><a href="#p${(index * 7) % 6_000}">x</a></p>`,
    );
    const started = process.cpuUsage();
    for (const to of ['mobi', 'azw3', 'fb2', 'epub'] as const) {
      const from = to === 'epub' ? 'htmlz' : 'epub';
      const book =
        from === 'epub' ? epubOf(many.join('')) : writeZip([{ name: 'index.html', bytes: text(many.join('')) }]);
      expect(await outcomeOf(book, from, to)).toBe('converted');
    }
    expect(process.cpuUsage(started).user).toBeLessThan(30e6);
  });
});

describe('damaged books', () => {
  it.each(['mobi', 'azw3', 'epub', 'fb2', 'htmlz', 'txtz'] as const)(
    '%s are converted or refused by name',
    async (format) => {
      const to = format === 'epub' ? 'mobi' : 'epub';
      for (const mutant of mutantsOf(await read(format), 60)) {
        const outcome = await outcomeOf(mutant, format, to);
        expect(outcome).toMatch(/^(converted|input_(corrupt|truncated|encrypted|too_complex)|empty_file)$/);
      }
    },
  );
});
