import type { InspectRequest, RunContext } from '../../contract/codec.ts';
import { formatOf } from '../../formats/index.ts';
import type { Feature } from '../../formats/features.ts';
import { flattenRow } from './flatten.ts';
import { tableOfTree } from './tree-rows.ts';
import { typeOfNumber, type RecordCell } from './canonical.ts';
import {
  DataObject,
  DataTime,
  ExactNumber,
  isList,
  isScalar,
  NonFiniteNumber,
  scalarText,
  type DataScalar,
  type DataSource,
  type DataValue,
} from './model.ts';
import type { Facts, RecordFacts, SheetFacts, ValueType } from '../../contract/facts.ts';
import { createRecordObserver, HEAD_ROWS, QUICK_VALUES } from './inspect.ts';

const ROWS_BETWEEN_SIGNALS = 4096;

type Basics = Pick<Facts, 'format' | 'sizeBytes' | 'reader'>;

/** The facts of a file that is read into the common model. */
export async function factsOfData(
  basics: Basics,
  { effort, onlyHead = false }: InspectRequest,
  { signal }: Pick<RunContext, 'signal'>,
  read: () => Promise<DataSource>,
): Promise<Facts> {
  const possible = formatOf(basics.format).carries.filter((feature) => feature !== 'text');
  if (effort === 'probe') return { ...basics, depth: 'signature', features: possible };
  const source = await read();
  const observeOptions = { signal, mostValues: effort === 'full' ? Infinity : QUICK_VALUES, onlyHead };
  const whole = observed(tableOfTree(source), observeOptions);
  const tables = source.tables?.map(({ name, source: table }) => ({ name, ...observed(table, observeOptions) }));
  const sheets = tables?.map(({ name, records }): SheetFacts => {
    // A table by itself is called as the file that it becomes.
    return { ...(tables.length > 1 && { name }), values: records.values, records };
  });
  // Several tables side by side are no tree: each can be a file.
  const isTree = tables ? tables.some(({ isNested }) => isNested) : !source.isList || whole.isNested;
  const features = possible.filter((feature) => isPresent(feature, { isTree, tables: sheets?.length ?? 1 }));
  return { ...basics, depth: 'content', features, records: whole.records, ...(sheets ? { sheets } : {}) };
}

function isPresent(
  feature: Feature,
  { isTree, tables }: { readonly isTree: boolean; readonly tables: number },
): boolean {
  if (feature === 'structure') return isTree;
  return feature === 'pages' || feature === 'entries' ? tables > 1 : true;
}

interface ObserveOptions {
  readonly signal: AbortSignal;
  readonly mostValues: number;
  readonly onlyHead: boolean;
}

interface Observed {
  readonly records: RecordFacts;
  /** Its rows are more than objects of scalars. */
  readonly isNested: boolean;
}

/** Rows after so many values are only counted. */
function observed(source: DataSource, { signal, mostValues, onlyHead }: ObserveOptions): Observed {
  const observer = createRecordObserver();
  const total = onlyHead ? source.countRows?.() : undefined;
  let [rows, values, isNested] = [0, 0, false];
  for (const row of source.rows()) {
    if (++rows % ROWS_BETWEEN_SIGNALS === 0) signal.throwIfAborted();
    if (total !== undefined && rows > HEAD_ROWS) return { records: observer.facts(total), isNested };
    if (values > mostValues && rows > HEAD_ROWS) continue;
    isNested ||= hasContainers(row);
    const cells = [...cellsOf(row)];
    values += cells.length;
    observer.addRow(cells);
    observer.addContainers(countContainers(row));
  }
  return { records: observer.facts(rows), isNested };
}

function* cellsOf(row: DataValue): Generator<RecordCell> {
  for (const [name, { value, isJson }] of flattenRow(row))
    yield [name, scalarText(value), isJson ? 'list' : typeOf(value)];
}

export function typeOf(value: DataScalar): ValueType {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (value instanceof ExactNumber) return typeOfNumber(value.text);
  if (value instanceof DataTime) return 'date';
  return value instanceof NonFiniteNumber ? 'nan' : 'bytes';
}

/** How many objects and lists are inside a row. */
function countContainers(row: DataValue): number {
  const inside = row instanceof DataObject ? row.values : isList(row) ? row : [];
  return inside.reduce((sum, value) => (isScalar(value) ? sum : sum + 1 + countContainers(value)), 0);
}

/** Whether a row is more than an object of scalars or one scalar. */
function hasContainers(row: DataValue): boolean {
  if (row instanceof DataObject) return row.values.some((value) => !isScalar(value));
  return isList(row);
}
