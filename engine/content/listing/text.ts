import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { declaredEncoding, escapeXml, escapeXmlAttribute } from '../../io/xml.ts';
import { parseXmlTree, type XmlNode } from '../../io/xml-tree.ts';
import { corrupt } from './failures.ts';

/** The text of a file; `declared` is an encoding that its format or its declaration names. */
export function textOfFile(bytes: Uint8Array, declared?: string): string {
  const { text } = decodeText(bytes, declared);
  if (text.trim() === '') throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  return text;
}

export function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** The root of an XML file; entities that it declares itself are left as they stand, and nothing is fetched. */
export function rootOf(bytes: Uint8Array, limits: Limits, options?: { readonly mixed?: boolean }): XmlNode {
  const [root] = parseXmlTree(textOfFile(bytes, declaredEncoding(bytes)), limits, options).children.filter(
    ({ name }) => name !== '#text',
  );
  if (!root) throw corrupt('it has no element');
  return root;
}

/** The text of the first child of a name, without white space around it. */
export function childText(node: XmlNode | undefined, name: string): string | undefined {
  return node?.children.find((child) => child.name === name)?.text.trim() || undefined;
}

/** JSON of a file. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOfFile(bytes).replace(/^\ufeff/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw corrupt('it is no valid JSON', {}, error);
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function stringIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** Begins an XML file. */
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** An element of what is inside, or an empty one. */
export function element(name: string, attributes: Attributes, inside?: string): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${attributeText(value!)}"`);
  return inside === undefined ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inside}</${name}>`;
}

/** An element of text; nothing where there is none. */
export function textElement(name: string, text: string | undefined, attributes: Attributes = {}): string {
  return text === undefined ? '' : element(name, attributes, xmlText(text));
}

/** Text between tags. Characters that XML does not have are left out, and carriage returns are referred to. */
export function xmlText(text: string): string {
  return escapeXml(text).replaceAll('\r', '&#13;');
}

function attributeText(text: string): string {
  return escapeXmlAttribute(text).replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}

/** Lines of what is there, each with its end. */
export function lines(...parts: readonly (string | false | undefined)[]): string {
  return parts
    .filter((part): part is string => Boolean(part))
    .map((part) => `${part}\n`)
    .join('');
}
