import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import officeMarkup from '../../../../../engine/codecs/office-markup/codec.ts';
import officeXml from '../../../../../engine/codecs/office-xml/codec.ts';
import tableReader from '../../../../../engine/codecs/table-reader/codec.ts';
import type { Feature } from '../../../../../engine/formats/features.ts';
import type { FormatId } from '../../../../../engine/formats/index.ts';
import { compareFacts } from '../../../../../engine/verify/compare.ts';
import type { Facts } from '../../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';
import { withEntry } from '../../../../support/repack.ts';
import { startRunner, type RunnerBench } from '../../../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../../../corpus/sources');
const load = (path: string): Uint8Array => readFileSync(join(SOURCES, path));

let reader: RunnerBench;
let tables: RunnerBench;
let writer: RunnerBench;
beforeAll(async () => {
  reader = await startRunner(officeXml);
  tables = await startRunner(tableReader);
  writer = await startRunner(officeMarkup);
});
afterAll(async () => {
  for (const bench of [reader, tables, writer]) await bench[Symbol.asyncDispose]();
});

function expectation(from: FormatId, to: FormatId, kept: readonly Feature[]): Expectation {
  return { from, to, kept, lost: [], gone: [], operations: ['recode'], takes: 'all', gives: 'one', options: {} };
}

/** Names of the checks that fail, and kinds of the differences that are refused, when a file came out as another one. */
function broken(source: Facts, outputs: readonly Facts[], kept: readonly Feature[]): string[] {
  const expected = expectation(source.format, outputs[0]!.format, kept);
  const { checks, differences } = compareFacts(source, outputs, expected);
  const refused = differences.listed.filter(({ severity }) => severity === 'refuse');
  return [...checks.filter(({ ok }) => !ok).map(({ name }) => name), ...new Set(refused.map(({ kind }) => kind))];
}

const ALL: readonly Feature[] = ['text', 'records', 'structure', 'pages', 'figures', 'formulas'];

describe('a sabotaged presentation is refused', () => {
  const PRESENTATION = 'pptx/columns-chart-smartart-hidden-slide.pptx';
  const sabotaged = async (name: string, change: (text: string) => string | undefined): Promise<string[]> => {
    const file = load(PRESENTATION);
    const source = await reader.inspect(file, 'pptx');
    return broken(source, [await reader.inspect(withEntry(file, name, change), 'pptx')], ALL);
  };

  it('but not the same file again', async () => {
    expect(await sabotaged('docProps/core.xml', (text) => text)).toEqual([]);
  });

  it('when a slide is gone', async () => {
    const drop = (text: string): string => text.replace('<p:sldId id="257" r:id="rId2"/>', '');
    expect(await sabotaged('ppt/presentation.xml', drop)).toContain('pages');
  });

  it('when slides have changed their places', async () => {
    const swap = (text: string): string => text.replace(/(<p:sldId id="256"[^>]*>)(<p:sldId id="257"[^>]*>)/, '$2$1');
    expect(await sabotaged('ppt/presentation.xml', swap)).toContain('paragraph_order');
  });

  it('when a paragraph is gone', async () => {
    expect(await sabotaged('ppt/slides/slide1.xml', (text) => text.replace('from beech', ''))).not.toEqual([]);
  });

  it('when the notes are gone in a text, and told of where not every program keeps them', async () => {
    const file = load(PRESENTATION);
    const source = await reader.inspect(file, 'pptx');
    const without = await reader.inspect(
      withEntry(file, 'ppt/notesSlides/notesSlide1.xml', () => undefined),
      'pptx',
    );
    const told = compareFacts(source, [without], expectation('pptx', 'pptx', ALL)).differences.listed;
    expect(told.map(({ kind, severity }) => [kind, severity])).toContainEqual(['text_missing', 'tell']);
    const text = { ...without, document: { ...without.document!, pages: undefined } };
    expect(broken(source, [text], ALL)).toContain('paragraph_missing');
  });

  it('when its table and its image are gone', async () => {
    const slide = (text: string): string => text.replace(/<a:tbl>.*<\/a:tbl>/s, '');
    expect(await sabotaged('ppt/slides/slide2.xml', slide)).toContain('table_cell_missing');
    const image = (text: string): string => text.replace(/<p:pic>.*<\/p:pic>/s, '');
    expect(await sabotaged('ppt/slides/slide1.xml', image)).toContain('image_missing');
  });
});

describe('a sabotaged workbook is refused', () => {
  const WORKBOOK = 'xlsx/formats-merged-hidden-sheet-chart.xlsx';
  const sabotaged = async (name: string, change: (text: string) => string | undefined): Promise<string[]> => {
    const file = load(WORKBOOK);
    const source = await reader.inspect(file, 'xlsx');
    return broken(source, [await reader.inspect(withEntry(file, name, change), 'xlsx')], ALL);
  };

  it('but not the same file again', async () => {
    expect(await sabotaged('xl/styles.xml', (text) => text)).toEqual([]);
  });

  it('when a sheet is gone, hidden or not', async () => {
    const drop = (text: string): string => text.replace(/<sheet name="Secret"[^>]*>/, '');
    expect(await sabotaged('xl/workbook.xml', drop)).toContain('sheets');
  });

  it.each([
    ['a number', '<v>-80</v>', '<v>-81</v>'],
    ['a date', '<v>46082</v>', '<v>46083</v>'],
    ['a text', 'Sand &amp; clay', 'Sand &amp; mud'],
    ['a place', '<c r="C5"', '<c r="H5"'],
  ])('when %s has changed', async (_, before, after) => {
    const change = (text: string): string => {
      expect(text).toContain(before);
      return text.replace(before, after);
    };
    expect(await sabotaged('xl/worksheets/sheet1.xml', change)).not.toEqual([]);
  });

  it('when its formula is a value, but not when only the result has changed', async () => {
    const flatten = (text: string): string => text.replace(/<f>[^<]*<\/f>/, '');
    expect(await sabotaged('xl/worksheets/sheet1.xml', flatten)).toEqual(['formulas']);
    const recompute = (text: string): string => text.replace('<v>1154.5</v>', '<v>1154.6</v>');
    expect(await sabotaged('xl/worksheets/sheet1.xml', recompute)).not.toContain('cells');
  });

  it('when a table of its sheets lacks a row or is missing', async () => {
    const file = load(WORKBOOK);
    const source = await reader.inspect(file, 'xlsx');
    const written = await writer.convert(file, 'xlsx', 'csv', 'tables');
    const facts = await Promise.all(written.map((bytes) => tables.inspect(bytes, 'csv')));
    expect(broken(source, facts, ['records', 'pages'])).toEqual([]);
    expect(broken(source, facts.slice(1), ['records'])).not.toEqual([]);
    const shortened = Buffer.from(new TextDecoder().decode(written[0]).replace(/^,Tar.*$/m, ''));
    expect(broken(source, [await tables.inspect(shortened, 'csv'), facts[1]!], ['records'])).not.toEqual([]);
  });
});

describe('the same workbook in other formats', () => {
  const FORMATS: readonly FormatId[] = ['xls', 'xlt', 'ods', 'ots', 'fods', 'xlsm', 'xltx'];
  it.each(FORMATS)('is the same as %s', async (format) => {
    const stem = 'purchases-formulas-dates-two-sheets';
    const source = await reader.inspect(load(`xlsx/${stem}.xlsx`), 'xlsx');
    const other = await reader.inspect(load(`${format}/${stem}.${format}`), format);
    expect(broken(source, [other], ['records', 'structure', 'formulas'])).toEqual([]);
  });
});

describe('the same text in other formats', () => {
  const FORMATS: readonly FormatId[] = ['odt', 'fodt', 'ott', 'doc', 'dot', 'rtf', 'docm', 'dotx'];
  const stem = 'furnace-headings-table-footnote-picture';
  const KEPT: readonly Feature[] = ['text', 'structure'];
  it.each(FORMATS)('is the same as %s', async (format) => {
    const source = await reader.inspect(load(`docx/${stem}.docx`), 'docx');
    const other = await reader.inspect(load(`${format}/${stem}.${format}`), format);
    expect(broken(source, [other], KEPT)).toEqual([]);
    expect(broken(other, [source], KEPT)).toEqual([]);
  });

  it('is refused without one of its paragraphs', async () => {
    const file = load(`odt/${stem}.odt`);
    const drop = (text: string): string => text.replace(/Naïve façades[^<]*/, '');
    const source = await reader.inspect(file, 'odt');
    const changed = await reader.inspect(withEntry(file, 'content.xml', drop), 'odt');
    expect(broken(source, [changed], KEPT)).toEqual(['paragraph_missing']);
  });
});
