import { bytesOfHex } from '../../../io/bytes.ts';
import type { XmlNode } from '../../../io/xml-tree.ts';
import { damaged } from '../sfnt.ts';

/** Values as TTX writes them in attributes, and the errors for those that are none. */

const NUMBER = /^[-+]?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)$/i;
const SHOWN_CHARS = 40;

/** An element that is not in the file, around some that are. */
export function elementAround(name: string, children: readonly XmlNode[]): XmlNode {
  return { name, attributes: { get: () => undefined, all: () => [] }, children, text: '' };
}

export function requireAttribute(node: XmlNode, name: string): string {
  const value = node.attributes.get(name);
  if (value === undefined) throw damaged(`an element ${node.name} lacks its attribute ${name}`);
  return value;
}

/** A whole number, decimal or hexadecimal. */
export function integerOf(node: XmlNode, name = 'value'): number {
  return Math.round(parseNumber(requireAttribute(node, name), node.name));
}

export function numberOf(node: XmlNode, name = 'value'): number {
  return parseNumber(requireAttribute(node, name), node.name);
}

/** A number of so many bits, with or without a sign. */
export function integerWithin(node: XmlNode, name: string, least: number, most: number): number {
  return within(integerOf(node, name), least, most, node.name);
}

export const INT16 = [-32_768, 32_767] as const;
export const UINT16 = [0, 65_535] as const;

export function within(value: number, least: number, most: number, what: string): number {
  if (value >= least && value <= most) return value;
  throw damaged(`the number ${value} in ${what} is not between ${least} and ${most}`);
}

export function parseNumber(text: string, what: string): number {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) throw damaged(`"${shown(trimmed)}" in ${what} is not a number`);
  if (!/^[-+]?0x/i.test(trimmed)) return Number(trimmed);
  return trimmed.startsWith('-') ? -Number(trimmed.slice(1)) : Number(trimmed.replace('+', ''));
}

/** Bits as TTX writes flags: in bytes, the highest first. Old files have a plain number. */
export function bitsOf(node: XmlNode): number {
  const text = requireAttribute(node, 'value').trim();
  if (!/^[01]{8}(?:\s+[01]{8})*$/.test(text)) return integerOf(node);
  return parseInt(text.replaceAll(/\s+/g, ''), 2);
}

/** Bytes in hexadecimal, white space among them. */
export function hexBytes(text: string, what: string): Uint8Array {
  const digits = text.replaceAll(/\s+/g, '');
  if (digits.length % 2 !== 0 || /[^\da-f]/i.test(digits))
    throw damaged(`the hexadecimal data of ${what} is not made of whole bytes`);
  return bytesOfHex(digits);
}

export function shown(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}
