import { areaOf, sharedArea } from './boxes.ts';
import { readUtf16, withMemory, type Pdfium, type Pointer } from './bindings.ts';
import type { PlacedObject } from './objects.ts';

/** Share of the smaller text's box that lies on the other's when one is printed over the other. */
const MIN_SHARED = 0.6;
/** Height of the stripes, in points, in which texts are looked for that lie on each other. */
const STRIPE_POINTS = 8;
/** Texts compared within one stripe: what is denser is a drawing made of letters. */
const MAX_IN_STRIPE = 400;

/**
 * Text objects that repeat another one at the same place: shadows, bold by printing twice, and templates that are
 * filled in over their own text. A person reads such text once. PDFium leaves exact copies out by itself: of two
 * objects that both still have characters, the smaller one is the repetition. `ownerOf`: the object of each character.
 */
export function findOverprints(
  pdfium: Pdfium,
  textPage: Pointer,
  placed: readonly PlacedObject[],
  ownerOf: Uint32Array,
): Set<Pointer> {
  const repeated = new Set<Pointer>();
  const pairs = overlappingPairs(placed);
  if (pairs.length === 0) return repeated;
  const owners = new Set(ownerOf);
  for (const [small, large] of pairs) {
    if (!owners.has(small) || !owners.has(large) || repeated.has(large)) continue;
    if (isWithin(readLetters(pdfium, textPage, small), readLetters(pdfium, textPage, large))) repeated.add(small);
  }
  return repeated;
}

/** Whether a text has the letters in their order, with others between: a shadow may have only some of the letters. */
function isWithin(letters: string, text: string): boolean {
  let found = 0;
  for (let at = 0; at < text.length && found < letters.length; at++) if (text[at] === letters[found]) found++;
  return found === letters.length;
}

/** Objects of which one lies on the other, the smaller one first. */
function overlappingPairs(placed: readonly PlacedObject[]): (readonly [Pointer, Pointer])[] {
  const pairs: (readonly [Pointer, Pointer])[] = [];
  for (const stripe of stripesOf(placed)) {
    if (stripe.length > MAX_IN_STRIPE) continue;
    for (const [index, one] of stripe.entries()) {
      for (const other of stripe.slice(index + 1)) {
        const [small, large] = areaOf(one.box) <= areaOf(other.box) ? [one, other] : [other, one];
        if (liesOn(small, large)) pairs.push([small.object, large.object]);
      }
    }
  }
  return pairs;
}

function liesOn(small: PlacedObject, large: PlacedObject): boolean {
  return sharedArea(small.box, large.box) > areaOf(small.box) * MIN_SHARED;
}

/** The texts by the stripe of the page that holds the middle of their height, and by the one below it. */
function stripesOf(placed: readonly PlacedObject[]): Iterable<readonly PlacedObject[]> {
  const stripes = new Map<number, PlacedObject[]>();
  for (const text of placed) {
    const stripe = Math.floor((text.box.bottom + text.box.top) / 2 / STRIPE_POINTS);
    for (const number of [stripe, stripe + 1]) {
      const list = stripes.get(number);
      if (list) list.push(text);
      else stripes.set(number, [text]);
    }
  }
  return stripes.values();
}

function readLetters(pdfium: Pdfium, textPage: Pointer, object: Pointer): string {
  const bytes = pdfium.api.FPDFTextObj_GetText(object, textPage, 0, 0);
  if (bytes <= 2) return '';
  const text = withMemory(pdfium, bytes, (buffer) => {
    pdfium.api.FPDFTextObj_GetText(object, textPage, buffer, bytes);
    return readUtf16(pdfium, buffer, bytes);
  });
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
