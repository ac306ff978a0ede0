import { decodePDFRawStream, PDFDocument, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pdfium from '../../../engine/codecs/pdfium/codec.ts';
import typst from '../../../engine/codecs/typst/codec.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { compareArchival } from '../../../engine/content/pages/compare/archival.ts';
import type { Expectation } from '../../../engine/contract/report.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SLOW_MS = 60_000;
type Standard = NonNullable<OptionValues['pdfStandard']>;

let bench: RunnerBench;
let reader: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(typst);
  reader = await startRunner(pdfium);
}, SLOW_MS);
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});

const EDGES = { typst: 'typeset', html: 'page', md: 'markdown', txt: 'plain', svg: 'drawing' } as const;

async function set(text: string, from: keyof typeof EDGES, pdfStandard?: Standard): Promise<Uint8Array> {
  const options = pdfStandard ? { pdfStandard } : {};
  const [pdf] = await bench.convert(new TextEncoder().encode(text), from, 'pdf', EDGES[from], options);
  return pdf!;
}

/** The names of the checks that fail. */
async function faultsOf(pdf: Uint8Array, pdfStandard: Standard): Promise<string[]> {
  const facts = await reader.inspect(pdf, 'pdf', 'full');
  const expectation: Expectation = {
    from: 'typst',
    to: 'pdf',
    kept: ['text', 'look'],
    lost: [],
    gone: [],
    operations: [],
    takes: 'one',
    gives: 'one',
    options: { pdfStandard },
  };
  const source = { ...facts, format: 'typst' } as const;
  return compareArchival(source, [facts], expectation).flatMap(({ name, ok }) => (ok ? [] : [name]));
}

/** Majors of the versions of the profiles in a file, and how many components each is for. */
async function profilesOf(pdf: Uint8Array): Promise<Set<string>> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const found = context.enumerateIndirectObjects().flatMap(([, object]) => {
    const components = object instanceof PDFRawStream ? object.dict.lookup(PDFName.of('N')) : undefined;
    if (!(components instanceof PDFNumber)) return [];
    return [`${components.asNumber()}: ${decodePDFRawStream(object as PDFRawStream).decode()[8]}`];
  });
  return new Set(found);
}

const FORMULA =
  '= Heading\nThe root $sqrt(x^2 + 1)$ and a #link("https://example.org")[link].\n\n$ integral_0^1 a / b dif x $';

describe('a PDF for archives', { timeout: SLOW_MS }, () => {
  it.each(['pdfa-1b', 'pdfa-2b', 'pdfa-3b'] as const)('with formulas and links follows %s', async (standard) => {
    const pdf = await set(FORMULA, 'typst', standard);
    expect(await faultsOf(pdf, standard)).toEqual([]);
    const { document } = await reader.inspect(pdf, 'pdf', 'full');
    expect(document!.text).toContain('Heading');
    expect(document!.links).toBe(1);
  });

  it.each([
    ['md', '# T\n\n$$\\frac{a}{b}$$ and `code`'],
    ['html', '<h1>T</h1><p><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></p>'],
    ['txt', 'plain text'],
    [
      'svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="9" height="9" fill="red"/></svg>',
    ],
  ] as const)('is made of %s as well', async (from, text) => {
    expect(await faultsOf(await set(text, from, 'pdfa-2b'), 'pdfa-2b')).toEqual([]);
  });

  it('looks as without the standard', async () => {
    const plain = await reader.inspect(await set(FORMULA, 'typst'), 'pdf', 'full');
    for (const standard of ['pdfa-1b', 'pdfa-2b'] as const) {
      const found = await reader.inspect(await set(FORMULA, 'typst', standard), 'pdf', 'full');
      expect(found.raster!.thumbnails).toEqual(plain.raster!.thumbnails);
      expect(found.document!.text).toBe(plain.document!.text);
    }
  });

  it('of part 1 is a PDF 1.4 with profiles of version 2', async () => {
    const first = await set(`#rect(fill: red)\n${FORMULA}`, 'typst', 'pdfa-1b');
    expect(Buffer.from(first.subarray(0, 8)).toString()).toBe('%PDF-1.4');
    expect(await profilesOf(first)).toEqual(new Set(['1: 2', '3: 2']));
    const second = await set(`#rect(fill: red)\n${FORMULA}`, 'typst', 'pdfa-2b');
    expect(Buffer.from(second.subarray(0, 8)).toString()).toBe('%PDF-1.7');
    expect(await profilesOf(second)).toEqual(new Set(['1: 4', '3: 4', '3: 2']));
  });

  it('says in its metadata what it says in its properties, and nothing that no standard knows', async () => {
    const text =
      '#set document(title: "Über <x>", author: ("A", "B"), date: datetime(year: 2020, month: 2, day: 3))\nx';
    const pdf = Buffer.from(await set(text, 'typst', 'pdfa-2b')).toString('utf8');
    expect(pdf).toContain('<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Über &lt;x&gt;</rdf:li>');
    expect(pdf).toContain('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
    expect(pdf).not.toContain('xmpMM:InstanceID>');
    expect(pdf.match(/<x:xmpmeta/g)).toHaveLength(1);
  });

  it('of which nothing is asked stays as the compiler wrote it', async () => {
    expect(Buffer.compare(await set(FORMULA, 'typst', 'pdf-1.7'), await set(FORMULA, 'typst'))).toBe(0);
  });

  it('has no letters that no font has', async () => {
    await expect(set('sumerian 𒀀', 'typst', 'pdfa-2b').then(() => 'set')).rejects.toMatchObject({
      code: 'invalid_options',
      message: expect.stringContaining('letters that no font here has'),
    });
    expect(await faultsOf(await set('sumerian', 'typst', 'pdfa-2b'), 'pdfa-2b')).toEqual([]);
  });

  it('of part 1 lets nothing shine through, others do', async () => {
    const text = '#text(fill: rgb("#ff000080"))[red]';
    await expect(set(text, 'typst', 'pdfa-1b')).rejects.toMatchObject({ code: 'invalid_options' });
    expect(await faultsOf(await set(text, 'typst', 'pdfa-2b'), 'pdfa-2b')).toEqual([]);
  });

  it('has no colours for print', async () => {
    await expect(set('#text(fill: cmyk(10%, 20%, 30%, 0%))[x]', 'typst', 'pdfa-2b')).rejects.toMatchObject({
      code: 'invalid_options',
      message: expect.stringContaining('CMYK'),
    });
  });

  it('has no files attached to it', async () => {
    const text = '#pdf.attach("note.txt", bytes("hello"))\nx';
    await expect(set(text, 'typst', 'pdfa-3b')).rejects.toMatchObject({
      message: expect.stringContaining('attached'),
    });
  });
});

describe('a text with formulas becomes a PDF for archives', { timeout: SLOW_MS }, () => {
  it.each([
    ['m.md', '# T\n\nThe $x^2$ and\n\n$$\\int_0^1 \\frac{a}{b}\\,dx$$\n'],
    ['m.tex', '\\documentclass{article}\\begin{document}\\section{T}The $x^2$ and \\[\\frac{a}{b}\\]\\end{document}'],
    ['m.html', '<!doctype html><title>T</title><h1>T</h1><p>The <math><msup><mi>x</mi><mn>2</mn></msup></math></p>'],
  ])('from %s', async (fileName, text) => {
    const engine = sharedEngine();
    const { artifacts, plan } = await engine.convert(new TextEncoder().encode(text), {
      to: 'pdf',
      fileName,
      options: { pdfStandard: 'pdfa-2b' },
    });
    const [pdf] = artifacts;
    expect(plan.steps.at(-1)!.codec).toBe('typst');
    expect(await faultsOf((pdf as { bytes: Uint8Array }).bytes, 'pdfa-2b')).toEqual([]);
  });
});
