import { latin1Of, viewOf } from '../../../io/bytes.ts';

/** Bits of the record of a name: it is hidden, a macro or built in ([MS-XLS] 2.4.150, [MS-XLSB] 2.4.711). */
export const UNSHOWN_NAME = 0x0001 | 0x000e | 0x0020;

/** One record of a workbook of Excel 5 to 2003 ([MS-XLS] 2.1.4), with what continues it. */
export interface BiffRecord {
  readonly type: number;
  /** The data of the record itself and of each `Continue` record after it. */
  readonly parts: readonly Uint8Array[];
  readonly view: DataView;
}

const CONTINUE = 0x003c;
const HEADER_BYTES = 4;

/** The records of a stream from an offset on. */
export function* recordsFrom(stream: Uint8Array, offset: number): Generator<BiffRecord> {
  const header = viewOf(stream);
  let position = offset;
  const next = (): { type: number; data: Uint8Array } | undefined => {
    if (position < 0 || position + HEADER_BYTES > stream.byteLength) return undefined;
    const start = position + HEADER_BYTES;
    const end = start + header.getUint16(position + 2, true);
    const type = header.getUint16(position, true);
    position = end;
    return { type, data: stream.subarray(start, end) };
  };
  for (let record = next(); record;) {
    const parts = [record.data];
    let following = next();
    for (; following?.type === CONTINUE; following = next()) parts.push(following.data);
    const { type, data } = record;
    yield { type, parts, view: viewOf(data) };
    record = following;
  }
}

const utf16 = new TextDecoder('utf-16le');
const HIGH_BYTES = 0x01;
const PHONETIC = 0x04;
const RICH = 0x08;

/** Reads strings that may run over the border of records: there a new byte says how many bytes a character has. */
export class BiffStrings {
  readonly #parts: readonly Uint8Array[];
  #part = 0;
  #at: number;

  constructor({ parts }: BiffRecord, at: number) {
    this.#parts = parts;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    this.#settle();
    return this.#part >= this.#parts.length;
  }

  /** A string with its length in two bytes or one (`XLUnicodeRichExtendedString`, `ShortXLUnicodeString`). */
  read(lengthBytes: 1 | 2): string {
    const length = lengthBytes === 2 ? this.#uint16() : this.#byte();
    let flags = this.#byte();
    const runs = flags & RICH ? this.#uint16() : 0;
    const phonetic = flags & PHONETIC ? this.#uint16() + this.#uint16() * 0x10000 : 0;
    let text = '';
    for (let left = length; left > 0 && this.#part < this.#parts.length;) {
      const part = this.#parts[this.#part]!;
      if (this.#at >= part.byteLength) {
        this.#part++;
        this.#at = 0;
        flags = this.#byte();
        continue;
      }
      const width = flags & HIGH_BYTES ? 2 : 1;
      const count = Math.min(left, Math.max(1, Math.floor((part.byteLength - this.#at) / width)));
      const bytes = part.subarray(this.#at, this.#at + count * width);
      text += width === 2 ? utf16.decode(bytes) : latin1Of(bytes);
      this.#at += count * width;
      left -= count;
    }
    this.#skip(runs * 4 + phonetic);
    return text;
  }

  #byte(): number {
    this.#settle();
    return this.#parts[this.#part]?.[this.#at++] ?? 0;
  }

  #uint16(): number {
    return this.#byte() + this.#byte() * 0x100;
  }

  #skip(count: number): void {
    for (let left = count; left > 0;) {
      this.#settle();
      const part = this.#parts[this.#part];
      if (!part) return;
      const step = Math.min(left, part.byteLength - this.#at);
      this.#at += step;
      left -= step;
    }
  }

  #settle(): void {
    while (this.#part < this.#parts.length && this.#at >= this.#parts[this.#part]!.byteLength) {
      this.#part++;
      this.#at = 0;
    }
  }
}
