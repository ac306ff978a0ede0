import type { FormatId } from '../../engine/formats/index.ts';
import type { Case } from '../case.ts';

const TARGETS = ['md', 'html', 'txt'] as const;

/** The same document in every kind of file, with the target that each shows best. */
const SLIDES = ['pptm', 'potx', 'potm', 'ppsx', 'ppsm', 'odp', 'otp', 'fodp', 'ppt', 'pps'] as const;
const SHEETS = ['xlsx', 'xlsm', 'xltx', 'xltm', 'xlsb', 'xls', 'xlt', 'ods', 'ots', 'fods'] as const;
const TEXTS = ['odt', 'ott', 'fodt', 'doc', 'dot', 'rtf'] as const;

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

/** Sheets of other programs, each with what there is of it. */
const OTHER_SHEETS: readonly (readonly [format: FormatId, source: string])[] = [
  ['numbers', 'purchases-dates-two-sheets.numbers'],
  ['xmlss', 'purchases-formulas-dates-two-sheets.xmlss'],
  ['dif', 'purchases-dates.dif'],
  ['slk', 'purchases-formulas-dates.slk'],
  ['dbf', 'dates-numbers-memo.dbf'],
  ['prn', 'purchases-fixed-columns.prn'],
  ['eth', 'purchases-formulas.eth'],
  ['wk1', 'two-lines-formula.wk1'],
  ['wk3', 'numbers-text-booleans.wk3'],
  ['wk4', 'numbers-text-booleans.123'],
  ['wq1', 'numbers-text-booleans.wq1'],
  ['wb1', 'text-of-two-lines.wb1'],
];

/** Data as the table that people read. */
const DATA: readonly (readonly [format: FormatId, source: string])[] = [
  ['csv', 'semicolons-ragged-duplicate-headers.csv'],
  ['tsv', 'leading-zeros-quotes.tsv'],
  ['json', 'nested-lists-long-numbers.json'],
  ['ndjson', 'mixed-shapes-blank-lines.ndjson'],
  ['yaml', 'documents-of-rows.yaml'],
];

function casesOfOthers(edge: string, targets: readonly FormatId[], comparator: Case['comparator']): Case[] {
  return OTHER_SHEETS.map(([from, source], index) => ({
    codec: 'office-markup',
    edge,
    from,
    to: targets[index % targets.length]!,
    source,
    comparator,
  }));
}

/** Texts as pages of HTML have an edge of their own. */
function textCases(): Case[] {
  const stem = 'furnace-headings-table-footnote-picture';
  const text = (from: FormatId, to: FormatId): Case => ({
    ...{ codec: 'office-markup', edge: 'texts', comparator: 'document', source: `${stem}.${from}` },
    ...{ from, to },
  });
  const cases = [
    ...inAll('texts', 'odt', `${stem}.odt`),
    ...(['ott', 'fodt', 'dot'] as const).map((from) => text(from, 'md')),
    text('doc', 'txt'),
    ...TEXTS.slice(1).map((from) => text(from, 'html')),
    ...inAll('texts', 'rtf', 'report-table-note-picture.rtf'),
    { ...text('odt', 'html'), options: { toc: true, numberSections: true } },
  ];
  return cases.map((each) => (each.to === 'html' ? { ...each, edge: 'texts-page' } : each));
}

export const cases: readonly Case[] = [
  ...inAll('slides', 'pptx', 'columns-chart-smartart-hidden-slide.pptx'),
  ...inAll('sheets', 'xlsx', 'formats-merged-hidden-sheet-chart.xlsx'),
  ...inAll('marked', 'tei', 'report-table-note-picture.tei'),
  ...casesOf('slides', SLIDES, 'three-slides-picture-table-notes'),
  ...casesOf('sheets', SHEETS, 'purchases-formulas-dates-two-sheets'),
  ...casesOfOthers('sheets', TARGETS, 'document'),
  ...DATA.map(([from, source], index): Case => ({
    ...{ codec: 'office-markup', edge: 'data', from, source, comparator: 'document' },
    to: TARGETS[index % TARGETS.length]!,
  })),
  ...casesOfOthers('tables', ['csv', 'tsv'], 'records'),
  ...textCases(),
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
