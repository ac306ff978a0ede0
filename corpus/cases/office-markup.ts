import type { FormatId } from '../../engine/formats/index.ts';
import type { Case } from '../case.ts';

const TARGETS = ['md', 'html', 'txt'] as const;

/** The same document in every kind of file, with the target that each shows best. */
const SLIDES = ['pptm', 'potx', 'potm', 'ppsx', 'ppsm', 'odp', 'otp', 'fodp'] as const;
const SHEETS = ['xlsx', 'xlsm', 'xltx', 'xltm', 'xlsb', 'xls', 'xlt', 'ods', 'ots', 'fods'] as const;
const TEXTS = ['odt', 'ott', 'fodt'] as const;

function casesOf(edge: string, from: readonly FormatId[], stem: string): Case[] {
  return from.map((format, index) => ({
    codec: 'office-markup',
    edge,
    from: format,
    to: TARGETS[index % TARGETS.length]!,
    source: `${format === 'xlsb' ? 'purchases-formulas-two-sheets' : stem}.${format}`,
    comparator: 'document',
  }));
}

/** What is special in a file, in every target. */
function inAll(edge: string, from: FormatId, source: string): Case[] {
  return TARGETS.map((to) => ({ codec: 'office-markup', edge, from, to, source, comparator: 'document' }));
}

export const cases: readonly Case[] = [
  ...inAll('slides', 'pptx', 'columns-chart-smartart-hidden-slide.pptx'),
  ...inAll('sheets', 'xlsx', 'formats-merged-hidden-sheet-chart.xlsx'),
  ...inAll('texts', 'odt', 'furnace-headings-table-footnote-picture.odt'),
  ...casesOf('slides', SLIDES, 'three-slides-picture-table-notes'),
  ...casesOf('sheets', SHEETS, 'purchases-formulas-dates-two-sheets'),
  ...casesOf('texts', TEXTS.slice(1), 'furnace-headings-table-footnote-picture'),
  ...SHEETS.map((from, index): Case => ({
    codec: 'office-markup',
    edge: 'tables',
    from,
    to: index % 2 === 0 ? 'csv' : 'tsv',
    source: `${from === 'xlsb' ? 'purchases-formulas-two-sheets' : 'purchases-formulas-dates-two-sheets'}.${from}`,
    comparator: 'records',
  })),
  {
    codec: 'office-markup',
    edge: 'tables',
    from: 'xlsx',
    to: 'csv',
    source: 'formats-merged-hidden-sheet-chart.xlsx',
    options: { pages: '3', delimiter: ';' },
    comparator: 'records',
  },
];
