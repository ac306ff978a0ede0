import type { Facts, RecordFacts } from '../../contract/facts.ts';
import { canonicalText, expanded } from '../records/canonical.ts';
import type { Texts } from './held.ts';
import { isWellKnownText, mapColumnsOf, placeOfCell } from './map/table-places.ts';
import { cellsOfEntry } from './rows.ts';

/** Of a workbook, the first of its tables becomes a list. */
export function recordsOf({ records, sheets }: Facts): RecordFacts | undefined {
  return records ?? sheets?.find(({ values }) => values > 0)?.records;
}

export function textsOfCells(cells: readonly string[]): Texts {
  return new Map([...expanded(pairsOf(cells))].map(([name, text]) => [name, canonicalText(text)]));
}

/** Rows of a table as features of the map that it becomes. */
export function placedRows(rows: readonly Texts[], columns: readonly string[]): Texts[] {
  const { fields } = mapColumnsOf(columns, (name) => rows.map((row) => row.get(name)).find(Boolean));
  return rows.map((row) => {
    const placed = new Map<string, string>();
    for (const [name, text] of row) {
      const field = fields.get(name) ?? name;
      const isPlace = field === 'geometry' && isWellKnownText(text);
      const cells = isPlace ? textsOfCells(cellsOfEntry(placeOfCell(text, () => undefined))) : [[field, text] as const];
      for (const [key, value] of cells) placed.set(key, value);
    }
    return placed;
  });
}

function* pairsOf(cells: readonly string[]): Generator<readonly [string, string]> {
  for (let at = 0; at + 1 < cells.length; at += 2) yield [cells[at]!, cells[at + 1]!];
}
