import { viewOf } from '../../../io/bytes.ts';

/** Where the places and lengths of the parts of the table stream are, eight bytes each ([MS-DOC] 2.5.10). */
const PLACES_AT = 0x9a;
/** Where the lengths of the texts are ([MS-DOC] 2.5.3). */
const LENGTHS_AT = 0x4c;

/** Parts of the table stream, by their number. */
const PARTS = {
  styles: 1,
  footnoteMarks: 2,
  footnotes: 3,
  commentMarks: 4,
  comments: 5,
  sections: 6,
  headers: 11,
  characters: 12,
  paragraphs: 13,
  bookmarkNames: 21,
  bookmarkStarts: 22,
  pieces: 33,
  anchors: 40,
  headerAnchors: 41,
  endnoteMarks: 46,
  endnotes: 47,
  drawings: 50,
  boxes: 56,
  headerBoxes: 58,
  lists: 73,
  listUses: 74,
} as const;

export type Part = keyof typeof PARTS;

/** The texts of a document one after the other: the body, and what is beside it. */
const TEXTS = ['body', 'footnotes', 'headers', 'macros', 'comments', 'endnotes', 'boxes', 'headerBoxes'] as const;

export type TextPart = (typeof TEXTS)[number];

/** What the file information block says of the streams of a document. */
export class FileInformation {
  readonly #view: DataView;
  readonly #table: Uint8Array;

  constructor(stream: Uint8Array, table: Uint8Array) {
    this.#view = viewOf(stream);
    this.#table = table;
  }

  /** Empty where the document has none, or says so. */
  part(name: Part): Uint8Array {
    const { start, length } = this.#placeOf(name);
    return this.#table.subarray(start, start + length);
  }

  /** The part and what follows it. */
  partAndRest(name: Part): Uint8Array {
    const { start, length } = this.#placeOf(name);
    return length === 0 ? new Uint8Array(0) : this.#table.subarray(start);
  }

  /** Where a text is among the characters of all texts. */
  text(name: TextPart): { readonly start: number; readonly end: number } {
    let start = 0;
    for (const [index, text] of TEXTS.entries()) {
      const length = Math.max(0, this.#view.getInt32(LENGTHS_AT + 4 * index, true));
      if (text === name) return { start, end: start + length };
      start += length;
    }
    return { start, end: start };
  }

  /** Where the block says where a part is, and how long. */
  static placeOf(name: Part): number {
    return PLACES_AT + 8 * PARTS[name];
  }

  #placeOf(name: Part): { readonly start: number; readonly length: number } {
    const at = FileInformation.placeOf(name);
    if (at + 8 > this.#view.byteLength) return { start: 0, length: 0 };
    return { start: this.#view.getUint32(at, true), length: this.#view.getUint32(at + 4, true) };
  }
}

/** A table of places in the text, and what is said of what begins at each of them, `size` bytes ([MS-DOC] 2.2.2). */
export interface Places {
  /** One more than there are of the others: where the last one ends. */
  readonly places: readonly number[];
  readonly data: readonly Uint8Array[];
}

export function readPlaces(bytes: Uint8Array, size: number): Places {
  const count = Math.max(0, Math.floor((bytes.byteLength - 4) / (4 + size)));
  const view = viewOf(bytes);
  const start = 4 * (count + 1);
  if (bytes.byteLength < 4) return { places: [], data: [] };
  return {
    places: Array.from({ length: count + 1 }, (_, index) => view.getUint32(4 * index, true)),
    data: Array.from({ length: count }, (_, index) => bytes.subarray(start + size * index, start + size * (index + 1))),
  };
}
