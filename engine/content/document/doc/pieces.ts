import { viewOf } from '../../../io/bytes.ts';
import { ConversionError } from '../../../contract/errors.ts';

const PIECE_TABLE = 2;
const PROPERTIES = 1;
const PIECE_BYTES = 8;
/** Bit of a piece's position: its text has one byte a character. */
const COMPRESSED = 0x40000000;
const windows1252 = new TextDecoder('windows-1252');
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

/** A part of the text that is in the stream in one piece. */
export interface Piece {
  /** Its places among the characters of all texts. */
  readonly start: number;
  readonly end: number;
  /** Where it is in the stream, and how many bytes a character has. */
  readonly byte: number;
  readonly width: 1 | 2;
  /** What the last save changed of all of it. */
  readonly modifiers: Uint8Array;
}

/** The text of a document, put together from its pieces ([MS-DOC] 2.8.35). */
export interface PieceTable {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** Throws `input_corrupt`. */
export function readPieces(stream: Uint8Array, clx: Uint8Array): PieceTable {
  const { lists, table } = findPieces(clx);
  const view = viewOf(table);
  const count = Math.floor((table.byteLength - 4) / (4 + PIECE_BYTES));
  const texts: string[] = [];
  const pieces: Piece[] = [];
  let start = 0;
  for (let index = 0; index < count; index++) {
    const length = view.getUint32(4 * index + 4, true) - view.getUint32(4 * index, true);
    // Pieces do not share their bytes.
    if (length < 0 || start + length > stream.byteLength) break;
    const at = 4 * (count + 1) + PIECE_BYTES * index;
    const position = view.getUint32(at + 2, true);
    const isCompressed = (position & COMPRESSED) !== 0;
    const byte = isCompressed ? (position & ~COMPRESSED) >>> 1 : position;
    const width = isCompressed ? 1 : 2;
    const text = (isCompressed ? windows1252 : utf16).decode(stream.subarray(byte, byte + length * width));
    texts.push(text);
    const modifiers = modifiersOf(view.getUint16(at + 6, true), lists);
    pieces.push({ start, end: start + text.length, byte, width, modifiers });
    start += text.length;
  }
  return { text: texts.join(''), pieces };
}

/** Modifiers of whole pieces that need no list, by their short numbers ([MS-DOC] 2.9.215). */
const SHORT_CODES: Readonly<Record<number, number>> = {
  0x41: 0x0800,
  0x55: 0x0835,
  0x56: 0x0836,
  0x57: 0x0837,
  0x5c: 0x083c,
};

/** One modifier, or the number of a list of them. */
function modifiersOf(value: number, lists: readonly Uint8Array[]): Uint8Array {
  if (value & 1) return lists[value >>> 1] ?? new Uint8Array(0);
  const code = SHORT_CODES[(value >>> 1) & 0x7f];
  return code === undefined ? new Uint8Array(0) : Uint8Array.of(code & 0xff, code >>> 8, value >>> 8);
}

/** Lists of properties come before the table of pieces. */
function findPieces(clx: Uint8Array): { readonly lists: readonly Uint8Array[]; readonly table: Uint8Array } {
  const view = viewOf(clx);
  const lists: Uint8Array[] = [];
  let position = 0;
  while (position + 5 <= clx.byteLength && clx[position] === PROPERTIES) {
    const end = position + 3 + view.getUint16(position + 1, true);
    lists.push(clx.subarray(position + 3, end));
    position = end;
  }
  if (position + 5 > clx.byteLength || clx[position] !== PIECE_TABLE) {
    throw new ConversionError({
      code: 'input_corrupt',
      message: 'The Word document is damaged: its text is not found.',
    });
  }
  const start = position + 5;
  return { lists, table: clx.subarray(start, start + view.getUint32(position + 1, true)) };
}
