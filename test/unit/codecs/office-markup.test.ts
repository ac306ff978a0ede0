import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/office-markup/codec.ts';
import { inReadingOrder } from '../../../engine/content/document/reading-order.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { withEntry } from '../../support/repack.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const SLIDES = readFileSync(join(SOURCES, 'pptx/columns-chart-smartart-hidden-slide.pptx'));
const WORKBOOK = readFileSync(join(SOURCES, 'xlsx/formats-merged-hidden-sheet-chart.xlsx'));

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

async function convert(file: Uint8Array, from: FormatId, to: FormatId, edge: string): Promise<string> {
  const [output] = await bench.convert(file, from, to, edge);
  return new TextDecoder().decode(output);
}

describe('a presentation as Markdown', () => {
  it('has titles as headings, lists, links and text in reading order', async () => {
    const text = await convert(SLIDES, 'pptx', 'md', 'slides');
    expect(text).toMatch(
      /^# The slow furnace\n\n<!-- Slide 1 -->\n\n## What \| an \\\*athanor\\\* needs\n\n- Charcoal\n {4}- from beech\n/,
    );
    expect(text).toContain(
      '- Sand from the [river](https://example.org/river)\n\nRight, above: **kept warm**\n\nRight, below',
    );
    expect(text).toContain('![A red tile][picture-1]');
  });

  it('has charts and SmartArt as what they say, notes and hidden slides marked', async () => {
    const text = await convert(SLIDES, 'pptx', 'md', 'slides');
    expect(text).toContain(
      '**Heat of a day**\n\n|  | Tower | Bath |\n| --- | ---: | ---: |\n| Morning | 410.0 | 90.0 |',
    );
    expect(text).toContain('## Steps\n\n- Fill\n- Kindle\n- Wait');
    expect(text).toContain('> **Notes:**\n>\n> Do not forget the damper.');
    expect(text).toContain('<!-- Slide 4, hidden -->\n\n## Only for the adept\n\n*(hidden slide)*');
  });

  it('has merged cells of tables once', async () => {
    const text = await convert(SLIDES, 'pptx', 'html', 'slides');
    expect(text).toContain('<th colspan="2">Heat</th>');
    expect(text).toContain('<td rowspan="2">Tower</td>');
  });

  it('lets no address run anything', async () => {
    const hostile = withEntry(SLIDES, 'ppt/slides/_rels/slide1.xml.rels', (text) =>
      text.replace('https://example.org/river', 'javascript:alert(1)'),
    );
    expect(await convert(hostile, 'pptx', 'html', 'slides')).not.toContain('javascript:');
  });
});

describe('a workbook as markup', () => {
  it('has sheets as tables with their formats, dates as ISO, and what is hidden marked', async () => {
    const text = await convert(WORKBOOK, 'xlsx', 'md', 'sheets');
    expect(text).toContain('## Ledger\n\nLedger of the furnace\n\n| Item | Paid | On | Share | Burnt | Receipt |');
    expect(text).toContain(
      '| [Charcoal \\| beech](https://example.org/charcoal) | 1,234.50 | 2026-03-01 | 25.6% | 37:30:00 | No. 007 |',
    );
    expect(text).toContain('## Secret (hidden)');
    expect(text).not.toContain('Empty');
  });

  it('has tables that stand side by side one after the other', async () => {
    const text = await convert(WORKBOOK, 'xlsx', 'md', 'sheets');
    expect(text).toContain('| Ash | 3 kg |\n| --- | --- |\n| Tar | 1 kg |\n\nSide by side\n\n| Heat | 620 |');
  });

  it('writes each sheet as data in a file of its own', async () => {
    const outputs = await bench.convert(WORKBOOK, 'xlsx', 'csv', 'tables');
    const [ledger, secret] = outputs.map((bytes) => new TextDecoder().decode(bytes));
    expect(outputs).toHaveLength(2);
    expect(ledger).toContain(',Charcoal | beech,1234.5,2026-03-01,0.256,37:30:00,7\r\n');
    expect(secret).toBe('Word,Meaning\r\nAthanor,"Oven\nof the alchemists"\r\n');
  });

  it('takes the sheets that were asked for, and refuses those that are not there', async () => {
    expect(await bench.convert(WORKBOOK, 'xlsx', 'csv', 'tables', { pages: '3' })).toHaveLength(1);
    const wrong = bench.convert(WORKBOOK, 'xlsx', 'csv', 'tables', { pages: '9' });
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_options' });
    const empty = bench.convert(WORKBOOK, 'xlsx', 'csv', 'tables', { pages: '2' });
    await expect(empty).rejects.toMatchObject({ code: 'empty_file' });
  });

  it('reads cells that stand out of order, and repeated rows without end as few', async () => {
    const shuffled = withEntry(WORKBOOK, 'xl/worksheets/sheet3.xml', (text) =>
      text.replace(/(<c r="A1".*?<\/c>)(<c r="B1".*?<\/c>)/s, '$2$1'),
    );
    const [table] = await bench.convert(shuffled, 'xlsx', 'csv', 'tables', { pages: '3' });
    expect(new TextDecoder().decode(table)).toMatch(/^Word,Meaning\r\n/);
    const flat = `<office:document xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="Far"><table:table-row><table:table-cell office:value-type="string"><text:p>top</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row><table:table-row><table:table-cell office:value-type="string"><text:p>end</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document>`;
    expect(await convert(Buffer.from(flat), 'fods', 'txt', 'sheets')).toBe('Far\n\ntop\n\nend\n');
  });

  it('refuses more values than are allowed', async () => {
    await using small = await startRunner(codec, { values: 10 });
    const refused = small.convert(WORKBOOK, 'xlsx', 'md', 'sheets');
    await expect(refused).rejects.toMatchObject({ code: 'input_too_complex', details: { limit: 'values' } });
  });
});

describe('reading order', () => {
  const at = (item: string, x: number, y: number, width = 10, height = 10) => ({ item, box: { x, y, width, height } });

  it('goes through bands from the top, in each of them through columns from the left', () => {
    const page = [
      at('footer', 0, 90, 100),
      at('right', 60, 20, 30, 60),
      at('left 2', 0, 50, 40),
      at('left 1', 0, 20, 40),
      at('head', 0, 0, 100),
    ];
    expect(inReadingOrder(page)).toEqual(['head', 'left 1', 'left 2', 'right', 'footer']);
  });

  it('keeps what has no place behind the others', () => {
    expect(inReadingOrder([{ item: 'b', box: undefined }, at('a', 0, 0)])).toEqual(['a', 'b']);
  });
});

describe('a text in TEI', () => {
  it('is its text, with headings, lists, tables and notes', async () => {
    const tei = `<?xml version="1.0"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Tides</title></titleStmt></fileDesc></teiHeader>
<text><body><div type="level1"><head>The pier</head><p>High water<note>Twice a day.</note> at 6.</p>
<list type="ordered:arabic"><item><p>Moor.</p><p>Twice.</p></item><item>Wait.</item></list>
<table><row role="label"><cell>Ship</cell><cell>Tons</cell></row><row><cell>Aurora</cell><cell>12</cell></row></table></div></body></text></TEI>`;
    expect(await convert(Buffer.from(tei), 'tei', 'md', 'marked')).toBe(
      `Tides\n\n# The pier\n\nHigh water\\[1\\] at 6.\n\n1. Moor.\n\n    Twice.\n2. Wait.\n
| Ship | Tons |\n| --- | --- |\n| Aurora | 12 |\n\n> **Notes:**\n>\n> \\[1\\] Twice a day.\n`,
    );
  });
});
