import { DataObject, isList, isScalar, scalarText, type DataScalar, type DataSource, type DataValue } from './model.ts';
import { rowObject } from './columns.ts';
import { distinctPaths, DOTTED, PLACE, type PathStyle } from './distinct-paths.ts';
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
export function flattenRow(row: DataValue): ReadonlyMap<string, FlatCell> {
  const object = rowObject(row);
  const cells = cellsOf(object, '', DOTTED);
  const columns = new Map(cells);
  if (columns.size === cells.length) return columns;
  const places = cellsOf(object, '', PLACE);
  const paths = distinctPaths(
    cells.map(([path, cell], index) => ({ path, place: places[index]![0], isEmpty: isEmpty(cell) })),
  );
  return new Map(cells.map(([, cell], index) => [paths[index]!, cell]));
}

type Cell = readonly [path: string, cell: FlatCell];

function cellsOf({ names, values }: DataObject, prefix: string, style: PathStyle, cells: Cell[] = []): Cell[] {
  for (const [index, name] of names.entries()) {
    const path = `${prefix}${name === '' ? style.empty : name}`;
    const value = values[index]!;
    if (isScalar(value)) cells.push([path, { value, isJson: false }]);
    else if (isList(value) || value.names.length === 0) cells.push([path, { value: compactJson(value), isJson: true }]);
    else cellsOf(value, path + style.separator, style, cells);
  }
  return cells;
}

function isEmpty({ value }: FlatCell): boolean {
  const text = scalarText(value);
  return text === '' || text === '{}';
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
