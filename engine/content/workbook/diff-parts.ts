import { difference, type Difference, type DifferencePlace } from '../../contract/differences.ts';
import { parseRange } from './cell-names.ts';
import type { SheetImageFacts, SheetPartsFacts } from '../../contract/facts.ts';

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
  yield* diffImages(expected.keptImages, found.keptImages, about);
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

/** Images whose bytes every format keeps: none is another, and none lies where another one lay. */
function* diffImages(
  expected: readonly SheetImageFacts[] | undefined,
  found: readonly SheetImageFacts[] | undefined,
  { place }: About,
): Generator<Difference> {
  if (!expected || !found) return;
  const known = new Set(expected.map(({ crc32 }) => crc32));
  const kept = new Set(found.map(({ crc32 }) => crc32));
  for (const [index, { type, crc32, cell }] of expected.entries()) {
    const where = { ...place, image: index + 1 };
    if (!kept.has(crc32)) {
      // One that was drawn again is of another type.
      const [before, after] = [expected, found].map((images) => images.filter((image) => image.type === type).length);
      if (after! >= before!) yield difference('image_changed', where);
      continue;
    }
    const cells = new Set(found.filter((other) => other.crc32 === crc32).map((other) => other.cell));
    if (cell === undefined || cells.has(cell) || cells.has(undefined)) continue;
    const there = found.find((other) => other.cell === cell && known.has(other.crc32));
    if (there) yield difference('image_order', where, { expected: cell, found: [...cells].join(', ') });
  }
  yield* diffCorners(expected, found, place);
}

/** Images of which one lay above and to the left of the other, and lies below and to the right of it now. */
function* diffCorners(
  expected: readonly SheetImageFacts[],
  found: readonly SheetImageFacts[],
  place: DifferencePlace,
): Generator<Difference> {
  const corners = new Map(found.flatMap(({ crc32, corner }) => (corner ? [[crc32, corner] as const] : [])));
  const known = expected.flatMap(({ crc32, cell }) => {
    const range = cell === undefined ? undefined : parseRange(cell);
    const corner = corners.get(crc32);
    return range && corner ? [{ corner, left: range.firstColumn, top: range.firstRow, crc32 }] : [];
  });
  if (new Set(known.map(({ crc32 }) => crc32)).size < known.length || known.length > MAX_COMPARED) return;
  for (const [index, one] of known.entries()) {
    const isExchanged = known.some((other) => {
      const isBefore = one.left <= other.left && one.top <= other.top && (one.left < other.left || one.top < other.top);
      const [across, down] = [one.corner[0] - other.corner[0], one.corner[1] - other.corner[1]];
      return isBefore && across > -SAME_MM && down > -SAME_MM && Math.max(across, down) > SAME_MM;
    });
    if (isExchanged) yield difference('image_order', { ...place, image: index + 1 });
  }
}

/** Images on one sheet of which each is compared with every other. */
const MAX_COMPARED = 200;
/** Programs round where an image lies. */
const SAME_MM = 1;

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

/**
 * Addresses that mean the same are the same; those of files depend on where a program ran. Places in the workbook itself
 * are spelled `#Sheet!B2`, `#Sheet.B2` or `#'My sheet'.$B$2`.
 */
function comparableAddress(address: string): string | undefined {
  if (address.startsWith('#')) return address.replace(/[#'$]/g, '').replace('!', '.').toLowerCase();
  if (!/^(?:https?|ftp|mailto):/i.test(address)) return undefined;
  try {
    return decodeURI(address).replace(/\/$/, '').toLowerCase();
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return address.toLowerCase();
  }
}
