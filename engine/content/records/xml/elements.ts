import { DataObject, type DataValue } from '../model.ts';
import { ROWS, rowsOfTree, valueOfText } from '../tree-rows.ts';

/** One element as every reader of XML finds it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly XmlElement[];
  /** All of its own text, as it stands. */
  readonly text: string;
}

/** Root of a file that is an object of several entries: no entry itself. */
export const ROOT = 'data';
/** Names of the elements that rows and the elements of other lists become. */
export const ROW = 'row';
export const ITEM = 'item';
/** Attributes and the text beside child elements as entries. */
export const ATTRIBUTE_PREFIX = '@';
export const TEXT_NAME = '#text';
export const PRESERVE = 'xml:space';

/**
 * The data of a document: an element is an object of its attributes (`@name`), its children, and its text (`#text`);
 * one of nothing but text is that text, typed where nothing is lost by it. Elements of one name side by side are a
 * list, and so is whatever holds only elements named `item`; a root `rows` of `row` elements is a list of rows, and a
 * root `data` is only there because XML needs one.
 */
export function dataOfXml(root: XmlElement): DataValue {
  const name = decodeName(root.name);
  const isEmpty = root.children.length === 0 && root.text.trim() === '';
  if (name === ROWS && root.attributes.length === 0 && (isEmpty || isListOf(root, ROW)))
    return root.children.map((row) => valueOf(row));
  const content = valueOf(root);
  const tree = name === ROOT && content instanceof DataObject ? content : new DataObject([name], [content]);
  return rowsOfTree(tree);
}

function valueOf(element: XmlElement): DataValue {
  const { attributes, children } = element;
  const told = attributes.filter(([name]) => name !== PRESERVE);
  const isPreserved = told.length < attributes.length;
  const text = isPreserved ? element.text : element.text.trim();
  if (told.length === 0 && children.length === 0) return scalarOf(text);
  if (told.length === 0 && isListOf(element, ITEM)) return children.map(valueOf);
  const entries = new Map<string, DataValue[]>();
  for (const [name, value] of told) add(entries, ATTRIBUTE_PREFIX + decodeName(name), scalarOf(value));
  for (const child of children) add(entries, decodeName(child.name), valueOf(child));
  if (text !== '') add(entries, TEXT_NAME, scalarOf(text));
  const values = [...entries.values()].map((list) => (list.length === 1 ? list[0]! : list));
  return new DataObject([...entries.keys()], values);
}

function isListOf({ children, text }: XmlElement, name: string): boolean {
  return children.length > 0 && text.trim() === '' && children.every((child) => child.name === name);
}

function scalarOf(text: string): DataValue {
  return valueOfText(decodeText(text));
}

function add(entries: Map<string, DataValue[]>, name: string, value: DataValue): void {
  const known = entries.get(name);
  if (known) known.push(value);
  else entries.set(name, [value]);
}

const NAME_START = /[\p{L}_]/u;
const NAME = /^[\p{L}_][\p{L}\p{N}_.·-]*$/u;
/** What a name without a character becomes. */
const EMPTY_NAME = '_x_';
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;
/** What XML 1.0 has no way to say in text (section 2.2), and what would be taken for our way to say it. */
const UNSPEAKABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Any text as the name of an element, as SQL/XML does it (ISO 9075-14): `_x0020_` stands for a space. */
export function encodeName(name: string): string {
  if (NAME.test(name) && !/_x[0-9A-Fa-f]{4}_/.test(name)) return name === EMPTY_NAME ? '_x005F_x_' : name;
  const encoded = name
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[^\p{L}\p{N}_.·-]/gu, (character) => [...character.split('')].map(encoded4).join(''));
  if (encoded === '') return EMPTY_NAME;
  return NAME_START.test(encoded[0]!) ? encoded : encoded4(encoded[0]!) + encoded.slice(1);
}

function decodeName(name: string): string {
  return name === EMPTY_NAME ? '' : decodeText(name);
}

export function encodeText(text: string): string {
  return text.replace(UNSPEAKABLE, (character) => encoded4(character));
}

function decodeText(text: string): string {
  return text.replace(ESCAPE, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function encoded4(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
