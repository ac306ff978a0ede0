import { isUtf8Bytes, latin1Of, utf8Of } from '../../io/bytes.ts';
import type { ReadRequest } from './read.ts';
import { corrupt, createValueBudget, tooDeep, truncated } from './errors.ts';
import { DataObject, ExactNumber, type DataSource, type DataValue } from './model.ts';

const [INTEGER, LIST, DICTIONARY, END, COLON] = [0x69, 0x6c, 0x64, 0x65, 0x3a];
/** Digits of a number: far more than any file counts. */
const MOST_DIGITS = 40;

/** Bencode (BEP 3), which the metadata of BitTorrent are written in: texts where they are UTF-8, and bytes. */
export function readBencode(bytes: Uint8Array, { context: { limits } }: ReadRequest): DataSource {
  const budget = createValueBudget(limits);
  let at = 0;
  const numberUntil = (end: number): string => {
    const stop = bytes.subarray(at, at + MOST_DIGITS).indexOf(end);
    if (stop < 0) throw truncated('a number does not end');
    const digits = latin1Of(bytes, at, at + stop);
    if (!/^-?\d+$/.test(digits)) throw corrupt('a number is none');
    at += stop + 1;
    return digits;
  };
  const text = (): Uint8Array => {
    const length = Number(numberUntil(COLON));
    if (length < 0 || at + length > bytes.byteLength) throw truncated('a text is not whole');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const value = (depth: number): DataValue => {
    budget.take(1);
    if (depth > limits.nesting) throw tooDeep(limits);
    const kind = bytes[at];
    if (kind === undefined) throw truncated('a value is missing');
    if (kind === INTEGER) {
      at++;
      return new ExactNumber(String(BigInt(numberUntil(END))));
    }
    if (kind !== LIST && kind !== DICTIONARY) return textOf(text());
    at++;
    const names = new Map<string, DataValue>();
    const items: DataValue[] = [];
    while (bytes[at] !== END) {
      if (kind === LIST) items.push(value(depth + 1));
      else {
        const name = latinOrUtf8(text());
        names.set(name, value(depth + 1));
      }
    }
    at++;
    return kind === LIST ? items : new DataObject([...names.keys()], [...names.values()]);
  };
  const root = value(1);
  return { isList: false, rows: () => [root] };
}

function textOf(bytes: Uint8Array): DataValue {
  return isUtf8Bytes(bytes) && !bytes.includes(0) ? utf8Of(bytes) : bytes.slice();
}

function latinOrUtf8(bytes: Uint8Array): string {
  return isUtf8Bytes(bytes) ? utf8Of(bytes) : latin1Of(bytes);
}
