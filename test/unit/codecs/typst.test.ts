import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pdfium from '../../../engine/codecs/pdfium/codec.ts';
import typst from '../../../engine/codecs/typst/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import type { Facts } from '../../../engine/contract/facts.ts';
import { CodecBench } from '../../support/codec-bench.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SLOW_MS = 60_000;
const CORPUS = join(import.meta.dirname, '../../../corpus/sources');

let bench: RunnerBench;
/** Another reader judges what was set. */
let reader: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(typst);
  reader = await startRunner(pdfium);
}, SLOW_MS);
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});
beforeEach(() => {
  bench.warnings.length = 0;
});

const EDGES = { typst: 'typeset', html: 'page', md: 'markdown', txt: 'plain' } as const;

async function set(text: string, from: keyof typeof EDGES, options: OptionValues = {}): Promise<Uint8Array> {
  const [pdf] = await bench.convert(
    new TextEncoder().encode(text),
    from satisfies FormatId,
    'pdf',
    EDGES[from],
    options,
  );
  return pdf!;
}

async function read(text: string, from: keyof typeof EDGES, options: OptionValues = {}): Promise<Facts> {
  return reader.inspect(await set(text, from, options), 'pdf', 'full');
}

async function textOf(text: string, from: keyof typeof EDGES, options: OptionValues = {}): Promise<string> {
  return (await read(text, from, options)).document!.text.replace(/\s+/g, ' ').trim();
}

const warned = (): string[] => bench.warnings.map(({ code }) => code);

describe('a text of Typst', { timeout: SLOW_MS }, () => {
  it('keeps its own page, and gets the paper that is asked for', async () => {
    const own = await read('#set page(width: 100pt, height: 50pt, margin: 5pt)\nhello', 'typst');
    expect(own.raster).toMatchObject({ width: 100, height: 50 });
    const letter = await read('hello', 'typst', { pageSize: 'letter' });
    expect(letter.raster).toMatchObject({ width: 612, height: 792 });
  });

  it.each([
    ['a file of the host', '#read("/etc/passwd")'],
    ['a file outside', '#image("../../../../etc/hosts")'],
    ['a remote picture', '#image("http://127.0.0.1:1/a.png")'],
    ['a package', '#import "@preview/cetz:0.2.0": *'],
    ['a plugin', '#plugin("a.wasm")'],
  ])('reads no more than itself: %s', async (_, text) => {
    await expect(set(`first\n\n${text}`, 'typst')).rejects.toMatchObject({
      code: 'input_corrupt',
      message: expect.stringContaining('(line 3)'),
    });
  });

  it('says in which line it is wrong', async () => {
    await expect(set('fine\n#unknown-name\n', 'typst')).rejects.toMatchObject({
      code: 'input_corrupt',
      message: 'The text cannot be set: unknown variable: unknown-name (line 2). Correct it and try again.',
      details: { line: 2 },
    });
  });

  it('is set after one that failed', async () => {
    await expect(set('#panic("no")', 'typst')).rejects.toThrow('panicked');
    expect(await textOf('still here', 'typst')).toBe('still here');
  });

  it('says which characters no font has', async () => {
    await set('abc བོད', 'typst');
    expect(bench.warnings).toMatchObject([{ code: 'text_dropped' }]);
  });

  it('has images of the codec before', async () => {
    const png = readFileSync(join(CORPUS, 'png/palette-interlaced.png'));
    const step = { codec: 'typst', edge: 'typeset', from: 'typst', to: 'pdf', options: {} } as const;
    const companions = new Map([['media/a.png', new Uint8Array(png)]]);
    const bytes = new TextEncoder().encode('= Title\n#image("media/a.png")');
    const context = { bytes: () => bytes, signal: new AbortController().signal, warn: () => undefined };
    const input = { name: 'a.typ', format: 'typst', bytes, companions } as const;
    const [pdf] = await bench.runner.convert!([input], step, {
      ...context,
      limits: (await import('../../../engine/contract/limits.ts')).DEFAULT_LIMITS,
    } as never);
    const facts = await reader.inspect((pdf as { bytes: Uint8Array }).bytes, 'pdf', 'full');
    expect(facts.document).toMatchObject({ figures: 1, text: 'Title' });
  });
});

describe('a text of another language that became one of Typst', { timeout: SLOW_MS }, () => {
  it('refers to sections by their heading, to equations by label, and to what is not there by its name', async () => {
    const step = { codec: 'typst', edge: 'typeset', from: 'typst', to: 'pdf', options: {} } as const;
    const text = '= One\n<sec:one>\nSee @sec:one and @eq:a and @nowhere.\n\n$ x = 1 $ <eq:a>\n';
    const bytes = new TextEncoder().encode(text);
    const context = { bytes: () => bytes, signal: new AbortController().signal, warn: () => undefined };
    const input = { name: 'a.typ', format: 'typst', bytes, companions: new Map() } as const;
    const [pdf] = await bench.runner.convert!([input], step, {
      ...context,
      limits: (await import('../../../engine/contract/limits.ts')).DEFAULT_LIMITS,
    } as never);
    const facts = await reader.inspect((pdf as { bytes: Uint8Array }).bytes, 'pdf', 'full');
    expect(facts.document!.text.replace(/\s+/g, ' ')).toMatch(/See One and \[eq:a\] and \[nowhere\] ?\./);
  });
});

describe('a page of HTML', { timeout: SLOW_MS }, () => {
  it('has its notes at the foot of the page, without arrows back', async () => {
    const note = (id: number, text: string): string =>
      `<li id="fn${id}"><p>${text}<a href="#r${id}" role="doc-backlink">↩</a></p></li>`;
    const reference = (id: number): string => `<a href="#fn${id}" id="r${id}" role="doc-noteref"><sup>${id}</sup></a>`;
    const html = `<p>One${reference(1)} and two${reference(2)}.</p><section role="doc-endnotes"><hr><ol>${note(1, 'First <em>note</em>.')}${note(2, 'Second.')}</ol></section><p>Last.</p>`;
    const text = await textOf(html, 'html');
    expect(text).toMatch(/One ?1 and two ?2 ?\. Last\. .*First note\..*Second\./);
    expect(text).not.toContain('↩');
  });

  it('has notes whose marks stand alone in their paragraphs', async () => {
    const html =
      '<p>Before.</p><p><a href="#fn1" role="doc-noteref"><sup>1</sup></a></p><section role="doc-endnotes"><ol><li id="fn1"><p>Alone.</p></li></ol></section>';
    expect(await textOf(html, 'html')).toContain('Alone.');
  });

  it('keeps notes at its end that are more than paragraphs', async () => {
    const html = `<p>One<a href="#fn1" role="doc-noteref">1</a>.</p><section role="doc-endnotes"><ol><li id="fn1"><pre>code</pre></li></ol></section><p>Last.</p>`;
    expect(await textOf(html, 'html')).toMatch(/One ?1 ?\. 1\. code Last\./);
  });

  it('loses what nobody sees', async () => {
    const html =
      '<style>.a{display:none} @media screen{.b{display:none}} @media print{.c{visibility:hidden}}</style>' +
      '<p class=a>one<p class=b>two<p class=c>three<p hidden>four<p>five<script>six</script>';
    expect(await textOf(html, 'html')).toBe('two five');
  });

  it('never fetches images and style sheets, and says so', async () => {
    const html =
      '<link rel=stylesheet href="http://127.0.0.1:1/a.css"><p>text <img src="http://127.0.0.1:1/a.png" alt="a boat">' +
      '<img src="file:///etc/passwd"><iframe src="/b"></iframe>';
    expect(await textOf(html, 'html')).toBe('text a boat');
    expect(warned().sort()).toEqual(['feature_dropped', 'picture_dropped']);
  });

  it('has its embedded images and drawings, but not damaged ones', async () => {
    const png = readFileSync(join(CORPUS, 'png/palette-interlaced.png'));
    const damaged = Buffer.from(png).fill(7, 200, 400);
    const image = (bytes: Buffer): string => `<img src="data:image/png;base64,${bytes.toString('base64')}">`;
    const facts = await read(
      `<p>a${image(png)}${image(damaged)}</p><svg width=9 height=9><rect width=9 height=9 /></svg>`,
      'html',
    );
    expect(facts.document!.figures).toBeGreaterThanOrEqual(1);
    expect(bench.warnings).toMatchObject([{ code: 'picture_dropped', details: { pictures: 1 } }]);
  });

  it('has a drawing whose units are smaller than any pixel', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90000 60000"><text x="900" y="30000" font-size="4000">Tower</text></svg>';
    expect(await textOf(`<p>Seen:</p>${svg}`, 'html')).toContain('Tower');
  });

  it('keeps links; those that would run something are text', async () => {
    const facts = await read(
      '<a href="https://example.org">a</a> <a href="#b">b</a> <a href="c.html">c</a> <a href="javascript:x()">e</a><h2 id=b>d</h2>',
      'html',
    );
    expect(facts.document).toMatchObject({ links: 3 });
    expect(warned()).toEqual(['link_dropped']);
  });

  it('has title, author and language', async () => {
    const pdf = await set('<html lang="de-AT"><title>Titel</title><meta name=author content="Jane"><p>x', 'html');
    const file = Buffer.from(pdf).toString('latin1');
    expect(file).toContain('/Lang (de-AT)');
    expect((await reader.inspect(pdf, 'pdf', 'full')).features).toContain('metadata');
  });

  it.each([
    ['colours', '<p style="background:#00f;width:100%;height:300px">'],
    ['variables', '<style>:root{--a:#00f}p{background:var(--a);height:300px}</style><p>'],
    ['classes, the most specific last', '<style>p.x{background:#00f;height:300px}p{background:red}</style><p class=x>'],
    ['old attributes', '<table width="100%" bgcolor="#0000ff"><tr><td style="padding:100px">x</table>'],
  ])('is painted by %s', async (_, html) => {
    const { raster } = await read(html, 'html', { margin: 0 });
    const { rgb } = raster!.thumbnails![0]!;
    const pixels = Array.from({ length: rgb.length / 3 }, (__, index) => rgb.subarray(index * 3, index * 3 + 3));
    const isBlue = pixels.filter(([red = 0, , blue = 0]) => blue > 200 && red < 60);
    expect(isBlue.length).toBeGreaterThan(0);
  });

  it('breaks pages where its style says so', async () => {
    const html = '<p>a<div style="page-break-before:always">b</div><div><div style="break-before:page">c</div></div>';
    expect((await read(html, 'html')).document).toMatchObject({ pages: 3 });
  });

  it('takes its paper from the style sheet, unless the caller asks for another', async () => {
    const html = '<style>@page{size:A5 landscape;margin:1cm}</style>a';
    expect((await read(html, 'html')).raster).toMatchObject({
      width: expect.closeTo(595.28, 1),
      height: expect.closeTo(419.53, 1),
    });
    expect((await read(html, 'html', { pageSize: 'legal', landscape: false })).raster).toMatchObject({
      width: 612,
      height: 1008,
    });
  });

  it.each([
    ['divisions', '<div style="border:1px solid red">'.repeat(150)],
    ['lists', '<ul><li>'.repeat(100)],
    ['quotes', '<blockquote>'.repeat(200)],
    ['tables', '<table><tr><td>'.repeat(50)],
    ['marks', '<b><i><u>'.repeat(70)],
  ])('of %s within each other is set flat', async (_, html) => {
    expect(await textOf(`${html}text`, 'html')).toContain('text');
  });

  it('is refused when its elements never end', async () => {
    await expect(set('<div>'.repeat(3000), 'html')).rejects.toMatchObject({ code: 'input_too_complex' });
  });

  it('does not confuse text with the language that it is set in', async () => {
    const text = '#read("x") $a$ *b* _c_ `d` <e> @f \\ // = "g" [h] ~ -- ...';
    expect(await textOf(`<p>${text.replace('<', '&lt;')}</p>`, 'html')).toBe(text);
  });
});

describe('Markdown', { timeout: SLOW_MS }, () => {
  it('sets formulas, and shows those that it does not understand', async () => {
    const text = await textOf('$\\frac{a}{b}$, $\\frac12$ and $\\unheardof{x}$', 'md');
    expect(text).toContain('\\unheardof{x}');
    expect(text).not.toContain('frac');
  });

  it('begins with a table of contents where one is asked for', async () => {
    const text = await textOf('# One\n\n## Two\n', 'md', { toc: true });
    expect(text).toMatch(/Contents.*One.*Two.*One.*Two/);
  });
});

describe('plain text', { timeout: SLOW_MS }, () => {
  it('keeps its lines, and ends pages where they end', async () => {
    const facts = await read('a\n  b\fc', 'txt');
    expect(facts.document).toMatchObject({ pages: 2 });
  });

  it('of more pages than are allowed is refused before it is set', async () => {
    const long = 'a line of text\n'.repeat(400_000);
    await expect(set(long, 'txt')).rejects.toMatchObject({ code: 'input_too_complex' });
  });
});

describe('a text that never ends', () => {
  it('is stopped at the deadline', { timeout: SLOW_MS }, async () => {
    await using lanes = new CodecBench();
    // Ranges that are stated are refused at the first look.
    const loops = '#let n = 100000\n#for i in range(n) { for j in range(n) { let x = i * j } }';
    const bytes = new TextEncoder().encode(loops);
    const step = { codec: 'typst', edge: 'typeset', from: 'typst', to: 'pdf', options: {} } as const;
    await expect(lanes.convert([{ name: 'a.typ', format: 'typst', bytes }], step, 4000)).rejects.toThrow(/timeout/i);
  });
});
