import {
  DataObject,
  ExactNumber,
  isList,
  NonFiniteNumber,
  scalarText,
  type DataScalar,
  type DataSource,
  type DataValue,
} from '../model.ts';

/** One element a line for lists, indented for single values. */
export function* writeJson(source: DataSource): Generator<string> {
  if (!source.isList) {
    for (const value of source.rows()) yield `${indentedJson(value, '')}\n`;
    return;
  }
  let isFirst = true;
  for (const row of source.rows()) {
    yield `${isFirst ? '[\n' : ',\n'}${compactJson(row)}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

export function* writeNdjson(source: DataSource): Generator<string> {
  for (const row of source.rows()) yield `${compactJson(row)}\n`;
}

export function compactJson(value: DataValue): string {
  if (typeof value === 'string') return jsonString(value);
  if (value instanceof ExactNumber) return value.text;
  if (isList(value)) return `[${value.map(compactJson).join(',')}]`;
  if (!(value instanceof DataObject)) return wordJson(value);
  const labels = labelsOf(value.names);
  let text = '';
  for (let index = 0; index < labels.length; index++) {
    text += `${index === 0 ? '{' : ','}${labels[index]}${compactJson(value.values[index]!)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** JSON has no times, bytes and infinities: they are texts. */
function wordJson(value: DataScalar): string {
  if (value === null || typeof value === 'boolean') return String(value);
  return value instanceof NonFiniteNumber && value.text === 'NaN' ? 'null' : jsonString(scalarText(value));
}

/** What JSON must escape, and half surrogates. */
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/; // oxlint-disable-line no-control-regex -- JSON forbids them

/** Most texts need no escape, and a look at them is much faster than `JSON.stringify`. */
function jsonString(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Rows of a table share one list of names: their JSON text is made once. */
const knownLabels = new WeakMap<readonly string[], readonly string[]>();

function labelsOf(names: readonly string[]): readonly string[] {
  const known = knownLabels.get(names);
  if (known) return known;
  const labels = names.map((name) => `${JSON.stringify(name)}:`);
  knownLabels.set(names, labels);
  return labels;
}

function indentedJson(value: DataValue, indent: string): string {
  const inner = `${indent}  `;
  if (isList(value) && value.length > 0) {
    return `[\n${value.map((item) => inner + indentedJson(item, inner)).join(',\n')}\n${indent}]`;
  }
  if (value instanceof DataObject && value.names.length > 0) {
    const lines = value.names.map(
      (name, index) => `${inner}${JSON.stringify(name)}: ${indentedJson(value.values[index]!, inner)}`,
    );
    return `{\n${lines.join(',\n')}\n${indent}}`;
  }
  return compactJson(value);
}
