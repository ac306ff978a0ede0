import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pdfEdit from '../../../engine/codecs/pdf-edit/codec.ts';
import pdfium from '../../../engine/codecs/pdfium/codec.ts';
import type { RunContext, Warning } from '../../../engine/contract/codec.ts';
import type { BytesArtifact } from '../../../engine/contract/artifact.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { encodeJpeg } from '../../../engine/content/raster/jpeg/pixels.ts';
import type { Facts } from '../../../engine/contract/facts.ts';
import { pdfFile } from '../../support/pdf-file.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SLOW_MS = 60_000;
const CORPUS = join(import.meta.dirname, '../../../corpus');
const THREE_PAGES = new Uint8Array(readFileSync(join(CORPUS, 'sources/pdf/outline-links-tagged.pdf')));
const FORM = new Uint8Array(readFileSync(join(CORPUS, 'sources/pdf/form-filled-in-without-appearances.pdf')));
const ENCRYPTED = new Uint8Array(readFileSync(join(CORPUS, 'hostile/encrypted.pdf')));
const QPDF = spawnSync('qpdf', ['--version']).status === 0;

let bench: RunnerBench;
/** Another reader judges what was written. */
let reader: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(pdfEdit);
  reader = await startRunner(pdfium);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});
beforeEach(() => {
  bench.warnings.length = 0;
});

async function edit(pdf: Uint8Array, options: OptionValues = {}): Promise<Uint8Array> {
  const [result] = await bench.convert(pdf, 'pdf', 'pdf', 'rewrite', options);
  return result!;
}

async function read(pdf: Uint8Array, password?: string): Promise<Facts> {
  return reader.inspect(pdf, 'pdf', 'full', password);
}

/** What each page says. */
async function pagesOf(pdf: Uint8Array, password?: string): Promise<string[]> {
  const { text } = (await read(pdf, password)).document!;
  return text.split('\f').map((page) => page.replace(/\s+/g, ' ').trim());
}

/** What an outside judge finds wrong; nothing where it is not installed. */
async function check(pdf: Uint8Array, password = ''): Promise<string> {
  if (!QPDF) return '';
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'a.pdf');
  writeFileSync(path, pdf);
  const { status, stderr } = spawnSync('qpdf', ['--check', `--password=${password}`, path]);
  return status === 0 ? '' : stderr.toString();
}

const text = (words: string): string => `BT /F1 20 Tf 50 700 Td (${words}) Tj ET`;

describe('pages', { timeout: SLOW_MS }, () => {
  const numbers = pdfFile(['one', 'two', 'three', 'four'].map(text));

  it('are left out, repeated and put in another order', async () => {
    const result = await edit(numbers, { pages: '4,2,2' });
    expect(await pagesOf(result)).toEqual(['four', 'two', 'two']);
    expect(Buffer.from(result).includes('three')).toBe(false);
    expect(await check(result)).toBe('');
  });

  it('that are left out leave no content behind', async () => {
    const all = await edit(THREE_PAGES, { strip: true });
    const one = await edit(THREE_PAGES, { pages: '1', strip: true });
    expect(one.byteLength).toBeLessThan(all.byteLength);
    expect(await check(one)).toBe('');
  });

  it('take the bookmarks and links that lead to them along', async () => {
    const result = await edit(THREE_PAGES, { pages: '1-2' });
    expect(bench.warnings).toMatchObject([{ code: 'link_dropped', details: { bookmarks: 1 } }]);
    const outlines = (await PDFDocument.load(result)).catalog.lookup(PDFName.of('Outlines'))!.toString();
    expect(outlines).toContain('/First');
    expect(await check(result)).toBe('');
  });

  it('are turned on top of what they are turned already', async () => {
    const once = await edit(numbers, { rotate: '90' });
    expect((await read(once)).raster).toMatchObject({ width: 792, height: 612 });
    const twice = await edit(once, { rotate: '270' });
    expect((await read(twice)).raster).toMatchObject({ width: 612, height: 792 });
  });

  it('that do not exist are refused', async () => {
    await expect(edit(numbers, { pages: '2-9' })).rejects.toMatchObject({ code: 'invalid_options' });
  });

  it('are taken from a document of more than may be written at once', async () => {
    await using small = await startRunner(pdfEdit, { pages: 2 });
    const refusal = { code: 'input_too_complex', details: { limit: 'pages', allowed: 2 } };
    await expect(small.convert(THREE_PAGES, 'pdf', 'pdf', 'rewrite')).rejects.toMatchObject(refusal);
    await expect(small.convert(THREE_PAGES, 'pdf', 'pdf', 'split')).rejects.toMatchObject(refusal);
    expect(await small.convert(THREE_PAGES, 'pdf', 'pdf', 'rewrite', { pages: '2-3' })).toHaveLength(1);
    expect(await small.convert(THREE_PAGES, 'pdf', 'pdf', 'split', { split: '1,3' })).toHaveLength(2);
  });

  it('are as they were otherwise: forms, tags and metadata stay', async () => {
    const form = await edit(FORM, { rotate: '180' });
    expect((await PDFDocument.load(form)).getForm().getFields().length).toBeGreaterThan(0);
    const tagged = await PDFDocument.load(await edit(THREE_PAGES, { rotate: '180' }));
    expect(tagged.catalog.has(PDFName.of('StructTreeRoot'))).toBe(true);
    expect(tagged.getTitle()).toBe('Three chapters');
  });
});

describe('parts', { timeout: SLOW_MS }, () => {
  it('are ranges of pages, or single pages', async () => {
    const ranges = await bench.convert(THREE_PAGES, 'pdf', 'pdf', 'split', { split: '3, 1-2' });
    expect(await Promise.all(ranges.map(async (part) => (await pagesOf(part)).length))).toEqual([1, 2]);
    const pages = await bench.convert(THREE_PAGES, 'pdf', 'pdf', 'split', { split: 'each' });
    expect(pages).toHaveLength(3);
    for (const part of pages) expect(await check(part)).toBe('');
  });

  it.each(['1-', 'a', '', '1;2'])('cannot be %j', async (split) => {
    await expect(bench.convert(THREE_PAGES, 'pdf', 'pdf', 'split', { split })).rejects.toMatchObject({
      code: 'invalid_options',
    });
  });

  it('come from the engine as files of their own', async () => {
    const engine = sharedEngine();
    const { artifacts } = await engine.convert(THREE_PAGES, { to: 'pdf', options: { split: '1,2-3' } });
    expect(artifacts.map(({ name }) => name)).toEqual([
      expect.stringMatching(/-1\.pdf$/),
      expect.stringMatching(/-2\.pdf$/),
    ]);
  });
});

describe('joined documents', { timeout: SLOW_MS }, () => {
  const LETTER = new Uint8Array(readFileSync(join(CORPUS, 'sources/pdf/letter-headings-table-link.pdf')));

  async function merged(...pdfs: readonly Uint8Array[]): Promise<Uint8Array> {
    const step = { codec: 'pdf-edit', edge: 'merge', from: 'pdf', to: 'pdf', options: {} } as const;
    const inputs = pdfs.map((bytes, index) => ({ name: `${index}.pdf`, format: 'pdf', bytes }) as const);
    const context = {
      limits: DEFAULT_LIMITS,
      signal: new AbortController().signal,
      bytes: ({ bytes }: { readonly bytes: Uint8Array }) => bytes,
      progress: () => undefined,
      warn: (warning: Warning) => void bench.warnings.push(warning),
    };
    const [artifact] = await bench.runner.convert!(inputs, step, context as unknown as RunContext);
    return (artifact as BytesArtifact).bytes;
  }

  it('keep their pages in order, their bookmarks, and links within and outside', async () => {
    const pdf = await merged(LETTER, THREE_PAGES);
    expect(await pagesOf(pdf)).toEqual([...(await pagesOf(LETTER)), ...(await pagesOf(THREE_PAGES))]);
    expect((await read(pdf)).document!.links).toBe(
      (await read(LETTER)).document!.links! + (await read(THREE_PAGES)).document!.links!,
    );
    const document = await PDFDocument.load(pdf);
    expect(document.catalog.lookup(PDFName.of('Outlines'))!.toString()).toContain('/First');
    const pages = document.getPages().map(({ ref }) => ref);
    const [link] = document.getPage(1).node.Annots()!.asArray();
    const place = document.context.lookup(link!, PDFDict).lookup(PDFName.of('Dest'), PDFArray);
    expect(pages.indexOf(place.get(0) as PDFRef)).toBe(2); // its second page, behind the letter
    expect(await check(pdf)).toBe('');
  });

  it('keep forms that can be filled in, with names of their own', async () => {
    const pdf = await merged(FORM, FORM);
    const before = (await PDFDocument.load(FORM))
      .getForm()
      .getFields()
      .map((field) => field.getName());
    const after = (await PDFDocument.load(pdf))
      .getForm()
      .getFields()
      .map((field) => field.getName());
    expect(after).toEqual([...before, ...before.map((name) => `${name}-2`)]);
    const [first, second] = await Promise.all([FORM, pdf].map(async (each) => (await read(each)).raster!.thumbnails!));
    expect(second!.map(({ rgb }) => Buffer.from(rgb).equals(Buffer.from(first![0]!.rgb)))).toEqual([true, true]);
    expect(bench.warnings).toMatchObject([{ code: 'feature_dropped' }]);
    expect(await check(pdf)).toBe('');
  });

  it('are the same every time, and have no date', async () => {
    const [first, second] = [await merged(LETTER, FORM), await merged(LETTER, FORM)];
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
    expect(Buffer.from(first).includes('CreationDate')).toBe(false);
  });
});

describe('passwords', { timeout: SLOW_MS }, () => {
  it('close a document, and open it again', async () => {
    const closed = await edit(THREE_PAGES, { encrypt: 'geheim' });
    expect(await read(closed)).toMatchObject({ encrypted: true });
    await expect(read(closed, 'wrong')).rejects.toMatchObject({ code: 'input_encrypted' });
    expect(await pagesOf(closed, 'geheim')).toEqual(await pagesOf(THREE_PAGES));
    expect(await check(closed, 'geheim')).toBe('');
    const open = await edit(closed, { password: 'geheim' });
    expect(await pagesOf(open)).toEqual(await pagesOf(THREE_PAGES));
    expect(await check(open)).toBe('');
  });

  it('of the owner leave it readable, but not changeable', async () => {
    const restricted = await edit(THREE_PAGES, { ownerPassword: 'owner' });
    expect(await pagesOf(restricted)).toEqual(await pagesOf(THREE_PAGES));
    const dictionary = (await PDFDocument.load(restricted, { ignoreEncryption: true })).context.trailerInfo.Encrypt;
    expect(dictionary).toBeDefined();
    // Whoever can read it can also re-encode it, as everywhere.
    expect(await check(await edit(restricted))).toBe('');
  });

  it('that are missing or wrong are told apart', async () => {
    await expect(edit(ENCRYPTED)).rejects.toMatchObject({
      message: expect.stringContaining('send it as the option password'),
    });
    await expect(edit(ENCRYPTED, { password: 'wrong' })).rejects.toMatchObject({
      code: 'input_encrypted',
      message: 'The password does not open the PDF. Check it.',
    });
  });

  it('open a result for its verification', async () => {
    const engine = sharedEngine();
    const { report } = await engine.convert(THREE_PAGES, { to: 'pdf', options: { encrypt: 'geheim' } });
    expect(report.verified).toBe('content');
  });
});

describe('size', { timeout: SLOW_MS }, () => {
  it('shrinks: streams are packed, equal ones shared, unused objects left out', async () => {
    const padded = pdfFile(Array.from({ length: 9 }, () => text('the same content on every page '.repeat(20))));
    const result = await edit(padded);
    expect(result.byteLength).toBeLessThan(padded.byteLength / 3);
    expect(await pagesOf(result)).toEqual(await pagesOf(padded));
    expect(await check(result)).toBe('');
  });

  it('never grows', async () => {
    const once = await edit(THREE_PAGES);
    expect((await edit(once)).byteLength).toBeLessThanOrEqual(once.byteLength);
  });

  it('does not follow a stream that expands without end', async () => {
    const document = await PDFDocument.load(THREE_PAGES);
    const bomb = deflateSync(Buffer.alloc(20_000_000));
    document.catalog.set(
      PDFName.of('X'),
      document.context.register(document.context.stream(new Uint8Array(bomb), { Filter: 'FlateDecode' })),
    );
    await using small = await startRunner(pdfEdit, { expandedBytes: 1_000_000 });
    const [result] = await small.convert(await document.save(), 'pdf', 'pdf', 'rewrite');
    expect(await pagesOf(result!)).toEqual(await pagesOf(THREE_PAGES));
  });
});

describe('images', { timeout: SLOW_MS }, () => {
  const WIDTH = 400;
  const HEIGHT = 300;

  /** A page with a photograph, 400 × 300 pixels on 4 × 3 inches, packed without loss or as a JPEG. */
  async function withPhotograph(isJpeg: boolean): Promise<Uint8Array> {
    const data = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, index) => {
      const x = Math.floor(index / 3) % WIDTH;
      const y = Math.floor(index / 3 / WIDTH);
      return 128 + 60 * Math.sin(x / 9 + (index % 3)) + 60 * Math.cos(y / 7) + ((x * 7 + y * 13) % 8);
    });
    const jpeg = encodeJpeg({ width: WIDTH, height: HEIGHT, channels: 3, data }, 95, new AbortController().signal);
    const document = await PDFDocument.load(pdfFile([`${text('a photograph')} q 288 0 0 216 50 300 cm /Im1 Do Q`]));
    const { context } = document;
    const image = context.stream(isJpeg ? jpeg : new Uint8Array(deflateSync(data)), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: WIDTH,
      Height: HEIGHT,
      BitsPerComponent: 8,
      ColorSpace: 'DeviceRGB',
      Filter: isJpeg ? 'DCTDecode' : 'FlateDecode',
    });
    document
      .getPage(0)
      .node.Resources()!
      .set(PDFName.of('XObject'), context.obj({ Im1: context.register(image) }));
    return await document.save();
  }

  /** Largest difference of the means of the page's quarters. */
  async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
    const [first, second] = await Promise.all(
      [one, other].map(async (pdf) => (await read(pdf)).raster!.thumbnails![0]!.rgb),
    );
    const distances = Array.from(first!, (value, index) => Math.abs(value - second![index]!));
    return distances.reduce((sum, value) => sum + value, 0) / distances.length;
  }

  it.each([true, false])('get a lower quality or resolution (already a JPEG: %s)', async (isJpeg) => {
    const pdf = await withPhotograph(isJpeg);
    const coarse = await edit(pdf, { quality: 30 });
    const small = await edit(pdf, { quality: 30, dpi: 50 });
    expect(coarse.byteLength).toBeLessThan(pdf.byteLength / 2);
    expect(small.byteLength).toBeLessThan(coarse.byteLength / 1.5);
    expect(await difference(pdf, coarse)).toBeLessThan(3);
    expect(await difference(pdf, small)).toBeLessThan(5);
    expect(await check(small)).toBe('');
  });

  it('stay as they are without being asked for', async () => {
    const pdf = await withPhotograph(true);
    expect(await difference(pdf, await edit(pdf))).toBe(0);
  });

  it('get so much smaller that the file fits, and it is refused if it cannot', async () => {
    const pdf = await withPhotograph(false);
    const result = await edit(pdf, { targetSize: 12 });
    expect(result.byteLength).toBeLessThanOrEqual(12_000);
    await expect(edit(pdf, { targetSize: 1 })).rejects.toMatchObject({ code: 'input_too_complex' });
  });
});

describe('metadata', { timeout: SLOW_MS }, () => {
  it('goes where that is asked for', async () => {
    const stripped = await edit(THREE_PAGES, { strip: true });
    expect((await PDFDocument.load(stripped, { updateMetadata: false })).getTitle()).toBeUndefined();
    expect(Buffer.from(stripped).includes('xmpmeta')).toBe(false);
  });
});

describe('damage', { timeout: SLOW_MS }, () => {
  it('that only PDFium overcomes is repaired by it', async () => {
    const [repaired] = await reader.convert(THREE_PAGES, 'pdf', 'pdf', 'repair');
    expect(await pagesOf(repaired!)).toEqual(await pagesOf(THREE_PAGES));
    expect(await check(repaired!)).toBe('');
  });

  it('of any kind gives a result or a named error', async () => {
    for (let index = 0; index < 40; index++) {
      const damaged = Uint8Array.from(THREE_PAGES);
      for (let at = index * 37; at < damaged.length; at += 2003 + index * 17) damaged[at] = (at * 31) & 0xff;
      const outcome = await edit(damaged).catch((error: unknown) => error);
      expect(outcome instanceof Uint8Array || (outcome as { code?: string }).code).toEqual(expect.anything());
      if (!(outcome instanceof Uint8Array))
        expect(outcome).toHaveProperty('code', expect.stringMatching(/^(?:conversion_failed|input_)/));
    }
  });
});
