import { ConversionError } from '../../../../contract/errors.ts';
import { formatCellValue } from '../cell-text.ts';
import type { Message } from '../message.ts';
import type { Block, Table, TableCell, TableRow } from '../../opendocument/document.ts';
import { readRow, type StoredCell } from './cells.ts';
import { chainOf, fillOf, paragraphStyleOf } from './styles.ts';
import { readStorage, type TextContext } from './text.ts';
import { TYPES } from './types.ts';

/** A table in a text: more cells than these would be a sheet. */
const MAX_CELLS = 200_000;
const DEFAULT_WIDTH = 72;
const TILE_ROWS = 256;

/** Reads a table (TST.TableModelArchive) as one of a text or a slide. Throws `input_too_complex`. */
export function readTable(id: number | undefined, context: TextContext): Table | undefined {
  const { archive, take } = context;
  take();
  const model = archive.message(archive.message(id, TYPES.table)?.reference(2) ?? id, TYPES.tableModel);
  const store = model?.message(4);
  const [rows, columns] = [model?.uint(6) ?? 0, model?.uint(7) ?? 0];
  if (!model || !store || rows === 0 || columns === 0) return undefined;
  if (rows * columns > MAX_CELLS) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `A table has ${rows * columns} cells; at most ${MAX_CELLS} are allowed.`,
      details: { limit: 'values', allowed: MAX_CELLS, found: rows * columns },
    });
  }
  const reader = new TableReader(model, store, context, { rows, columns });
  return reader.read();
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

interface Span {
  readonly rowSpan: number;
  readonly columnSpan: number;
}

class TableReader {
  readonly #model: Message;
  readonly #store: Message;
  readonly #context: TextContext;
  readonly #size: Size;
  readonly #texts: ReadonlyMap<number, Message>;
  readonly #richTexts: ReadonlyMap<number, Message>;
  readonly #styles: ReadonlyMap<number, Message>;
  readonly #spans = new Map<number, Span>();
  readonly #covered = new Set<number>();

  constructor(model: Message, store: Message, context: TextContext, size: Size) {
    this.#model = model;
    this.#store = store;
    this.#context = context;
    this.#size = size;
    this.#texts = this.#list(4);
    this.#richTexts = this.#list(17);
    this.#styles = this.#list(5);
    this.#readMerged();
  }

  read(): Table {
    const { rows, columns } = this.#size;
    const widths = this.#sizes(this.#store.references(2));
    const heights = this.#sizes(this.#store.message(1)?.references(2) ?? []);
    const cells = this.#cells();
    const usual = this.#model.number(17) ?? DEFAULT_WIDTH;
    return {
      kind: 'table',
      columns: Array.from({ length: columns }, (_, column) => widths.get(column) ?? usual),
      headerRows: this.#model.uint(9) ?? 0,
      rows: Array.from({ length: rows }, (_, row): TableRow => {
        const height = heights.get(row);
        return {
          ...(height === undefined ? {} : { height }),
          cells: Array.from({ length: columns }, (_unused, column) => this.#cell(cells, row, column)),
        };
      }),
    };
  }

  #list(field: number): ReadonlyMap<number, Message> {
    const list = this.#context.archive.message(this.#store.reference(field), TYPES.dataList);
    return new Map(list?.messages(3).map((entry) => [entry.uint(1) ?? 0, entry]));
  }

  #sizes(ids: readonly number[]): ReadonlyMap<number, number> {
    const sizes = new Map<number, number>();
    for (const id of ids) {
      for (const header of this.#context.archive.message(id, TYPES.headers)?.messages(2) ?? []) {
        const size = header.number(2);
        if (size !== undefined && size > 0 && size < 10_000) sizes.set(header.uint(1) ?? 0, size);
      }
    }
    return sizes;
  }

  /** Merged cells (TST.MergeRegionMapArchive): a place and a size of two times sixteen bits. */
  #readMerged(): void {
    const { rows, columns } = this.#size;
    const ranges = this.#context.archive.get(this.#store.reference(13))?.message.messages(1) ?? [];
    for (const range of ranges.slice(0, MAX_CELLS)) {
      const [place, size] = [range.message(1)?.bits(1) ?? 0, range.message(2)?.bits(1) ?? 0];
      const [column, row] = [place >>> 16, place & 0xffff];
      const span = { columnSpan: size >>> 16, rowSpan: size & 0xffff };
      if (column + span.columnSpan > columns || row + span.rowSpan > rows) continue;
      if (span.columnSpan < 1 || span.rowSpan < 1) continue;
      this.#spans.set(row * columns + column, span);
      for (let down = 0; down < span.rowSpan; down++) {
        for (let across = 0; across < span.columnSpan; across++) {
          if (down > 0 || across > 0) this.#covered.add((row + down) * columns + column + across);
        }
      }
    }
  }

  #cells(): ReadonlyMap<number, StoredCell> {
    const { archive } = this.#context;
    const { rows, columns } = this.#size;
    const cells = new Map<number, StoredCell>();
    const tiles = this.#store.message(3);
    const tileRows = tiles?.uint(2) ?? TILE_ROWS;
    for (const entry of tiles?.messages(1) ?? []) {
      const first = (entry.uint(1) ?? 0) * tileRows;
      for (const row of archive.message(entry.reference(2), TYPES.tile)?.messages(5) ?? []) {
        const index = first + (row.uint(1) ?? 0);
        if (index >= rows) continue;
        for (const cell of readRow(row, columns)) cells.set(index * columns + cell.column, cell);
      }
    }
    return cells;
  }

  #cell(cells: ReadonlyMap<number, StoredCell>, row: number, column: number): TableCell {
    const place = row * this.#size.columns + column;
    if (this.#covered.has(place)) return { kind: 'covered' };
    const cell = cells.get(place);
    const fill = this.#fillOf(cell, row, column);
    return {
      kind: 'cell',
      content: this.#contentOf(cell, row, column),
      ...this.#spans.get(place),
      ...(fill === undefined ? {} : { fill }),
    };
  }

  #contentOf(cell: StoredCell | undefined, row: number, column: number): Block[] {
    const { archive } = this.#context;
    const base = paragraphStyleOf(
      chainOf(archive, this.#model.reference(this.#region(row, column, [27, 25, 26, 24])), TYPES.paragraphStyle),
    );
    const rich = cell?.richTextKey === undefined ? undefined : this.#richTexts.get(cell.richTextKey);
    if (rich) {
      const inner = { ...this.#context, depth: this.#context.depth + 1, hasOutline: false };
      return readStorage(rich.reference(9), inner, base);
    }
    const stored = cell?.textKey === undefined ? undefined : this.#texts.get(cell.textKey)?.text(3);
    const text = stored ?? (cell?.value ? formatCellValue(cell.value) : '');
    const lines = text === '' ? [''] : text.split('\n');
    return lines.map((line) => ({
      kind: 'paragraph',
      content: line === '' ? [] : [{ kind: 'text', text: line, style: base.text ?? {} }],
      style: base,
    }));
  }

  #fillOf(cell: StoredCell | undefined, row: number, column: number): string | undefined {
    const own = cell?.styleKey === undefined ? undefined : this.#styles.get(cell.styleKey)?.reference(4);
    const usual = this.#model.reference(this.#region(row, column, [21, 19, 20, 18]));
    return fillOf(chainOf(this.#context.archive, own ?? usual, TYPES.cellStyle), [11]);
  }

  /** Which of four fields stands for the region of a cell: footer, header row, header column, body. */
  #region(
    row: number,
    column: number,
    [footer, header, side, body]: readonly [number, number, number, number],
  ): number {
    if (row < (this.#model.uint(9) ?? 0)) return header;
    if (row >= this.#size.rows - (this.#model.uint(11) ?? 0)) return footer;
    return column < (this.#model.uint(10) ?? 0) ? side : body;
  }
}
