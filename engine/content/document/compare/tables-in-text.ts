import { difference, type Difference } from '../../../contract/differences.ts';
import { formatOf } from '../../../formats/index.ts';
import type { Facts, RecordFacts } from '../../../contract/facts.ts';
import type { Comparison } from '../../../contract/report.ts';
import { canonicalText } from '../../records/canonical.ts';
import { CUT_CELL_CHARS, sampledRows } from '../../records/samples.ts';

/** Share of the values that must be there: some are nothing but blanks, and readers join pieces that are close. */
const MIN_SHARE = 0.8;

/** A list in a cell may be there as JSON: each of its elements is a piece. */
const PIECES = /[^\s,:"[\]{}]+/g;

/**
 * Tables that became a text: there are at least as many pieces of text as the tables have values, and where lines need not
 * be broken, each piece of the values of the first rows is one of the text.
 */
export const compareTablesInText: Comparison = function* (source, outputs, { options }) {
  const [output, ...others] = outputs;
  const { document } = output ?? {};
  if (formatOf(source.format).family !== 'data' || options.pages !== undefined) return;
  if (!document || document.excerpt || others.length > 0 || output?.records || output?.sheets) return;
  const expected = valuesOf(source);
  if (expected === undefined) return;
  const pieces = piecesOf(document.text);
  const ok = pieces.length >= expected * MIN_SHARE;
  yield { name: 'values in the text', feature: 'records', ok, expected, found: pieces.length };
  if (ok && document.pages === undefined) yield* missingValues(tablesOf(source), pieces);
};

/** Of a large table only the values of its first rows are known. */
function valuesOf(source: Facts): number | undefined {
  const tables = source.sheets ?? (source.records && [source.records]);
  return tables?.reduce((sum, { values }) => sum + values, 0);
}

function tablesOf({ records, sheets }: Facts): RecordFacts[] {
  return sheets ? sheets.flatMap((sheet) => sheet.records ?? []) : records ? [records] : [];
}

/** Numbers in one form of the many that they are written in. */
function piecesOf(text: string): readonly string[] {
  return text.normalize('NFKC').match(PIECES)?.map(canonicalText) ?? [];
}

/** A format may write a value in another way: only where most are not there, a part of the text is lost. */
function* missingValues(tables: readonly RecordFacts[], pieces: readonly string[]): Generator<Difference> {
  const left = new Map<string, number>();
  for (const piece of pieces) left.set(piece, (left.get(piece) ?? 0) + 1);
  const take = (piece: string): boolean => {
    const count = left.get(piece) ?? 0;
    left.set(piece, count - 1);
    return count > 0;
  };
  const missing: Difference[] = [];
  let compared = 0;
  for (const { samples, columns } of tables) {
    for (const [index, row] of sampledRows(samples, columns).entries()) {
      for (const [field, value] of row) {
        if (value.trim() === '' || value.length >= CUT_CELL_CHARS) continue;
        compared++;
        if (piecesOf(value).every(take)) continue;
        missing.push(difference('text_missing', { record: index + 1, field }, { severity: 'tell', expected: value }));
      }
    }
  }
  const isPartLost = missing.length > compared * (1 - MIN_SHARE);
  yield* missing.map((one, index) => (index === 0 && isPartLost ? { ...one, severity: 'refuse' as const } : one));
}
