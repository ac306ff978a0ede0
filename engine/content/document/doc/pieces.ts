import { ConversionError } from '../../../contract/errors.ts';

/** Where the place and the length of the piece table stand in the file information block ([MS-DOC] 2.5.10, fcClx). */
const CLX_AT = 0x01a2;
const PIECE_TABLE = 2;
const PROPERTIES = 1;
const PIECE_BYTES = 8;
/** Bit of a piece's position: its text has one byte a character. */
const COMPRESSED = 0x40000000;
const windows1252 = new TextDecoder('windows-1252');
const utf16 = new TextDecoder('utf-16le');

/** The whole text of a document, put together from its pieces ([MS-DOC] 2.8.35). */
export function readPieces(stream: Uint8Array, table: Uint8Array): string {
  const header = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const start = header.getUint32(CLX_AT, true);
  const clx = table.subarray(start, start + header.getUint32(CLX_AT + 4, true));
  const pieces = findPieces(clx);
  const view = new DataView(pieces.buffer, pieces.byteOffset, pieces.byteLength);
  const count = Math.floor((pieces.byteLength - 4) / (4 + PIECE_BYTES));
  const texts: string[] = [];
  for (let index = 0; index < count; index++) {
    const characters = view.getUint32(4 * index + 4, true) - view.getUint32(4 * index, true);
    const position = view.getUint32(4 * (count + 1) + PIECE_BYTES * index + 2, true);
    const isCompressed = (position & COMPRESSED) !== 0;
    const at = isCompressed ? (position & ~COMPRESSED) >>> 1 : position;
    const bytes = stream.subarray(at, at + characters * (isCompressed ? 1 : 2));
    texts.push((isCompressed ? windows1252 : utf16).decode(bytes));
  }
  return texts.join('');
}

/** Lists of properties stand before the table of pieces. */
function findPieces(clx: Uint8Array): Uint8Array {
  const view = new DataView(clx.buffer, clx.byteOffset, clx.byteLength);
  let position = 0;
  while (position + 5 <= clx.byteLength && clx[position] === PROPERTIES)
    position += 3 + view.getUint16(position + 1, true);
  if (position + 5 > clx.byteLength || clx[position] !== PIECE_TABLE) {
    throw new ConversionError({
      code: 'input_corrupt',
      message: 'The Word document is damaged: its text is not found.',
    });
  }
  return clx.subarray(position + 5, position + 5 + view.getUint32(position + 1, true));
}
