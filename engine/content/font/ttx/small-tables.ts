import { hexOf, viewOf } from '../../../io/bytes.ts';
import { escapeXmlAttribute } from '../../../io/xml.ts';
import { childAt, childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import { ByteWriter } from '../byte-writer.ts';
import { postTable } from '../names.ts';
import { damaged } from '../sfnt.ts';
import { INT16, integerOf, integerWithin, requireAttribute, UINT16 } from './elements.ts';
import { compileFields, decompileFields } from './fields.ts';
import type { GlyphOrder } from './glyph-order.ts';

/** Tables of a few numbers each, as elements and back. */

const POST_HEADER_BYTES = 32;
const POST_WITHOUT_NAMES = 0x0003_0000;
/** Ways of smoothing that only the second version of `gasp` knows. */
const NEW_SMOOTHING = ~3;
const KERN_HEADER_BYTES = 14;

/** `post`: every name is written out, so that the standard names need not be known. */
export function compilePost(elements: readonly XmlNode[], order: GlyphOrder): Uint8Array {
  const header = compileFields('post', elements);
  if (viewOf(header).getUint32(0) === POST_WITHOUT_NAMES) return header;
  const names = [...order.names];
  const given = elements.find(({ name }) => name === 'psNames');
  for (const node of childrenNamed(given, 'psName')) names[order.glyphIn(node)] = requireAttribute(node, 'psName');
  return postTable(header, names);
}

/** `names` are those of the glyphs as elements name them, `own` as the font itself does. */
export function postLines(
  table: Uint8Array,
  names: readonly string[],
  own: readonly string[] | undefined,
): string[] | undefined {
  const lines = decompileFields('post', table.subarray(0, POST_HEADER_BYTES));
  if (!lines || viewOf(table).getUint32(0) === POST_WITHOUT_NAMES || !own) return lines;
  // A font may use a name twice, which elements cannot.
  const renamed = names.flatMap((name, glyph) =>
    own[glyph] === name
      ? []
      : [`<psName name="${escapeXmlAttribute(name)}" psName="${escapeXmlAttribute(own[glyph]!)}"/>`],
  );
  return [...lines, '<psNames>', ...renamed, '</psNames>', '<extraNames>', '</extraNames>'];
}

export function compileGasp(elements: readonly XmlNode[]): Uint8Array {
  const ranges = elements
    .filter(({ name }) => name === 'gaspRange')
    .map((node) => [
      integerWithin(node, 'rangeMaxPPEM', ...UINT16),
      integerWithin(node, 'rangeGaspBehavior', ...UINT16),
    ])
    .sort(([a], [b]) => a! - b!);
  const out = new ByteWriter(4 + ranges.length * 4);
  out.u16(ranges.some(([, behaviour]) => (behaviour! & NEW_SMOOTHING) !== 0) ? 1 : 0);
  out.u16(ranges.length);
  for (const number of ranges.flat()) out.u16(number);
  return out.finish();
}

/** Undefined where its version is not the one that its ranges need. */
export function gaspLines(table: Uint8Array): string[] | undefined {
  const view = viewOf(table);
  const ranges = Array.from(
    { length: view.getUint16(2) },
    (_, index) => [view.getUint16(4 + index * 4), view.getUint16(6 + index * 4)] as const,
  );
  const version = Number(ranges.some(([, behaviour]) => (behaviour & NEW_SMOOTHING) !== 0));
  if (view.getUint16(0) !== version || table.byteLength !== 4 + ranges.length * 4) return undefined;
  return ranges.map(([most, behaviour]) => `<gaspRange rangeMaxPPEM="${most}" rangeGaspBehavior="${behaviour}"/>`);
}

/** `cvt`: numbers that the programs use. */
export function compileControlValues(elements: readonly XmlNode[]): Uint8Array {
  const values: number[] = [];
  for (const node of elements) {
    if (node.name !== 'cv') continue;
    values[integerWithin(node, 'index', 0, 0x7fff)] = integerWithin(node, 'value', ...INT16);
  }
  const out = new ByteWriter(values.length * 2);
  for (const value of values) out.u16((value ?? 0) & 0xffff);
  return out.finish();
}

export function controlValueLines(table: Uint8Array): string[] {
  const view = viewOf(table);
  return Array.from(
    { length: table.byteLength >> 1 },
    (_, index) => `<cv index="${index}" value="${view.getInt16(index * 2)}"/>`,
  );
}

/** `kern` of OpenType, with pairs of glyphs; undefined where it has subtables of another kind. */
export function compileKern(elements: readonly XmlNode[], order: GlyphOrder): Uint8Array | undefined {
  const subtables = elements.filter(({ name }) => name === 'kernsubtable');
  const version = elements.find(({ name }) => name === 'version');
  if (version && integerOf(version) !== 0) return undefined;
  if (subtables.some((node) => integerOf(node, 'format') !== 0)) return undefined;
  const out = new ByteWriter(1024);
  out.u16(0);
  out.u16(subtables.length);
  for (const subtable of subtables) {
    const pairs = childrenNamed(subtable, 'pair')
      .map((node) => [order.glyphIn(node, 'l'), order.glyphIn(node, 'r'), integerWithin(node, 'v', ...INT16)] as const)
      .sort(([a, b], [c, d]) => a - c || b - d);
    out.u16(0);
    out.u16((KERN_HEADER_BYTES + pairs.length * 6) & 0xffff);
    out.u8(0);
    out.u8(integerWithin(subtable, 'coverage', 0, 255));
    for (const value of searchFields(pairs.length)) out.u16(value);
    for (const number of pairs.flat()) out.u16(number & 0xffff);
  }
  return out.finish();
}

/** How many pairs there are, and where a search by halves begins in them. */
function searchFields(count: number): number[] {
  const selector = count === 0 ? 0 : Math.floor(Math.log2(count));
  const range = count === 0 ? 0 : 6 << selector;
  return [count, range, selector, count * 6 - range].map((value) => value & 0xffff);
}

/** Undefined for subtables of another kind, and for what would not be compiled to the same bytes. */
export function kernLines(table: Uint8Array, names: readonly string[]): string[] | undefined {
  const view = viewOf(table);
  if (view.getUint16(0) !== 0) return undefined;
  const lines = ['<version value="0"/>'];
  let at = 4;
  for (let subtable = 0; subtable < view.getUint16(2); subtable++) {
    const count = view.getUint16(at + 6);
    const isPlain = view.getUint16(at) === 0 && view.getUint8(at + 4) === 0;
    const isUsual = searchFields(count).every((value, index) => value === view.getUint16(at + 6 + index * 2));
    if (!isPlain || !isUsual || view.getUint16(at + 2) !== ((KERN_HEADER_BYTES + count * 6) & 0xffff)) return undefined;
    lines.push(`<kernsubtable coverage="${view.getUint8(at + 5)}" format="0">`);
    let last = -1;
    for (let pair = at + KERN_HEADER_BYTES; pair < at + KERN_HEADER_BYTES + count * 6; pair += 6) {
      const [left, right] = [names[view.getUint16(pair)], names[view.getUint16(pair + 2)]];
      if (left === undefined || right === undefined || view.getUint32(pair) <= last) return undefined;
      last = view.getUint32(pair);
      const glyphs = `l="${escapeXmlAttribute(left)}" r="${escapeXmlAttribute(right)}"`;
      lines.push(`<pair ${glyphs} v="${view.getInt16(pair + 4)}"/>`);
    }
    lines.push('</kernsubtable>');
    at += KERN_HEADER_BYTES + count * 6;
  }
  return at === table.byteLength ? lines : undefined;
}

/** `VORG`: where glyphs begin in vertical text. */
export function compileVerticalOrigins(elements: readonly XmlNode[], order: GlyphOrder): Uint8Array {
  const number = (name: string): number => {
    const node = elements.find((each) => each.name === name);
    return node ? integerWithin(node, 'value', ...INT16) : 0;
  };
  const origins = elements
    .filter(({ name }) => name === 'VOriginRecord')
    .map((node) => {
      const [name, origin] = [childAt(node, 'glyphName'), childAt(node, 'vOrigin')];
      if (!name || !origin) throw damaged('a VOriginRecord lacks its glyph or its origin');
      return [order.glyphIn(name, 'value'), integerWithin(origin, 'value', ...INT16)] as const;
    })
    .sort(([a], [b]) => a - b);
  const out = new ByteWriter(8 + origins.length * 4);
  for (const value of [number('majorVersion'), number('minorVersion'), number('defaultVertOriginY'), origins.length])
    out.u16(value & 0xffff);
  for (const value of origins.flat()) out.u16(value & 0xffff);
  return out.finish();
}

/** Any table as it is. */
export function hexLines(table: Uint8Array): string[] {
  const digits = hexOf(table);
  const lines: string[] = [];
  for (let at = 0; at < digits.length; at += 64) lines.push(digits.slice(at, at + 64));
  return ['<hexdata>', ...lines, '</hexdata>'];
}
