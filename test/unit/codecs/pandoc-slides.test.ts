import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pandoc/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { openZip } from '../../../engine/io/zip.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const SECONDS = 60_000;

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
}, SECONDS);
afterAll(() => bench[Symbol.asyncDispose]());
beforeEach(() => {
  bench.warnings.length = 0;
});

/** The names and the texts of what a presentation consists of. */
async function slidesOf(source: string, from: FormatId): Promise<string[]> {
  const [output] = await bench.convert(Buffer.from(source), from, 'pptx', edgeBetween(codec, from, 'pptx'));
  const zip = openZip(output!, DEFAULT_LIMITS);
  return zip.entries.flatMap((entry) => [entry.name, Buffer.from(zip.read(entry)).toString()]);
}

describe('slides of pandoc', { timeout: SECONDS }, () => {
  it('puts tables and images of the divisions of a page on slides, and leaves columns side by side', async () => {
    const page = `<h1>Tides</h1><article><div><table><tr><td>high</td></tr></table></div>
      <div><p>low</p><img alt="a" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></div></article>`;
    const slides = await slidesOf(page, 'html');
    expect(slides.filter((name) => name.startsWith('ppt/media/'))).toHaveLength(1);
    expect(slides.join()).toContain('high');
    expect(bench.warnings).toEqual([]);
    const columns = '# Tides\n\n:::: columns\n::: column\nhigh\n:::\n::: column\nlow\n:::\n::::\n';
    const [slide] = (await slidesOf(columns, 'md')).filter((text) => text.includes('high'));
    expect(slide!.match(/<p:sp>/g)).toHaveLength(3);
  });

  it('shows the legend of an image on its slide, whether the image is there or not', async () => {
    const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=';
    for (const address of [gif, 'no-such.png']) {
      const source = `<h1>T</h1><figure><img src="${address}"><figcaption>Two squares</figcaption></figure>`;
      expect((await slidesOf(source, 'html')).join('\n')).toContain('Two squares');
    }
  });

  it('describes images on slides by their captions, and not by their addresses', async () => {
    const image = readFileSync(join(SOURCES, 'gif/square-on-transparent-odd-size.gif')).toString('base64');
    const slides = (await slidesOf(`# A\n\n![Red & blue, 2 \\< 3](data:image/gif;base64,${image})\n`, 'md')).join('');
    expect(slides).toContain('descr="Red &amp; blue, 2 &lt; 3"');
    expect(slides).not.toContain('data:image');
  });

  it('gives the rows of tables on slides a height', async () => {
    const slides = await slidesOf('# Tides\n\n| a | b |\n|---|---|\n| 1 | 2 |\n', 'md');
    expect(slides.join('')).toMatch(/<a:tr h="[1-9]/);
    expect(slides.join('')).not.toContain('<a:tr h="0"');
  });

  it('writes formulas of slides as text as well, for programs that have none', async () => {
    const slides = await slidesOf('# One\n\nThe lens turns by $r^2$, and $\\frac{a+b}{c}$ of it.\n', 'md');
    const slide = slides.find((text) => text.includes('The lens'))!;
    const [formulas, plain] = slide.split('<mc:Fallback>');
    expect(formulas).toContain('<a14:m>');
    expect(plain!.split('</mc:Fallback>')[0]!.replaceAll(/<[^>]*>/g, '')).toContain('turns by r^2, and (a+b)/c of it.');
    expect(plain).not.toContain('<a14:m>');
  });

  it('hold images that stand in the middle of a paragraph, and what is before and behind them', async () => {
    const image = '<img alt="a" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';
    const source = `<h1>T</h1><p>high ${image} low <b>tide</b><br>${image}</p><p><a href="https://a.b/">${image}</a></p>`;
    const slides = await slidesOf(source, 'html');
    expect(slides.join('').match(/<p:pic>/g)).toHaveLength(3);
    expect(bench.warnings).toEqual([]);
    for (const text of ['high', 'low', 'tide']) expect(slides.join('')).toContain(text);
  });
});
