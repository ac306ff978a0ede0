import { difference, type Difference } from '../../contract/differences.ts';
import type { Facts } from '../../contract/facts.ts';
import type { Comparison } from '../../contract/report.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import { kindOfListing } from '../../formats/lists.ts';
import { alignRows, type AlignableRows } from '../records/align-rows.ts';
import { hashText, mix } from '../records/canonical.ts';
import { CUT_CELL_CHARS, sampledRows } from '../records/samples.ts';
import { placedRows, recordsOf, textsOfCells } from './placed-rows.ts';
import { inOnePlace } from './map/same-places.ts';
import { heldList, heldTexts, isSortedFormat, type Texts } from './held.ts';

/** Differences that are listed: what has more of them is wrong in any case. */
const MOST_DIFFERENCES = 200;

/** Aligns the entries of lists by what the target's format holds of them, and counts them all. */
export const compareListings: Comparison = function* (source, outputs, { kept, to, options }) {
  const [output, ...others] = outputs;
  const count = source.listing?.count ?? recordsOf(source)?.rows;
  if (!kept.includes('records') || !output?.listing || count === undefined || others.length > 0) return;
  const told = entriesOf(source, to);
  let before: readonly Texts[] = heldList(told, to);
  const found = entriesOf(output, to);
  let after: readonly Texts[] = NAMED_TOGETHER.has(to)
    ? heldList(found, to)
    : found.map((texts) => heldTexts(texts, to));
  if (options.crs !== undefined) [before, after] = inOnePlace(before, after);
  const isWhole = told.length === count && after.length === output.listing.count;
  const expected = isWhole ? before.length : count;
  yield {
    name: 'entries',
    feature: 'records',
    ok: output.listing.count === expected,
    expected,
    found: output.listing.count,
  };
  const about: About = {
    isWhole,
    isTrimmed: formatOf(to).family !== 'translation',
    mostChars: source.listing ? Infinity : CUT_CELL_CHARS,
  };
  const aligned = isSortedFormat(to) ? diffSorted(before, after, about) : diffInOrder(before, after, about);
  let differences = 0;
  for (const one of aligned) {
    yield one;
    if (++differences === MOST_DIFFERENCES) return;
  }
};

/** Formats that name what they hold of an entry by what the others have: held twice it is the same. */
const NAMED_TOGETHER: ReadonlySet<FormatId> = new Set(['shapefile', 'gpkg', 'fgb']);

/** The entries of a list; of data, the rows of which enough is known. */
function entriesOf(facts: Facts, to: FormatId): Texts[] {
  if (facts.listing) return facts.listing.entries.map(textsOfCells);
  const { samples, columns = [] } = recordsOf(facts) ?? {};
  const rows = sampledRows(samples, columns);
  return kindOfListing(to) === 'map' ? placedRows(rows, columns) : rows;
}

interface About {
  /** Otherwise each list may end before its last entry. */
  readonly isWhole: boolean;
  /** White space around a value says nothing. */
  readonly isTrimmed: boolean;
  /** Of each value: samples of data are cut. */
  readonly mostChars: number;
}

function* diffInOrder(before: readonly Texts[], after: readonly Texts[], about: About): Generator<Difference> {
  const most = about.isWhole ? Infinity : Math.min(before.length, after.length);
  const [expected, found] = [before.slice(0, most), after.slice(0, most)];
  for (const { expected: from, found: at } of alignRows(rowsOf(expected, about), rowsOf(found, about))) {
    if (at === undefined) yield difference('record_missing', { record: from + 1 });
    else if (from === undefined) yield difference('record_added', { record: at + 1 });
    else yield* diffTexts(expected[from]!, found[at]!, from + 1, about);
  }
}

/** Finds each entry wherever it is; those that are nowhere are paired in the order of what they say. */
function* diffSorted(before: readonly Texts[], after: readonly Texts[], about: About): Generator<Difference> {
  const rest = Map.groupBy(after.keys(), (index) => hashOf(after[index]!, about));
  const missing: number[] = [];
  for (const [index, texts] of before.entries()) {
    const found = rest.get(hashOf(texts, about))?.shift();
    if (found === undefined) missing.push(index);
    else yield* diffTexts(texts, after[found]!, index + 1, about);
  }
  // Of what is not there in part nobody knows what it has become.
  const added = about.isWhole ? inOrder(after, [...rest.values()].flat()) : [];
  for (const [place, index] of inOrder(before, missing).entries()) {
    const found = added[place];
    if (found === undefined) yield difference('record_missing', { record: index + 1 });
    else yield* diffTexts(before[index]!, after[found]!, index + 1, about);
  }
  for (const index of added.slice(missing.length)) yield difference('record_added', { record: index + 1 });
}

function* diffTexts(before: Texts, after: Texts, record: number, about: About): Generator<Difference> {
  for (const [field, expected] of before) {
    const text = after.get(field);
    if (text === undefined) yield difference('value_missing', { record, field }, { expected });
    else if (said(expected, about) !== said(text, about))
      yield difference('value_changed', { record, field }, { expected, found: text });
  }
  for (const [field, text] of after)
    if (!before.has(field) && !GIVEN.has(field)) yield difference('value_added', { record, field }, { found: text });
}

/** What a format says of every file: its writer gives it where the source has none. */
const GIVEN: ReadonlySet<string> = new Set([
  'id',
  'language',
  'sourceLanguage',
  'kind',
  'layer',
  'model',
  'name',
  'title',
  'start',
]);

/** What is compared of a value. */
function said(text: string, { isTrimmed, mostChars }: About): string {
  const shown = text.slice(0, mostChars);
  return isTrimmed ? shown.trim() : shown;
}

function rowsOf(entries: readonly Texts[], about: About): AlignableRows {
  const hashes = entries.map((texts) => hashOf(texts, about));
  return { length: hashes.length, indexOf: (row) => row, hashOf: (row) => hashes[row] ?? -1 };
}

/** A hash of 53 bits, which tells millions of entries apart. */
function hashOf(texts: Texts, about: About): number {
  let [high, low] = [0, 0];
  for (const [name, text] of texts) {
    if (GIVEN.has(name)) continue;
    const seed = hashText(name);
    const value = said(text, about);
    high = (high + mix(hashText(value) ^ seed)) >>> 0;
    low = (low + mix(hashText(value, seed))) >>> 0;
  }
  return (high >>> 11) * 2 ** 32 + low;
}

/** The numbers of entries in the order of what these say. */
function inOrder(entries: readonly Texts[], indexes: readonly number[]): number[] {
  const keyed = indexes.map((index) => [keyOf(entries[index]!), index] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, index]) => index);
}

function keyOf(texts: Texts): string {
  return [...texts.keys()]
    .filter((name) => !GIVEN.has(name))
    .sort()
    .map((name) => texts.get(name))
    .join('\u0000');
}
