import { setLatin1, setUint16, setUint32, uint16At, uint32At } from '../../../io/big-endian.ts';
import { concatBytes, latin1Of } from '../../../io/bytes.ts';
import { ConversionError } from '../../../contract/errors.ts';

/** Bytes of the database's header before its list of records. */
const HEADER_BYTES = 78;
const ENTRY_BYTES = 8;

/** The records of a Palm database, in which Mobipocket and Kindle books are kept. Throws `input_truncated`. */
export function recordsOf(file: Uint8Array): Uint8Array[] {
  if (file.length < HEADER_BYTES + ENTRY_BYTES || latin1Of(file, 60, 68) !== 'BOOKMOBI') {
    throw damaged('it has no header of a Mobipocket book');
  }
  const count = uint16At(file, 76);
  if (HEADER_BYTES + count * ENTRY_BYTES > file.length) throw truncated();
  const offsets = Array.from({ length: count }, (_, index) => uint32At(file, HEADER_BYTES + index * ENTRY_BYTES));
  if (offsets.some((offset, index) => offset < (offsets[index - 1] ?? HEADER_BYTES))) {
    throw damaged('the list of its records is out of order');
  }
  if (offsets.some((offset) => offset > file.length)) throw truncated();
  return offsets.map((offset, index) => file.subarray(offset, offsets[index + 1] ?? file.length));
}

/** Seconds from the epoch of Palm (1904) to a fixed day, 2000-01-01: the same book gives the same bytes. */
const FIXED_DATE = 3_029_529_600;

/** Joins records into a database called `name`. */
export function writeDatabase(records: readonly Uint8Array[], name: string): Uint8Array {
  const count = records.length;
  const header = new Uint8Array(HEADER_BYTES + ENTRY_BYTES * count + 2);
  setLatin1(header, asciiName(name), 0);
  setUint32(header, FIXED_DATE, 36);
  setUint32(header, FIXED_DATE, 40);
  setLatin1(header, 'BOOKMOBI', 60);
  setUint32(header, 2 * count - 1, 68);
  setUint16(header, count, 76);
  let offset = header.length;
  for (const [index, record] of records.entries()) {
    setUint32(header, offset, HEADER_BYTES + ENTRY_BYTES * index);
    setUint32(header, 2 * index, HEADER_BYTES + ENTRY_BYTES * index + 4);
    offset += record.byteLength;
  }
  return concatBytes([header, ...records]);
}

function asciiName(title: string): string {
  const ascii = title.normalize('NFKD').replace(/[^\x20-\x7e]/g, '');
  return ascii.replace(/\W+/g, '_').slice(0, 31) || 'book';
}

export function damaged(what: string): ConversionError {
  return new ConversionError({ code: 'input_corrupt', message: `The Kindle book is damaged: ${what}.` });
}

export function truncated(): ConversionError {
  return new ConversionError({
    code: 'input_truncated',
    message: 'The Kindle book ends too early. Transfer it again.',
  });
}
