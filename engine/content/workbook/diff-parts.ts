import { difference, type Difference, type DifferencePlace } from '../../contract/differences.ts';
import type { SheetPartsFacts } from '../../contract/facts.ts';

interface About {
  readonly place: DifferencePlace;
  /** The path keeps what a sheet has beside its cells; else what is lost of it is told. */
  readonly isKept: boolean;
}

type Named = Readonly<Record<string, string>>;

/** What two sheets have beside the values of their cells; a field is compared where both readers tell it. */
export function* diffParts(expected: SheetPartsFacts, found: SheetPartsFacts, about: About): Generator<Difference> {
  yield* diffMerged(expected.merged, found.merged, about);
  yield* diffNotes(expected.notes, found.notes, about);
  yield* diffLinks(expected.links, found.links, about);
  const severity = about.isKept ? 'refuse' : 'tell';
  for (const [kind, before, after] of [
    ['chart_missing', expected.charts, found.charts],
    ['sheet_image_missing', expected.images, found.images],
    ['validation_missing', expected.validations && 1, found.validations && 1],
  ] as const) {
    if (before === undefined || after === undefined || after >= before) continue;
    const weight = kind === 'validation_missing' ? 'tell' : severity;
    yield difference(kind, about.place, { expected: before, found: after, severity: weight });
  }
}

function* diffMerged(
  expected: readonly string[] = [],
  found: readonly string[] = [],
  { place }: About,
): Generator<Difference> {
  const [before, after] = [new Set(expected), new Set(found)];
  for (const range of expected) if (!after.has(range)) yield difference('merge_missing', place, { expected: range });
  for (const range of found) if (!before.has(range)) yield difference('merge_added', place, { found: range });
}

function* diffNotes(expected: Named | undefined, found: Named | undefined, about: About): Generator<Difference> {
  if (!expected || !found) return;
  for (const [cell, text] of Object.entries(expected)) {
    const other = found[cell];
    const place = { ...about.place, cell };
    if (other === undefined)
      yield difference('comment_missing', place, { expected: text, severity: about.isKept ? 'refuse' : 'tell' });
    else if (!wordsOnly(other).includes(wordsOnly(text)))
      yield difference('comment_changed', place, { expected: text, found: other });
  }
}

/** Programs set the author before a note, and break its lines otherwise. */
function wordsOnly(text: string): string {
  return text.replace(/\s+/g, '');
}

function* diffLinks(expected: Named | undefined, found: Named | undefined, about: About): Generator<Difference> {
  if (!expected || !found) return;
  for (const [cell, address] of Object.entries(expected)) {
    const target = comparableAddress(address);
    if (target === undefined) continue;
    const other = found[cell];
    const place = { ...about.place, cell };
    // Cells of numbers have no links in OpenDocument.
    if (other === undefined) yield difference('link_missing', place, { expected: address, severity: 'tell' });
    else if (comparableAddress(other) !== target)
      yield difference('link_target', place, { expected: address, found: other });
  }
}

/** Addresses that mean the same are the same; those of files depend on where a program ran. */
function comparableAddress(address: string): string | undefined {
  if (!/^(?:https?|ftp|mailto):/i.test(address)) return undefined;
  try {
    return decodeURI(address).replace(/\/$/, '').toLowerCase();
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return address.toLowerCase();
  }
}
