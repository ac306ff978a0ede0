import { describe, expect, it } from 'vitest';
import type { DocumentFacts, Facts, RasterFacts, RecordFacts } from '../../../engine/contract/facts.ts';
import { compareFigures } from '../../../engine/content/document/compare/figures.ts';
import { comparePages } from '../../../engine/content/pages/compare/pages.ts';
import { compareRecords } from '../../../engine/content/records/compare.ts';
import { compareStructure } from '../../../engine/content/document/compare/structure.ts';
import type { Compare, Expectation } from '../../../engine/contract/report.ts';

const EXPECTATION: Expectation = {
  from: 'docx',
  to: 'html',
  kept: ['text', 'structure', 'figures', 'pages', 'records'],
  lost: [],
  gone: [],
  operations: [],
  takes: 'all',
  gives: 'one',
  options: {},
};

const BASICS = { format: 'docx', sizeBytes: 1, reader: 'test', depth: 'content', features: [] } as const;
const document = (facts: Partial<DocumentFacts>): Facts => ({
  ...BASICS,
  document: { text: '', figures: 0, ...facts },
});
const raster = (facts: Partial<RasterFacts>): Facts => ({
  ...BASICS,
  raster: { width: 1, height: 1, frames: 1, sequence: 'single', alpha: false, bitsPerChannel: 8, ...facts },
});
const table = (facts: Partial<RecordFacts>): Facts => ({
  ...BASICS,
  records: { rows: 3, columns: ['a', 'b'], values: 6, digest: 'x', ...facts },
});

/** Each check as name, expected and found, with an exclamation mark when it fails. */
function checks(
  compare: Compare,
  source: Facts,
  outputs: readonly Facts[],
  expectation: Partial<Expectation> = {},
): string[] {
  return compare(source, outputs, { ...EXPECTATION, ...expectation }).map(
    ({ name, ok, expected, found }) => `${name} ${expected}→${found}${ok ? '' : '!'}`,
  );
}

describe('structure', () => {
  const source = document({ headings: 8, tables: 2, links: 0 });

  it('may be counted differently, but must not vanish', () => {
    expect(checks(compareStructure, source, [document({ headings: 5, tables: 1, links: 3 })])).toEqual([
      'headings 8→5',
      'tables 2→1',
    ]);
    expect(checks(compareStructure, source, [document({ headings: 3, tables: 0 })])).toEqual([
      'headings 8→3!',
      'tables 2→0!',
    ]);
  });

  it('does not have the title of a document among its headings, which stands beside the text of some formats', () => {
    const titled = document({ headings: 2, titles: 1 });
    expect(checks(compareStructure, titled, [document({ headings: 1 })])).toEqual(['headings 1→1']);
    expect(checks(compareStructure, titled, [document({ headings: 0 })])).toEqual(['headings 1→0!']);
    expect(checks(compareStructure, document({ headings: 1, titles: 1 }), [document({ headings: 0 })])).toEqual([]);
  });

  it('is compared over all outputs together', () => {
    expect(checks(compareStructure, source, [document({ headings: 2 }), document({ headings: 2 })])).toEqual([
      'headings 8→4',
    ]);
  });

  it('expects no links on pages that do not show them, but in a text all of them', () => {
    const sheet = document({ links: 2, unshownLinks: 2 });
    expect(checks(compareStructure, sheet, [document({ pages: 1, links: 0 })])).toEqual([]);
    expect(checks(compareStructure, sheet, [document({ links: 0 })])).toEqual(['links 2→0!']);
    const partly = document({ links: 3, unshownLinks: 2 });
    expect(checks(compareStructure, partly, [document({ pages: 1, links: 0 })])).toEqual(['links 1→0!']);
  });

  it('is not compared where it is not promised, not counted, not whole, or only a part was asked for', () => {
    const bare = [document({ headings: 0, tables: 0 })];
    expect(checks(compareStructure, source, bare, { kept: ['text'] })).toEqual([]);
    expect(checks(compareStructure, source, [document({})])).toEqual([]);
    expect(checks(compareStructure, document({ headings: 8, excerpt: true }), bare)).toEqual([]);
    expect(checks(compareStructure, source, bare, { options: { pages: '1' } })).toEqual([]);
  });
});

describe('figures', () => {
  it('of a flowing document must mostly be there', () => {
    expect(checks(compareFigures, document({ figures: 6 }), [document({ figures: 3 })])).toEqual(['figures 6→3']);
    expect(checks(compareFigures, document({ figures: 6 }), [document({ figures: 2 })])).toEqual(['figures 6→2!']);
  });

  it('of a PDF, which draws them in tiles, must not all be gone', () => {
    const pdf = document({ figures: 90, pages: 2 });
    expect(checks(compareFigures, pdf, [document({ figures: 1 })])).toEqual(['figures 90→1']);
    expect(checks(compareFigures, pdf, [document({ figures: 0 })])).toEqual(['figures 90→0!']);
  });

  it('of hidden sheets are not expected on pages, but in a text', () => {
    const sheets = document({ figures: 4, unshownFigures: 3 });
    expect(checks(compareFigures, sheets, [document({ pages: 1, figures: 0 })])).toEqual(['figures 1→0!']);
    expect(checks(compareFigures, sheets, [document({ pages: 1, figures: 1 })])).toEqual(['figures 1→1']);
    expect(checks(compareFigures, sheets, [document({ figures: 1 })])).toEqual(['figures 4→1!']);
  });

  it('make no check where there are none, or none are promised', () => {
    expect(checks(compareFigures, document({}), [document({})])).toEqual([]);
    expect(checks(compareFigures, document({ figures: 2 }), [document({})], { kept: ['text'] })).toEqual([]);
  });
});

describe('pages', () => {
  const pdf = document({ pages: 5 });

  it('must all be there, in one output or in several', () => {
    expect(checks(comparePages, pdf, [document({ pages: 5 })])).toEqual(['pages 5→5']);
    expect(checks(comparePages, pdf, [document({ pages: 4 })])).toEqual(['pages 5→4!']);
    expect(
      checks(
        comparePages,
        pdf,
        Array.from({ length: 5 }, () => raster({})),
      ),
    ).toEqual(['pages 5→5']);
    expect(checks(comparePages, raster({ frames: 3, sequence: 'pages' }), [document({ pages: 3 })])).toEqual([
      'pages 3→3',
    ]);
  });

  it('are those that were asked for', () => {
    expect(checks(comparePages, pdf, [document({ pages: 3 })], { options: { pages: '1,3-4' } })).toEqual(['pages 3→3']);
    expect(checks(comparePages, pdf, [raster({})], { takes: 'first' })).toEqual(['pages 1→1']);
  });

  it('are not compared where a format has none, or between rasters', () => {
    expect(checks(comparePages, pdf, [document({})])).toEqual([]);
    expect(checks(comparePages, document({}), [document({ pages: 2 })])).toEqual([]);
    expect(checks(comparePages, raster({ frames: 3 }), [raster({ frames: 2 })])).toEqual([]);
  });
});

describe('records', () => {
  it('are counted by their rows and values', () => {
    expect(checks(compareRecords, table({}), [table({})])).toEqual(['rows 3→3', 'values 6→6']);
    const fewer = table({ rows: 2, values: 4, digest: 'y' });
    expect(checks(compareRecords, table({}), [fewer])).toEqual(['rows 3→2!', 'values 6→4!']);
  });

  it('of large files are counted by their rows', () => {
    const large = (rows: number): Facts => table({ rows, digest: '', head: { rows: 1000, digest: 'h' } });
    expect(checks(compareRecords, large(9000), [large(9000)])).toEqual(['rows 9000→9000']);
    expect(checks(compareRecords, large(9000), [large(8999)])).toEqual(['rows 9000→8999!']);
  });

  it('make no check where they are not promised or not read', () => {
    expect(checks(compareRecords, table({}), [table({ digest: 'y' })], { kept: [] })).toEqual([]);
    expect(checks(compareRecords, table({}), [document({})])).toEqual([]);
  });
});
