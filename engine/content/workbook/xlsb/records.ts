/** One record of a part of a binary workbook ([MS-XLSB] 2.1.4). */
interface BinaryRecord {
  readonly type: number;
  readonly view: DataView;
}

/** Type and length of a record are numbers of seven bits a byte, in at most two and four bytes. */
export function* binaryRecords(source: Uint8Array): Generator<BinaryRecord> {
  let position = 0;
  const readNumber = (mostBytes: number): number => {
    let value = 0;
    for (let index = 0; index < mostBytes && position < source.byteLength; index++) {
      const byte = source[position++]!;
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte < 0x80) break;
    }
    return value;
  };
  while (position < source.byteLength) {
    const type = readNumber(2);
    const length = Math.min(readNumber(4), source.byteLength - position);
    yield { type, view: new DataView(source.buffer, source.byteOffset + position, length) };
    position += length;
  }
}

const utf16 = new TextDecoder('utf-16le');

/** A string with its length in four bytes, and where it ends. */
export function readWideString(view: DataView, at: number): { readonly text: string; readonly end: number } {
  if (at + 4 > view.byteLength) return { text: '', end: at };
  const length = view.getUint32(at, true);
  // A length of all ones stands for no string at all.
  const bytes = length === 0xffffffff ? 0 : Math.min(length * 2, view.byteLength - at - 4);
  const text = utf16.decode(new Uint8Array(view.buffer, view.byteOffset + at + 4, bytes));
  return { text, end: at + 4 + bytes };
}
