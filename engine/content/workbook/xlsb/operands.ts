import { placeName } from '../cell-names.ts';
import { operandsOfTokens, SHARED_TOKEN, type NameOfSheet, type TokenLayout } from '../formula-tokens.ts';
import type { CellPlace } from '../model.ts';

/** A shared formula has its cells before it, in four numbers. */
const SHARED_FORMULA_AT = 16;
const LENGTH_BYTES = 4;
/** A token with the row of a shared formula, and behind the tokens its column ([MS-XLSB] 2.5.97.38, 2.5.97.37). */
const SHARED_BYTES = 5;
const COLUMN_BYTES = 4;

const utf16 = new TextDecoder('utf-16le');

const LAYOUT: TokenLayout = {
  rowBytes: 4,
  lastRow: 0xfffff,
  lastColumn: 0x3fff,
  readText(data, at) {
    const bytes = 2 + 2 * ((data[at] ?? 0) + 256 * (data[at + 1] ?? 0));
    return { text: utf16.decode(data.subarray(at + 2, at + bytes)), bytes };
  },
};

/** What the formulas of one sheet are computed from; several cells share one that is stored behind the first of them. */
export class SheetFormulas {
  readonly #nameOfSheet: NameOfSheet;
  readonly #shared = new Map<string, DataView>();
  /** The cell that was read last, if it awaits the formula that it shares, and what it calls that. */
  #awaiting: { readonly place: CellPlace; readonly name: string } | undefined;

  constructor(nameOfSheet: NameOfSheet) {
    this.#nameOfSheet = nameOfSheet;
  }

  /** Operands of the formula of a cell; `at` is where it begins in its record ([MS-XLSB] 2.5.97.1). */
  operandsOf(view: DataView, at: number, place: CellPlace): string | undefined {
    this.#awaiting = undefined;
    const { tokens, extraAt } = partsOf(view, at) ?? {};
    if (tokens === undefined || extraAt === undefined) return undefined;
    if (tokens.byteLength === SHARED_BYTES && tokens[0] === SHARED_TOKEN) {
      if (extraAt + COLUMN_BYTES !== view.byteLength) return undefined;
      const first = { row: view.getUint32(at + LENGTH_BYTES + 1, true), column: view.getUint32(extraAt, true) };
      return this.#operandsOfShared(placeName(first), place);
    }
    // What follows the tokens belongs to those that are not read.
    if (extraAt !== view.byteLength) return undefined;
    return operandsOfTokens(tokens, { layout: LAYOUT, nameOfSheet: this.#nameOfSheet });
  }

  /** Takes a shared formula ([MS-XLSB] 2.4.822); returns the operands of the cell before it, and its column. */
  addShared(view: DataView): { readonly column: number; readonly operands: string | undefined } | undefined {
    const awaiting = this.#awaiting;
    if (!awaiting) return undefined;
    this.#awaiting = undefined;
    this.#shared.set(awaiting.name, view);
    return { column: awaiting.place.column, operands: this.#operandsOfShared(awaiting.name, awaiting.place) };
  }

  #operandsOfShared(name: string, place: CellPlace): string | undefined {
    const view = this.#shared.get(name);
    if (!view) {
      this.#awaiting = { place, name };
      return undefined;
    }
    const { tokens, extraAt } = partsOf(view, SHARED_FORMULA_AT) ?? {};
    if (tokens === undefined || extraAt !== view.byteLength) return undefined;
    return operandsOfTokens(tokens, { layout: LAYOUT, nameOfSheet: this.#nameOfSheet, origin: place });
  }
}

/** The tokens of a formula, and where what belongs to some of them begins; each part has its length before it. */
function partsOf(view: DataView, at: number): { readonly tokens: Uint8Array; readonly extraAt: number } | undefined {
  if (at + LENGTH_BYTES > view.byteLength) return undefined;
  const end = at + LENGTH_BYTES + view.getUint32(at, true);
  if (end + LENGTH_BYTES > view.byteLength) return undefined;
  const tokens = new Uint8Array(view.buffer, view.byteOffset + at + LENGTH_BYTES, end - at - LENGTH_BYTES);
  return { tokens, extraAt: end + LENGTH_BYTES };
}
