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
    const runs: Run[] = [];
    const { places, data } = readPlaces(pages, 4);
    for (const [index, number] of data.entries()) {
      const start = (viewOf(number).getUint32(0, true) & PAGE_NUMBER_BITS) * PAGE_BYTES;
      const page = stream.subarray(start, start + PAGE_BYTES);
      const found = page.byteLength === PAGE_BYTES ? [...runsOf(page, kind === 'paragraphs')] : [];
      // A page that is about other bytes than the table says is of nothing.
      if (found.some((run) => run.start < places[index + 1]! && run.end > places[index]!)) runs.push(...found);
    }
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
