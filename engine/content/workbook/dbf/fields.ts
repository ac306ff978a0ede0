import { MAX_ROWS } from '../cell-names.ts';
import { plainNumber, plainText, type Cell, type Row } from '../model.ts';
import { tooLongText, type SheetBounds } from '../sheet-bounds.ts';
import type { CodePage } from './code-pages.ts';

/** dBase III: fields of a record, and bytes of a text. */
export const DBF_BOUNDS: SheetBounds = { rows: MAX_ROWS, columns: 255, chars: 254 };
const MAX_TEXT_BYTES = 254;
const MAX_NUMBER_BYTES = 19;
const MAX_DECIMALS = 15;
const MAX_NAME_BYTES = 10;

export interface Field {
  readonly column: number;
  readonly name: string;
  /** Number, date, logical or character. */
  readonly type: 'N' | 'D' | 'L' | 'C';
  readonly bytes: number;
  readonly decimals: number;
}

/** The fields that hold the columns of a table, and the names that had to become others. */
export function fieldsOf(
  header: Row,
  records: readonly Row[],
  codePage: CodePage,
): { readonly fields: readonly Field[]; readonly renamed: readonly string[] } {
  const columns = columnsOf(header, records);
  const names = uniqueNames(
    columns.map(({ name }) => name),
    codePage,
  );
  return {
    fields: columns.map(({ column, cells }, index) => ({ column, name: names[index]!, ...shapeOf(cells, codePage) })),
    renamed: columns.map(({ name }) => name).filter((name, index) => name !== names[index]),
  };
}

interface Column {
  readonly column: number;
  readonly name: string;
  readonly cells: Cell[];
}

function columnsOf(header: Row, records: readonly Row[]): Column[] {
  const columns = new Map<number, Column>();
  const at = (column: number, name = `column_${column + 1}`): Column => {
    const known = columns.get(column) ?? { column, name, cells: [] };
    columns.set(column, known);
    return known;
  };
  for (const cell of header.cells) at(cell.column, plainText(cell));
  for (const { cells } of records) for (const cell of cells) at(cell.column).cells.push(cell);
  return [...columns.values()].sort((a, b) => a.column - b.column);
}

function shapeOf(cells: readonly Cell[], codePage: CodePage): Pick<Field, 'type' | 'bytes' | 'decimals'> {
  const [first] = cells;
  const isAll = (kind: Cell['kind']): boolean => first !== undefined && cells.every((cell) => cell.kind === kind);
  const number = isAll('number') ? shapeOfNumbers(cells) : undefined;
  if (number) return number;
  if (isAll('boolean')) return { type: 'L', bytes: 1, decimals: 0 };
  const isDays = isAll('date') && cells.every(({ value }) => Number.isInteger(value));
  if (isDays) return { type: 'D', bytes: 8, decimals: 0 };
  const widest = cells.reduce((most, cell) => Math.max(most, codePage.encode(plainText(cell)).byteLength), 1);
  if (widest > MAX_TEXT_BYTES) throw tooLongText('dbf', widest, MAX_TEXT_BYTES);
  return { type: 'C', bytes: widest, decimals: 0 };
}

/** Numbers are decimal text; undefined where one has no such text that is short and exact. */
function shapeOfNumbers(cells: readonly Cell[]): Pick<Field, 'type' | 'bytes' | 'decimals'> | undefined {
  const texts = cells.map(({ value }) => plainNumber(value as number));
  if (texts.some((text) => /e/i.test(text))) return undefined;
  const decimals = texts.reduce((most, text) => Math.max(most, text.split('.')[1]?.length ?? 0), 0);
  const whole = texts.reduce((most, text) => Math.max(most, text.split('.')[0]!.length), 1);
  const bytes = whole + (decimals > 0 ? decimals + 1 : 0);
  return decimals > MAX_DECIMALS || bytes > MAX_NUMBER_BYTES ? undefined : { type: 'N', bytes, decimals };
}

/** Names in ten bytes, each only once. */
function uniqueNames(names: readonly string[], codePage: CodePage): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const short = shortened(name.replace(/\p{Cc}/gu, ' ').trim(), MAX_NAME_BYTES, codePage);
    let unique = short === '' ? 'FIELD' : short;
    for (let number = 2; taken.has(unique.toLowerCase()); number++) {
      unique = `${shortened(short, MAX_NAME_BYTES - String(number).length - 1, codePage)}_${number}`;
    }
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function shortened(name: string, bytes: number, codePage: CodePage): string {
  let short = name;
  while (codePage.encode(short).byteLength > bytes) short = short.slice(0, -1);
  return short;
}
