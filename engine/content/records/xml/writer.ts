import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import {
  DataObject,
  isList,
  isScalar,
  scalarText,
  type DataScalar,
  type DataSource,
  type DataValue,
} from '../model.ts';
import { ROWS, treeOfSource } from '../tree-rows.ts';
import { ATTRIBUTE_PREFIX, encodeName, encodeText, ITEM, PRESERVE, ROOT, ROW, TEXT_NAME } from './elements.ts';

/** An entry with the name of the elements of a list, as an escape that `dataOfXml` undoes. */
const ITEM_ENTRY = '_x0069_tem';

/**
 * XML that `dataOfXml` reads as the same data: objects are elements of elements, lists hold `item` elements, a list of
 * rows is `rows` of `row`. Entries that begin with `@` are attributes, `#text` is the text beside them.
 */
export function* writeXml(source: DataSource): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (source.isList) {
    yield `<${ROWS}>\n`;
    for (const row of source.rows()) yield element(ROW, row, '  ');
    yield `</${ROWS}>\n`;
    return;
  }
  const tree = treeOfSource(source);
  const [value] = tree.values;
  const [name] = tree.names;
  // What came from XML has one entry: its root.
  const isRoot = tree.names.length === 1 && !isList(value!) && !isOurs(name!);
  yield isRoot ? element(encodeName(name!), value!, '') : element(ROOT, tree, '');
}

function isOurs(name: string): boolean {
  return name === ROOT || name === ROWS || name === TEXT_NAME || name.startsWith(ATTRIBUTE_PREFIX);
}

function element(name: string, value: DataValue, indent: string): string {
  if (isScalar(value)) return leaf(name, value, indent);
  if (isList(value)) {
    if (value.length === 0) return `${indent}<${name}>[]</${name}>\n`;
    return wrapped(name, value.map((item) => element(ITEM, item, `${indent}  `)).join(''), indent);
  }
  return object(name, value, indent);
}

function object(name: string, { names, values }: DataObject, indent: string): string {
  if (names.length === 0) return `${indent}<${name}>{}</${name}>\n`;
  let attributes = '';
  let content = '';
  let text: DataScalar = null;
  // An element of nothing but `item` elements would be a list.
  const item = names.length === 1 || names.includes(TEXT_NAME) ? ITEM_ENTRY : ITEM;
  for (const [index, key] of names.entries()) {
    const value = values[index]!;
    if (isAttribute(key) && isScalar(value)) {
      const own = escapeXmlAttribute(encodeText(scalarText(value))).replace(/[\t\n\r]/g, asReference);
      attributes += ` ${encodeName(key.slice(1))}="${own}"`;
    } else if (key === TEXT_NAME && isScalar(value) && standsBeside(value, names)) text = value;
    else if (isList(value) && value.length > 1 && value.every((item) => !isList(item)))
      content += value.map((one) => element(key === ITEM ? item : encodeName(key), one, `${indent}  `)).join('');
    else content += element(key === ITEM ? item : encodeName(key), value, `${indent}  `);
  }
  if (content === '' && text !== null) return leaf(name, text, indent, attributes);
  if (content === '') return `${indent}<${name}${attributes}/>\n`;
  const beside = text === null ? '' : `${indent}  ${textOf(text)}\n`;
  return wrapped(name, content + beside, indent, attributes);
}

/** Whether a text comes back as `#text`: it is not alone, and beside elements it has no blanks at its ends. */
function standsBeside(text: DataScalar, names: readonly string[]): boolean {
  if (names.length === 1) return false;
  return scalarText(text).trim() === scalarText(text) || names.every((name) => name === TEXT_NAME || isAttribute(name));
}

function isAttribute(key: string): boolean {
  return key.length > 1 && key.startsWith(ATTRIBUTE_PREFIX);
}

function wrapped(name: string, content: string, indent: string, attributes = ''): string {
  return `${indent}<${name}${attributes}>\n${content}${indent}</${name}>\n`;
}

function leaf(name: string, value: DataScalar, indent: string, attributes = ''): string {
  const text = scalarText(value);
  if (text === '') return `${indent}<${name}${attributes}/>\n`;
  const space = text.trim() === text ? '' : ` ${PRESERVE}="preserve"`;
  return `${indent}<${name}${attributes}${space}>${textOf(value)}</${name}>\n`;
}

function textOf(value: DataScalar): string {
  return escapeXml(encodeText(scalarText(value))).replaceAll('\r', '&#13;');
}

function asReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
