import { DataObject, isList, NonFiniteNumber, type DataSource, type DataValue } from '../model.ts';
import { compactJson } from './writer.ts';

/** A name that needs no quotes (ECMAScript 5.1, IdentifierName), in ASCII. */
const BARE = /^[$A-Z_a-z][$\w]*$/;

/** JSON5 as people write it: bare names, trailing commas, NaN and Infinity; one row a line for lists. */
export function* writeJson5(source: DataSource): Generator<string> {
  if (!source.isList) {
    for (const value of source.rows()) yield `${indented(value, '')}\n`;
    return;
  }
  yield '[\n';
  for (const row of source.rows()) yield `  ${inline(row)},\n`;
  yield ']\n';
}

function inline(value: DataValue): string {
  if (isList(value)) return `[${value.map(inline).join(', ')}]`;
  if (!(value instanceof DataObject)) return scalar(value);
  const entries = value.names.map((name, index) => `${nameOf(name)}: ${inline(value.values[index]!)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function indented(value: DataValue, indent: string): string {
  const inner = `${indent}  `;
  if (isList(value) && value.length > 0)
    return `[\n${value.map((item) => `${inner}${indented(item, inner)},\n`).join('')}${indent}]`;
  if (!(value instanceof DataObject) || value.names.length === 0) return inline(value);
  const lines = value.names.map(
    (name, index) => `${inner}${nameOf(name)}: ${indented(value.values[index]!, inner)},\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

function scalar(value: DataValue): string {
  return value instanceof NonFiniteNumber ? value.text : compactJson(value);
}

function nameOf(name: string): string {
  return BARE.test(name) ? name : JSON.stringify(name);
}
