import {
  DataObject,
  DataTime,
  ExactNumber,
  isList,
  isScalar,
  NonFiniteNumber,
  scalarText,
  type DataSource,
  type DataValue,
} from '../model.ts';

/** Text that means itself without quotes: letters first, and nothing in it that YAML could take for a sign. */
const PLAIN = /^[\p{L}_][\p{L}\p{N}\p{M} _./+()-]*$/u;
/** Words that some reader of YAML 1.1 or 1.2 takes for something else than text. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;
/** What may be in a block of text as it is. */
const BLOCK = /^[^\s][^\p{C}\u2028\u2029]*(?:\n[^\p{C}\u2028\u2029]*)+$/u;
const TRAILING_BLANK = /[ \t](?:\n|$)/;
/** Longer keys need a form of their own (YAML 1.2.2, section 7.4.2). */
const MAX_IMPLICIT_KEY_CHARS = 1000;
/** JSON leaves these as they are; in YAML they are not printable, or ends of lines. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** YAML 1.2.2, section 10.2.1.4. */
const NON_FINITE = { NaN: '.nan', Infinity: '.inf', '-Infinity': '-.inf' } as const;

/** YAML 1.2 in block style: one item after the other, text in quotes wherever it could mean something else. */
export function* writeYaml(source: DataSource): Generator<string> {
  if (!source.isList) {
    for (const value of source.rows())
      yield isEmpty(value) || isScalar(value) ? `${inline(value, '')}\n` : block(value, '');
    return;
  }
  let isEmptyList = true;
  for (const row of source.rows()) {
    isEmptyList = false;
    yield item(row, '');
  }
  if (isEmptyList) yield '[]\n';
}

function isEmpty(value: DataValue): boolean {
  return isList(value) ? value.length === 0 : value instanceof DataObject && value.names.length === 0;
}

/** A list or object that is not empty, as lines that begin with `indent`. */
function block(value: DataValue, indent: string): string {
  if (isList(value)) return value.map((element) => item(element, indent)).join('');
  const { names, values } = value as DataObject;
  return names.map((name, index) => entry(name, values[index]!, indent)).join('');
}

function item(value: DataValue, indent: string): string {
  if (isScalar(value) || isEmpty(value)) return `${indent}- ${inline(value, `${indent}  `)}\n`;
  // The first line of the nested block goes behind the dash.
  const inner = `${indent}  `;
  return `${indent}- ${block(value, inner).slice(inner.length)}`;
}

function entry(name: string, value: DataValue, indent: string): string {
  const key = quoted(name, isPlain(name));
  const isLong = key.length > MAX_IMPLICIT_KEY_CHARS;
  const lead = isLong ? `${indent}? ${key}\n${indent}:` : `${indent}${key}:`;
  if (isScalar(value) || isEmpty(value)) return `${lead} ${inline(value, `${indent}  `)}\n`;
  return `${lead}\n${block(value, `${indent}  `)}`;
}

/** A scalar or an empty collection; a text of several lines goes on in lines that begin with `indent`. */
function inline(value: DataValue, indent: string): string {
  if (isList(value)) return '[]';
  if (value instanceof DataObject) return '{}';
  if (value instanceof ExactNumber) return value.text;
  if (value instanceof NonFiniteNumber) return NON_FINITE[value.text];
  if (value instanceof DataTime) return value.kind === 'time' ? quoted(value.text, false) : value.text;
  if (value instanceof Uint8Array) return `!!binary ${quoted(scalarText(value), false)}`;
  if (typeof value !== 'string') return String(value);
  const isBlock = value.includes('\n') && BLOCK.test(value) && !TRAILING_BLANK.test(value);
  return isBlock ? literalBlock(value, indent) : quoted(value, isPlain(value));
}

function literalBlock(text: string, indent: string): string {
  const isKept = text.endsWith('\n\n');
  const chomping = isKept ? '+' : text.endsWith('\n') ? '' : '-';
  const lines = text.replace(/\n$/, '').split('\n');
  return `|${chomping}\n${lines.map((line) => (line === '' ? '' : (indent || '  ') + line)).join('\n')}`;
}

function isPlain(text: string): boolean {
  return PLAIN.test(text) && !text.endsWith(' ') && !RESERVED.test(text);
}

/** A JSON string is a double-quoted YAML scalar, but for characters that YAML does not count as printable. */
function quoted(text: string, isPlainText: boolean): string {
  if (isPlainText) return text;
  return JSON.stringify(text).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
