import { difference, type Difference, type DifferencePlace } from '../../../contract/differences.ts';
import type { Facts, LinkFacts, PageFacts, Turn } from '../../../contract/facts.ts';
import type { Expectation } from '../../../contract/report.ts';
import { normaliseText, splitText, wordsOf } from '../../document/inspect-text.ts';
import { selectedPages } from '../page-selection.ts';
import { diffLooks } from './page-looks.ts';
import { diffWords } from './words.ts';

/** Points by which a page may differ in size. */
const SIZE_SLACK = 1.5;
/** Share of a page's glyphs that may be in other fields of it: at the edge of a field a rounding decides. */
const MAX_MOVED = 0.1;
/** Mean difference of the fields of two images, of 255, from which one is another. */
const MAX_PRINT_DISTANCE = 24;
/** Share of the larger side of its page by which an image may be moved. */
const MAX_IMAGE_SHIFT = 0.03;
/** Share of a page's lines and areas that must be there. */
const MIN_PATHS = 0.5;
const MIN_COUNTED_PATHS = 8;

interface Page {
  readonly facts: PageFacts;
  readonly words: readonly string[];
  /** Number of the page in the source. */
  readonly number: number;
}

/** Compares PDFs page by page: what is on each is there, visible, at its place, and nothing else is. */
export function* diffPages(source: Facts, outputs: readonly Facts[], expectation: Expectation): Iterable<Difference> {
  const known = pagesOf(source);
  const { options, takes } = expectation;
  const total = source.document?.pages ?? known.length;
  const ranges = options.split === 'each' ? undefined : (options.split ?? options.pages);
  const wanted = takes === 'first' ? [0] : selectedPages(ranges, total);
  const found = outputs.flatMap(pagesOf);
  const isRead = [source, ...outputs].every((facts) => facts.pdf!.pages.length === facts.document?.pages);
  if (isRead && found.length !== wanted.length) {
    yield* diffCounts(
      wanted.flatMap((index) => known[index] ?? []),
      found,
    );
    return;
  }
  const turn = Number(options.rotate ?? 0);
  // In a part of a document pages have other numbers, and links lead out of it.
  const isPart = outputs.length > 1 || options.split !== undefined;
  const newNumber = (page: number): number => (isPart ? 0 : wanted.indexOf(page - 1) + 1);
  const context = { expectation, turn, newNumber };
  const expected = wanted.map((index) => known[index]);
  for (const [index, page] of found.entries()) {
    const before = expected[index];
    if (before) yield* diffPage(before, page, { ...context, others: expected, place: { page: index + 1 } });
  }
  if (outputs.length === 1 && turn % 360 === 0) yield* diffLooks(source, outputs[0]!, wanted);
  if (outputs.length === 1 && wanted.length === total) yield* diffOutline(source, outputs[0]!);
}

function pagesOf({ pdf, document }: Facts): Page[] {
  const texts = splitText(document?.text ?? '').pages;
  return (pdf?.pages ?? []).map((facts, index) => ({
    facts,
    words: wordsOf(normaliseText(texts[index] ?? '')),
    number: index + 1,
  }));
}

/** Pages that are missing and that were added, by what they hold. */
function* diffCounts(expected: readonly Page[], found: readonly Page[]): Iterable<Difference> {
  const left = new Map<string, number>();
  for (const page of found) left.set(keyOf(page), (left.get(keyOf(page)) ?? 0) + 1);
  let named = 0;
  for (const page of expected) {
    const count = left.get(keyOf(page)) ?? 0;
    if (count > 0) left.set(keyOf(page), count - 1);
    else if (found.length < expected.length) {
      named++;
      yield difference('page_missing', { page: page.number });
    }
  }
  if (named > 0) return;
  const kind = found.length < expected.length ? 'page_missing' : 'page_added';
  yield difference(kind, {}, { expected: expected.length, found: found.length });
}

function keyOf({ words, facts }: Page): string {
  return `${words.join(' ')}\n${facts.images.map(({ print = [] }) => print.map((value) => value >> 5).join()).join(';')}`;
}

interface PageContext {
  readonly expectation: Expectation;
  readonly turn: number;
  readonly place: DifferencePlace;
  readonly others: readonly (Page | undefined)[];
  /** The number that a page of the source has in the result; 0 where it is not in it. */
  readonly newNumber: (page: number) => number;
}

function* diffPage(before: Page, after: Page, context: PageContext): Iterable<Difference> {
  const { place, turn, others, expectation } = context;
  const { kept } = expectation;
  const isSame = before.words.join(' ') === after.words.join(' ');
  if (!isSame && kept.includes('text')) {
    const twin = others.find((other) => other !== before && other && keyOf(other) === keyOf(after));
    if (twin) {
      yield difference('page_moved', { page: twin.number });
      return;
    }
    yield* diffWords(before.words, after.words, { place, inOrder: turn % 360 === 0 });
  }
  yield* diffShape(before.facts, after.facts, place, turn);
  if (isSame) yield* diffPlaces(before.facts, after.facts, place, turn);
  if (kept.includes('figures') || kept.includes('look')) yield* diffImages(before.facts, after.facts, place, turn);
  const [paths, drawn] = [before.facts.paths, after.facts.paths];
  if (kept.includes('vector') && paths >= MIN_COUNTED_PATHS && drawn < paths * MIN_PATHS)
    yield difference('drawing_missing', place, { expected: paths, found: drawn });
  yield* diffLinks(before.facts.links, after.facts.links, context);
  yield* diffLists(before.facts, after.facts, place);
}

const QUARTERS: readonly (Turn | 'upright')[] = ['upright', 'right', 'over', 'left'];

/** Its size, and how most of its text is turned. */
function* diffShape(before: PageFacts, after: PageFacts, place: DifferencePlace, turn: number): Iterable<Difference> {
  const isTipped = Math.abs(turn / 90) % 2 === 1;
  const [width, height] = isTipped ? [before.height, before.width] : [before.width, before.height];
  const isSized = Math.abs(width - after.width) <= SIZE_SLACK && Math.abs(height - after.height) <= SIZE_SLACK;
  const sizes = { expected: sizeOf({ width, height }), found: sizeOf(after) };
  if (!isSized) yield difference('page_resized', place, sizes);
  const expected = directionOf(before);
  const found = directionOf(after);
  const quarter = QUARTERS.indexOf(expected as Turn);
  const turned = quarter < 0 ? expected : QUARTERS[(quarter + Math.round(turn / 90) + 8) % 4]!;
  if (before.glyphs > 0 && after.glyphs > 0) {
    if (found !== turned) yield difference('page_turned', place, { expected: turned, found });
    return;
  }
  const quarters = ((before.quarters ?? 0) + Math.round(turn / 90) + 8) % 4;
  if (before.images.length > 0 && (after.quarters ?? 0) !== quarters)
    yield difference('page_turned', place, { expected: quarters * 90, found: (after.quarters ?? 0) * 90 });
}

function sizeOf({ width, height }: Pick<PageFacts, 'width' | 'height'>): string {
  return `${Math.round(width)} × ${Math.round(height)} points`;
}

function directionOf({ glyphs, turned = {} }: PageFacts): Turn | 'upright' {
  const found = Object.entries(turned) as [Turn, number][];
  const upright = glyphs - found.reduce((sum, [, count]) => sum + count, 0);
  return found.reduce((most, one) => (one[1] > most[1] ? one : most), ['upright', upright] as [
    Turn | 'upright',
    number,
  ])[0];
}

function* diffPlaces(before: PageFacts, after: PageFacts, place: DifferencePlace, turn: number): Iterable<Difference> {
  if (turn % 360 !== 0 || before.glyphs === 0) return;
  const moved = before.grid.reduce((sum, count, field) => sum + Math.abs(count - (after.grid[field] ?? 0)), 0) / 2;
  if (moved > Math.max(4, before.glyphs * MAX_MOVED)) yield difference('text_moved', place);
  const tiny = (after.unseen?.tiny ?? 0) - (before.unseen?.tiny ?? 0);
  if (tiny > Math.max(4, before.glyphs * MAX_MOVED)) yield difference('text_tiny', place);
}

function* diffImages(before: PageFacts, after: PageFacts, place: DifferencePlace, turn: number): Iterable<Difference> {
  if (after.images.length < before.images.length) {
    yield difference('image_missing', place, { expected: before.images.length, found: after.images.length });
    return;
  }
  const slack = Math.max(2, MAX_IMAGE_SHIFT * Math.max(before.width, before.height));
  for (const [index, { print, box }] of before.images.entries()) {
    const other = after.images[index]!;
    const where = { ...place, image: index + 1 };
    if (print && other.print && distanceOf(print, other.print) > MAX_PRINT_DISTANCE)
      yield difference('image_changed', where);
    if (turn % 360 === 0 && box.some((value, side) => Math.abs(value - other.box[side]!) > slack))
      yield difference('image_order', where, { expected: box.join(' '), found: other.box.join(' ') });
  }
}

function distanceOf(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]!), 0) / one.length;
}

function* diffLinks(
  before: readonly LinkFacts[],
  after: readonly LinkFacts[],
  { place, newNumber }: PageContext,
): Iterable<Difference> {
  // A link to a page that was not taken leads nowhere.
  const wanted = before.flatMap(({ url, page }) => {
    const target = url ?? (page === undefined || newNumber(page) === 0 ? undefined : `page ${newNumber(page)}`);
    return target === undefined ? [] : [target];
  });
  const hasPages = wanted.some((target) => /^page \d/.test(target));
  const found = after.flatMap(({ url, page }) => url ?? (page === undefined || !hasPages ? [] : `page ${page}`));
  const left = [...found];
  const missing = wanted.filter((target) => {
    const at = left.indexOf(target);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  for (const target of missing) {
    yield found.length < wanted.length
      ? difference('link_missing', place, { expected: target })
      : difference('link_target', place, { expected: target, found: left[0] ?? 'nothing' });
  }
  if (missing.length === 0 && wanted.join('\n') !== found.join('\n') && left.length === 0)
    yield difference('link_target', place, { found: 'targets in another order' });
}

/** What was filled into forms, and notes. */
function* diffLists(before: PageFacts, after: PageFacts, place: DifferencePlace): Iterable<Difference> {
  const fields = before.fields ?? [];
  for (const [index, value] of fields.entries()) {
    const found = after.fields?.[index] ?? '';
    if (value !== found)
      yield difference('form_value', { ...place, field: String(index + 1) }, { expected: value, found });
  }
  const notes = after.notes ?? [];
  for (const note of before.notes ?? [])
    if (!notes.includes(note)) yield difference('annotation_missing', place, { expected: note.replace(/^\d+ /, '') });
}

function* diffOutline({ pdf: before }: Facts, { pdf: after }: Facts): Iterable<Difference> {
  const expected = before!.outline;
  const found = after!.outline;
  if (found.length < expected.length)
    yield difference('outline_changed', {}, { expected: expected.length, found: found.length });
  else {
    const at = expected.findIndex(
      ({ title, level, page }, index) =>
        title !== found[index]!.title || level !== found[index]!.level || page !== found[index]!.page,
    );
    if (at >= 0) yield difference('outline_changed', {}, { expected: expected[at]!.title, found: found[at]!.title });
  }
  if (before!.tagged && !after!.tagged) yield difference('tags_missing');
}
