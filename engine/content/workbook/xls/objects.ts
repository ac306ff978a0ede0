import { concatBytes, viewOf } from '../../../io/bytes.ts';
import { childrenOf, readRecord, type OfficeRecord } from '../../document/office-art/records.ts';
import { propertiesOf, shapesOf } from '../../document/office-art/shapes.ts';
import { columnLetters } from '../cell-names.ts';
import type { PlacedImage, SheetExtras } from '../model.ts';
import { BiffStrings, type BiffRecord } from './records.ts';

/** Types of records ([MS-XLS] 2.3.2). */
const T = { drawing: 0x00ec, object: 0x005d, text: 0x01b6, note: 0x001c, validation: 0x01be } as const;
/** Kinds of objects ([MS-XLS] 2.5.143), and where their kind and number are. */
const CHART = 5;
const KIND_AT = 4;
const NUMBER_AT = 6;
/** Where the text of an object says how long it is; the text is in the record that continues it. */
const LENGTH_AT = 10;
/** Notes before Excel 97 hold their text, and long ones go on in records with this row. */
const GOES_ON = 0xffff;
/** Where a shape lies on its sheet ([MS-XLS] 2.5.193): its first column and row behind two bytes of flags. */
const SHEET_ANCHOR = 0xf010;
const COLUMN_AT = 2;
const ROW_AT = 6;

/** An image of the workbook's store, by its number from 1: what it is called where it can be read. */
export type NameOfImage = (number: number) => string | undefined;

/** Gathers what lies on a sheet of Excel 5 to 2003: notes, charts and images. */
export class SheetObjects {
  readonly #isBiff8: boolean;
  readonly #decode: (bytes: Uint8Array) => string;
  /** What one drawing is made of, in order. */
  readonly #drawings: Uint8Array[] = [];
  readonly #texts = new Map<number, string>();
  readonly #places = new Map<string, number>();
  readonly #notes = new Map<string, string>();
  #charts = 0;
  #validations = 0;
  #object = -1;
  #lastNote = '';

  constructor(globals: { readonly isBiff8: boolean; readonly decode: (bytes: Uint8Array) => string }) {
    this.#isBiff8 = globals.isBiff8;
    this.#decode = globals.decode;
  }

  add(record: BiffRecord): void {
    const { type, parts, view } = record;
    if (type === T.drawing) this.#drawings.push(...parts);
    else if (type === T.object && view.byteLength >= NUMBER_AT + 2) {
      this.#object = view.getUint16(NUMBER_AT, true);
      if (view.getUint16(KIND_AT, true) === CHART) this.#charts++;
    } else if (type === T.text && view.byteLength >= LENGTH_AT + 2) this.#addText(record);
    else if (type === T.validation) this.#validations++;
    else if (type === T.note && view.byteLength >= 6) this.#addNote(record);
  }

  #addText({ parts, view }: BiffRecord): void {
    const length = view.getUint16(LENGTH_AT, true);
    const header = Uint8Array.of(length & 0xff, length >> 8);
    const [, first, ...others] = parts;
    if (!first || length === 0) return;
    const record = { type: T.text, parts: [concatBytes([header, first]), ...others], view };
    this.#texts.set(this.#object, new BiffStrings(record, 0).read(2));
  }

  #addNote({ parts, view }: BiffRecord): void {
    const [row, column] = [view.getUint16(0, true), view.getUint16(2, true)];
    if (this.#isBiff8) {
      if (view.byteLength >= 8) this.#places.set(nameOf(row, column), view.getUint16(6, true));
      return;
    }
    if (row !== GOES_ON) this.#lastNote = nameOf(row, column);
    this.#notes.set(this.#lastNote, (this.#notes.get(this.#lastNote) ?? '') + this.#decode(parts[0]!.subarray(6)));
  }

  /** Everything that was found, when all records of the sheet have been added. */
  extras(nameOfImage: NameOfImage): Partial<SheetExtras> & Pick<SheetExtras, 'images' | 'charts' | 'comments'> {
    const notes = new Map(this.#notes);
    for (const [cell, object] of this.#places) notes.set(cell, this.#texts.get(object) ?? '');
    const shown = this.#images();
    const images = shown.flatMap(({ image, alternative, cell }): PlacedImage[] => {
      const target = nameOfImage(image);
      return target === undefined ? [] : [{ target, alternative, ...(cell !== undefined && { cell }) }];
    });
    return {
      images,
      charts: Array.from({ length: this.#charts }, (_, index) => `chart-${index + 1}`),
      notes,
      comments: notes.size,
      validations: this.#validations,
      unreadImages: shown.length - images.length,
    };
  }

  #images(): { readonly image: number; readonly alternative: string; readonly cell: string | undefined }[] {
    const drawing = readRecord(concatBytes(this.#drawings), 0);
    if (!drawing) return [];
    return [...shapesOf(drawing)].flatMap((shape) => {
      const { image, description } = propertiesOf(shape);
      return image === undefined ? [] : [{ image, alternative: description, cell: cellOf(shape) }];
    });
  }
}

function cellOf(shape: OfficeRecord): string | undefined {
  const anchor = childrenOf(shape).find(({ type }) => type === SHEET_ANCHOR);
  if (!anchor || anchor.data.byteLength < ROW_AT + 2) return undefined;
  const view = viewOf(anchor.data);
  return nameOf(view.getUint16(ROW_AT, true), view.getUint16(COLUMN_AT, true));
}

function nameOf(row: number, column: number): string {
  return `${columnLetters(column)}${row + 1}`;
}
