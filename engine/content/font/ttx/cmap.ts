import { equalBytes, viewOf } from '../../../io/bytes.ts';
import type { XmlNode } from '../../../io/xml-tree.ts';
import { ByteWriter } from '../byte-writer.ts';
import { damaged } from '../sfnt.ts';
import { hexBytes, integerOf, integerWithin, UINT16 } from './elements.ts';
import type { GlyphOrder } from './glyph-order.ts';
import { compileVariants } from './cmap-variants.ts';

/** The table `cmap`: which characters are which glyphs. https://learn.microsoft.com/typography/opentype/spec/cmap */

/** Characters with their glyphs, in the order of their codes. */
export type Mapping = readonly (readonly [code: number, glyph: number])[];

const FORMAT = /^cmap_format_(\d{1,2})$/;
const MAX_LENGTH = 0xffff;
/** Consecutive glyphs that are worth a segment of their own. */
const WORTH_A_SEGMENT = 5;
const LAST_CODE = { 0: 0xff, 4: 0xffff, 6: 0xffff, 12: 0x10_ffff, 13: 0x10_ffff } as const;

type Tell = (what: string) => void;

/** The table; `tell` hears of encodings that are left out. */
export function compileCmap(elements: readonly XmlNode[], order: GlyphOrder, tell: Tell): Uint8Array {
  const subtables = elements.flatMap((node) => {
    const format = FORMAT.exec(node.name)?.[1];
    if (format === undefined) return [];
    const bytes = compileSubtable(node, Number(format), order);
    if (!bytes) tell(`an encoding of the format ${format} in the table cmap`);
    const [platform, encoding] = ['platformID', 'platEncID'].map((name) => integerWithin(node, name, ...UINT16));
    return bytes ? [{ platform: platform!, encoding: encoding!, bytes }] : [];
  });
  subtables.sort((a, b) => a.platform - b.platform || a.encoding - b.encoding);
  const directory = new ByteWriter();
  const contents = new ByteWriter();
  directory.u16(0);
  directory.u16(subtables.length);
  const headerBytes = 4 + 8 * subtables.length;
  const places = new Map<string, number>();
  for (const { platform, encoding, bytes } of subtables) {
    const key = String.fromCharCode(...bytes.subarray(0, 64)) + String(bytes.byteLength);
    const known = places.get(key);
    const isSame = known !== undefined && equalBytes(contents.written.subarray(known, known + bytes.byteLength), bytes);
    const at = isSame ? known : contents.length;
    places.set(key, at);
    directory.u16(platform);
    directory.u16(encoding);
    directory.u32(headerBytes + at);
    if (!isSame) contents.add(bytes);
  }
  directory.add(contents.written);
  return directory.finish();
}

/** Undefined for a format that is not written. */
function compileSubtable(node: XmlNode, format: number, order: GlyphOrder): Uint8Array | undefined {
  if (format === 14) return compileVariants(node, order);
  if (node.children.length === 0 && node.text.trim() !== '') return hexBytes(node.text, node.name);
  if (!(format in LAST_CODE)) return undefined;
  const mapping = mappingIn(node, LAST_CODE[format as keyof typeof LAST_CODE], order);
  const language = node.attributes.get('language') === undefined ? 0 : integerOf(node, 'language');
  switch (format) {
    case 0:
      return bytesSubtable(mapping, language);
    case 4:
      return segmentsSubtable(mapping, language);
    case 6:
      return trimmedSubtable(mapping, language);
    default:
      return groupsSubtable(mapping, language, format);
  }
}

function mappingIn(node: XmlNode, lastCode: number, order: GlyphOrder): Mapping {
  const glyphs = new Map<number, number>();
  for (const child of node.children)
    if (child.name === 'map') glyphs.set(integerWithin(child, 'code', 0, lastCode), order.glyphIn(child));
  return [...glyphs].sort(([a], [b]) => a - b);
}

function bytesSubtable(mapping: Mapping, language: number): Uint8Array {
  const table = new Uint8Array(262);
  const view = viewOf(table);
  view.setUint16(2, 262);
  view.setUint16(4, language);
  for (const [code, glyph] of mapping) {
    if (glyph > 0xff) throw damaged('cmap_format_0 names a glyph beyond number 255');
    table[6 + code] = glyph;
  }
  return table;
}

function trimmedSubtable(mapping: Mapping, language: number): Uint8Array {
  const first = mapping[0]?.[0] ?? 0;
  const count = mapping.length === 0 ? 0 : mapping.at(-1)![0] - first + 1;
  const table = new Uint8Array(10 + 2 * count);
  const view = viewOf(table);
  for (const [index, value] of [6, table.byteLength, language, first, count].entries())
    view.setUint16(index * 2, Math.min(value, MAX_LENGTH));
  for (const [code, glyph] of mapping) view.setUint16(10 + 2 * (code - first), glyph);
  return table;
}

/** Format 12, or 13, where all characters of a group have one glyph. */
function groupsSubtable(mapping: Mapping, language: number, format: number): Uint8Array {
  const step = format === 12 ? 1 : 0;
  const groups = new ByteWriter(mapping.length * 4);
  let count = 0;
  for (let from = 0; from < mapping.length;) {
    let end = from + 1;
    const [code, glyph] = mapping[from]!;
    while (mapping[end]?.[0] === code + end - from && mapping[end]![1] === glyph + (end - from) * step) end++;
    for (const value of [code, code + end - from - 1, glyph]) groups.u32(value);
    count++;
    from = end;
  }
  const table = new ByteWriter(16 + groups.length);
  table.u16(format);
  table.u16(0);
  for (const value of [16 + groups.length, language, count]) table.u32(value);
  table.add(groups.written);
  return table.finish();
}

interface Segment {
  readonly first: number;
  readonly last: number;
  /** Their glyphs, where these are not one after another. */
  readonly glyphs: readonly number[];
  readonly delta: number | undefined;
}

/** Format 4: segments of characters one after another. */
function segmentsSubtable(mapping: Mapping, language: number): Uint8Array {
  const segments = segmentsOf(mapping.filter(([code]) => code < 0xffff));
  const end = mapping.at(-1);
  segments.push({ first: 0xffff, last: 0xffff, glyphs: [], delta: end?.[0] === 0xffff ? end[1] - 0xffff : 1 });
  const count = segments.length;
  const selector = Math.floor(Math.log2(count));
  const table = new ByteWriter(16 + count * 8);
  const glyphs = new ByteWriter();
  const offsets = segments.map(({ delta, glyphs: own }, index) => {
    if (delta !== undefined) return 0;
    const offset = 2 * (count - index) + glyphs.length;
    for (const glyph of own) glyphs.u16(glyph);
    return offset;
  });
  const length = 16 + count * 8 + glyphs.length;
  if (length > MAX_LENGTH) throw damaged('cmap_format_4 has more characters than fit into it');
  for (const value of [4, length, language, count * 2, 2 << selector, selector, count * 2 - (2 << selector)])
    table.u16(value);
  for (const { last } of segments) table.u16(last);
  table.u16(0);
  for (const { first } of segments) table.u16(first);
  for (const { delta = 0 } of segments) table.u16(delta & 0xffff);
  for (const offset of offsets) table.u16(offset);
  table.add(glyphs.written);
  return table.finish();
}

function segmentsOf(mapping: Mapping): Segment[] {
  const segments: Segment[] = [];
  for (let from = 0; from < mapping.length;) {
    let end = from + 1;
    while (mapping[end]?.[0] === mapping[end - 1]![0] + 1) end++;
    segments.push(...partsOf(mapping.slice(from, end)));
    from = end;
  }
  return segments;
}

/** Long runs of consecutive glyphs apart from the rest, whose glyphs are listed. */
function partsOf(run: Mapping): Segment[] {
  const parts: Segment[] = [];
  const add = (from: number, end: number): void => {
    const part = run.slice(from, end);
    if (part.length === 0) return;
    const [first, glyph] = part[0]!;
    const isConsecutive = part.every(([, each], index) => each === glyph + index);
    const delta = isConsecutive ? glyph - first : undefined;
    parts.push({ first, last: first + part.length - 1, glyphs: part.map(([, each]) => each), delta });
  };
  let rest = 0;
  for (let from = 0; from < run.length;) {
    let end = from + 1;
    while (end < run.length && run[end]![1] === run[end - 1]![1] + 1) end++;
    if (end - from >= WORTH_A_SEGMENT) {
      add(rest, from);
      add(from, end);
      rest = end;
    }
    from = end;
  }
  add(rest, run.length);
  return parts;
}
