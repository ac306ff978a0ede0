import { difference, type Difference } from '../../../contract/differences.ts';
import { hasRightToLeft } from './directions.ts';
import type { Matching, Pair } from './match.ts';
import { placeOf } from './places.ts';
import { gapAfter, gapBefore } from './words.ts';

const HAS_DIGIT = /\p{Nd}/u;
const HAS_LETTER = /\p{L}/u;
/** A minus belongs to the number that it touches, a dash between two words to neither. */
const MINUS = /(?:^|[\s(=<>])[-\u2212\u2013]$/u;
const DASH = /[\p{Pd}\u2212]/u;
const PERCENT = /^ ?[%\u2030]/u;
const CURRENCY_BEFORE = /\p{Sc}(?= ?$)/u;
const CURRENCY_AFTER = /(?<=^ ?)\p{Sc}/u;
/** What makes one number, date or range of two groups of digits. */
const TIGHT = /^[.,:/'\u2019\u2044\p{Pd}\u2212]$/u;
/** Of these, those that no program writes in another way. */
const POINTS = /^[.,:/]$/;

interface Change {
  readonly expected: string;
  readonly found: string;
  /** Readers of text and of markup agree on it. */
  readonly isSure: boolean;
}

/**
 * What is no digit and makes a number: its decimal point, minus, percent sign and currency, in numbers whose digits are
 * where they should. `isTold`: readers do not agree on every sign, so that only what is sure is told.
 */
export function* diffSigns(matching: Matching, { isTold }: { readonly isTold: boolean }): Generator<Difference> {
  const { source, places } = matching;
  const { words } = source.vocabulary;
  for (const [at, id] of source.ids.entries()) {
    if (places[at]! < 0 || !HAS_DIGIT.test(words[id]!)) continue;
    const index = source.blockOf[at]!;
    const { place, text } = source.blocks[index]!;
    if (place === 'formula' || place === 'unshown' || hasRightToLeft(text)) continue;
    const change = changeOfSign(matching, at) ?? changeBetween(matching, at) ?? changeWithin(matching, at);
    if (!change || (isTold && !change.isSure)) continue;
    const { isSure, ...about } = change;
    yield difference('number_changed', placeOf(source.blocks, index), {
      ...about,
      severity: isSure && !isTold ? 'refuse' : 'tell',
    });
  }
}

/** The signs before and after one number. */
function changeOfSign({ source, result, places }: Matching, at: number): Change | undefined {
  const place = places[at]!;
  if (result.ids[place] !== source.ids[at]) return undefined;
  const [before, after] = [gapBefore(source, at), gapAfter(source, at)];
  const [leading, trailing] = [gapBefore(result, place), gapAfter(result, place)];
  const word = source.vocabulary.words[source.ids[at]!]!;
  const about = { expected: `${before}${word}${after}`.trim(), found: `${leading}${word}${trailing}`.trim() };
  // A field or the mark of a note may be between, of which nothing is known.
  const isOpen = source.computed.has(at) || result.computed.has(place);
  if (!isOpen && MINUS.test(before) !== MINUS.test(leading) && !(DASH.test(before) && DASH.test(leading)))
    return { ...about, isSure: MINUS.test(before) };
  const isPercent = PERCENT.test(after);
  if (isPercent !== PERCENT.test(trailing) && !/[%\u2030]/.test(isPercent ? trailing : after))
    return { ...about, isSure: isPercent };
  const currency = CURRENCY_BEFORE.exec(before)?.[0] ?? CURRENCY_AFTER.exec(after)?.[0];
  if (currency !== undefined && !leading.includes(currency) && !trailing.includes(currency))
    return { ...about, isSure: /\p{Sc}/u.test(leading + trailing) };
  return undefined;
}

/** What is between two groups of digits that follow each other. */
function changeBetween({ source, result, places }: Matching, at: number): Change | undefined {
  const next = at + 1;
  const { words } = source.vocabulary;
  if (source.blockOf[next] !== source.blockOf[at] || !HAS_DIGIT.test(words[source.ids[next]!] ?? '')) return undefined;
  const gap = gapAfter(source, at);
  if (source.computed.has(next) || gap === '') return undefined;
  const [first, second] = [words[source.ids[at]!]!, words[source.ids[next]!]!];
  const [place, place2] = [places[at]!, places[next]!];
  const expected = `${first}${gap}${second}`;
  if (place2 === place) return { expected, found: words[result.ids[place]!]!, isSure: TIGHT.test(gap) };
  const isBeside = place2 === place + 1 && result.blockOf[place] === result.blockOf[place2];
  const isSame = result.ids[place] === source.ids[at] && result.ids[place2] === source.ids[next];
  if (!isBeside || !isSame || result.computed.has(place2)) return undefined;
  const other = gapAfter(result, place);
  if (signOf(other) === signOf(gap) || (!TIGHT.test(gap) && !(gap === ' ' && TIGHT.test(other)))) return undefined;
  return { expected, found: `${first}${other}${second}`, isSure: POINTS.test(gap) && other !== `${gap} ` };
}

/** A number that is in two pieces with a sign between them. */
function changeWithin({ source, result, places, used }: Matching, at: number): Change | undefined {
  const { words } = source.vocabulary;
  const place = places[at]!;
  const expected = words[source.ids[at]!]!;
  const piece = words[result.ids[place]!]!;
  const rest = words[result.ids[place + 1] ?? -1] ?? '';
  const isCut = piece.length < expected.length && used[place + 1] === 1 && expected.startsWith(piece + rest);
  const sign = gapAfter(result, place);
  if (!isCut || !TIGHT.test(sign) || result.blockOf[place] !== result.blockOf[place + 1]) return undefined;
  return { expected, found: `${piece}${sign}${rest}`, isSure: POINTS.test(sign) };
}

/** Dashes and apostrophes are written in several ways. */
function signOf(gap: string): string {
  return gap.replace(/[\p{Pd}\u2212]/gu, '-').replace(/[\u2018\u2019]/g, "'");
}

/** Share of the words that may be glued to others, of so many at least. */
const MAX_GLUED = 0.2;
const MIN_GLUED = 10;
const STOPS = /[.,;:!?]/;
/** Points and commas that a text has lost: so many, and more than this share of them. */
const MIN_STOPS_LOST = 2;
const MAX_STOPS_LOST = 0.25;

/** What is between words: spaces, and the points and commas of a text. */
export function* diffGaps({ source, result, places }: Matching): Generator<Difference> {
  const { words, gaps } = source.vocabulary;
  const areLetters = words.map((word) => HAS_LETTER.test(word));
  const areStops = gaps.map((gap) => STOPS.test(gap));
  const areSpaces = gaps.map((gap) => gap.includes(' '));
  let pairs = 0;
  let stops = 0;
  let lost = 0;
  const glued: number[] = [];
  for (let at = 0; at < source.ids.length; at++) {
    const place = places[at]!;
    const next = places[at + 1] ?? -1;
    const gap = source.after[at]!;
    const isPair = source.blockOf[at] === source.blockOf[at + 1];
    if (place < 0 || source.computed.has(at + 1)) continue;
    // A paragraph that is cut into lines may lose what was between these.
    const isTogether = !isPair || (next === place + 1 && result.blockOf[next] === result.blockOf[place]);
    if (areStops[gap] && isTogether) {
      stops++;
      if (!/\p{P}/u.test(gapAfter(result, place))) lost++;
    }
    if (next < 0 || !isPair) continue;
    if (!areSpaces[gap] || !areLetters[source.ids[at]!] || !areLetters[source.ids[at + 1]!]) continue;
    pairs++;
    if (next === place) glued.push(at);
  }
  const [first] = glued;
  if (first !== undefined) {
    const isMuch = glued.length >= MIN_GLUED && glued.length > pairs * MAX_GLUED;
    const about = {
      expected: `${words[source.ids[first]!]!} ${words[source.ids[first + 1]!]!}`,
      found: words[result.ids[places[first]!]!]!,
      severity: isMuch ? 'refuse' : 'tell',
    } as const;
    yield difference('text_changed', placeOf(source.blocks, source.blockOf[first]!), about);
  }
  if (lost >= MIN_STOPS_LOST && lost > stops * MAX_STOPS_LOST)
    yield difference(
      'text_changed',
      {},
      { severity: 'tell', expected: `${stops} points and commas`, found: stops - lost },
    );
}

const MIN_LETTERS = 10;
/** Share of capitals from which on all is in capitals, and up to which it is not. */
const ALL_CAPITALS = 0.8;
const MAX_CAPITALS = 0.5;

/** A text that became all capitals, or has none any more. */
export function* diffCase(pairs: readonly Pair[]): Generator<Difference> {
  const before = capitalsIn(pairs.map(({ source }) => source.text));
  const after = capitalsIn([...new Set(pairs.map(({ result }) => result))].map(({ text }) => text));
  if (before.letters < MIN_LETTERS) return;
  if (before.share < MAX_CAPITALS && after.share > ALL_CAPITALS)
    yield difference('text_changed', {}, { severity: 'tell', found: 'capitals only' });
  if (before.share > 0 && after.share === 0)
    yield difference('text_changed', {}, { severity: 'tell', found: 'no capitals' });
}

function capitalsIn(texts: readonly string[]): { readonly letters: number; readonly share: number } {
  let capitals = 0;
  let small = 0;
  for (const text of texts) {
    for (const [run] of text.matchAll(/\p{Lu}+/gu)) capitals += run.length;
    for (const [run] of text.matchAll(/\p{Ll}+/gu)) small += run.length;
  }
  return { letters: capitals + small, share: capitals / Math.max(1, capitals + small) };
}
