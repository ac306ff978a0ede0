import { ConversionError } from '../../../contract/errors.ts';

/** Bytes of the database's header before its list of records. */
const HEADER_BYTES = 78;
const ENTRY_BYTES = 8;

/** The records of a Palm database, in which Mobipocket and Kindle books are kept. Throws `input_truncated`. */
export function recordsOf(bytes: Uint8Array): Buffer[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < HEADER_BYTES + ENTRY_BYTES || file.toString('latin1', 60, 68) !== 'BOOKMOBI') {
    throw damaged('it has no header of a Mobipocket book');
  }
  const count = file.readUInt16BE(76);
  if (HEADER_BYTES + count * ENTRY_BYTES > file.length) throw truncated();
  const offsets = Array.from({ length: count }, (_, index) => file.readUInt32BE(HEADER_BYTES + index * ENTRY_BYTES));
  if (offsets.some((offset, index) => offset < (offsets[index - 1] ?? HEADER_BYTES))) {
    throw damaged('the list of its records is out of order');
  }
  if (offsets.some((offset) => offset > file.length)) throw truncated();
  return offsets.map((offset, index) => file.subarray(offset, offsets[index + 1] ?? file.length));
}

/** Seconds from the epoch of Palm (1904) to a fixed day, 2000-01-01: the same book gives the same bytes. */
const FIXED_DATE = 3_029_529_600;

/** Joins records into a database called `name`. */
export function writeDatabase(records: readonly Uint8Array[], name: string): Buffer {
  const count = records.length;
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * count + 2);
  header.write(asciiName(name), 0, 'latin1');
  header.writeUInt32BE(FIXED_DATE, 36);
  header.writeUInt32BE(FIXED_DATE, 40);
  header.write('BOOKMOBI', 60, 'latin1');
  header.writeUInt32BE(2 * count - 1, 68);
  header.writeUInt16BE(count, 76);
  let offset = header.length;
  for (const [index, record] of records.entries()) {
    header.writeUInt32BE(offset, HEADER_BYTES + ENTRY_BYTES * index);
    header.writeUInt32BE(2 * index, HEADER_BYTES + ENTRY_BYTES * index + 4);
    offset += record.byteLength;
  }
  return Buffer.concat([header, ...records]);
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
