import type { RunContext } from '../../../contract/codec.ts';
import { extendColumnNames, uniqueColumnNames } from '../table-columns.ts';
import { CellTextsBuilder } from '../cell-texts.ts';
import type { ColumnTyper } from './columns.ts';
import type { ColumnBatch, ColumnTable } from '../column-table.ts';
import { joinScalarType, PLAIN_TYPES, scalarType, type ColumnType, type ScalarType } from '../columns.ts';
import { textAt, textsOfCells } from './bytes.ts';
import { createValueBudget } from '../errors.ts';
import { isFalse, isTrue } from '../json/bytes.ts';
import { fractionDigits, isCanonicalNumber, MAX_SAFE_CHARS } from '../number-bytes.ts';
import { RowScanner } from './row-scanner.ts';

/** Rows whose places are known at once: they stay in the cache of the processor. */
const ROWS_AT_ONCE = 4096;
/** Rows of a batch. */
const BATCH_ROWS = 65_536;

const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const LETTER_F = 0x66;
const LETTER_T = 0x74;

interface CsvText extends ColumnTyper {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** Of one byte. */
  readonly delimiter: string;
}

/**
 * Delimited text as a table by columns, without a value for each cell: what `readDelimited` and `inferColumns` make of
 * it together, in a small part of their time.
 */
export function readColumnTable(text: CsvText, { limits, signal }: Pick<RunContext, 'limits' | 'signal'>): ColumnTable {
  const { bytes, delimiter, valueOf } = text;
  const budget = createValueBudget(limits);
  const scanner = new RowScanner(delimiter.charCodeAt(0));
  const columns: CsvColumn[] = [];
  const batches: ColumnBatch[] = [];
  let names: string[] = [];
  let [rows, batchRows] = [0, 0];
  const finishBatch = (): void => {
    batches.push({ rows: batchRows, columns: columns.map((column) => column.finishBatch(batchRows)) });
    batchRows = 0;
  };
  let position = scanner.scan(bytes, { from: 0, to: bytes.byteLength, isEnd: true, maxRows: 1 });
  if (scanner.rows > 0) names = uniqueColumnNames(textsOfCells(bytes, scanner, { from: 0, to: scanner.rowEnds[0]! }));
  for (const column of names.keys()) columns.push(new CsvColumn(text, column));
  for (;;) {
    const maxRows = Math.min(ROWS_AT_ONCE, BATCH_ROWS - batchRows);
    position = scanner.scan(bytes, { from: position, to: bytes.byteLength, isEnd: true, maxRows });
    if (scanner.rows === 0) break;
    signal.throwIfAborted();
    const { rowEnds, starts, ends, quoted } = scanner;
    let cell = 0;
    for (let row = 0; row < scanner.rows; row++, batchRows++) {
      const rowStart = cell;
      const rowEnd = rowEnds[row]!;
      budget.take(rowEnd - rowStart);
      while (columns.length < rowEnd - rowStart) columns.push(new CsvColumn(text, columns.length));
      for (; cell < rowEnd; cell++) columns[cell - rowStart]!.add(batchRows, starts[cell]!, ends[cell]!, quoted[cell]!);
    }
    rows += scanner.rows;
    if (batchRows === BATCH_ROWS) finishBatch();
  }
  if (batchRows > 0) finishBatch();
  const types = columns.map(({ type }) => type);
  return { names: extendColumnNames(names, columns.length), types, rows, batches, valueOf };
}

/** A column while it is read. */
class CsvColumn {
  readonly #text: CsvText;
  readonly #column: number;
  readonly #fractionWidth: number | undefined;
  #cells: CellTextsBuilder | undefined;
  type: ColumnType = { kind: 'null' };

  constructor(text: CsvText, column: number) {
    this.#text = text;
    this.#column = column;
    this.#fractionWidth = text.fractionWidths[column];
  }

  add(row: number, start: number, end: number, quoted: number): void {
    if (start === end && quoted === 0) return;
    this.#cells ??= new CellTextsBuilder();
    this.#cells.append(row, this.#text.bytes, start, end, quoted !== 0);
    if (this.type.kind === 'mixed') return;
    const found = quoted === 0 ? this.#typeOf(start, end) : PLAIN_TYPES.text;
    if (found !== this.type) this.type = joinScalarType(this.type, found);
  }

  finishBatch(rows: number): ReturnType<CellTextsBuilder['finish']> | undefined {
    const cells = this.#cells?.finish(rows);
    this.#cells = undefined;
    return cells;
  }

  /** What the value of a cell is: told from its bytes where that is easy. */
  #typeOf(start: number, end: number): ScalarType {
    const { bytes, valueOf } = this.#text;
    const first = bytes[start]!;
    if (first === LETTER_T) return isTrue(bytes, start, end) ? PLAIN_TYPES.boolean : PLAIN_TYPES.text;
    if (first === LETTER_F) return isFalse(bytes, start, end) ? PLAIN_TYPES.boolean : PLAIN_TYPES.text;
    if ((first < ZERO || first > NINE) && first !== MINUS) return PLAIN_TYPES.text;
    const fraction = fractionDigits(bytes, start, end);
    if (fraction >= 0 && end - start <= MAX_SAFE_CHARS) {
      const isCanonical = isCanonicalNumber(bytes, start, end, fraction);
      if (fraction > 0) return isCanonical || fraction === this.#fractionWidth ? PLAIN_TYPES.number : PLAIN_TYPES.text;
      if (isCanonical) return PLAIN_TYPES.integer;
    } else if (fraction < 0 && bytes[start + 4] !== MINUS) return PLAIN_TYPES.text; // no date either
    const value = valueOf(textAt(bytes, start, end), this.#column);
    return value === null ? PLAIN_TYPES.text : scalarType(value);
  }
}
