import type { FormatId } from '../../engine/formats/index.ts';
import type { Case } from '../case.ts';

/** The source of each format: the purchases where a program writes them, else what there is. */
const SHEETS: readonly (readonly [format: FormatId, source: string])[] = [
  ['xlsx', 'formats-merged-hidden-sheet-chart.xlsx'],
  ['xlsm', 'purchases-formulas-dates-two-sheets.xlsm'],
  ['xltx', 'purchases-formulas-dates-two-sheets.xltx'],
  ['xltm', 'purchases-formulas-dates-two-sheets.xltm'],
  ['xlsb', 'purchases-formulas-two-sheets.xlsb'],
  ['xls', 'purchases-formulas-dates-two-sheets.xls'],
  ['xlt', 'purchases-formulas-dates-two-sheets.xlt'],
  ['ods', 'purchases-formulas-dates-two-sheets.ods'],
  ['ots', 'purchases-formulas-dates-two-sheets.ots'],
  ['fods', 'purchases-formulas-dates-two-sheets.fods'],
  ['xmlss', 'purchases-formulas-dates-two-sheets.xmlss'],
  ['numbers', 'purchases-dates-two-sheets.numbers'],
  ['slk', 'purchases-formulas-dates.slk'],
  ['dif', 'purchases-dates.dif'],
  ['eth', 'purchases-formulas.eth'],
  ['prn', 'purchases-fixed-columns.prn'],
  ['dbf', 'dates-numbers-memo.dbf'],
  ['wk1', 'two-lines-formula.wk1'],
  ['wk3', 'numbers-text-booleans.wk3'],
  ['wk4', 'numbers-text-booleans.123'],
  ['wq1', 'numbers-text-booleans.wq1'],
  ['wb1', 'text-of-two-lines.wb1'],
];
const TABLES: readonly (readonly [format: FormatId, source: string])[] = [
  ['csv', 'zeros-long-numbers-dates-formulas.csv'],
  ['tsv', 'leading-zeros-quotes.tsv'],
  ['json', 'nested-lists-long-numbers.json'],
  ['ndjson', 'mixed-shapes-blank-lines.ndjson'],
  ['yaml', 'documents-of-rows.yaml'],
];

const DATABASES: readonly (readonly [format: FormatId, source: string])[] = [
  ['npz', 'vector-matrix-texts.npz'],
  ['rds', 'list-workspace.rda'],
  ['mdb', 'three-tables-jet3.mdb'],
  ['accdb', 'calculated-columns.accdb'],
  ['xpt', 'dates-times-missing-5.xpt'],
];

/** Each source with one of the targets in turn. */
function inTurn(
  edge: string,
  sources: readonly (readonly [format: FormatId, source: string])[],
  targets: readonly FormatId[],
  comparator: Case['comparator'],
): Case[] {
  return sources.map(([from, source], index) => {
    const others = targets.filter((to) => to !== from);
    return { codec: 'sheetjs', edge, from, to: others[index % others.length]!, source, comparator };
  });
}

function fromCsv(edge: string, to: FormatId): Case {
  const source = 'zeros-long-numbers-dates-formulas.csv';
  return { codec: 'sheetjs', edge, from: 'csv', to, source, comparator: 'records' };
}

export const cases: readonly Case[] = [
  ...inTurn('workbooks', SHEETS, ['ods', 'xlsx', 'fods'], 'document'),
  ...inTurn(
    'values',
    SHEETS.filter(([format]) => format !== 'xlsb'),
    ['xlsb'],
    'document',
  ),
  ...inTurn('plain', SHEETS, ['slk', 'dif', 'dbf'], 'records'),
  ...inTurn('tables', SHEETS, ['json', 'ndjson', 'yaml'], 'records'),
  ...inTurn('data', TABLES, ['xlsx', 'ods', 'fods', 'xlsb'], 'records'),
  ...inTurn('data-plain', TABLES, ['dif', 'slk', 'dbf'], 'records'),
  ...inTurn('data-tables', DATABASES, ['xlsx', 'ods', 'fods', 'xlsb'], 'records'),
  ...inTurn('data-tables-plain', DATABASES, ['dif', 'slk', 'dbf'], 'records'),
  {
    codec: 'sheetjs',
    edge: 'workbooks',
    from: 'numbers',
    to: 'xlsx',
    source: 'stores-two-sheets-2009.numbers',
    comparator: 'document',
  },
  fromCsv('data', 'ods'),
  fromCsv('data', 'fods'),
  fromCsv('data', 'xlsb'),
  fromCsv('data-plain', 'slk'),
];
