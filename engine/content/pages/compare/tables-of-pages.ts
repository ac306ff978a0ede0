import type { Facts, RecordFacts } from '../../../contract/facts.ts';
import { normaliseText, wordsOf } from '../../document/inspect-text.ts';
import type { Check, Compare } from '../../../contract/report.ts';
import { countPresentWords } from '../../document/compare/word-presence.ts';

/** Share of the words in the names of columns that must be on the pages: readers cut words at different places. */
const MIN_SHARE_OF_NAMES = 0.8;
/** Names that a writer gives to columns without one, and that nest them. */
const MADE_NAMES = new Set(['column', 'title', 'page', 'rows']);

/**
 * Tables that were found on pages: they have values, no more of them than the pages have pieces of text, and their columns are
 * called by words of the pages.
 */
export const compareTablesOfPages: Compare = (source, outputs) => {
  const { document, records, sheets } = source;
  if (document?.pages === undefined || records || sheets) return [];
  const tables = outputs.flatMap(recordsOf);
  if (tables.length === 0 || document.excerpt) return [];
  const words = wordsOf(normaliseText(document.text));
  return [checkValues(tables, document.text.match(/\S+/g)?.length ?? 0), checkNames(tables, words)];
};

function recordsOf({ records, sheets = [] }: Facts): RecordFacts[] {
  const ofSheets = sheets.flatMap((sheet) => (sheet.records ? [sheet.records] : []));
  return records ? [records] : ofSheets;
}

function checkValues(tables: readonly RecordFacts[], pieces: number): Check {
  const values = tables.reduce((sum, table) => sum + table.values, 0);
  const ok = values > 0 && values <= pieces;
  return { name: 'values on the pages', feature: 'records', ok, expected: pieces, found: values };
}

function checkNames(tables: readonly RecordFacts[], words: readonly string[]): Check {
  const names = tables
    .flatMap(({ columns }) => columns.flatMap((name) => wordsOf(normaliseText(name))))
    .filter((word) => !MADE_NAMES.has(word) && !/^\d+$/.test(word));
  const found = countPresentWords([...new Set(names)], words);
  const expected = new Set(names).size;
  return { name: 'names of columns', feature: 'records', ok: found >= expected * MIN_SHARE_OF_NAMES, expected, found };
}
