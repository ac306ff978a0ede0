import { operandsOfTokens, SHARED_TOKEN, type NameOfSheet, type TokenLayout } from '../formula-tokens.ts';
import type { CellPlace } from '../model.ts';
import { viewOf } from '../../../io/bytes.ts';
import { BiffStrings, type BiffRecord } from './records.ts';

/** Where the tokens of a formula are in its record, behind how many bytes they take. */
const TOKENS_AT = 22;
const SHARED_TOKENS_AT = 10;
const SHARED_BYTES = 5;

const LAYOUT: TokenLayout = {
  rowBytes: 2,
  lastRow: 0xffff,
  lastColumn: 0xff,
  readText: (data, at) => ({
    text: new BiffStrings({ type: 0, parts: [data], view: viewOf(data) }, at).read(1),
    bytes: 2 + (data[at] ?? 0) * ((data[at + 1] ?? 0) & 1 ? 2 : 1),
  }),
};

/** A formula that several cells share is stored once, for the cell that this place names ([MS-XLS] 2.4.127). */
export interface SharedAt {
  readonly sharedAt: CellPlace;
}

/** What the record of a formula says that it is computed from. */
export function operandsOfFormula(record: BiffRecord, nameOfSheet: NameOfSheet): string | SharedAt | undefined {
  const { view } = record;
  if (view.byteLength === TOKENS_AT + SHARED_BYTES && view.getUint8(TOKENS_AT) === SHARED_TOKEN)
    return { sharedAt: { row: view.getUint16(TOKENS_AT + 1, true), column: view.getUint16(TOKENS_AT + 3, true) } };
  return operandsAt(record, TOKENS_AT, { nameOfSheet });
}

/** The same of a shared formula, for one of its cells. */
export function operandsOfShared(record: BiffRecord, nameOfSheet: NameOfSheet, origin: CellPlace): string | undefined {
  return operandsAt(record, SHARED_TOKENS_AT, { nameOfSheet, origin });
}

interface About {
  readonly nameOfSheet: NameOfSheet;
  readonly origin?: CellPlace;
}

function operandsAt({ parts, view }: BiffRecord, start: number, about: About): string | undefined {
  // What follows the tokens belongs to those that are not read.
  if (parts.length > 1 || view.byteLength < start || start + view.getUint16(start - 2, true) !== view.byteLength)
    return undefined;
  return operandsOfTokens(parts[0]!.subarray(start), { layout: LAYOUT, ...about });
}
