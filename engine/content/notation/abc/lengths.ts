import type { Sounding } from './model.ts';

/** The shortest note that is written: a 1024th. */
const SHORTEST = 1 / 1024;
/** A longa. */
const LONGEST = 4;
const DOTTED = [1.875, 1.75, 1.5, 1];

/** A length that one sign can have: a note value with up to three dots. */
export function isSimple(length: number): boolean {
  return largestSimple(length) === length;
}

function largestSimple(length: number): number {
  let value = LONGEST;
  while (value > length && value > SHORTEST) value /= 2;
  const dotted = DOTTED.find((factor) => value * factor <= length) ?? 1;
  return value * dotted;
}

/** What odd part of a denominator makes of a length: `1/3` of a note is two of a triplet's. */
export function asTuplet(
  above: number,
  below: number,
): { readonly length: number; readonly actual: number; readonly normal: number } | undefined {
  let odd = below;
  while (odd % 2 === 0) odd /= 2;
  if (odd === 1) return undefined;
  const normal = 2 ** Math.floor(Math.log2(odd));
  return { length: (above / below) * (odd / normal), actual: odd, normal };
}

/** A note of any length as notes that are tied to each other, each of which one sign can write. */
export function splitSounding(event: Sounding): readonly Sounding[] {
  if (event.isMeasure || isSimple(event.length)) return [event];
  const lengths: number[] = [];
  for (let left = event.length; left >= SHORTEST && lengths.length < 8;) {
    const next = largestSimple(left);
    lengths.push(next);
    left -= next;
  }
  if (lengths.length === 0) lengths.push(SHORTEST);
  const last = lengths.length - 1;
  return lengths.map((length, index): Sounding => ({
    ...event,
    length,
    pitches: event.pitches.map(({ accidental, ...pitch }) => ({
      ...pitch,
      isTied: index < last || pitch.isTied,
      isProlonged: index > 0 || pitch.isProlonged,
      ...(index === 0 && accidental !== undefined && { accidental }),
    })),
    isJoined: index === 0 && event.isJoined,
    slursOpened: index === 0 ? event.slursOpened : 0,
    slursClosed: index === last ? event.slursClosed : 0,
    ...(index > 0 && { decorations: [], chords: [], texts: [], syllables: [] }),
  }));
}
