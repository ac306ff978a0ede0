import { concatBytes, utf8Bytes } from '../../../io/bytes.ts';
import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { isoOfDays, plainNumber, plainText, type Cell, type Row, type Sheet } from '../model.ts';
import { requireBounds } from '../sheet-bounds.ts';
import { codePageOf, type CodePage } from './code-pages.ts';
import { DBF_BOUNDS, fieldsOf, type Field } from './fields.ts';

/* SheetJS cuts texts off at 254 characters and names of columns at their beginnings, and says nothing of it. */

const VERSION = 0x03;
const HEADER_END = 0x0d;
const FILE_END = 0x1a;
const HEADER_BYTES = 32;
const FIELD_BYTES = 32;
const PRESENT = ' ';
const ROWS_A_PIECE = 256;

/**
 * Writes a sheet as a dBase III table, its first row as the names of the fields: numbers, dates and booleans where a
 * whole column has nothing else, texts otherwise.
 */
export function* writeDbf(sheet: Sheet, context: RunContext): Generator<Uint8Array> {
  const rows: Row[] = [];
  sheet.read((row) => {
    requireBounds(row, 'dbf', DBF_BOUNDS);
    rows.push(row);
  });
  const codePage = requireCodePage(rows);
  const [header, ...records] = rows;
  const { fields, renamed } = fieldsOf(header!, records, codePage);
  if (renamed.length > 0) {
    context.warn({
      code: 'feature_dropped',
      message: `${renamed.length} names of columns were shortened: a name in a dBase table has at most ten characters.`,
      details: { columns: renamed.slice(0, 50) },
    });
  }
  const padded = records.reduce((sum, { cells }) => sum + cells.filter(endsInBlank).length, 0);
  if (padded > 0) {
    context.warn({
      code: 'feature_dropped',
      message: `A dBase table fills its texts up with blanks: ${padded} texts lose those at their ends.`,
      details: { count: padded },
    });
  }
  yield headerOf(fields, records.length, codePage);
  for (let first = 0; first < records.length; first += ROWS_A_PIECE) {
    context.signal.throwIfAborted();
    yield concatBytes(records.slice(first, first + ROWS_A_PIECE).map((row) => recordOf(row, fields, codePage)));
  }
  yield Uint8Array.of(FILE_END);
}

function endsInBlank({ value }: Cell): boolean {
  return typeof value === 'string' && value.endsWith(' ');
}

function requireCodePage(rows: readonly Row[]): CodePage {
  const characters = new Set<string>();
  for (const { cells } of rows) {
    for (const { value } of cells) if (typeof value === 'string') addForeign(value, characters);
  }
  const page = codePageOf(characters);
  if (page) return page;
  throw new ConversionError({
    code: 'input_too_complex',
    message: 'A dBase table holds the characters of one code page, and the texts use more. Choose XLSX or CSV.',
    details: { limit: 'codePages', allowed: 1 },
  });
}

function addForeign(text: string, characters: Set<string>): void {
  for (const [character] of text.matchAll(/\P{ASCII}/gu)) characters.add(character);
}

/** The header of a table (dBase III): without a date, so that the same table gives the same bytes. */
function headerOf(fields: readonly Field[], records: number, { mark, encode }: CodePage): Uint8Array {
  const size = HEADER_BYTES + FIELD_BYTES * fields.length + 1;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set([VERSION, 80, 1, 1]);
  view.setUint32(4, records, true);
  view.setUint16(8, size, true);
  view.setUint16(
    10,
    fields.reduce((sum, { bytes: width }) => sum + width, 1),
    true,
  );
  bytes[29] = mark;
  for (const [index, { name, type, bytes: width, decimals }] of fields.entries()) {
    const at = HEADER_BYTES + FIELD_BYTES * index;
    bytes.set(encode(name), at);
    bytes[at + 11] = type.charCodeAt(0);
    bytes[at + 16] = width;
    bytes[at + 17] = decimals;
  }
  bytes[size - 1] = HEADER_END;
  return bytes;
}

function recordOf({ cells }: Row, fields: readonly Field[], { encode }: CodePage): Uint8Array {
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
  const parts = fields.map((field) => {
    const cell = byColumn.get(field.column);
    const content = cell ? encode(textIn(field, cell)) : new Uint8Array();
    const padded = new Uint8Array(field.bytes).fill(PRESENT.charCodeAt(0));
    padded.set(content, field.type === 'N' ? field.bytes - content.byteLength : 0);
    return padded;
  });
  return concatBytes([utf8Bytes(PRESENT), ...parts]);
}

function textIn({ type, decimals }: Field, cell: Cell): string {
  if (type === 'N') return decimals > 0 ? (cell.value as number).toFixed(decimals) : plainNumber(cell.value as number);
  if (type === 'D') return isoOfDays(cell.value as number).replaceAll('-', '');
  if (type === 'L') return cell.value ? 'T' : 'F';
  return plainText(cell);
}
