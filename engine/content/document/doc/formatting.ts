import { viewOf } from '../../../io/bytes.ts';
import { readPlaces } from './file-information.ts';

/** Pages of formatting have this many bytes; the last says how many runs there are ([MS-DOC] 2.9.33, 2.9.182). */
const PAGE_BYTES = 512;
const PAGE_NUMBER_BITS = 0x3fffff;
const PARAGRAPH_ENTRY_BYTES = 13;

/** What is said of the characters from a byte of the stream on. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly modifiers: Uint8Array;
}

/** The runs of formatting of a document, of its characters or of its paragraphs, by their bytes in the stream. */
export class Formatting {
  readonly #runs: readonly Run[];

  /** `pages` is the table that says where the pages are. */
  constructor(stream: Uint8Array, pages: Uint8Array, kind: 'characters' | 'paragraphs') {
    const runs = [...readPages(stream, pages, kind)].flatMap((page) => page.runs);
    this.#runs = runs.sort((a, b) => a.start - b.start);
  }

  /** The run that a byte is in; one without modifiers where nothing is said. */
  at(byte: number): Run {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#runs[middle]!.start <= byte) low = middle + 1;
      else high = middle;
    }
    const run = this.#runs[low - 1];
    if (run && byte < run.end) return run;
    return { start: byte, end: this.#runs[low]?.start ?? Infinity, modifiers: NOTHING };
  }
}

const NOTHING = new Uint8Array(0);

/** A page of formatting: where it begins in the stream, and its runs. */
interface FormattingPage {
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly runs: readonly Run[];
}

/** The pages that are about the bytes which the table says. */
export function* readPages(
  stream: Uint8Array,
  pages: Uint8Array,
  kind: 'characters' | 'paragraphs',
): Generator<FormattingPage> {
  const { places, data } = readPlaces(pages, 4);
  for (const [index, number] of data.entries()) {
    const start = (viewOf(number).getUint32(0, true) & PAGE_NUMBER_BITS) * PAGE_BYTES;
    const bytes = stream.subarray(start, start + PAGE_BYTES);
    if (bytes.byteLength < PAGE_BYTES) continue;
    const runs = [...runsOf(bytes, kind === 'paragraphs')];
    if (runs.some((run) => run.start < places[index + 1]! && run.end > places[index]!)) yield { start, bytes, runs };
  }
}

/**
 * The page of characters with a part of one of its runs made a run of its own, of which nothing is said; undefined where
 * no run has the part, or the page has no room for more runs.
 */
export function withPlainPart(page: Uint8Array, start: number, end: number): Uint8Array | undefined {
  const view = viewOf(page);
  const count = page[PAGE_BYTES - 1]!;
  const edges = Array.from({ length: count + 1 }, (_, index) => view.getUint32(4 * index, true));
  const places = [...page.subarray(4 * (count + 1), 5 * count + 4)];
  const index = edges.findIndex((edge, at) => edge <= start && end <= (edges[at + 1] ?? 0));
  if (index < 0) return undefined;
  const [first, last] = [edges[index]!, edges[index + 1]!];
  const around = [...(first < start ? [first] : []), start, ...(end < last ? [end] : [])];
  const place = places[index]!;
  places.splice(index, 1, ...around.map((edge) => (edge === start ? 0 : place)));
  edges.splice(index, 1, ...around);
  const used = 4 * edges.length + places.length;
  if (used > Math.min(PAGE_BYTES - 1, ...places.filter((offset) => offset > 0).map((offset) => 2 * offset))) {
    return undefined;
  }
  const split = Uint8Array.from(page);
  for (const [at, edge] of edges.entries()) viewOf(split).setUint32(4 * at, edge, true);
  split.set(places, 4 * edges.length);
  split[PAGE_BYTES - 1] = places.length;
  return split;
}

/**
 * The page of paragraphs with those that end at some bytes said to be as the ones after them; `next` is what is said of
 * the first one of the next page, which the page holds as well where it has room.
 */
export function withLookOfNext(
  page: Uint8Array,
  ends: ReadonlySet<number>,
  next: Uint8Array = NOTHING,
): { readonly page: Uint8Array; readonly first: Uint8Array } {
  const count = page[PAGE_BYTES - 1]!;
  const entries = 4 * (count + 1);
  const changed = Uint8Array.from(page);
  for (let index = count - 1; index >= 0; index--) {
    if (!ends.has(viewOf(page).getUint32(4 * (index + 1), true))) continue;
    const entry = entries + PARAGRAPH_ENTRY_BYTES * index;
    const isLast = index === count - 1;
    changed[entry] = (isLast ? placeIn(changed, next) : changed[entry + PARAGRAPH_ENTRY_BYTES]!) ?? changed[entry]!;
  }
  return { page: changed, first: [...runsOf(changed, true)][0]?.modifiers ?? NOTHING };
}

/** Writes modifiers of a paragraph into the room between entries and modifiers; half of their place, if there is room. */
function placeIn(page: Uint8Array, modifiers: Uint8Array): number | undefined {
  if (modifiers.byteLength === 0) return 0;
  const count = page[PAGE_BYTES - 1]!;
  const entries = 4 * (count + 1);
  const used = Array.from({ length: count }, (_, index) => 2 * page[entries + PARAGRAPH_ENTRY_BYTES * index]!);
  const end = Math.min(PAGE_BYTES - 1, ...used.filter((place) => place > 0));
  const { length } = modifiers;
  const written = length % 2 === 0 ? [0, length / 2, ...modifiers] : [(length + 1) / 2, ...modifiers];
  const place = 2 * Math.floor((end - written.length) / 2);
  if (place < entries + PARAGRAPH_ENTRY_BYTES * count) return undefined;
  page.set(written, place);
  return place / 2;
}
function* runsOf(page: Uint8Array, areParagraphs: boolean): Generator<Run> {
  const view = viewOf(page);
  const count = page[PAGE_BYTES - 1]!;
  const entries = 4 * (count + 1);
  const size = areParagraphs ? PARAGRAPH_ENTRY_BYTES : 1;
  if (entries + size * count >= PAGE_BYTES) return;
  for (let index = 0; index < count; index++) {
    const place = 2 * page[entries + size * index]!;
    const [start, end] = [view.getUint32(4 * index, true), view.getUint32(4 * index + 4, true)];
    yield { start, end, modifiers: place === 0 ? NOTHING : modifiersAt(page, place, areParagraphs) };
  }
}

function modifiersAt(page: Uint8Array, place: number, isParagraph: boolean): Uint8Array {
  const first = page[place]!;
  if (!isParagraph) return page.subarray(place + 1, place + 1 + first);
  // Half of the length; where it is even, that is in a second byte.
  if (first > 0) return page.subarray(place + 1, place + 2 * first);
  return page.subarray(place + 2, place + 2 + 2 * (page[place + 1] ?? 0));
}
