import { concatBytes, viewOf } from '../../../io/bytes.ts';
import { corrupt, truncated } from '../errors.ts';
import { PAGE_KIND, pointerAt, type Pages } from './pages.ts';

/** A column as its table describes it. */
export interface AccessColumn {
  readonly name: string;
  readonly type: number;
  /** Place among all columns that the table ever had: its bit in the mask of what is null. */
  readonly number: number;
  readonly isFixed: boolean;
  /** Bytes into the fixed part of a row, or the place among the columns of variable length. */
  readonly at: number;
  readonly bytes: number;
  /** Digits behind the point of a decimal number. */
  readonly scale: number;
  /** Its values are results of an expression: each has a head before it, and another type than this may say. */
  readonly isCalculated: boolean;
}

export interface AccessTable {
  readonly columns: readonly AccessColumn[];
  /** Whether its rows have a part of variable length. */
  readonly hasVariable: boolean;
  /** The pages that hold its rows, in their order. */
  readonly dataPages: readonly number[];
}

const PAGE_HEADER_BYTES = 8;
const FIXED = 1;
/** Behind the flags of Access 2010 and later. */
const CALCULATED = 0xc0;

interface Layout {
  readonly variableAt: number;
  readonly columnsAt: number;
  readonly indexesAt: number;
  readonly pagesAt: number;
  readonly headBytes: number;
  readonly indexBytes: number;
  readonly columnBytes: number;
  readonly column: {
    readonly number: number;
    readonly variable: number;
    readonly scale: number;
    readonly flags: number;
    readonly fixed: number;
    readonly bytes: number;
  };
}

const JET3: Layout = {
  variableAt: 23,
  columnsAt: 25,
  indexesAt: 31,
  pagesAt: 35,
  headBytes: 43,
  indexBytes: 8,
  columnBytes: 18,
  column: { number: 1, variable: 3, scale: 10, flags: 13, fixed: 14, bytes: 16 },
};
const JET4: Layout = {
  variableAt: 43,
  columnsAt: 45,
  indexesAt: 51,
  pagesAt: 55,
  headBytes: 63,
  indexBytes: 12,
  columnBytes: 25,
  column: { number: 5, variable: 7, scale: 12, flags: 15, fixed: 21, bytes: 23 },
};

/** The description of a table, which may go on over several pages. */
export function readTable(pages: Pages, page: number): AccessTable {
  const bytes = definitionBytes(pages, page);
  const layout = pages.isJet3 ? JET3 : JET4;
  const view = viewOf(bytes);
  if (bytes.byteLength < layout.headBytes) throw truncated('the description of a table is cut off');
  const count = view.getUint16(layout.columnsAt, true);
  const start = layout.headBytes + view.getUint32(layout.indexesAt, true) * layout.indexBytes;
  const namesAt = start + count * layout.columnBytes;
  if (namesAt > bytes.byteLength) throw truncated('the columns of a table are cut off');
  const names = readNames(bytes, { at: namesAt, count, pages });
  const columns = names.map((name, index): AccessColumn => {
    const at = start + index * layout.columnBytes;
    const { column } = layout;
    const isFixed = (bytes[at + column.flags]! & FIXED) !== 0;
    return {
      name,
      type: bytes[at]!,
      number: view.getUint16(at + column.number, true),
      isFixed,
      at: view.getUint16(at + (isFixed ? column.fixed : column.variable), true),
      bytes: view.getUint16(at + column.bytes, true),
      scale: bytes[at + column.scale]!,
      isCalculated: !pages.isJet3 && (bytes[at + column.flags + 1]! & CALCULATED) === CALCULATED,
    };
  });
  return {
    columns: columns.toSorted((a, b) => a.number - b.number),
    hasVariable: view.getUint16(layout.variableAt, true) > 0,
    dataPages: dataPages(pages, { usage: pages.row(pointerAt(bytes, layout.pagesAt)), owner: page }),
  };
}

function definitionBytes(pages: Pages, first: number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let number = first; number !== 0;) {
    // More parts than there are pages go round in circles.
    if (parts.length === pages.count) throw corrupt('the description of a table has no end');
    const page = pages.page(number);
    if (page[0] !== PAGE_KIND.table) throw corrupt('there is no table where its list of tables says so');
    parts.push(parts.length === 0 ? page : page.subarray(PAGE_HEADER_BYTES));
    number = viewOf(page).getUint32(4, true);
  }
  return concatBytes(parts);
}

function readNames(
  bytes: Uint8Array,
  { at: start, count, pages }: { readonly at: number; readonly count: number; readonly pages: Pages },
): string[] {
  const lengthBytes = pages.isJet3 ? 1 : 2;
  let at = start;
  return Array.from({ length: count }, () => {
    const from = at + lengthBytes;
    if (from > bytes.byteLength) throw truncated('the names of columns are cut off');
    at = from + (pages.isJet3 ? bytes[at]! : viewOf(bytes).getUint16(at, true));
    if (at > bytes.byteLength) throw truncated('the names of columns are cut off');
    return pages.decode(bytes.subarray(from, at));
  });
}

/** Pages by the map of a table: a bit for each from a first one on, or pages that have such bits. */
function dataPages(
  pages: Pages,
  { usage, owner }: { readonly usage: Uint8Array; readonly owner: number },
): readonly number[] {
  if (usage.byteLength < 5) throw corrupt('the pages of a table are not listed');
  const view = viewOf(usage);
  const found =
    usage[0] === 0 ? numbersOf(usage.subarray(5), view.getUint32(1, true)) : numbersOfMaps(usage.subarray(1), pages);
  const inside = found.filter((number) => number > 0 && number < pages.count);
  return inside.filter((number) => {
    const page = pages.page(number);
    return page[0] === PAGE_KIND.data && viewOf(page).getUint32(4, true) === owner;
  });
}

function numbersOfMaps(list: Uint8Array, pages: Pages): number[] {
  const view = viewOf(list);
  const covered = (pages.pageBytes - 4) * 8;
  const numbers: number[] = [];
  for (let index = 0; 4 * index + 4 <= list.byteLength; index++) {
    const number = view.getUint32(4 * index, true);
    if (number === 0) continue;
    const map = pages.page(number);
    if (map[0] !== PAGE_KIND.usage) throw corrupt('the pages of a table are not listed where it says');
    numbers.push(...numbersOf(map.subarray(4), index * covered));
  }
  return numbers;
}

function numbersOf(bits: Uint8Array, first: number): number[] {
  const numbers: number[] = [];
  for (const [index, byte] of bits.entries())
    for (let bit = 0; byte >> bit !== 0; bit++) if ((byte >> bit) & 1) numbers.push(first + index * 8 + bit);
  return numbers;
}
