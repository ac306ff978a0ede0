import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { corrupt, createValueBudget, truncated } from '../errors.ts';
import { DataObject, sourceOfTables, type DataSource, type NamedTable } from '../model.ts';
import type { ReadRequest } from '../read.ts';
import { uniqueColumnNames } from '../table-columns.ts';
import { assumedDecoder, kindOfFormat, sasNumber, sasText, tellDescriptions, type SasKind } from './values.ts';

/* Transport files (.xpt) of versions 5 and 8: "The Record Layout of a Data Set in SAS Transport (XPORT) Format". */

const RECORD_BYTES = 80;
const HEADER = 'HEADER RECORD*******';
const LIBRARY = /^LIB(?:RARY|V8)/;
const MEMBER = /^MEMB(?:ER|V8)/;
const NAMES = /^NAM(?:ESTR|STV8)/;
const OBSERVATIONS = /^OBS/;
const LABELS = /^LABELV[89]/;
const ROWS_BETWEEN_SIGNALS = 4096;
const BLANK = 0x20;
const TEXT_TYPE = 2;

interface Variable {
  readonly name: string;
  readonly kind: SasKind;
  readonly at: number;
  readonly bytes: number;
  readonly isLabelled: boolean;
}

interface Member {
  readonly name: string;
  readonly variables: readonly Variable[];
  readonly rowBytes: number;
  /** The rows, and what fills up the last record. */
  readonly data: Uint8Array;
}

/** A transport file of SAS: every data set in it is a table. */
export function readSasTransport(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const decode = assumedDecoder(context);
  const members = readMembers(bytes, decode);
  const labelled = members.flatMap(({ variables }) => variables.filter(({ isLabelled }) => isLabelled));
  tellDescriptions(labelled.length, context);
  return sourceOfTables(
    members.map((member): NamedTable => ({
      name: member.name,
      source: memberSource(member, decode, context),
    })),
  );
}

function readMembers(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): Member[] {
  if (!LIBRARY.test(headerAt(bytes, 0) ?? '')) throw corrupt('it does not begin as a transport file does');
  const members: Member[] = [];
  let at = 3 * RECORD_BYTES;
  while (at < bytes.byteLength) {
    const member = readMember(bytes, at, decode);
    members.push(member);
    at = member.end;
  }
  if (members.length === 0) throw truncated('there is no data set in it');
  return members;
}

/** What a record says that is a header; undefined for any other. */
function headerAt(bytes: Uint8Array, at: number): string | undefined {
  const text = latin1Of(bytes, at, at + RECORD_BYTES);
  return text.startsWith(HEADER) ? text.slice(HEADER.length) : undefined;
}

function readMember(
  bytes: Uint8Array,
  start: number,
  decode: (bytes: Uint8Array) => string,
): Member & { readonly end: number } {
  const member = headerAt(bytes, start);
  if (!member || !MEMBER.test(member)) throw corrupt('a data set in it does not begin as one does');
  const isLong = member.startsWith('MEMBV8');
  const nameBytes = Number(member.slice(54, 58));
  if (nameBytes !== 140 && nameBytes !== 136) throw corrupt('its variables are described in a way that is not known');
  const nameAt = start + 2 * RECORD_BYTES + 8;
  const name = decode(bytes.subarray(nameAt, nameAt + (isLong ? 32 : 8))).trim();
  const namesAt = start + 4 * RECORD_BYTES;
  const names = headerAt(bytes, namesAt);
  if (!names || !NAMES.test(names)) throw truncated('the variables of a data set are missing');
  const count = Number(names.slice(34, 38).trim() || names.slice(34, 40));
  const variablesAt = namesAt + RECORD_BYTES;
  const behind = variablesAt + padded(count * nameBytes);
  if (!Number.isInteger(count) || behind > bytes.byteLength) throw truncated('the variables of a data set are missing');
  let rowBytes = 0;
  const variables = Array.from({ length: count }, (_, index): Variable => {
    const entry = bytes.subarray(variablesAt + index * nameBytes, variablesAt + (index + 1) * nameBytes);
    // Values follow each other as their variables do; the place that an entry names is another one in some files.
    const variable = { ...readVariable(entry, { isLong, decode }), at: rowBytes };
    rowBytes += variable.bytes;
    return variable;
  });
  const rowsAt = findHeader(bytes, behind, OBSERVATIONS);
  if (rowsAt === undefined) throw truncated('the rows of a data set are missing');
  const between = headerAt(bytes, behind) ?? '';
  if (rowsAt !== behind && !LABELS.test(between)) throw corrupt('the rows of a data set are not where they should be');
  const dataAt = rowsAt + RECORD_BYTES;
  const end = findHeader(bytes, dataAt, MEMBER) ?? bytes.byteLength;
  return { name, variables, rowBytes, data: bytes.subarray(dataAt, end), end };
}

function padded(length: number): number {
  return Math.ceil(length / RECORD_BYTES) * RECORD_BYTES;
}

function findHeader(bytes: Uint8Array, from: number, kind: RegExp): number | undefined {
  for (let at = from; at + RECORD_BYTES <= bytes.byteLength; at += RECORD_BYTES) {
    if (bytes[at] !== 0x48) continue;
    const text = headerAt(bytes, at);
    if (text !== undefined && kind.test(text)) return at;
  }
  return undefined;
}

function readVariable(
  entry: Uint8Array,
  { isLong, decode }: { readonly isLong: boolean; readonly decode: (bytes: Uint8Array) => string },
): Omit<Variable, 'at'> {
  const view = viewOf(entry);
  const textAt = (at: number, length: number): string =>
    decode(entry.subarray(at, at + length)).replace(/[\s\0]+$/, '');
  const isText = view.getInt16(0) === TEXT_TYPE;
  const bytes = view.getInt16(4);
  if (bytes <= 0 || (!isText && (bytes < 2 || bytes > 8))) throw corrupt('a variable has no such length');
  const long = isLong ? textAt(88, 32) : '';
  return {
    name: long === '' ? textAt(8, 8) : long,
    kind: isText ? 'text' : kindOfFormat(textAt(56, 8)),
    bytes,
    isLabelled: textAt(16, 40) !== '',
  };
}

function memberSource(
  { variables, rowBytes, data }: Member,
  decode: (bytes: Uint8Array) => string,
  { limits, signal }: ReadRequest['context'],
): DataSource {
  const header = variables.map(({ name }) => name);
  const names = uniqueColumnNames(header);
  const rows = rowBytes === 0 ? 0 : countRows(data, rowBytes);
  return {
    isList: true,
    isTable: true,
    columns: names,
    header,
    countRows: () => rows,
    *rows() {
      const budget = createValueBudget(limits);
      for (let row = 0; row < rows; row++) {
        if (row % ROWS_BETWEEN_SIGNALS === 0) signal.throwIfAborted();
        budget.take(names.length);
        const cells = data.subarray(row * rowBytes, (row + 1) * rowBytes);
        const values = variables.map(({ kind, at, bytes }) => {
          const cell = cells.subarray(at, at + bytes);
          return kind === 'text' ? sasText(cell, decode) : sasNumber(doubleOfIbm(cell), kind);
        });
        yield new DataObject(names, values);
      }
    },
  };
}

/** How many rows there are is not said: the last record is filled up with blanks, which short rows could be too. */
function countRows(data: Uint8Array, rowBytes: number): number {
  let rows = Math.floor(data.byteLength / rowBytes);
  const filledFrom = data.byteLength - RECORD_BYTES + 1;
  while (rows > 0 && (rows - 1) * rowBytes >= filledFrom && isBlank(data.subarray((rows - 1) * rowBytes))) rows--;
  return rows;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === BLANK);
}

const FRACTION_BITS = 56;
const EXCESS = 64;

/** A number as the System/360 has it: base 16. One with nothing but a first byte is a missing value. */
function doubleOfIbm(cell: Uint8Array): number {
  const first = cell[0]!;
  const isZeroBehind = cell.subarray(1).every((byte) => byte === 0);
  if (isZeroBehind) return first === 0 ? 0 : NaN;
  let fraction = 0n;
  for (let index = 1; index < 8; index++) fraction = (fraction << 8n) | BigInt(cell[index] ?? 0);
  const value = Number(fraction) * 2 ** (4 * ((first & 0x7f) - EXCESS) - FRACTION_BITS);
  return first & 0x80 ? -value : value;
}
