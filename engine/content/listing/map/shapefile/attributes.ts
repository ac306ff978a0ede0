import { isUtf8Bytes, latin1Of, utf8Of, viewOf } from '../../../../io/bytes.ts';
import { ExactNumber, type DataScalar } from '../../../records/model.ts';
import { codePageDecoder } from '../../../workbook/dbf/code-pages.ts';
import { corrupt, truncated, type ValueBudget } from '../../failures.ts';
import { numberOf } from '../../model.ts';

const HEADER_BYTES = 32;
const FIELD_BYTES = 32;
const HEADER_END = 0x0d;
const DELETED = 0x2a;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly at: number;
  readonly bytes: number;
}

export interface Attributes {
  readonly names: readonly string[];
  /** A list of values a record, in the order of the names; null where there is none. */
  readonly records: readonly (readonly DataScalar[] | undefined)[];
  /** Fields of notes, which lie in a file of their own. */
  readonly memos: readonly string[];
}

/** Attributes of shapes: a dBase table. Its code page is what the .cpg file says, or a byte of its header. */
export function readAttributes(bytes: Uint8Array, codePage: string | undefined, budget: ValueBudget): Attributes {
  const view = viewOf(bytes);
  if (bytes.byteLength <= HEADER_BYTES) throw truncated('the table of attributes has no header');
  const count = view.getUint32(4, true);
  const [start, recordBytes] = [view.getUint16(8, true), view.getUint16(10, true)];
  const decode = decoderOf(codePage, bytes);
  const all = fieldsOf(bytes.subarray(0, start), decode);
  const width = all.reduce((sum, { bytes: size }) => sum + size, 1);
  if (start > bytes.byteLength || recordBytes < 1 || width > recordBytes)
    throw corrupt('the fields of its attributes do not fit into a record');
  if (start + count * recordBytes > bytes.byteLength + 1)
    throw truncated('records of attributes are missing', { records: count });
  const fields = all.filter(({ type }) => !MEMO.test(type));
  const records = Array.from({ length: count }, (_, index) => {
    budget.take(fields.length);
    const record = bytes.subarray(start + index * recordBytes, start + (index + 1) * recordBytes);
    return record[0] === DELETED ? undefined : fields.map((field) => valueOf(record, field, decode));
  });
  if (areNumbers(fields, records)) return { names: [], records: records.map((record) => record && []), memos: [] };
  return {
    names: fields.map(({ name }) => name),
    records,
    memos: all.filter(({ type }) => MEMO.test(type)).map(({ name }) => name),
  };
}

/** A table must have a field: where there are no attributes, programs number the records. */
function areNumbers(fields: readonly Field[], records: Attributes['records']): boolean {
  if (fields.length !== 1 || fields[0]!.name !== 'FID') return false;
  return records.every((record, index) => {
    const value = record?.[0];
    return !record || (value instanceof ExactNumber && value.text === String(index));
  });
}

/** Notes, pictures and objects, of which the table itself has only a number. */
const MEMO = /[MGP]/;

type Decode = (bytes: Uint8Array) => string;

/** Without a word of it, texts are UTF-8 where they can be, and western otherwise. */
function decoderOf(codePage: string | undefined, bytes: Uint8Array): Decode {
  const label = codePage?.trim();
  if (label && /^(utf-?8|65001)$/i.test(label)) return utf8Of;
  const decode = codePageDecoder(label || bytes[29]!);
  return decode ?? (isUtf8Bytes(bytes.subarray(HEADER_BYTES)) ? utf8Of : codePageDecoder('1252')!);
}

function fieldsOf(header: Uint8Array, decode: Decode): Field[] {
  const fields: Field[] = [];
  let offset = 1;
  for (let at = HEADER_BYTES; at + FIELD_BYTES <= header.byteLength && header[at] !== HEADER_END; at += FIELD_BYTES) {
    const name = header.subarray(at, at + 11);
    const nameEnd = name.indexOf(0);
    const bytes = header[at + 16]!;
    fields.push({
      name: decode(nameEnd < 0 ? name : name.subarray(0, nameEnd)).trim() || `field_${fields.length + 1}`,
      type: String.fromCharCode(header[at + 11]!),
      at: offset,
      bytes,
    });
    offset += bytes;
  }
  return fields;
}

function valueOf(record: Uint8Array, { type, at, bytes }: Field, decode: Decode): DataScalar {
  const cell = record.subarray(at, at + bytes);
  switch (type) {
    case 'N':
    case 'F':
      return numberIn(latin1Of(cell).replaceAll('\0', ' ').trim());
    case 'D':
      return dayIn(latin1Of(cell).trim());
    case 'L':
      return LOGICAL[latin1Of(cell).trim()] ?? null;
    case 'I':
    case '+':
      return bytes === 4 ? new ExactNumber(String(viewOf(cell).getInt32(0, true))) : null;
    case 'O':
    case 'B':
      return bytes === 8 ? (numberOf(viewOf(cell).getFloat64(0, true)) ?? null) : null;
    default: {
      // A text that was cut in the middle of a character ends before it.
      const text = decode(cell)
        .replace(/\0[^]*$/, '')
        .replace(/\ufffd$/, '')
        .trimEnd();
      return text === '' ? null : text;
    }
  }
}

const LOGICAL: Readonly<Record<string, boolean>> = {
  T: true,
  t: true,
  Y: true,
  y: true,
  F: false,
  f: false,
  N: false,
  n: false,
};

/**
 * Stars stand for a number that was too long for its field. Integers that JSON's readers would round are texts: they
 * are identifiers.
 */
function numberIn(text: string): DataScalar {
  if (!/^[-+]?\d{1,30}$/.test(text)) return numberOf(text) ?? null;
  const digits = String(BigInt(text.replace(/^\+/, '')));
  return Number.isSafeInteger(Number(digits)) ? new ExactNumber(digits) : digits;
}

function dayIn(text: string): DataScalar {
  const day = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  return day && text !== '00000000' ? `${day[1]}-${day[2]}-${day[3]}` : null;
}
