import { viewOf } from '../../../io/bytes.ts';
import { escapeXmlAttribute } from '../../../io/xml.ts';
import { childAt, type XmlNode } from '../../../io/xml-tree.ts';
import { damaged } from '../sfnt.ts';
import { dateText, parseDate } from './dates.ts';
import { bitsOf, elementAround, integerOf, numberOf, requireAttribute, shown, within } from './elements.ts';
import { BYTES_OF, FIXED_TABLES, type Field, type FieldKind, type FixedTable } from './fixed-tables.ts';

/** Tables whose fields have fixed places, as elements with values and back. */

const POINTS = 20;

/** The table; a field whose element is missing is zero, so that old files can be read. */
export function compileFields(tag: FixedTable, elements: readonly XmlNode[]): Uint8Array {
  const parent = elementAround(tag, elements);
  const fields: readonly Field[] = FIXED_TABLES[tag];
  const [version] = fields;
  const versionNode = childAt(parent, version!.name);
  const number = !versionNode ? 0 : version!.kind === 'hex32' ? versionOf(versionNode) : numberOf(versionNode);
  const kept = fields.filter(({ since = -1 }) => since <= number);
  const table = new Uint8Array(kept.reduce((sum, { kind }) => sum + BYTES_OF[kind], 0));
  let at = 0;
  for (const { name, kind, inside, formerly = name } of kept) {
    const node =
      inside === undefined ? (childAt(parent, name) ?? childAt(parent, formerly)) : childAt(parent, inside, name);
    if (node) writeField(viewOf(table), at, kind, node);
    at += BYTES_OF[kind];
  }
  return table;
}

function writeField(view: DataView, at: number, kind: FieldKind, node: XmlNode): void {
  const bits = BYTES_OF[kind] * 8;
  const signless = (value: number): number => within(value, 0, 2 ** bits - 1, node.name);
  switch (kind) {
    case 'int8':
      return view.setUint8(at, within(integerOf(node), -128, 255, node.name));
    case 'int16':
      // Some fields without a sign have been read as signed ones, and the other way round.
      return view.setInt16(at, within(integerOf(node), -32_768, 65_535, node.name));
    case 'uint16':
      return view.setUint16(at, within(integerOf(node), -32_768, 65_535, node.name));
    case 'bits16':
      return view.setUint16(at, signless(bitsOf(node)));
    case 'bits32':
      return view.setUint32(at, signless(bitsOf(node)));
    case 'uint32':
      return view.setUint32(at, signless(integerOf(node)));
    case 'hex32':
      return view.setUint32(at, signless(versionOf(node)));
    case 'fixed':
      return view.setInt32(at, Math.round(within(fixedOf(node), -32_768, 32_768, node.name) * 0x1_0000));
    case 'points':
      return view.setUint16(at, signless(Math.round(numberOf(node) * POINTS)));
    case 'tag':
      return writeTag(view, at, requireAttribute(node, 'value'));
    case 'date':
      return view.setBigInt64(at, parseDate(requireAttribute(node, 'value')));
  }
}

/** Old files write versions as numbers with a fraction. */
function versionOf(node: XmlNode): number {
  const value = numberOf(node);
  return Number.isInteger(value) && value !== 1 ? value : Math.round(value * 0x1_0000);
}

/** And others as hexadecimal numbers of 32 bits. */
function fixedOf(node: XmlNode): number {
  const value = numberOf(node);
  return /^\s*0x/i.test(requireAttribute(node, 'value')) ? value / 0x1_0000 : value;
}

function writeTag(view: DataView, at: number, escaped: string): void {
  const text = escaped.replaceAll(/\\x([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
  if (text.length > 4 || /[^\0-\xff]/.test(text)) throw damaged(`"${shown(text)}" is not a tag of four characters`);
  for (let index = 0; index < 4; index++) view.setUint8(at + index, text.charCodeAt(index) || 0);
}

/** The elements of a table; undefined where its length is not that of its version, or a value has no text. */
export function decompileFields(tag: FixedTable, table: Uint8Array): string[] | undefined {
  const view = viewOf(table);
  const fields: readonly Field[] = FIXED_TABLES[tag];
  const lines: string[] = [];
  let at = 0;
  let version: number | undefined;
  let open: string | undefined;
  for (const { name, kind, inside, since = -1 } of fields) {
    if (since > (version ?? 0)) continue;
    if (at + BYTES_OF[kind] > table.byteLength) return undefined;
    version ??= kind === 'uint16' ? view.getUint16(at) : view.getUint32(at);
    const text = readField(view, at, kind);
    if (text === undefined) return undefined;
    at += BYTES_OF[kind];
    if (open !== inside) {
      if (open !== undefined) lines.push(`</${open}>`);
      if (inside !== undefined) lines.push(`<${inside}>`);
      open = inside;
    }
    lines.push(`<${name} value="${text}"/>`);
  }
  return at === table.byteLength ? lines : undefined;
}

function readField(view: DataView, at: number, kind: FieldKind): string | undefined {
  switch (kind) {
    case 'int8':
      return String(view.getUint8(at));
    case 'int16':
      return String(view.getInt16(at));
    case 'uint16':
      return String(view.getUint16(at));
    case 'uint32':
      return String(view.getUint32(at));
    case 'hex32':
      return `0x${view.getUint32(at).toString(16).padStart(8, '0')}`;
    case 'bits16':
      return bitText(view.getUint16(at), 16);
    case 'bits32':
      return bitText(view.getUint32(at), 32);
    case 'fixed':
      return fixedText(view.getInt32(at), 16);
    case 'points':
      return String(view.getUint16(at) / POINTS);
    case 'tag':
      return tagText(view, at);
    case 'date':
      return dateText(view.getBigInt64(at));
  }
}

/** Characters that are not plain ones are escaped as in Python. */
function tagText(view: DataView, at: number): string {
  const text = String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
  const hex = (char: string): string => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return escapeXmlAttribute(text.replaceAll(/[^\x20-\x7e]|[\\']/g, hex));
}

function bitText(value: number, bits: number): string {
  return value.toString(2).padStart(bits, '0').match(/.{8}/g)!.join(' ');
}

/** The shortest decimal number that is this one with so many bits after the point. */
export function fixedText(raw: number, bits: number): string {
  const scale = 2 ** bits;
  for (let digits = 1; digits < 6; digits++) {
    const text = (raw / scale).toFixed(digits);
    if (Math.round(Number(text) * scale) === raw) return text;
  }
  return String(raw / scale);
}
