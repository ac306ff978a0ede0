import type { FormatId } from '../../../formats/index.ts';
import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock, OutlineItem } from '../../../contract/outline.ts';
import { romanNumber } from '../list-numerals.ts';
import type { Pair } from './match.ts';
import { placeOf } from './places.ts';

/** The levels of headings that every format has. */
const COMMON_LEVELS = 6;

/** The titles of slides are below that of the presentation, if anything. */
const TITLE_LEVELS = 2;

/** Formats in which the title of a document is a heading, if anything. */
const TITLES_AS_HEADINGS: ReadonlySet<FormatId> = new Set(['html', 'md', 'epub']);

const BOX_SIGN = /^\s*(?:[\u2610-\u2612\u2713\u2714\u25a1\u25a2\u25fb\u25fc\u2b1c]|\[[ xX*]?\])/u;
const EMPTY_BOX = /[\u2610\u25a1\u25a2\u25fb\u2b1c]|\[ ?\]/u;

interface Rest {
  readonly result: readonly OutlineBlock[];
  readonly isBook: boolean;
  readonly to: FormatId;
}

/** What blocks are: headings of a level, items of lists with their numbers, cells of tables. */
export function* diffStructure(
  pairs: readonly Pair[],
  blocks: readonly OutlineBlock[],
  { result, isBook, to }: Rest,
): Generator<Difference> {
  yield* diffHeadings(pairs, blocks, { isBook, levels: levelsByText(result) });
  const isTitled = result.some(({ kind, level }) => kind === 'heading' && level === 1);
  if (!isTitled && TITLES_AS_HEADINGS.has(to)) yield* diffMainTitle(pairs, blocks);
  yield* diffTitles(pairs, blocks);
  yield* diffLists(pairs, blocks, itemsBeside(pairs, result));
  yield* diffBoxes(pairs, blocks);
  yield* diffNewItems(pairs, blocks);
  yield* diffLevels(pairs, blocks);
  yield* diffTables(pairs, blocks, to);
}

/** Headings of the result by their texts: lists of contents have the same texts. */
function levelsByText(blocks: readonly OutlineBlock[]): ReadonlyMap<string, number> {
  return new Map(
    blocks.flatMap(({ kind, text, level }) => (kind === 'heading' ? [[text.trim(), level!] as const] : [])),
  );
}

/** The titles of slides have no level. Where the title of a book is no heading, those below may be one level higher. */
function* diffHeadings(
  pairs: readonly Pair[],
  blocks: readonly OutlineBlock[],
  { isBook, levels }: { readonly isBook: boolean; readonly levels: ReadonlyMap<string, number> },
): Generator<Difference> {
  for (const { source, sourceIndex, result } of pairs) {
    if (source.kind !== 'heading' || source.place !== 'body' || !source.level || source.page !== undefined) continue;
    const expected = Math.min(source.level, COMMON_LEVELS);
    const found = result.kind === 'heading' ? result.level : levels.get(source.text.trim());
    const place = placeOf(blocks, sourceIndex);
    // Many formats have no headings in cells, and a slide has one, without a level: its title, which some do not mark.
    const isOnSlide = result.page !== undefined;
    if (found === undefined)
      yield difference('heading_plain', place, {
        expected: source.text,
        ...((source.cell || isOnSlide) && { severity: 'tell' }),
      });
    else if (
      found !== 0 &&
      Math.min(found, COMMON_LEVELS) !== expected &&
      !isOnSlide &&
      !(isBook && found === expected - 1)
    )
      yield difference('heading_level', place, { expected, found });
  }
}

/** The title of a document, where nothing else is a heading of the first level: titles are beside the text of some formats. */
function* diffMainTitle(pairs: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  for (const { source, sourceIndex, result } of pairs) {
    if (source.kind !== 'heading' || source.level !== 0 || source.place !== 'body') continue;
    const place = placeOf(blocks, sourceIndex);
    if (result.kind !== 'heading')
      yield difference('heading_plain', place, { severity: 'tell', expected: source.text });
    else if ((result.level ?? 1) > 1)
      yield difference('heading_level', place, { severity: 'tell', expected: 1, found: result.level });
  }
}

/** Titles of slides, which have no level: where others are headings, or there are several and none is. */
function* diffTitles(pairs: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  const titles = pairs.filter(
    ({ source: { kind, place, page, level }, result }) =>
      kind === 'heading' && place === 'body' && page && (level !== undefined || result.page === undefined),
  );
  const plain = titles.filter(({ result }) => result.kind !== 'heading');
  const deep = titles.find(({ result: { level = 0 } }) => level > TITLE_LEVELS);
  if (deep) {
    const about = { severity: 'tell', expected: TITLE_LEVELS, found: deep.result.level } as const;
    yield difference('heading_level', placeOf(blocks, deep.sourceIndex), about);
  }
  // Where slides stay slides, each title that is one stays one.
  const staysOnSlide = plain.some(
    ({ source: { level }, result: { page } }) => level !== undefined && page !== undefined,
  );
  if (titles.length < 2 && plain.length === titles.length && !staysOnSlide) return;
  for (const { source, sourceIndex } of plain) {
    const about = { severity: 'tell', expected: source.text } as const;
    yield difference('heading_plain', placeOf(blocks, sourceIndex), about);
  }
}

/** Texts of items that stand for nothing in the source: where a text is there twice, the other one may have been found. */
function itemsBeside(pairs: readonly Pair[], result: readonly OutlineBlock[]): ReadonlySet<string> {
  const found = new Set(pairs.map(({ resultIndex }) => resultIndex));
  return new Set(result.flatMap(({ item, text }, index) => (item && !found.has(index) ? [text.trim()] : [])));
}

function* diffLists(
  pairs: readonly Pair[],
  blocks: readonly OutlineBlock[],
  beside: ReadonlySet<string>,
): Generator<Difference> {
  for (const { source, sourceIndex, result } of pairs) {
    const { item, kind } = source;
    // Many formats have no lists in cells. And paragraphs of slides are items of lists for some formats, whether
    // anything comes before them or not.
    if (!item || kind !== 'paragraph' || source.place !== 'body' || source.cell) continue;
    if (source.page !== undefined && result.page !== undefined) continue;
    // What has a bullet on a slide, its layout says.
    const isOnSlide = source.page !== undefined || result.page !== undefined;
    const told = isOnSlide ? ({ severity: 'tell' } as const) : {};
    const place = placeOf(blocks, sourceIndex);
    if (!result.item) {
      if (!beginsWithLabel(result.text) && !beside.has(source.text.trim()))
        yield difference('list_plain', place, { expected: source.text, ...told });
    } else if (result.item.isOrdered !== item.isOrdered) {
      yield difference('list_kind', place, { expected: nameOf(item), found: nameOf(result.item), ...told });
    } else if (isOtherNumber(item.label, result.item.label)) {
      yield difference('list_label', place, { expected: item.label, found: result.item.label });
    }
  }
}

/** Boxes to tick, which are signs before the text in formats that have none. */
function* diffBoxes(pairs: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  for (const { source, sourceIndex, result } of pairs) {
    if (source.item?.isChecked === undefined) continue;
    const expected = stateOfBox(source.item.isChecked);
    const found = stateOfBox(result.item?.isChecked ?? isTickedSign(result));
    // Some formats have no boxes, and their readers may not see the signs that stand for them.
    const told = found === undefined ? ({ severity: 'tell' } as const) : {};
    if (found !== expected) yield difference('list_box', placeOf(blocks, sourceIndex), { expected, found, ...told });
  }
}

function isTickedSign({ text, item }: OutlineBlock): boolean | undefined {
  const [sign] = BOX_SIGN.exec(item?.label ?? '') ?? BOX_SIGN.exec(text) ?? [];
  return sign === undefined ? undefined : !EMPTY_BOX.test(sign);
}

function stateOfBox(isChecked: boolean | undefined): string | undefined {
  return isChecked === undefined ? undefined : isChecked ? 'ticked' : 'not ticked';
}

/** Paragraphs that became items of a numbered list: those that begin with a number of their own may be. */
function* diffNewItems(pairs: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  for (const { source, sourceIndex, result } of pairs) {
    if (source.item || source.cell || source.kind !== 'paragraph' || source.place !== 'body') continue;
    if (source.page !== undefined || !result.item?.isOrdered || beginsWithLabel(source.text)) continue;
    yield difference('list_kind', placeOf(blocks, sourceIndex), {
      ...{ severity: 'tell', expected: 'paragraph', found: nameOf(result.item) },
    });
  }
}

/** Items that are deeper than the one before them, or less deep, and are not any more; formats count levels differently. */
function* diffLevels(pairs: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  for (const [index, { source, sourceIndex, result }] of pairs.entries()) {
    const before = pairs[index - 1];
    if (!before?.source.item || !source.item || before.sourceIndex !== sourceIndex - 1) continue;
    if (!before.result.item || !result.item || before.result === result) continue;
    const expected = Math.sign(source.item.level - before.source.item.level);
    const found = Math.sign(result.item.level - before.result.item.level);
    if (expected !== found) yield difference('list_level', placeOf(blocks, sourceIndex), { expected: source.text });
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
  return numbersIn(expected).isDisjointFrom(numbersIn(found));
}

/** What the last number of a label may stand for: `i` is 1 or 9. */
function numbersIn(label: string): Set<number> {
  const last = (label.toLowerCase().match(/\d+|\p{L}+/gu) ?? []).at(-1) ?? '';
  if (/^\d/.test(last)) return new Set([Number(last)]);
  const numbers = new Set<number>();
  if (/^[ivxlcdm]+$/.test(last)) numbers.add(romanNumber(last));
  if (/^([a-z])\1*$/.test(last)) numbers.add(last.charCodeAt(0) - 96 + 26 * (last.length - 1));
  return numbers;
}

/** Cells that say whether a table is one. */
const TOLD_CELLS = 2;

function* diffTables(pairs: readonly Pair[], blocks: readonly OutlineBlock[], to: FormatId): Generator<Difference> {
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
    } else {
      yield* diffRows(cells, blocks);
      yield* diffColumns(cells, blocks);
      yield* diffBlankRows(cells, blocks);
      if (COVERING.has(to)) yield* diffCovers(cells, blocks);
    }
  }
}

/** Formats whose cells may cover others. */
const COVERING: ReadonlySet<FormatId> = new Set(['docx', 'odt', 'html', 'epub', 'pptx', 'odp']);

/** Cells that covered several columns or rows, and cover only their own. */
function* diffCovers(cells: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  for (const { source, sourceIndex, result } of cells) {
    if (source.cover && result.cell && !result.cover)
      yield difference('table_cell_cover', placeOf(blocks, sourceIndex), { expected: source.cover.join(' × ') });
  }
}

/** Cells of one row are in one row, in their order. */
function* diffRows(cells: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  for (const [index, { source, sourceIndex, result }] of cells.entries()) {
    const before = cells[index - 1];
    if (!before?.result.cell || !result.cell || before.result.cell[0] !== result.cell[0]) continue;
    if (before.source.cell![1] !== source.cell![1] || before.source.cell![2] === source.cell![2]) continue;
    const isBeside = before.result.cell[1] === result.cell[1] && before.result.cell[2] < result.cell[2];
    if (!isBeside) yield difference('table_cell_order', placeOf(blocks, sourceIndex), { expected: source.text });
  }
}

/** Cells of one column are in one column, where both sides know as much of cells that cover several. */
function* diffColumns(cells: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  const columns = Map.groupBy(
    cells.filter(({ source, result }) => result.cell && source.isSpanned === result.isSpanned),
    ({ source }) => source.cell![2],
  );
  const usualPlaces: (readonly [number, Pair])[] = [];
  for (const [number, column] of columns) {
    const places = Map.groupBy(column, ({ result }) => result.cell![2]);
    const sorted = [...places.values()].sort((a, b) => b.length - a.length);
    // Half of a column elsewhere is a column that was read in another way, unless the rest is where it should.
    const isMost = sorted[0]!.length * 2 > column.length;
    const usual = isMost ? sorted[0]! : places.get(number);
    if (!usual) continue;
    for (const { source, sourceIndex } of sorted.filter((one) => one !== usual).flat()) {
      const about = { expected: source.text, ...(!isMost && { severity: 'tell' as const }) };
      yield difference('table_cell_order', placeOf(blocks, sourceIndex), about);
    }
    usualPlaces.push([number, usual[0]!]);
  }
  yield* diffColumnOrder(usualPlaces, blocks);
}

/** Columns that are left of one that they were right of. */
function* diffColumnOrder(
  columns: readonly (readonly [number: number, pair: Pair])[],
  blocks: readonly OutlineBlock[],
): Generator<Difference> {
  let last = 0;
  for (const [, { source, sourceIndex, result }] of columns.toSorted(([a], [b]) => a - b)) {
    const place = result.cell![2];
    if (place < last)
      yield difference('table_cell_order', placeOf(blocks, sourceIndex), { severity: 'tell', expected: source.text });
    last = Math.max(last, place);
  }
}

/** Rows keep their distances, so that one without text is not lost, nor at another place. */
function* diffBlankRows(cells: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  const tables = Map.groupBy(
    cells.filter(({ result }) => result.cell),
    ({ result }) => result.cell![0],
  );
  for (const table of tables.values()) {
    const shifts = Map.groupBy(table, ({ source, result }) => result.cell![1] - source.cell![1]);
    const [usual, ...others] = [...shifts.values()].sort((a, b) => b.length - a.length);
    for (const { source, sourceIndex } of others.flat()) {
      const about = { expected: source.text, severity: 'tell' as const };
      if (usual!.length > 1) yield difference('table_cell_order', placeOf(blocks, sourceIndex), about);
    }
  }
}
