import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';
import type { FeatureSet } from '../../formats/features.ts';
import type { FormatId } from '../../formats/index.ts';

const DATA = ['csv', 'tsv', 'json', 'ndjson', 'yaml'] as const;
/** Data of several tables, which a tree of data has not all as such: arrays, and lists without names. */
const TABLES = ['npz', 'mdb', 'accdb', 'xpt', 'rds'] as const;
const EXCEL = ['xlsx', 'xlsm', 'xltx', 'xltm', 'xls', 'xlt'] as const;
const OPEN_DOCUMENT = ['ods', 'ots', 'fods'] as const;
/** Formats that hold one sheet and hardly more than its values. */
const PLAIN = ['dif', 'slk', 'dbf'] as const;
const RARE = ['numbers', 'et', 'xmlss', 'prn', 'eth', 'wk1', 'wk3', 'wk4', 'wq1', 'wb1'] as const;
const ALL_BUT_BINARY = [...EXCEL, ...OPEN_DOCUMENT, ...PLAIN, ...RARE] as const;
const SHEETS = [...ALL_BUT_BINARY, 'xlsb'] as const;

const OPEN_SHEETS = ['xlsx', 'ods', 'fods'] as const;

function exceptionsOf(from: readonly FormatId[], drops: FeatureSet): EdgeSpec['except'] {
  return Object.fromEntries(from.flatMap((source) => OPEN_SHEETS.map((to) => [`${source}>${to}`, { drops }])));
}

const shared = {
  operation: 'recode',
  takes: 'all',
  gives: 'one',
} as const satisfies Partial<EdgeSpec>;

const fromSheets = { ...shared, from: SHEETS, needs: ['decrypted'] } as const satisfies Partial<EdgeSpec>;

/**
 * Sheets among each other and from data. SheetJS reads what nothing else here does, and the formulas of all; our own
 * writers make the files row by row, with values, formulas, number formats, merged cells, links and notes. Fonts and
 * colours are not carried: LibreOffice does that.
 */
/** From data, whose tables become sheets. */
const toWorkbooks = {
  to: ['xlsx', 'xlsb', 'ods', 'fods'],
  keeps: ['records', 'pages'],
  cost: { ms: { base: 5, perMB: 250 }, memoryMB: { base: 40, perMB: 12 }, cpuSlots: 1 },
} as const;
const toPlain = {
  to: PLAIN,
  gives: 'many',
  keeps: ['records', 'pages'],
  cost: { ms: { base: 5, perMB: 120 }, memoryMB: { base: 40, perMB: 12 }, cpuSlots: 1 },
} as const;

export default defineCodec({
  id: 'sheetjs',
  lane: 'document',
  packages: ['@e965/xlsx', 'fflate', 'yaml'],
  licence: 'MIT AND Apache-2.0 AND ISC',
  inspects: [],
  edges: [
    {
      ...shared,
      name: 'data',
      ...toWorkbooks,
      from: DATA,
    },
    {
      ...shared,
      name: 'data-plain',
      ...toPlain,
      from: DATA,
    },
    {
      ...shared,
      name: 'data-tables',
      ...toWorkbooks,
      from: TABLES,
      sourceOnly: true,
    },
    {
      ...shared,
      name: 'data-tables-plain',
      ...toPlain,
      from: TABLES,
      sourceOnly: true,
      options: ['pages'],
    },
    {
      ...fromSheets,
      name: 'workbooks',
      to: OPEN_SHEETS,
      keeps: ['records', 'structure', 'formulas', 'pages', 'metadata'],
      // What a workbook says of itself is read of packages of XML alone.
      except: {
        ...exceptionsOf(['xlsb'], ['formulas', 'metadata']),
        ...exceptionsOf(['xls', 'xlt', 'xmlss', 'numbers', 'et'], ['metadata']),
      },
      cost: { ms: { base: 30, perMB: 500 }, memoryMB: { base: 80, perMB: 80 }, cpuSlots: 1 },
    },
    {
      ...fromSheets,
      name: 'values',
      from: ALL_BUT_BINARY,
      to: ['xlsb'],
      keeps: ['records', 'structure', 'pages'],
      cost: { ms: { base: 30, perMB: 300 }, memoryMB: { base: 60, perMB: 40 }, cpuSlots: 1 },
    },
    {
      ...fromSheets,
      name: 'plain',
      to: PLAIN,
      gives: 'many',
      keeps: ['records', 'pages'],
      options: ['pages'],
      cost: { ms: { base: 30, perMB: 300 }, memoryMB: { base: 60, perMB: 40 }, cpuSlots: 1 },
    },
    {
      ...fromSheets,
      name: 'tables',
      to: ['json', 'ndjson', 'yaml'],
      gives: 'many',
      keeps: ['records', 'pages'],
      options: ['pages'],
      cost: { ms: { base: 30, perMB: 300 }, memoryMB: { base: 60, perMB: 60 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
