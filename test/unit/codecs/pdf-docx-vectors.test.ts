import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { pdfFile } from '../../support/pdf-file.ts';
import { pdfStream } from '../../support/pdf-objects.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
beforeEach(() => {
  bench.warnings.length = 0;
});
afterAll(() => bench[Symbol.asyncDispose]());

const TEXT = 'BT /F1 12 Tf 72 700 Td (Beside a drawing) Tj ET';
/** A leaf of two curves, filled and stroked, at the bottom of a Letter page. */
const LEAF = '1 0 0 rg 0 0 1 RG 2 w 100 100 m 150 200 250 200 300 100 c 250 0 150 0 100 100 c B';

async function partsOf(content: string): Promise<Record<string, Uint8Array>> {
  const [docx] = await bench.convert(pdfFile([content]), 'pdf', 'docx', 'reconstruct');
  return unzipSync(docx!);
}

const media = (parts: Record<string, Uint8Array>, extension: string): string[] =>
  Object.keys(parts).filter((name) => name.startsWith('word/media/') && name.endsWith(extension));

it('keeps curves as a drawing, with pixels for programs that cannot show it', async () => {
  const parts = await partsOf(`${TEXT}\n${LEAF}`);
  const [svg] = media(parts, '.svg');
  expect(media(parts, '.png')).toHaveLength(1);
  const drawing = strFromU8(parts[svg!]!);
  expect(drawing).toContain('d="M100 692C150 592 250 592 300 692C250 792 150 792 100 692" fill="#ff0000"');
  expect(drawing).toContain('stroke="#0000ff" stroke-width="2.00"');
  expect(bench.warnings).toEqual([]);
});

it('gathers what lies together, and keeps apart what does not', async () => {
  const near = LEAF.replaceAll('100 100', '302 100');
  expect(media(await partsOf(`${TEXT}\n${LEAF}\n${near}`), '.svg')).toHaveLength(1);
  const far = '1 0 0 1 200 400 cm 0 0 m 20 60 l 40 0 l f';
  expect(media(await partsOf(`${TEXT}\n${LEAF}\n${far}`), '.svg')).toHaveLength(2);
});

it('shows of a drawing only what its clip shows', async () => {
  const parts = await partsOf(`${TEXT}\nq 100 100 200 50 re W n\n${LEAF} Q\n${LEAF.replaceAll('100 100', '302 100')}`);
  const drawing = strFromU8(parts[media(parts, '.svg')[0]!]!);
  expect(drawing).toContain('<rect x="100.00" y="642.00" width="200.00" height="50.00"/>');
});

it('has no clip where the edges of the drawing are enough, which is drawn many times as fast', async () => {
  const parts = await partsOf(`${TEXT}\n100 100 200 50 re W n\n${LEAF}`);
  const drawing = strFromU8(parts[media(parts, '.svg')[0]!]!);
  expect(drawing).toContain('viewBox="100.00 642.00 200.00 50.00"');
  expect(drawing).not.toContain('clip');
});

it('makes pixels of a drawing with very many lines', async () => {
  const zigzag = Array.from({ length: 6_000 }, (_, index) => `${100 + (index % 300)} ${index % 2 === 0 ? 100 : 200} l`);
  const parts = await partsOf(`${TEXT}\n100 100 m ${zigzag.join(' ')} S`);
  expect(media(parts, '.svg')).toHaveLength(0);
  expect(media(parts, '.png')).toHaveLength(1);
});

describe('a diagram', () => {
  const axes = '0 G 1 w 100 400 m 400 400 l S 100 400 m 100 600 l S 100 500 m 400 500 l S';
  const curve = '1 0 0 RG 105 410 m 200 590 300 420 395 580 c S';
  const labels = 'BT /F1 9 Tf 104 585 Td (Heat) Tj ET BT /F1 9 Tf 360 404 Td (Time) Tj ET';

  it('is a group of one drawing with its axes and its grid, and of its labels', async () => {
    const parts = await partsOf(`${TEXT}\n${axes}\n${curve}\n${labels}`);
    const document = strFromU8(parts['word/document.xml']!);
    expect(media(parts, '.svg')).toHaveLength(1);
    expect(strFromU8(parts[media(parts, '.svg')[0]!]!).match(/<path /g)!.length).toBe(4);
    expect(document).not.toContain('<w:tbl>');
    expect(document).toContain('descr="Heat Time"');
    expect(document.match(/<wpg:wgp>|<pic:pic |<wps:txbx>/g)).toEqual([
      '<wpg:wgp>',
      '<pic:pic ',
      '<wps:txbx>',
      '<wps:txbx>',
    ]);
    expect(bench.warnings.map(({ code }) => code)).not.toContain('feature_dropped');
  });

  it('has the numbers along its axes, and what else is in the frame around it', async () => {
    const ticks = ['80 400 Td (0)', '80 500 Td (50)', '240 388 Td (1,000)'].map((at) => `BT /F1 9 Tf ${at} Tj ET`);
    const title = 'BT /F1 9 Tf 200 372 Td (Days of the year) Tj ET';
    const described = async (content: string): Promise<string | undefined> => {
      const parts = await partsOf(`${TEXT}\n${axes}\n${curve}\n${ticks.join('\n')}\n${content}`);
      return /descr="([^"]*)"/.exec(strFromU8(parts['word/document.xml']!))?.[1];
    };
    expect(await described(title)).toBe('50 0 1,000');
    expect(await described(`${title}\n60 360 360 260 re S`)).toBe('50 0 1,000 Days of the year');
  });

  it('stays in parts where it has lines of text in it', async () => {
    const prose = [580, 570, 560, 550].map(
      (y) => `BT /F1 9 Tf 104 ${y} Td (A sentence that is far too long for the label of a curve) Tj ET`,
    );
    const parts = await partsOf(`${TEXT}\n${axes}\n${curve}\n${prose.join('\n')}`);
    expect(strFromU8(parts['word/document.xml']!)).toContain('too long for the label');
  });

  it('is none where a frame is drawn around a table', async () => {
    const frame =
      '100 410 m 100 405 105 400 110 400 c 390 400 l 395 400 400 405 400 410 c 400 590 l 400 595 395 600 390 600 c';
    const rounded = `0 G 1 w ${frame} 110 600 l 105 600 100 595 100 590 c s`;
    const grid =
      '100 500 m 400 500 l S 250 400 m 250 600 l S 100 400 m 400 400 l S 100 600 m 400 600 l S 100 400 m 100 600 l S 400 400 m 400 600 l S';
    const cells = ['110 550', '260 550', '110 450', '260 450'].map((at) => `BT /F1 9 Tf ${at} Td (cell) Tj ET`);
    const parts = await partsOf(`${TEXT}\n${rounded}\n${grid}\n${cells.join('\n')}`);
    expect(strFromU8(parts['word/document.xml']!)).toContain('<w:tbl>');
  });
});

describe('a drawing that is placed on the page as a whole', () => {
  const bars = '0 0 1 rg 0 0 20 60 re f 40 0 20 90 re f 0 G 0 0 m 0 100 l 120 100 l S 5 5 m 20 40 60 20 110 95 c S';
  const letters = 'BT /F1 9 Tf 80 40 Td (Sales) Tj ET';
  const form = (content: string): string =>
    pdfStream('/Type /XObject /Subtype /Form /BBox [0 -20 140 120] /Resources << /Font << /F1 3 0 R >> >>', content);
  const placed = async (content: string): Promise<Record<string, Uint8Array>> => {
    const page = `${TEXT}\nq 1 0 0 1 100 400 cm /Fm0 Do Q`;
    const [docx] = await bench.convert(
      pdfFile([page], { resources: '/XObject << /Fm0 6 0 R >>', objects: [form(content)] }),
      'pdf',
      'docx',
      'reconstruct',
    );
    return unzipSync(docx!);
  };

  it('is one image, its bars and labels outside of its curves among it', async () => {
    const parts = await placed(`${bars}\nBT /F1 9 Tf 0 -15 Td (2001) Tj ET\n${letters}`);
    const document = strFromU8(parts['word/document.xml']!);
    expect(media(parts, '.svg')).toHaveLength(1);
    expect(document).toContain('descr="Sales 2001"');
    expect(document.match(/>2001</g)).toHaveLength(1);
  });
});
