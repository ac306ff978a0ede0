import type { XmlAttributes, XmlHandler } from '../../../io/xml.ts';
import type { Limits } from '../../../contract/limits.ts';
import type { Relationship } from '../../document/ooxml/package.ts';
import { columnOfName, isInRanges, parseRange } from '../cell-names.ts';
import type { NumberFormat } from '../number-format.ts';
import { decodeEscapes, tooManyValues } from './shared-strings.ts';
import {
  daysOfIso,
  inColumnOrder,
  type Cell,
  type CellKind,
  type CellPlace,
  type CellRange,
  type Row,
} from '../model.ts';

/** What the sheets of a workbook share. */
export interface SheetBasics {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  /** Days to add to dates, in workbooks that count from 1904. */
  readonly dayOffset: number;
  /** Cells are to have what they are computed from: where it is in them, or where it is shared as well. */
  readonly formulas?: 'own' | 'shared';
}

/** A formula that other cells share, and the cell in which it is. */
interface SharedFormula {
  readonly formula: string;
  readonly formulaOrigin: CellPlace;
}

/** Thrown through the scanner when whoever reads has seen enough. */
export class EnoughRows extends Error {}

/** Reads the cells of a sheet (ECMA-376 18.3) row by row. */
export class SheetScanner implements XmlHandler {
  readonly merged: CellRange[] = [];
  readonly links = new Map<string, string>();
  validations = 0;
  /** Relationships of the drawings on the sheet. */
  readonly drawings = new Set<string>();
  readonly #shared = new Map<string, SharedFormula>();
  readonly #basics: SheetBasics;
  readonly #addresses: ReadonlyMap<string, string>;
  readonly #visit: (row: Row) => 'stop' | void;
  readonly #limits: Limits;
  readonly #hiddenColumns: { readonly first: number; readonly last: number }[] = [];
  readonly #arrays: CellRange[] = [];
  #values = 0;
  #row = -1;
  #isRowHidden = false;
  #cells: Cell[] = [];
  #column = -1;
  #type = '';
  #style = 0;
  #text = '';
  #isComputed = false;
  #formula = '';
  #formulaRange: CellRange | undefined;
  #inFormula = false;
  #sharedId: string | undefined;
  #inValue = false;
  #inPhonetics = false;

  constructor(
    basics: SheetBasics,
    relationships: readonly Relationship[],
    limits: Limits,
    visit: (row: Row) => 'stop' | void,
  ) {
    this.#basics = basics;
    this.#addresses = new Map(relationships.filter(({ external }) => external).map(({ id, target }) => [id, target]));
    this.#limits = limits;
    this.#visit = visit;
  }

  open(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'c':
        return this.#openCell(attributes);
      case 'v':
        this.#inValue = true;
        return;
      case 't':
        this.#inValue = !this.#inPhonetics;
        return;
      case 'rPh':
        this.#inPhonetics = true;
        return;
      case 'f':
        return this.#openFormula(attributes);
      case 'row':
        this.#row = Number(attributes.get('r') ?? this.#row + 2) - 1;
        this.#isRowHidden = isOn(attributes.get('hidden'));
        this.#column = -1;
        return;
      case 'col':
        if (isOn(attributes.get('hidden'))) this.#hideColumns(attributes);
        return;
      case 'mergeCell':
        return this.#addMerged(attributes.get('ref') ?? '');
      case 'hyperlink':
        return this.#addLink(attributes);
      case 'drawing':
        this.drawings.add(attributes.get('id') ?? '');
        return;
      case 'dataValidation':
        this.validations++;
        return;
    }
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#inValue = false;
    else if (name === 'f') this.#inFormula = false;
    else if (name === 'rPh') this.#inPhonetics = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  text(value: string): void {
    if (this.#inValue) this.#text += value;
    else if (this.#inFormula) this.#formula += value;
  }

  #openCell(attributes: XmlAttributes): void {
    this.#column = columnOfName(attributes.get('r') ?? '') ?? this.#column + 1;
    this.#type = attributes.get('t') ?? 'n';
    this.#style = Number(attributes.get('s') ?? 0);
    this.#text = '';
    this.#isComputed = false;
    this.#formula = '';
    this.#formulaRange = undefined;
    this.#sharedId = undefined;
  }

  /** The formula of an array is in the first of its cells only; the others hold their results. */
  #openFormula(attributes: XmlAttributes): void {
    this.#isComputed = true;
    this.#inFormula = this.#basics.formulas !== undefined;
    const type = attributes.get('t');
    const range = type === 'array' || type === 'dataTable' ? parseRange(attributes.get('ref') ?? '') : undefined;
    if (range) this.#arrays.push(range);
    if (type === 'array') this.#formulaRange = range;
    if (type === 'shared' && this.#basics.formulas === 'shared') this.#sharedId = attributes.get('si');
  }

  #formulaOfCell(): Pick<Cell, 'formula' | 'formulaRange' | 'formulaOrigin'> {
    if (this.#formula === '') return this.#shared.get(this.#sharedId ?? '') ?? {};
    if (this.#sharedId !== undefined) {
      const formulaOrigin = { row: this.#row, column: this.#column };
      this.#shared.set(this.#sharedId, { formula: this.#formula, formulaOrigin });
    }
    const range = this.#formulaRange;
    return { formula: this.#formula, ...(range && { formulaRange: range }) };
  }

  #closeCell(): void {
    const content = this.#text === '' ? undefined : this.#contentOf(this.#text);
    if (content === undefined || content.value === '') return;
    if (++this.#values > this.#limits.values) throw tooManyValues(this.#values, this.#limits.values);
    const column = this.#column;
    const isHidden =
      this.#isRowHidden || this.#hiddenColumns.some(({ first, last }) => column >= first && column <= last);
    const isComputed = this.#isComputed || (this.#arrays.length > 0 && isInRanges(this.#row, column, this.#arrays));
    this.#cells.push({ column, ...content, isComputed, ...this.#formulaOfCell(), isHidden });
  }

  #contentOf(text: string): Pick<Cell, 'kind' | 'value' | 'format'> | undefined {
    switch (this.#type) {
      case 's':
        return { kind: 'text', value: this.#basics.strings[Number(text)] ?? '' };
      case 'str':
      case 'inlineStr':
        return { kind: 'text', value: decodeEscapes(text) };
      case 'b':
        return { kind: 'boolean', value: isOn(text.trim()) };
      case 'e':
        return { kind: 'error', value: text };
      case 'd': {
        const days = daysOfIso(text);
        return days === undefined ? { kind: 'text', value: text } : { kind: 'date', value: days };
      }
    }
    const number = Number(text);
    if (Number.isNaN(number)) return { kind: 'text', value: text };
    const format = this.#basics.formats[this.#style];
    const kind = kindOfNumber(number, format);
    const value = kind === 'date' ? number + this.#basics.dayOffset : number;
    return { kind, value, ...(format && { format }) };
  }

  #closeRow(): void {
    const cells = this.#cells;
    if (cells.length === 0) return;
    this.#cells = [];
    if (this.#visit({ index: this.#row, cells: inColumnOrder(cells) }) === 'stop') throw new EnoughRows();
  }

  #hideColumns(attributes: XmlAttributes): void {
    const first = Number(attributes.get('min')) - 1;
    const last = Number(attributes.get('max')) - 1;
    if (first >= 0 && last >= first) this.#hiddenColumns.push({ first, last });
  }

  #addMerged(reference: string): void {
    const range = parseRange(reference);
    if (range) this.merged.push(range);
  }

  #addLink(attributes: XmlAttributes): void {
    const range = parseRange(attributes.get('ref') ?? '');
    const location = attributes.get('location');
    const address = this.#addresses.get(attributes.get('id') ?? '') ?? (location === undefined ? undefined : '');
    if (range && address !== undefined)
      this.links.set(`${range.firstRow},${range.firstColumn}`, location ? `${address}#${location}` : address);
  }
}

/** A number in a format for times is a moment when it is more than a day: programs show only its hours. */
export function kindOfNumber(value: number, format: NumberFormat | undefined): CellKind {
  const kind = format?.kind ?? 'number';
  if (kind === 'elapsed') return 'time';
  if (kind === 'time') return Math.abs(value) < 1 ? 'time' : 'date';
  // What no calendar reaches is a number, whatever its format: Excel shows ####.
  return kind === 'date' && (value < 0 || value >= 2_958_466) ? 'number' : kind;
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
