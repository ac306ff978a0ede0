import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';
import { longestRising } from '../../document/diff/align.ts';
import { MISSING, rangesOfBlocks, type Matching } from '../../document/diff/match.ts';
import { placeOf } from '../../document/diff/places.ts';

/** Share of the cells of which nothing is there: programs show numbers in formats of their own. */
const MAX_MISSING = 0.4;
/** Letters of the beginning of a word that say that the rest was clipped. */
const MIN_BEGINNING = 2;
/** Share of the rows whose cells follow each other, and of rows below each other: wide sheets are printed in parts. */
const MIN_IN_ORDER = 0.5;
const MIN_ROWS = 4;
/** Words of a page that is there twice, and the share of them that the sheets have. */
const MIN_PAGE_WORDS = 8;
const MIN_KNOWN = 0.5;

interface Cell {
  readonly block: OutlineBlock;
  readonly index: number;
  readonly words: readonly string[];
  /** Words that are on no page. */
  readonly missing: readonly string[];
  /** Of the first word that was found, in the result. */
  readonly place: number | undefined;
}

/** Sheets on the pages that were made of them. What does not fit into its cell is clipped there, which is told. */
export function* diffPrintedSheets(
  matching: Matching,
  { unseen, tooWide }: { readonly unseen: readonly string[]; readonly tooWide: number },
): Generator<Difference> {
  const cells = cellsOf(matching).filter(({ block }) => block.place === 'body');
  const hidden = Map.groupBy(unseen, (word) => word);
  // Words that come many times are found by their count.
  const free = Map.groupBy(freeWords(matching), (word) => word);
  const beginnings = beginningsOf(matching);
  const lost: Cell[] = [];
  let left = tooWide;
  for (const cell of cells) {
    const { missing, words } = cell;
    if (missing.every((word) => free.get(word)?.pop() !== undefined)) continue;
    const isHidden = missing.every((word) => hidden.get(word)?.pop() !== undefined);
    const isCut = missing.length < words.length || beginnings(words[0]!);
    const isTooWide = !isHidden && !isCut && /\d/.test(words.join('')) && left-- > 0;
    if (isHidden || isCut || isTooWide)
      yield { ...missingCell(matching, cell), kind: 'text_not_visible', severity: 'tell' };
    else lost.push(cell);
  }
  const severity = lost.length > cells.length * MAX_MISSING ? 'refuse' : 'tell';
  for (const cell of lost) yield { ...missingCell(matching, cell), severity };
  const rows = Map.groupBy(cells, ({ block: { cell = [0, 0, 0] } }) => `${cell[0]} ${cell[1]}`);
  yield* diffOrder([...rows.values()]);
  yield* diffSheetOrder(cells);
  yield* diffPages(matching);
}

function cellsOf({ source, states, places }: Matching): Cell[] {
  return rangesOfBlocks(source).map(([start, end]) => {
    const index = source.blockOf[start]!;
    const words = Array.from(source.ids.subarray(start, end), (id) => source.vocabulary.words[id]!);
    const missing = words.filter((_, at) => states[start + at] === MISSING);
    const place = places.subarray(start, end).find((at) => at >= 0);
    return { block: source.blocks[index]!, index, words, missing, place };
  });
}

/** The words of the pages that stand for nothing yet. */
function freeWords({ result, used }: Matching): string[] {
  return Array.from(result.ids, (id) => result.vocabulary.words[id]!).filter((_, at) => !used[at]);
}

/** Whether a word that stands for nothing is the beginning of a word: the rest of it was cut off. */
function beginningsOf(matching: Matching): (word: string) => boolean {
  const words = new Set(freeWords(matching));
  return (word) => {
    for (let end = MIN_BEGINNING; end < word.length; end++) if (words.has(word.slice(0, end))) return true;
    return false;
  };
}

function missingCell({ source }: Matching, { index, words, missing }: Cell): Difference {
  const kind = missing.length === words.length ? 'table_cell_missing' : 'table_cell_changed';
  return difference(kind, placeOf(source.blocks, index), { expected: words.join(' ') });
}

function* diffOrder(rows: readonly (readonly Cell[])[]): Generator<Difference> {
  const placed = rows.map((row) => row.flatMap(({ place }) => place ?? []));
  const several = placed.filter((places) => places.length > 1);
  const inOrder = several.filter((places) => places.every((place, at) => at === 0 || place >= places[at - 1]!));
  // What is close is one word of a page: it has no order.
  const firsts = placed.flatMap(([first], at) =>
    first === undefined ? [] : [[at, first + at / placed.length] as const],
  );
  const isRowOrder = several.length < MIN_ROWS || inOrder.length >= several.length * MIN_IN_ORDER;
  const isOrder = firsts.length < MIN_ROWS || longestRising(firsts).length >= firsts.length * MIN_IN_ORDER;
  if (!isRowOrder || !isOrder) yield difference('text_order');
}

/** Sheets are printed one after the other. */
function* diffSheetOrder(cells: readonly Cell[]): Generator<Difference> {
  const sheets = Map.groupBy(cells, ({ block: { cell = [0, 0, 0] } }) => cell[0]);
  let last = -1;
  for (const [table, own] of sheets) {
    const places = own.flatMap(({ place }) => place ?? []).toSorted((a, b) => a - b);
    if (places.length < MIN_ROWS) continue;
    const middle = places[places.length >> 1]!;
    if (middle < last) yield difference('page_moved', { table });
    last = Math.max(last, middle);
  }
}

/** Pages that say again what another one says, where the sheets say it once. */
function* diffPages({ result, used }: Matching): Generator<Difference> {
  const pages = new Map<number, { text: string[]; used: number }>();
  for (const [at, id] of result.ids.entries()) {
    const { page = 0 } = result.blocks[result.blockOf[at]!]!;
    const about = pages.get(page) ?? { text: [], used: 0 };
    pages.set(page, about);
    about.text.push(result.vocabulary.words[id]!);
    about.used += used[at]!;
  }
  for (const same of Map.groupBy(pages, ([, { text }]) => text.join(' ')).values()) {
    const count = same[0]![1].text.length;
    const expected = same.reduce((sum, [, page]) => sum + page.used, 0);
    const [page] = same.at(-1)!;
    const isKnown = count >= MIN_PAGE_WORDS && expected >= count * MIN_KNOWN;
    if (isKnown && expected <= count * (same.length - 1)) yield difference('page_added', { page });
  }
}
