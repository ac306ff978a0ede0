import type { RunContext } from '../../../contract/codec.ts';
import {
  DataObject,
  isList,
  isScalar,
  scalarText,
  type DataScalar,
  type DataSource,
  type DataValue,
} from '../model.ts';
import { compactJson } from '../json/writer.ts';
import { Losses } from '../losses.ts';
import { numberedTree, valueOfText } from '../tree-rows.ts';

/** Text that means itself without quotes, as a name or a value. */
const PLAIN = /^[^\s"'[\];#=:\\](?:[^"\r\n\\;#=:[\]]*[^\s"\\;#=:[\]])?$/;
const PLAIN_VALUE = /^[^\s"'\\;#](?:[^\r\n\\;#]*[^\s\\;#])?$/;

/**
 * INI: objects are sections (`[a.b]`), lists of scalars are repeated entries (`name[]`), other lists JSON text; the
 * rows of a list are the sections `rows.1`, `rows.2` …. Texts that would be read as something else are quoted.
 */
export function* writeIni(source: DataSource, { context }: { readonly context: RunContext }): Generator<string> {
  const losses = new Losses();
  const lines = [...section(numberedTree(source), '', losses)];
  losses.report(context, 'INI');
  for (const [index, line] of lines.entries()) yield index === 0 ? line.trimStart() : line;
}

function* section({ names, values }: DataObject, path: string, losses: Losses): Generator<string> {
  const inner = names.map((name, index) => ({ name, value: values[index]! }));
  const entries = inner.filter(({ value }) => !isSection(value));
  if (path !== '' && entries.length > 0) yield `\n[${path}]\n`;
  for (const { name, value } of entries) yield* entry(name, value, losses);
  for (const { name, value } of inner) {
    if (!isSection(value)) continue;
    const part = PLAIN.test(name) && !name.includes('.') ? name : JSON.stringify(name);
    yield* section(value, path === '' ? part : `${path}.${part}`, losses);
  }
}

function isSection(value: DataValue): value is DataObject {
  return value instanceof DataObject && value.names.length > 0;
}

function* entry(name: string, value: DataValue, losses: Losses): Generator<string> {
  const key = PLAIN.test(name) ? name : JSON.stringify(name);
  if (isScalar(value)) yield `${key} = ${textOf(value)}\n`;
  else if (isList(value) && value.length > 0 && value.every(isScalar)) {
    for (const item of value) yield `${key}[] = ${textOf(item)}\n`;
  } else {
    const json = compactJson(value);
    const isRead = typeof valueOfText(json) !== 'string';
    if (!isRead) losses.containers++;
    yield `${key} = ${isRead ? json : textOf(json)}\n`;
  }
}

function textOf(value: DataScalar): string {
  const text = scalarText(value);
  if (text === '' && value === null) return '';
  const isTypedString = typeof value === 'string' && typeof valueOfText(text) !== 'string';
  return PLAIN_VALUE.test(text) && !isTypedString ? text : JSON.stringify(text);
}
