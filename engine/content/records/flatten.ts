import {
  DataObject,
  EMPTY_KEY,
  isList,
  VALUE_COLUMN,
  type DataScalar,
  type DataSource,
  type DataValue,
} from './model.ts';
import { compactJson } from './json/writer.ts';
import type { Losses } from './losses.ts';

/** A cell that is to be written: `isJson` marks lists and empty objects that became text. */
export interface FlatCell {
  readonly value: DataScalar;
  readonly isJson: boolean;
}

/**
 * The cells of one row by column: objects become dotted paths, lists become JSON text. A row that is a list has its
 * elements in the columns 0, 1, …; one that is a scalar has the column `value`.
 */
export function flattenRow(row: DataValue): Map<string, FlatCell> {
  const cells = new Map<string, FlatCell>();
  if (row instanceof DataObject) flattenObject(row, '', cells);
  else if (isList(row)) for (const [index, value] of row.entries()) addValue(cells, String(index), value);
  else cells.set(VALUE_COLUMN, { value: row, isJson: false });
  return cells;
}

function flattenObject({ names, values }: DataObject, prefix: string, cells: Map<string, FlatCell>): void {
  for (const [index, name] of names.entries()) {
    addValue(cells, `${prefix}${name === '' ? EMPTY_KEY : name}`, values[index]!);
  }
}

function addValue(cells: Map<string, FlatCell>, path: string, value: DataValue): void {
  if (value instanceof DataObject && value.names.length > 0) return flattenObject(value, `${path}.`, cells);
  const isContainer = value instanceof DataObject || isList(value);
  cells.set(
    freePath(path, cells),
    isContainer ? { value: compactJson(value), isJson: true } : { value, isJson: false },
  );
}

/** `a.b` can be one name and a path at the same time: neither value may be lost. */
function freePath(path: string, cells: ReadonlyMap<string, FlatCell>): string {
  if (!cells.has(path)) return path;
  for (let number = 2; ; number++) if (!cells.has(`${path}_${number}`)) return `${path}_${number}`;
}

/** Rows of scalars: dotted names for nested objects, JSON text for lists. */
export function flattened(source: DataSource, losses: Losses): DataSource {
  if (source.isTable) return source;
  let isCounted = false;
  return {
    isList: true,
    *rows() {
      const counts = !isCounted;
      isCounted = true;
      for (const row of source.rows()) {
        const cells = flattenRow(row);
        if (counts) for (const { isJson } of cells.values()) losses.containers += Number(isJson);
        yield new DataObject(
          [...cells.keys()],
          [...cells.values()].map(({ value }) => value),
        );
      }
    },
  };
}
