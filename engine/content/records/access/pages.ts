import { ConversionError } from '../../../contract/errors.ts';
import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { decoderNamed, labelOfCodePage } from '../../../io/code-pages.ts';
import { Rc4 } from '../../document/encryption/rc4.ts';
import { corrupt, truncated } from '../errors.ts';

/**
 * Pages of a database of Access: Jet 3 (Access 97), Jet 4 (2000 to 2003) and ACE (2007 and later). Described by the
 * notes of mdbtools (https://github.com/mdbtools/mdbtools/blob/dev/HACKING.md).
 */
export interface Pages {
  /** Jet 3 has pages of half the size, narrower numbers, and texts of one byte a character. */
  readonly isJet3: boolean;
  readonly pageBytes: number;
  readonly count: number;
  /** Text of a column or a name; Jet 4 and later have UTF-16 in two forms. */
  decode(bytes: Uint8Array): string;
  /** Throws `input_corrupt` for a page that there is not. */
  page(number: number): Uint8Array;
  /** The bytes of a row that a pointer leads to, or where its bytes are instead. */
  row(pointer: RowPointer): Uint8Array;
  /** The rows of a page of data, without those that were deleted. */
  rowsOf(page: number): Iterable<Uint8Array>;
}

export interface RowPointer {
  readonly page: number;
  readonly row: number;
}

export const PAGE_KIND = { data: 1, table: 2, usage: 5 } as const;

const HEADER_AT = 0x18;
/** Every header is combined with what RC4 makes of this key. */
const HEADER_KEY = Uint8Array.from([0xc7, 0xda, 0x39, 0x6b]);
const CODE_PAGE_AT = 0x3c;
const PAGE_KEY_AT = 0x3e;
const PASSWORD_AT = 0x42;
/** A date, whose days cover the password. */
const CREATED_AT = 0x72;
const DELETED = 0x8000;
const MOVED = 0x4000;
const OFFSET_BITS = 0x1fff;
const WINDOWS_LATIN = 1252;

export function openPages(bytes: Uint8Array): Pages {
  const version = bytes[0x14] ?? 0;
  const isJet3 = version === 0;
  const pageBytes = isJet3 ? 2048 : 4096;
  if (bytes.byteLength < 3 * pageBytes) throw truncated('the pages that describe its tables are missing');
  const header = openHeader(bytes.subarray(0, pageBytes), isJet3);
  const view = viewOf(header);
  const pageKey = view.getUint32(PAGE_KEY_AT, true);
  const isAce = latin1Of(bytes, 4, 16) === 'Standard ACE';
  if (isAce && pageKey !== 0) throw encrypted('encrypted');
  if (hasPassword(header, isJet3)) throw encrypted('protected by a password');
  return new DatabasePages(bytes, { isJet3, pageBytes, pageKey, codePage: view.getUint16(CODE_PAGE_AT, true) });
}

function openHeader(page: Uint8Array, isJet3: boolean): Uint8Array {
  const header = Uint8Array.from(page);
  const covered = header.subarray(HEADER_AT, HEADER_AT + (isJet3 ? 126 : 128));
  covered.set(new Rc4(HEADER_KEY).apply(covered));
  return header;
}

function hasPassword(header: Uint8Array, isJet3: boolean): boolean {
  const password = header.subarray(PASSWORD_AT, PASSWORD_AT + (isJet3 ? 20 : 40));
  if (isJet3) return password.some((byte) => byte !== 0);
  const mask = new Uint8Array(4);
  viewOf(mask).setInt32(0, Math.trunc(viewOf(header).getFloat64(CREATED_AT, true)), true);
  return password.some((byte, index) => byte !== mask[index % 4]);
}

function encrypted(how: string): ConversionError {
  return new ConversionError({
    code: 'input_encrypted',
    message: `The database is ${how}. Remove the password in Access ("Decrypt Database") and send it again.`,
  });
}

interface Layout {
  readonly isJet3: boolean;
  readonly pageBytes: number;
  /** 0 where pages are not encoded. */
  readonly pageKey: number;
  readonly codePage: number;
}

class DatabasePages implements Pages {
  readonly isJet3: boolean;
  readonly pageBytes: number;
  readonly count: number;
  readonly decode: (bytes: Uint8Array) => string;
  readonly #bytes: Uint8Array;
  readonly #pageKey: number;
  readonly #decoded = new Map<number, Uint8Array>();

  constructor(bytes: Uint8Array, { isJet3, pageBytes, pageKey, codePage }: Layout) {
    this.#bytes = bytes;
    this.#pageKey = pageKey;
    this.isJet3 = isJet3;
    this.pageBytes = pageBytes;
    this.count = Math.floor(bytes.byteLength / pageBytes);
    this.decode = isJet3 ? narrowDecoder(codePage) : decodeWide;
  }

  page(number: number): Uint8Array {
    if (number < 1 || number >= this.count) throw truncated(`its page ${number} is missing`);
    const page = this.#bytes.subarray(number * this.pageBytes, (number + 1) * this.pageBytes);
    return this.#pageKey === 0 ? page : this.#decodedPage(page, number);
  }

  #decodedPage(page: Uint8Array, number: number): Uint8Array {
    const known = this.#decoded.get(number);
    if (known) return known;
    const key = new Uint8Array(4);
    viewOf(key).setUint32(0, (this.#pageKey ^ number) >>> 0, true);
    const decoded = new Rc4(key).apply(page);
    this.#decoded.set(number, decoded);
    return decoded;
  }

  row({ page: number, row }: RowPointer): Uint8Array {
    // A row that moved once is not moved again: it is found from its first place.
    const { cells, isMoved } = this.#rowAt(this.page(number), row);
    if (!isMoved) return cells;
    const pointer = movedTo(cells);
    return this.#rowAt(this.page(pointer.page), pointer.row).cells;
  }

  *rowsOf(number: number): Iterable<Uint8Array> {
    const page = this.page(number);
    const rows = viewOf(page).getUint16(this.#rowsAt, true);
    for (let row = 0; row < rows; row++) {
      const { cells, isMoved, isDeleted } = this.#rowAt(page, row);
      if (!isDeleted) yield isMoved ? this.row(movedTo(cells)) : cells;
    }
  }

  /** Where a page of data counts its rows; behind that is where each begins. */
  get #rowsAt(): number {
    return this.isJet3 ? 8 : 12;
  }

  #rowAt(page: Uint8Array, row: number): { cells: Uint8Array; isMoved: boolean; isDeleted: boolean } {
    const view = viewOf(page);
    const entry = this.#rowsAt + 2 + 2 * row;
    if (entry + 2 > this.pageBytes || row >= view.getUint16(this.#rowsAt, true))
      throw corrupt('a row is not on the page where it should be');
    const start = view.getUint16(entry, true);
    const end = row === 0 ? this.pageBytes : view.getUint16(entry - 2, true) & OFFSET_BITS;
    const at = start & OFFSET_BITS;
    if (at > end || end > this.pageBytes) throw corrupt('the rows of a page overlap');
    return { cells: page.subarray(at, end), isMoved: (start & MOVED) !== 0, isDeleted: (start & DELETED) !== 0 };
  }
}

function movedTo(cells: Uint8Array): RowPointer {
  if (cells.byteLength < 4) throw corrupt('a row that moved does not say where to');
  return pointerAt(cells, 0);
}

/** The number of a row, and of its page. */
export function pointerAt(bytes: Uint8Array, at: number): RowPointer {
  const number = viewOf(bytes).getUint32(at, true);
  return { row: number & 0xff, page: number >>> 8 };
}

function narrowDecoder(codePage: number): (bytes: Uint8Array) => string {
  const label = labelOfCodePage(codePage) ?? labelOfCodePage(WINDOWS_LATIN)!;
  return decoderNamed(label)!;
}

const wide = new TextDecoder('utf-16le', { ignoreBOM: true });

/** UTF-16, or its compressed form: runs of characters below 256 have one byte each, and a zero ends every run. */
function decodeWide(bytes: Uint8Array): string {
  if (bytes[0] !== 0xff || bytes[1] !== 0xfe) return wide.decode(bytes);
  let text = '';
  let isCompressed = true;
  for (let at = 2; at < bytes.byteLength;) {
    const end = isCompressed ? endOfNarrow(bytes, at) : endOfWide(bytes, at);
    const run = bytes.subarray(at, end);
    text += isCompressed ? latin1Of(run) : wide.decode(run);
    at = end + 1;
    isCompressed = !isCompressed;
  }
  return text;
}

function endOfNarrow(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(0, at);
  return end < 0 ? bytes.byteLength : end;
}

/** A zero where a character would begin: none with such a low byte stands in compressed text. */
function endOfWide(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end + 1 < bytes.byteLength && bytes[end] !== 0) end += 2;
  return Math.min(end, bytes.byteLength);
}
