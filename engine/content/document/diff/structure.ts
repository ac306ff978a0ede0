import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock, OutlineItem } from '../../../contract/outline.ts';
import type { Pair } from './match.ts';
import { placeOf } from './places.ts';

/** The levels of headings that every format has. */
const COMMON_LEVELS = 6;

/** What blocks are: headings of a level, items of lists with their numbers, cells of tables. */
export function* diffStructure(pairs: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  yield* diffHeadings(pairs, blocks);
  yield* diffLists(pairs, blocks);
  yield* diffTables(pairs, blocks);
}

/** The titles of slides are headings of a level that their format knows nothing of. */
function* diffHeadings(pairs: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  for (const { source, sourceIndex, result } of pairs) {
    if (source.kind !== 'heading' || source.place !== 'body' || source.level === 0) continue;
    const place = placeOf(blocks, sourceIndex);
    const expected = Math.min(source.level!, COMMON_LEVELS);
    if (result.kind !== 'heading') yield difference('heading_plain', place, { expected: source.text });
    else if (source.page === undefined && result.level !== 0 && Math.min(result.level!, COMMON_LEVELS) !== expected) {
      yield difference('heading_level', place, { expected, found: result.level! });
    }
  }
}

function* diffLists(pairs: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  if (!pairs.some(({ result }) => result.item)) return;
  for (const { source, sourceIndex, result } of pairs) {
    const { item, kind } = source;
    // Paragraphs of slides are items of lists for some formats, whether anything stands before them or not.
    if (!item || kind !== 'paragraph' || source.place !== 'body' || source.page !== undefined) continue;
    const place = placeOf(blocks, sourceIndex);
    if (!result.item) {
      if (!beginsWithLabel(result.text)) yield difference('list_plain', place, { expected: source.text });
    } else if (result.item.isOrdered !== item.isOrdered) {
      yield difference('list_kind', place, { expected: nameOf(item), found: nameOf(result.item) });
    } else if (isOtherNumber(item.label, result.item.label)) {
      yield difference('list_label', place, { expected: item.label, found: result.item.label });
    }
  }
}

function nameOf({ isOrdered }: OutlineItem): string {
  return isOrdered ? 'numbered' : 'bulleted';
}

/** Some formats write labels as text. */
function beginsWithLabel(text: string): boolean {
  return /^\s*(?:[^\p{L}\p{N}\s]{1,2}|\(?[\p{L}\p{N}]{1,5}[.):]|\p{N}+(?:\.\p{N}+)+)\s/u.test(text);
}

/** What surrounds a number, and its digits or letters, is up to the format. */
function isOtherNumber(expected: string | undefined, found: string | undefined): boolean {
  if (expected === undefined || found === undefined) return false;
  const last = (label: string): string => (label.match(/[\p{L}\p{N}]+/gu) ?? []).at(-1) ?? '';
  return last(expected) !== last(found);
}

/** Cells that say whether a table is one. */
const TOLD_CELLS = 2;

function* diffTables(pairs: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  const tables = new Map<number, Pair[]>();
  for (const pair of pairs) {
    const table = pair.source.cell?.[0];
    if (table === undefined || pair.source.place === 'margin') continue;
    const own = tables.get(table);
    if (own) own.push(pair);
    else tables.set(table, [pair]);
  }
  for (const [table, cells] of tables) {
    const plain = cells.filter(({ result }) => !result.cell);
    const count = new Set(cells.map(({ source }) => `${source.cell![1]} ${source.cell![2]}`)).size;
    if (count >= TOLD_CELLS && plain.length === cells.length) {
      yield difference('table_plain', { table }, { expected: cells[0]!.source.text });
    } else yield* diffRows(cells, blocks);
  }
}

/** Cells of one row stand in one row, in their order. */
function* diffRows(cells: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  for (const [index, { source, sourceIndex, result }] of cells.entries()) {
    const before = cells[index - 1];
    if (!before?.result.cell || !result.cell || before.result.cell[0] !== result.cell[0]) continue;
    if (before.source.cell![1] !== source.cell![1] || before.source.cell![2] === source.cell![2]) continue;
    const isBeside = before.result.cell[1] === result.cell[1] && before.result.cell[2] < result.cell[2];
    if (!isBeside) yield difference('table_cell_order', placeOf(blocks, sourceIndex), { expected: source.text });
  }
}
