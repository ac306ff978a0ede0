import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { decoderNamed } from '../../../io/code-pages.ts';
import { corrupt, truncated } from '../errors.ts';
import { labelOfSasEncoding } from './encodings.ts';
import { kindOfFormat, type SasKind } from './values.ts';

/* The layout of data sets (.sas7bdat), which SAS does not publish: M. Shotwell, "SAS7BDAT Database Binary Format". */

export interface SasColumn {
  readonly name: string;
  readonly kind: SasKind;
  readonly at: number;
  readonly bytes: number;
  readonly isLabelled: boolean;
}

export interface DataSet {
  readonly columns: readonly SasColumn[];
  readonly rows: number;
  readonly isLittle: boolean;
  /** Undefined where the file names no encoding that is known. */
  readonly decode: ((bytes: Uint8Array) => string) | undefined;
  /** The bytes of every row. */
  rowBytes(): Generator<Uint8Array>;
}

const WIDE_MARK = 0x33;
const LITTLE_AT = 37;
const ENCODING_AT = 70;
const SIZES_AT = 196;
const LEAST_PAGE = 1024;
const MOST_PAGE = 1 << 24;

const PAGE = { data: 0x0100, mixed: 0x0200, kinds: 0x0f00, deleted: 0x0080, index: 0x9000 } as const;
const PART = {
  rowSize: 0xf7f7f7f7,
  columnSize: 0xf6f6f6f6,
  texts: 0xfffffffd,
  names: 0xffffffff,
  attributes: 0xfffffffc,
  formats: 0xfffffbfe,
} as const;
/** Parts of a page whose first bytes are so describe something; others are rows. */
const DESCRIBES_MASK = 0xfffff800;
const PLAIN = 0;
const EMPTY = 1;
const PACKED = 4;
const TEXT_TYPE = 2;
const PATTERNS = 'SASYZCR2';

interface TextPlace {
  readonly block: number;
  readonly at: number;
  readonly bytes: number;
}

interface Part {
  readonly bytes: Uint8Array;
  readonly isPacked: boolean;
  /** Whether what is not packed may be a row. */
  readonly mayBeRow: boolean;
}

/** Reads what a data set says of its variables; its pages are walked again for the rows. */
export function openDataSet(
  bytes: Uint8Array,
  unpack: { readonly runs: Unpack; readonly patterns: Unpack },
  fallbackDecode: (bytes: Uint8Array) => string,
): DataSet {
  const file = new DataSetFile(bytes);
  const { rowLength, rows, isPatterns, texts, columns } = file.describe();
  if (rows > 0 && rowLength === 0) throw corrupt('its rows have no length');
  const label = labelOfSasEncoding(file.encoding);
  const decode = label === undefined ? undefined : decoderNamed(label);
  const textAt = ({ block, at, bytes: length }: TextPlace): string => {
    if (length === 0) return '';
    const text = texts[block];
    if (!text || at + length > text.byteLength) throw corrupt('the name of a variable is not where it says');
    return (decode ?? fallbackDecode)(text.subarray(at, at + length)).replace(/[\s\0]+$/, '');
  };
  return {
    rows,
    isLittle: file.isLittle,
    decode,
    columns: columns.map((column): SasColumn => {
      if (column.at + column.bytes > rowLength) throw corrupt('a variable is outside of its row');
      const isText = column.type === TEXT_TYPE;
      if (!isText && (column.bytes < 3 || column.bytes > 8)) throw corrupt('a number has no such length');
      return {
        name: textAt(column.name),
        kind: isText ? 'text' : kindOfFormat(textAt(column.format)),
        at: column.at,
        bytes: column.bytes,
        isLabelled: column.label.bytes > 0,
      };
    }),
    *rowBytes() {
      let left = rows;
      for (const row of file.rows({ rowLength, unpack: isPatterns ? unpack.patterns : unpack.runs })) {
        if (left-- <= 0) return;
        yield row;
      }
      if (left > 0) throw truncated(`${left} of its ${rows} rows are missing`);
    },
  };
}

type Unpack = (packed: Uint8Array, length: number) => Uint8Array;

interface ColumnParts {
  name: TextPlace;
  format: TextPlace;
  label: TextPlace;
  at: number;
  bytes: number;
  type: number;
}

interface Description {
  readonly rowLength: number;
  readonly rows: number;
  readonly isPatterns: boolean;
  readonly texts: readonly Uint8Array[];
  readonly columns: readonly ColumnParts[];
}

const NO_TEXT: TextPlace = { block: 0, at: 0, bytes: 0 };

class DataSetFile {
  readonly isLittle: boolean;
  readonly encoding: number;
  readonly #bytes: Uint8Array;
  /** Bytes of a number, a pointer to a part, and the head of a page: wider on systems of 64 bits. */
  readonly #word: 4 | 8;
  readonly #headBytes: number;
  readonly #headerBytes: number;
  readonly #pageBytes: number;
  readonly #pages: number;
  #rowsPerMixedPage = 0;

  constructor(bytes: Uint8Array) {
    if (bytes.byteLength < 288) throw truncated('its header is cut off');
    this.#bytes = bytes;
    this.#word = bytes[32] === WIDE_MARK ? 8 : 4;
    this.#headBytes = this.#word === 8 ? 40 : 24;
    this.isLittle = bytes[LITTLE_AT] === 1;
    this.encoding = bytes[ENCODING_AT]!;
    const at = SIZES_AT + (bytes[35] === WIDE_MARK ? 4 : 0);
    const view = viewOf(bytes);
    this.#headerBytes = view.getUint32(at, this.isLittle);
    this.#pageBytes = view.getUint32(at + 4, this.isLittle);
    if (this.#headerBytes < LEAST_PAGE || this.#pageBytes < LEAST_PAGE || this.#pageBytes > MOST_PAGE)
      throw corrupt('its pages have no such length');
    this.#pages = this.#number(bytes, at + 8);
    if (this.#headerBytes + this.#pages * this.#pageBytes > bytes.byteLength) throw truncated('pages are missing');
  }

  describe(): Description {
    const texts: Uint8Array[] = [];
    const columns: ColumnParts[] = [];
    const found = { rowLength: 0, rows: 0, compression: NO_TEXT };
    const counts = { name: 0, attributes: 0, format: 0, all: -1 };
    const column = (index: number): ColumnParts =>
      (columns[index] ??= { name: NO_TEXT, format: NO_TEXT, label: NO_TEXT, at: 0, bytes: 0, type: 0 });
    for (let page = 0; page < this.#pages; page++) {
      for (const { bytes, isPacked } of this.#parts(this.#page(page))) {
        if (isPacked) continue;
        const word = this.#word;
        const list = (size: number): number[] => {
          const from = word + 8;
          const count = Math.max(0, Math.floor((bytes.byteLength - (word === 8 ? 28 : 20)) / size));
          return Array.from({ length: count }, (_, index) => from + index * size);
        };
        switch (this.#signature(bytes)) {
          case PART.rowSize:
            if (bytes.byteLength < (word === 8 ? 250 : 190)) throw corrupt('what it says of its rows is cut off');
            found.rowLength = this.#number(bytes, 5 * word);
            // Rows that were deleted still have their places.
            found.rows = this.#number(bytes, 6 * word) - this.#number(bytes, 7 * word);
            this.#rowsPerMixedPage = this.#number(bytes, 15 * word);
            found.compression = this.#textPlace(bytes, bytes.byteLength - 118);
            break;
          case PART.columnSize:
            counts.all = this.#number(bytes, word);
            break;
          case PART.texts:
            texts.push(bytes.subarray(word));
            break;
          case PART.names:
            for (const at of list(8)) column(counts.name++).name = this.#textPlace(bytes, at);
            break;
          case PART.attributes:
            for (const at of list(word + 8)) {
              const one = column(counts.attributes++);
              one.at = this.#number(bytes, at);
              one.bytes = viewOf(bytes).getUint32(at + word, this.isLittle);
              one.type = bytes[at + word + 6]!;
            }
            break;
          case PART.formats: {
            if (bytes.byteLength < (word === 8 ? 58 : 46)) throw corrupt('what it says of a variable is cut off');
            const one = column(counts.format++);
            one.format = this.#textPlace(bytes, word === 8 ? 46 : 34);
            one.label = this.#textPlace(bytes, word === 8 ? 52 : 40);
          }
        }
      }
    }
    if (counts.all < 0) throw corrupt('it does not say how many variables it has');
    if (counts.all > columns.length || counts.attributes < counts.all)
      throw corrupt('its variables are not all described');
    const { block, at, bytes } = found.compression;
    const compression = latin1Of(texts[block]?.subarray(at, at + bytes) ?? new Uint8Array());
    return {
      ...found,
      texts,
      isPatterns: compression.startsWith(PATTERNS),
      columns: columns.slice(0, counts.all),
    };
  }

  *rows({ rowLength, unpack }: { readonly rowLength: number; readonly unpack: Unpack }): Generator<Uint8Array> {
    for (let number = 0; number < this.#pages; number++) {
      const page = this.#page(number);
      const head = this.#head(page);
      for (const { bytes, isPacked, mayBeRow } of this.#parts(page)) {
        if (isPacked) yield bytes.byteLength === rowLength ? bytes : unpack(bytes, rowLength);
        else if (mayBeRow && !this.#describes(bytes) && bytes.byteLength === rowLength) yield bytes;
      }
      yield* this.#plainRows(page, head, rowLength);
    }
  }

  /** Rows that lie one behind the other, behind the head of a page or what stands there. */
  *#plainRows(page: Uint8Array, { type, blocks, parts }: PageHead, rowLength: number): Generator<Uint8Array> {
    const kind = type & PAGE.kinds;
    if (kind !== PAGE.data && kind !== PAGE.mixed) return;
    const pointers = this.#headBytes + parts * this.#pointerBytes;
    const start = kind === PAGE.data ? this.#headBytes : pointers + (pointers % 8 === 4 ? 4 : 0);
    const count = kind === PAGE.data ? blocks : Math.min(this.#rowsPerMixedPage, blocks - parts);
    const deleted = (type & PAGE.deleted) !== 0 ? this.#deletedMap(page, start + count * rowLength) : undefined;
    for (let row = 0; row < count; row++) {
      const at = start + row * rowLength;
      if (at + rowLength > page.byteLength) throw corrupt('the rows of a page are more than it has place for');
      const isDeleted = deleted !== undefined && ((deleted[row >> 3]! >> (7 - (row & 7))) & 1) === 1;
      if (!isDeleted) yield page.subarray(at, at + rowLength);
    }
  }

  /** A bit for each row that stands on a page and was deleted, so far behind the last of them. */
  #deletedMap(page: Uint8Array, behindRows: number): Uint8Array {
    const view = viewOf(page);
    const at = behindRows + view.getUint32(this.#word === 8 ? 24 : 12, this.isLittle);
    return page.subarray(Math.min(at, page.byteLength));
  }

  get #pointerBytes(): number {
    return this.#word === 8 ? 24 : 12;
  }

  #page(number: number): Uint8Array {
    const at = this.#headerBytes + number * this.#pageBytes;
    return this.#bytes.subarray(at, at + this.#pageBytes);
  }

  #head(page: Uint8Array): PageHead {
    const view = viewOf(page);
    const at = this.#headBytes - 8;
    const numberAt = (offset: number): number => view.getUint16(at + offset, this.isLittle);
    return { type: numberAt(0), blocks: numberAt(2), parts: numberAt(4) };
  }

  *#parts(page: Uint8Array): Generator<Part> {
    const { type, parts } = this.#head(page);
    if ((type & PAGE.kinds) === PAGE.data || (type & PAGE.index) === PAGE.index) return;
    for (let index = 0; index < parts; index++) {
      const at = this.#headBytes + index * this.#pointerBytes;
      if (at + this.#pointerBytes > page.byteLength) throw corrupt('the parts of a page are cut off');
      const start = this.#number(page, at);
      const length = this.#number(page, at + this.#word);
      const how = page[at + 2 * this.#word]!;
      if (length === 0 || how === EMPTY) continue;
      if (start + length > page.byteLength) throw corrupt('a part of a page is outside of it');
      if (how !== PLAIN && how !== PACKED) throw corrupt('a part of a page is packed in a way that is not known');
      const bytes = page.subarray(start, start + length);
      if (how === PLAIN && length < this.#word + 4) continue;
      yield { bytes, isPacked: how === PACKED, mayBeRow: page[at + 2 * this.#word + 1] === 1 };
    }
  }

  /** Which of the kinds a part is: on systems of 64 bits the number is as wide, and big endian ones fill it in front. */
  #signature(part: Uint8Array): number {
    const view = viewOf(part);
    const first = view.getUint32(0, this.isLittle);
    return this.#word === 8 && !this.isLittle && first === PART.names ? view.getUint32(4, false) : first;
  }

  #describes(part: Uint8Array): boolean {
    const signature = this.#signature(part);
    return (
      signature === PART.rowSize ||
      signature === PART.columnSize ||
      (signature & DESCRIBES_MASK) >>> 0 === DESCRIBES_MASK
    );
  }

  #textPlace(part: Uint8Array, at: number): TextPlace {
    const view = viewOf(part);
    const numberAt = (offset: number): number => view.getUint16(at + offset, this.isLittle);
    return { block: numberAt(0), at: numberAt(2), bytes: numberAt(4) };
  }

  #number(bytes: Uint8Array, at: number): number {
    const view = viewOf(bytes);
    return this.#word === 8 ? Number(view.getBigUint64(at, this.isLittle)) : view.getUint32(at, this.isLittle);
  }
}

interface PageHead {
  readonly type: number;
  readonly blocks: number;
  readonly parts: number;
}
