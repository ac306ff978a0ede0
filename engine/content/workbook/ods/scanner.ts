import { bytesOfBase64 } from '../../../io/bytes.ts';
import type { XmlAttributes, XmlHandler } from '../../../io/xml.ts';
import type { Limits } from '../../../contract/limits.ts';
import { columnLetters, isInRanges } from '../cell-names.ts';
import { tooManyValues } from '../xlsx/shared-strings.ts';
import type { NumberFormat } from '../number-format.ts';
import { EnoughRows, kindOfNumber } from '../xlsx/sheet-scanner.ts';
import { daysOfIso, type Cell, type CellRange, type PlacedImage, type Row, type SheetExtras } from '../model.ts';

/** Cells and rows are once for all that follow with the same content; so many copies are made of one. */
const MAX_COPIES = 100_000;
/** What is in a cell and is not its text. */
const BESIDE_TEXT = new Set(['annotation', 'frame', 'custom-shape', 'shapes', 'forms', 'ruby-text']);

/** How LibreOffice writes a boolean that nobody computes. */
const BOOLEAN_FORMULA = /^(?:of:)?=(?:TRUE|FALSE)\(\)$/;

const STAND_IN = /^(\.\/)?ObjectReplacements\//;

/** How numbers of a cell style and a type of value (ODF 1.3 part 3, 19.387) are shown. */
export type FormatOfCell = (style: string, type: string) => NumberFormat | undefined;

interface OpenCell {
  readonly style: string;
  readonly copies: number;
  readonly type: string;
  readonly value: string;
  readonly isComputed: boolean;
  readonly formula: string | undefined;
  paragraphs: number;
  text: string;
  link: string;
}

/** Reads one table of an OpenDocument spreadsheet (ODF 1.3 part 3, 9) row by row. */
export class OdsScanner implements XmlHandler {
  readonly #limits: Limits;
  readonly #visit: (row: Row) => 'stop' | void;
  readonly #formatOf: FormatOfCell | undefined;
  readonly #merged: CellRange[] = [];
  /** Results of one formula that fill several cells. */
  readonly #matrices: CellRange[] = [];
  readonly #images: PlacedImage[] = [];
  /** Bytes of an image that is in the document itself, as Base64. */
  #binary: string | undefined;
  #corner: readonly [left: number, top: number] | undefined;
  readonly #validations = new Set<string>();
  readonly #charts: string[] = [];
  readonly #hiddenColumns: { readonly first: number; readonly last: number }[] = [];
  readonly #columnStyles: { readonly last: number; readonly style: string }[] = [];
  #columns = 0;
  #comments = 0;
  /** By the name of their cell. */
  readonly #notes = new Map<string, string>();
  #note: { readonly depth: number; paragraphs: number; text: string } | undefined;
  #inNoteText = false;
  #values = 0;
  #row = -1;
  #copiesOfRow = 1;
  #isRowHidden = false;
  #styleOfRow: string | undefined;
  #column = 0;
  #cells: Cell[] = [];
  #cell: OpenCell | undefined;
  /** What is between paragraphs is how the file is laid out. */
  #inParagraph = false;
  #besideDepth = 0;

  constructor(limits: Limits, visit: (row: Row) => 'stop' | void, formatOf?: FormatOfCell) {
    this.#limits = limits;
    this.#visit = visit;
    this.#formatOf = formatOf;
  }

  get extras(): SheetExtras {
    return {
      merged: this.#merged,
      links: new Map(),
      images: this.#images,
      charts: this.#charts,
      tables: 0,
      pivots: 0,
      comments: this.#comments,
      notes: this.#notes,
      validations: this.#validations.size,
    };
  }

  open(name: string, attributes: XmlAttributes): void {
    if (BESIDE_TEXT.has(name) || this.#besideDepth > 0) this.#openBeside(name, attributes);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#openCell(attributes);
    else if (name === 'table-row') this.#openRow(attributes);
    else if (name === 'table-column') this.#addColumns(attributes);
    else if (this.#cell) this.#openText(this.#cell, name, attributes);
  }

  close(name: string): void {
    if (this.#besideDepth > 0) this.#closeBeside(name);
    else if (name === 'p') this.#inParagraph = false;
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell();
    else if (name === 'table-row') this.#closeRow();
  }

  text(value: string): void {
    if (this.#cell && this.#inParagraph && this.#besideDepth === 0) {
      this.#cell.text += value.replace(/\s+/g, ' ');
    } else if (this.#inNoteText) this.#note!.text += value;
    else if (this.#binary !== undefined) this.#binary += value;
  }

  #openBeside(name: string, attributes: XmlAttributes): void {
    this.#besideDepth++;
    if (name === 'annotation') {
      this.#comments++;
      this.#note ??= { depth: this.#besideDepth, paragraphs: 0, text: '' };
    }
    // Who wrote a note, and when, comes before its paragraphs.
    if (this.#note && name === 'p') {
      if (this.#note.paragraphs++ > 0) this.#note.text += '\n';
      this.#inNoteText = true;
    }
    const target = attributes.get('href') ?? '';
    // Behind a chart is an image of it, for programs that draw none (ODF 1.3 part 3, 10.4.2).
    const isStandIn = STAND_IN.test(target) && this.#charts.includes(target.replace(STAND_IN, '$1'));
    const cell = this.#cell && this.#nameOfPlace();
    if (name === 'frame') this.#corner = cornerOf(attributes);
    if (name === 'binary-data') this.#binary = '';
    if (name === 'image' && !isStandIn)
      this.#images.push({ target, alternative: '', ...(cell ? { cell } : this.#corner && { corner: this.#corner }) });
    if (name === 'object') this.#charts.push(target);
  }

  #closeBeside(name: string): void {
    if (this.#note && name === 'p') this.#inNoteText = false;
    if (name === 'binary-data') this.#closeBinary();
    if (this.#note?.depth === this.#besideDepth) {
      this.#notes.set(this.#nameOfPlace(), this.#note.text);
      this.#note = undefined;
    }
    this.#besideDepth--;
  }

  /** What a flat document has in place of an entry. */
  #closeBinary(): void {
    const text = this.#binary ?? '';
    this.#binary = undefined;
    const image = this.#images.at(-1);
    if (image?.target === '') this.#images.splice(-1, 1, { ...image, read: () => bytesOfBase64(text) });
  }

  #nameOfPlace(): string {
    return `${columnLetters(this.#column)}${this.#row + 1}`;
  }

  #openRow(attributes: XmlAttributes): void {
    this.#row++;
    this.#copiesOfRow = copiesOf(attributes.get('number-rows-repeated'));
    this.#isRowHidden = isHidden(attributes);
    this.#styleOfRow = attributes.get('default-cell-style-name');
    this.#column = 0;
  }

  /** That of a cell which has none of its own (ODF 1.3 part 3, 19.619). */
  #styleOfPlace(): string {
    return this.#styleOfRow ?? this.#columnStyles.find(({ last }) => last >= this.#column)?.style ?? '';
  }

  #addColumns(attributes: XmlAttributes): void {
    const count = copiesOf(attributes.get('number-columns-repeated'));
    if (isHidden(attributes)) this.#hiddenColumns.push({ first: this.#columns, last: this.#columns + count - 1 });
    this.#columns += count;
    const style = attributes.get('default-cell-style-name') ?? '';
    if (this.#formatOf) this.#columnStyles.push({ last: this.#columns - 1, style });
  }

  #openCell(attributes: XmlAttributes): void {
    const type = attributes.get('value-type') ?? '';
    const valueOf = type === 'float' || type === 'percentage' || type === 'currency' ? 'value' : `${type}-value`;
    const rows = copiesOf(attributes.get('number-rows-spanned'));
    const columns = copiesOf(attributes.get('number-columns-spanned'));
    if (rows > 1 || columns > 1) {
      this.#merged.push(this.#rangeFrom(rows, columns));
    }
    const validation = attributes.get('content-validation-name');
    if (validation !== undefined) this.#validations.add(validation);
    const matrixRows = copiesOf(attributes.get('number-matrix-rows-spanned'));
    const matrixColumns = copiesOf(attributes.get('number-matrix-columns-spanned'));
    if (matrixRows > 1 || matrixColumns > 1) this.#matrices.push(this.#rangeFrom(matrixRows, matrixColumns));
    this.#cell = {
      style: this.#formatOf ? (attributes.get('style-name') ?? this.#styleOfPlace()) : '',
      copies: copiesOf(attributes.get('number-columns-repeated')),
      type,
      value: attributes.get(valueOf) ?? '',
      isComputed: isComputed(attributes, type),
      formula: isComputed(attributes, type) ? attributes.get('formula') : undefined,
      paragraphs: 0,
      text: '',
      link: '',
    };
  }

  #rangeFrom(rows: number, columns: number): CellRange {
    return {
      firstRow: this.#row,
      lastRow: this.#row + rows - 1,
      firstColumn: this.#column,
      lastColumn: this.#column + columns - 1,
    };
  }

  #openText(cell: OpenCell, name: string, attributes: XmlAttributes): void {
    if (name === 'p') {
      this.#inParagraph = true;
      if (cell.paragraphs++ > 0) cell.text += '\n';
    }
    if (name === 'line-break') cell.text += '\n';
    if (name === 'tab') cell.text += '\t';
    if (name === 's') cell.text += ' '.repeat(Math.min(copiesOf(attributes.get('c')), 100));
    if (name === 'a') cell.link ||= attributes.get('href') ?? '';
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (!cell) return;
    const content = this.#formatted(contentOf(cell), cell);
    const first = this.#column;
    this.#column += cell.copies;
    if (content === undefined || content.value === '') return;
    const copies = Math.min(cell.copies, MAX_COPIES);
    this.#countValues(copies * Math.min(this.#copiesOfRow, MAX_COPIES));
    for (let column = first; column < first + copies; column++) {
      this.#cells.push({
        column,
        ...content,
        isComputed: cell.isComputed || isInRanges(this.#row, column, this.#matrices),
        isHidden:
          this.#isRowHidden || this.#hiddenColumns.some((range) => column >= range.first && column <= range.last),
        ...(cell.formula === undefined ? {} : { formula: cell.formula }),
        ...(cell.type === 'percentage' ? { isPercentage: true } : {}),
        ...(cell.text === '' ? {} : { shown: cell.text }),
        ...(cell.link === '' ? {} : { link: cell.link }),
      });
    }
  }

  #closeRow(): void {
    const first = this.#row;
    this.#row += this.#copiesOfRow - 1;
    const cells = this.#cells;
    if (cells.length === 0) return;
    this.#cells = [];
    const copies = Math.min(this.#copiesOfRow, MAX_COPIES);
    for (let index = first; index < first + copies; index++) {
      if (this.#visit({ index, cells }) === 'stop') throw new EnoughRows();
    }
  }

  /** A number in a format for dates is a date. */
  #formatted(content: Content | undefined, { style, type }: OpenCell): Content | undefined {
    if (!this.#formatOf || typeof content?.value !== 'number') return content;
    const format = this.#formatOf(style, type);
    return { value: content.value, kind: kindOfNumber(content.value, format), ...(format && { format }) };
  }

  #countValues(count: number): void {
    this.#values += count;
    if (this.#values > this.#limits.values) throw tooManyValues(this.#values, this.#limits.values);
  }
}

type Content = Pick<Cell, 'kind' | 'value' | 'format'>;

/** Millimetres of the units in which OpenDocument gives lengths. */
const UNITS: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72, pc: 25.4 / 6 };

function cornerOf(attributes: XmlAttributes): readonly [left: number, top: number] | undefined {
  const [left, top] = ['x', 'y'].map((axis) => {
    const match = /^(-?[\d.]+)([a-z]{2})$/.exec(attributes.get(axis) ?? '');
    return match ? Number(match[1]) * (UNITS[match[2]!] ?? Number.NaN) : Number.NaN;
  });
  return Number.isFinite(left) && Number.isFinite(top) ? [left!, top!] : undefined;
}

function copiesOf(value: string | undefined): number {
  const count = Number(value ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}

function isComputed(attributes: XmlAttributes, type: string): boolean {
  const formula = attributes.get('formula');
  return formula !== undefined && !(type === 'boolean' && BOOLEAN_FORMULA.test(formula));
}

function isHidden(attributes: XmlAttributes): boolean {
  const visibility = attributes.get('visibility');
  return visibility === 'collapse' || visibility === 'filter';
}

function contentOf({ type, value, text }: OpenCell): Content | undefined {
  const number = Number(value);
  switch (type) {
    case 'float':
    case 'percentage':
    case 'currency':
      return value === '' || Number.isNaN(number) ? { kind: 'text', value: text } : { kind: 'number', value: number };
    case 'date': {
      const days = daysOfIso(value);
      return days === undefined ? { kind: 'text', value: text || value } : { kind: 'date', value: days };
    }
    case 'time': {
      const days = daysOfDuration(value);
      return days === undefined ? { kind: 'text', value: text || value } : { kind: 'time', value: days };
    }
    case 'boolean':
      return { kind: 'boolean', value: value === 'true' };
    case 'error':
      return { kind: 'error', value: text };
    default:
      // Text is in the cell, and in its attribute too when the cell is computed.
      return text === '' && value === ''
        ? undefined
        : { kind: ERROR.test(text) ? 'error' : 'text', value: text || value };
  }
}

/** How LibreOffice writes the result of a formula that failed. */
const ERROR = /^(?:#(?:REF|NAME|VALUE|NUM|NULL)[!?]|#N\/A|#DIV\/0!|Err:\d{3})$/;

/** `PT36H05M10.5S` in days. */
function daysOfDuration(text: string): number | undefined {
  const match = /^(-)?P(?:(\d+)D)?T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?$/.exec(text);
  if (!match) return undefined;
  const [days, hours, minutes, seconds] = match.slice(2).map((part) => Number((part ?? '0').replace(',', '.')));
  const total = days! + (hours! * 3600 + minutes! * 60 + seconds!) / 86_400;
  return match[1] ? -total : total;
}
