import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock, OutlineLink } from '../../../contract/outline.ts';
import type { Pair } from './match.ts';
import { placeOf } from './places.ts';

const ADDRESS = /^(?:https?|ftp|mailto|tel):/i;

/** Links out of the document: each address as often as the source has it, by the text that leads there. */
export function* diffLinks(source: readonly OutlineBlock[], result: readonly OutlineBlock[]): Generator<Difference> {
  const left = new Map<string, number>();
  const byText = new Map<string, string>();
  const leading = new Map<string, Set<string>>();
  for (const { links = [] } of result) {
    for (const { text, href } of links) {
      const key = keyOf(href);
      left.set(key, (left.get(key) ?? 0) + 1);
      byText.set(text.trim(), href);
      const known = leading.get(text.trim());
      if (known) known.add(key);
      else leading.set(text.trim(), new Set([key]));
    }
  }
  const wanted = new Set<string>();
  for (const [index, { links = [], place, kind }] of source.entries()) {
    if (place === 'unshown' || place === 'speaker' || place === 'margin') continue;
    for (const link of links) {
      if (!ADDRESS.test(link.href)) continue;
      const key = keyOf(link.href);
      // A format may join links that lead to the same place, or part them.
      const isThere = (left.get(key) ?? 0) > 0;
      const elsewhere = link.text.trim() === '' ? undefined : leading.get(link.text.trim());
      // What the same text leads to in the result is another address, though others lead to this one.
      if (isThere && elsewhere && !elsewhere.has(key))
        yield difference('link_target', placeOf(source, index), {
          expected: link.href,
          found: byText.get(link.text.trim())!,
          severity: 'tell',
        });
      if (isThere || wanted.has(key)) continue;
      wanted.add(key);
      const missing = missingLink(link, byText.get(link.text.trim()), placeOf(source, index));
      // Writers of markup show a linked image and drop its link, which costs less than the document.
      yield kind === 'image' ? { ...missing, severity: 'tell' } : missing;
    }
  }
}

function missingLink({ text, href }: OutlineLink, found: string | undefined, place: Difference['place']): Difference {
  if (found !== undefined && text.trim() !== '') return difference('link_target', place, { expected: href, found });
  return difference('link_missing', place, { expected: href });
}

/** Blocks between the place that a link led to and the one that it leads to: an anchor may be before or in a block. */
const MAX_SHIFT = 1;

/** Links within the document: each leads from the same text to the same place, where both sides know these. */
export function* diffJumps(
  pairs: readonly Pair[],
  source: readonly OutlineBlock[],
  result: readonly OutlineBlock[],
): Generator<Difference> {
  const [known, standing] = [placesOfAnchors(source), placesOfAnchors(result)];
  const counterparts = new Map(pairs.map(({ sourceIndex, resultIndex }) => [sourceIndex, resultIndex]));
  const jumps = pairs.flatMap(({ source: { links = [] }, sourceIndex, result: { links: found = [] } }) =>
    links.flatMap((link) => {
      const expected = counterparts.get(known.get(anchorOf(link.href)) ?? -1);
      const other = found.find(({ text, href }) => href.startsWith('#') && text.trim() === link.text.trim());
      return !ADDRESS.test(link.href) && expected !== undefined ? [{ link, sourceIndex, expected, other }] : [];
    }),
  );
  // A format that has no links within a document has lost all of them, which its plan says.
  yield* diffContents(result, standing);
  yield* diffMarksAsLinks(pairs, source, counterparts, standing);
  const isKept = jumps.some(({ other }) => other);
  for (const { link, sourceIndex, expected, other } of jumps) {
    const place = other && standing.get(anchorOf(other.href));
    const about = { severity: 'tell', expected: link.text } as const;
    if (!isKept || (place !== undefined && Math.abs(place - expected) <= MAX_SHIFT)) continue;
    yield difference(place === undefined ? 'link_missing' : 'link_target', placeOf(source, sourceIndex), about);
  }
}

/** Marks of notes that a format writes as links to them. */
function* diffMarksAsLinks(
  pairs: readonly Pair[],
  source: readonly OutlineBlock[],
  counterparts: ReadonlyMap<number, number>,
  standing: ReadonlyMap<string, number>,
): Generator<Difference> {
  for (const { source: block, result } of pairs) {
    const { marks = [] } = block;
    const links = (result.links ?? []).filter(({ href, text }) => href.startsWith('#') && isMark(text));
    if (block.place !== 'body' || result.marks || marks.length === 0 || links.length !== marks.length) continue;
    for (const [index, mark] of marks.entries()) {
      const note = source.findIndex((one) => one.note === mark);
      const expected = counterparts.get(note);
      const place = standing.get(anchorOf(links[index]!.href));
      if (expected === undefined || (place !== undefined && Math.abs(place - expected) <= MAX_SHIFT)) continue;
      yield difference('note_mark', {}, { severity: 'tell', expected: source[note]!.text });
    }
  }
}

function isMark(text: string): boolean {
  return /^\W*(?:\d{1,3}|[a-z]|[ivxlc]+)?\W*$/i.test(text);
}

/** Links whose text is a heading of the result, as in a list of contents: each leads to it. */
function* diffContents(result: readonly OutlineBlock[], standing: ReadonlyMap<string, number>): Generator<Difference> {
  const headings = Map.groupBy(result.entries(), ([, { kind, text }]) => (kind === 'heading' ? text.trim() : ''));
  for (const { links = [], kind } of result) {
    for (const { text, href } of kind === 'heading' ? [] : links) {
      const own = text.trim() === '' ? undefined : headings.get(text.trim());
      const place = standing.get(anchorOf(href));
      if (own?.length !== 1 || !href.startsWith('#') || place === undefined) continue;
      if (Math.abs(place - own[0]![0]) > MAX_SHIFT)
        yield difference('link_target', {}, { severity: 'tell', expected: text, found: result[place]!.text });
    }
  }
}

/** The place that a link within a document leads to; books name the file of the chapter as well. */
function anchorOf(href: string): string {
  return href.slice(href.indexOf('#') + 1);
}

/** Where anchors are that are there once. */
function placesOfAnchors(blocks: readonly OutlineBlock[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const several = new Set<string>();
  for (const [index, { anchors = [] }] of blocks.entries()) {
    for (const id of anchors) {
      if (places.has(id)) several.add(id);
      places.set(id, index);
    }
  }
  for (const id of several) places.delete(id);
  return places;
}

/** Addresses as they are, whatever is escaped in them. */
function keyOf(href: string): string {
  const plain = href.trim().replace(/\/(?=$|[?#])/, '');
  try {
    return decodeURIComponent(plain).toLowerCase();
  } catch {
    return plain.toLowerCase();
  }
}
