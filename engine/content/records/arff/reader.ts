import type { RunContext } from '../../../contract/codec.ts';
import { corrupt, createValueBudget } from '../errors.ts';
import { DataObject, ExactNumber, type DataSource, type DataTime, type DataValue } from '../model.ts';
import { uniqueColumnNames } from '../table-columns.ts';
import { nanosecondsOf, parseTime } from '../times.ts';

type Kind = 'number' | 'date' | 'text';

const ATTRIBUTE = /^@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{]+)\s*(.*)$/i;
/** A value, quoted or not, and the comma behind it. */
const VALUE = /\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,]*?)\s*(,|$)/y;
/** Dates without a pattern, or with one that begins as ISO 8601 does: other patterns are left as they are. */
const DATE = /^date(?:\s*$|\s+["']?yyyy-MM-dd)/i;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Tables of Weka (Attribute-Relation File Format): named columns with their types, then a row a line. `?` is no value. */
export function readArff(text: string, { limits, signal }: RunContext): DataSource {
  const budget = createValueBudget(limits);
  const header: string[] = [];
  const kinds: Kind[] = [];
  const rows: DataValue[][] = [];
  let isData = false;
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.trim();
    if (index % 4096 === 0) signal.throwIfAborted();
    if (line === '' || line.startsWith('%')) continue;
    const [, name, type] = (!isData && ATTRIBUTE.exec(line)) || [];
    if (name !== undefined) {
      header.push(unquoted(name));
      kinds.push(kindOf(type!));
    } else if (/^@data\b/i.test(line)) isData = true;
    else if (isData) {
      budget.take(kinds.length);
      rows.push(line.startsWith('{') ? sparseRow(line, kinds, index + 1) : rowOf(line, kinds, index + 1));
    } else if (!/^@relation\b/i.test(line))
      throw corrupt(`line ${index + 1} is no part of a header`, { line: index + 1 });
  }
  if (!isData || header.length === 0) throw corrupt('it has no data');
  const columns = uniqueColumnNames(header);
  return {
    isList: true,
    isTable: true,
    columns,
    header,
    rows: () => rows.map((values) => new DataObject(columns, values)),
  };
}

function kindOf(type: string): Kind {
  if (/^(numeric|real|integer)\b/i.test(type)) return 'number';
  return DATE.test(type) ? 'date' : 'text';
}

function rowOf(line: string, kinds: readonly Kind[], number: number): DataValue[] {
  const texts = valuesIn(line);
  // A weight in braces may follow the values.
  if (texts.length < kinds.length)
    throw corrupt(`line ${number} has ${texts.length} of ${kinds.length} values`, { line: number });
  return kinds.map((kind, index) => valueOf(texts[index]!, kind));
}

/** Only what is not zero, each with its column: `{1 X, 3 5}`. */
function sparseRow(line: string, kinds: readonly Kind[], number: number): DataValue[] {
  const row: DataValue[] = kinds.map((kind) => (kind === 'number' ? new ExactNumber('0') : null));
  const end = line.lastIndexOf('}');
  if (end < 0) throw corrupt(`line ${number} is not closed`, { line: number });
  for (const text of valuesIn(line.slice(1, end))) {
    const [, column, value] = /^(\d+)\s+([^]*)$/.exec(text) ?? [];
    if (column === undefined) continue;
    if (Number(column) >= kinds.length)
      throw corrupt(`line ${number} names a column that is not there`, { line: number });
    row[Number(column)] = valueOf(value!, kinds[Number(column)]!);
  }
  return row;
}

function valuesIn(line: string): string[] {
  const values: string[] = [];
  VALUE.lastIndex = 0;
  for (;;) {
    const value = VALUE.exec(line);
    if (!value) return values;
    values.push(value[1]!);
    if (value[2] === '') return values;
  }
}

function valueOf(text: string, kind: Kind): DataValue {
  if (text === '?') return null;
  const plain = unquoted(text);
  if (kind === 'date') return timeOf(plain) ?? plain;
  return kind === 'number' && NUMBER.test(plain) ? new ExactNumber(String(Number(plain))) : plain;
}

function timeOf(text: string): DataTime | undefined {
  const time = parseTime(text);
  return time && nanosecondsOf(time) !== undefined ? time : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unquoted(text: string): string {
  const inside = /^'([^]*)'$|^"([^]*)"$/.exec(text);
  return inside
    ? (inside[1] ?? inside[2]!).replace(/\\([^])/g, (_, letter: string) => ESCAPES[letter] ?? letter)
    : text;
}
