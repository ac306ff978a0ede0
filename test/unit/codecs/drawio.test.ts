import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import codec from '../../../engine/codecs/drawio/codec.ts';
import { readPages } from '../../../engine/codecs/drawio/file.ts';
import { linesOfHtml, wrapped } from '../../../engine/codecs/drawio/text.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

const SAMPLE = readFileSync(sourcePath({ from: 'drawio', source: 'shapes-lines-packed-page.drawio' }));
const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes!).toString();
const modelOf = (cells: string): Uint8Array =>
  Buffer.from(`<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${cells}</root></mxGraphModel>`);
const box = (id: string, style: string, place: string, parent = '1', value = ''): string =>
  `<mxCell id="${id}" value="${value}" style="${style}" vertex="1" parent="${parent}"><mxGeometry ${place} as="geometry"/></mxCell>`;
const draw = async (cells: string): Promise<string> =>
  textOf((await bench.convert(modelOf(cells), 'drawio', 'svg', 'draw'))[0]);
const refused = (code: string) => expect.objectContaining({ code });

describe('diagrams of draw.io', () => {
  it('draws each page with its labels, packed or not', async () => {
    const [first, second] = await bench.convert(SAMPLE, 'drawio', 'svg', 'draw');
    expect(textOf(first)).toContain('<title>Smelting</title>');
    for (const label of ['Start', 'Warm', 'check', 'Smelter', 'Pour', 'odd']) expect(textOf(first)).toContain(label);
    expect(textOf(first)).toContain('data:image/png;base64,iVBOR');
    expect(textOf(second)).toContain('Second page');
    const { document } = await bench.inspect(SAMPLE, 'drawio', 'quick');
    expect(document!.text).toContain('Warm the furnace\nto 1,200 °C');
    expect(document!.figures).toBe(1);
  });

  it('places shapes in their groups, and leaves out what is hidden or folded away', async () => {
    const svg = await draw(
      box('g', 'group', 'x="100" y="50" width="200" height="100"') +
        box('a', '', 'x="10" y="20" width="30" height="40"', 'g', 'in') +
        '<mxCell id="h" parent="0" visible="0"/>' +
        box('b', '', 'x="0" y="0" width="9" height="9"', 'h', 'unseen'),
    );
    expect(svg).toContain('translate(110 70)');
    expect(svg).not.toContain('unseen');
  });

  it('joins shapes by level and upright lines that end at their borders', async () => {
    const ends = 'style="edgeStyle=orthogonalEdgeStyle;endArrow=none;" edge="1" parent="1" source="a" target="b"';
    const line = `<mxCell id="e" ${ends}><mxGeometry relative="1" as="geometry"/></mxCell>`;
    const beside = await draw(
      box('a', '', 'x="0" y="0" width="40" height="20"') + box('b', '', 'x="100" y="10" width="40" height="20"') + line,
    );
    expect(beside).toContain('M40 15L100 15');
    const apart = await draw(
      box('a', '', 'x="0" y="0" width="40" height="20"') + box('b', '', 'x="100" y="60" width="40" height="20"') + line,
    );
    expect(apart).toMatch(/M40 10L\d+ 10L70 10L70 70L\d+ 70L100 70/);
  });

  it('reads looks of labels in HTML, and breaks lines between words', () => {
    const lines = linesOfHtml(
      '<div>a <b>bold</b></div><div><font color="#f00" style="font-size: 20px">red</font>&nbsp;&lt;</div>',
    );
    expect(lines.map((line) => line.map(({ text }) => text).join(''))).toEqual(['a bold', 'red <']);
    expect(lines[0]![1]).toMatchObject({ text: 'bold', isBold: true });
    expect(lines[1]![0]).toMatchObject({ colour: '#f00', size: 20 });
    const broken = wrapped(linesOfHtml('one two three four'), 60, { size: 12, isBold: false });
    expect(
      broken.map((line) =>
        line
          .map(({ text }) => text)
          .join('')
          .trim(),
      ),
    ).toEqual(['one two', 'three four']);
  });

  it('leads nowhere: no programs, no images from elsewhere, no markup in labels', async () => {
    const svg = await draw(
      '<UserObject id="x" label="&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=1&gt;t" link="javascript:alert(1)"><mxCell style="html=1" vertex="1" parent="1"><mxGeometry width="9" height="9" as="geometry"/></mxCell></UserObject>' +
        box('i', 'shape=image;image=https://127.0.0.1/x.png', 'x="0" y="0" width="9" height="9"') +
        box('c', 'fillColor=url(#x);strokeColor=&quot;/&gt;&lt;script&gt;', 'x="0" y="0" width="9" height="9"'),
    );
    expect(svg).not.toMatch(/<script|javascript:|onerror|127\.0\.0\.1|url\(/);
  });

  it('is refused by name where it is damaged, packed too well, nested or endless', () => {
    const file = (inside: string): string => `<mxfile><diagram>${inside}</diagram></mxfile>`;
    const read = (xml: string) => () => readPages(xml, DEFAULT_LIMITS);
    expect(read(file('AAAA'))).toThrow(refused('input_corrupt'));
    expect(read(file(''))).toThrow(refused('input_corrupt'));
    expect(read('<mxfile/>')).toThrow(refused('input_corrupt'));
    const bomb = deflateRawSync(Buffer.alloc(40_000_000, 0x20)).toString('base64');
    expect(read(file(bomb))).toThrow(refused('input_too_complex'));
    const cells = '<mxCell/>'.repeat(50_001);
    expect(read(`<mxGraphModel><root>${cells}</root></mxGraphModel>`)).toThrow(refused('input_too_complex'));
    expect(read(textOf(SAMPLE).slice(0, -20))).toThrow(refused('input_corrupt'));
  });

  it('ends where shapes are parents of each other', async () => {
    const svg = await draw(
      box('a', '', 'x="1" y="1" width="9" height="9"', 'b') + box('b', '', 'x="1" y="1" width="9" height="9"', 'a'),
    );
    expect(svg).toContain('</svg>');
    const chain = Array.from({ length: 400 }, (_, index) =>
      box(`n${index}`, '', 'x="1" y="0" width="9" height="9"', index === 0 ? '1' : `n${index - 1}`),
    );
    expect(await draw(chain.join(''))).toContain('</svg>');
  });
});
