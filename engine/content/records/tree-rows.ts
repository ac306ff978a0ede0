import { DataObject, isList, type DataSource, type DataValue, type NamedTable } from './model.ts';
import { typedText } from './csv/reader.ts';
import { wholeValue } from './plain-values.ts';

/** Name of the list in formats whose files are one object: TOML, plist, BSON and the like. */
export const ROWS = 'rows';
/** Name of a single value in them. */
const VALUE = 'value';

/** What a format whose files are one object makes of a list or a single value: an object with one entry. */
export function treeOfSource(source: DataSource): DataObject {
  const value = wholeValue(source);
  if (value instanceof DataObject) return value;
  return new DataObject([isList(value) ? ROWS : VALUE], [value]);
}

/** The way back: an object whose only entry is a list of that name is the list. */
export function rowsOfTree(tree: DataObject): DataValue {
  const [name, ...others] = tree.names;
  const [value] = tree.values;
  if (others.length > 0 || value === undefined) return tree;
  return (name === ROWS && isList(value)) || (name === VALUE && !(value instanceof DataObject) && !isList(value))
    ? value
    : tree;
}

/** The value of a text in formats that say everything in text: of no quotes, and of lists and objects the empty ones. */
export function valueOfText(text: string): DataValue {
  if (text === '{}') return new DataObject([], []);
  if (text === '[]') return [];
  return typedText(text);
}

/** What a format of names and values makes of any content: a list is an object of its elements, numbered from 1. */
export function numberedTree(source: DataSource): DataObject {
  const { names, values } = treeOfSource(source);
  const [rows] = values;
  if (!source.isList || !isList(rows!) || rows.length === 0) return new DataObject(names, values);
  return new DataObject(
    [ROWS],
    [
      new DataObject(
        Array.from(rows, (_, index) => String(index + 1)),
        rows,
      ),
    ],
  );
}

/** The way back: an object whose only entry are the numbered elements of a list is the list. */
export function numberedRows(tree: DataObject): DataValue {
  const [rows] = tree.values;
  if (tree.names.length !== 1 || tree.names[0] !== ROWS || !(rows instanceof DataObject)) return rowsOfTree(tree);
  const positions = new Map(rows.names.map((name, index) => [name, rows.values[index]]));
  // Entries that are no sections come first, whatever their numbers are.
  const inOrder = rows.names.map((_, index) => positions.get(String(index + 1)));
  const isNumbered = inOrder.length > 0 && inOrder.every((row) => row !== undefined);
  return isNumbered ? (inOrder as DataValue[]) : tree;
}

/**
 * The rows of a file that is one object, for formats that hold nothing but a table: the only list of objects that its
 * entries lead to, when each object on the way has no other entry (`{"result":{"items":[…]}}`), or a list named `rows`.
 */
export function tableOfTree(source: DataSource): DataSource {
  if (source.isList) return source;
  const rows = onlyList(wholeValue(source));
  return rows ? { isList: true, rows: () => rows } : source;
}

function onlyList(value: DataValue): readonly DataValue[] | undefined {
  for (let inner = value; inner instanceof DataObject && inner.names.length === 1;) {
    const only = inner.values[0]!;
    const isNamedRows = inner.names[0] === ROWS;
    if (isList(only)) return isNamedRows || isListOfObjects(only) ? only : undefined;
    inner = only;
  }
  return undefined;
}

function isListOfObjects(list: readonly DataValue[]): boolean {
  return list.length > 0 && list.every((row) => row instanceof DataObject);
}

/**
 * What becomes tables: those of the source, the entries of an object of lists of objects, or its only list of rows. A
 * list without objects names no columns, and is no table.
 */
export function tablesOf(source: DataSource, name: string): readonly NamedTable[] {
  if (source.tables) return source.tables;
  if (source.isList) return [{ name, source }];
  const [value] = source.rows();
  const tables = value instanceof DataObject ? tablesOfObject(value) : [];
  return tables.length > 0 ? tables : [{ name, source: tableOfTree(source) }];
}

function tablesOfObject({ names, values }: DataObject): NamedTable[] {
  const isOfTables = values.every((rows) => isList(rows) && (rows.length === 0 || isListOfObjects(rows)));
  if (!isOfTables) return [];
  return names.flatMap((name, index) => {
    const rows = values[index] as readonly DataValue[];
    return rows.length === 0 ? [] : { name, source: { isList: true, rows: () => rows } };
  });
}
