import { utf8Of } from '../../../io/bytes.ts';
import type { InputFile } from '../../../contract/codec.ts';
import { RowScanner } from './row-scanner.ts';

/** Rows of a file, and the bytes that their places refer to. Both are gone when the next come. */
interface ScannedRows {
  readonly bytes: Uint8Array;
  readonly scanner: RowScanner;
}

/** The rows of delimited text in UTF-8, as many at a time as about so many bytes hold. */
export function* scannedPieces(
  file: InputFile,
  { delimiter, skip, pieceBytes }: { readonly delimiter: string; readonly skip: number; readonly pieceBytes: number },
): Generator<ScannedRows> {
  const scanner = new RowScanner(delimiter.charCodeAt(0));
  let bytes = new Uint8Array(Math.min(pieceBytes, file.size));
  let [position, kept] = [skip, 0];
  for (;;) {
    const read = file.read(bytes.subarray(kept), position);
    position += read;
    const to = kept + read;
    const from = scanner.scan(bytes, { from: 0, to, isEnd: read === 0 });
    if (scanner.rows > 0) yield { bytes, scanner };
    if (read === 0) return;
    kept = to - from;
    // Of a row that is longer than a piece, as much again is read.
    if (kept * 2 > bytes.byteLength) bytes = withRoom(bytes.subarray(from, to), Math.max(bytes.byteLength, kept * 2));
    else bytes.copyWithin(0, from, to);
  }
}

function withRoom(bytes: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(sizeBytes);
  larger.set(bytes);
  return larger;
}

/** The texts of the cells of a row. */
export function textsOfCells(
  bytes: Uint8Array,
  { starts, ends, quoted }: RowScanner,
  { from, to }: { readonly from: number; readonly to: number },
): string[] {
  const texts: string[] = [];
  for (let cell = from; cell < to; cell++) {
    const text = textAt(bytes, starts[cell]!, ends[cell]!);
    texts.push(quoted[cell] === 0 ? text : text.replaceAll('""', '"'));
  }
  return texts;
}

/** Some of the bytes as text. */
export function textAt(bytes: Uint8Array, start: number, end: number): string {
  return utf8Of(bytes.subarray(start, end));
}
