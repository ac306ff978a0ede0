import { childrenNamed, type XmlNode } from '../../../../io/xml-tree.ts';
import { ByteWriter } from '../../byte-writer.ts';
import { integerWithin } from '../elements.ts';
import type { GlyphOrder } from '../glyph-order.ts';
import { PREDEFINED_ENCODINGS } from './fields.ts';

/** The tables of a Compact Font Format table that have a value for each glyph. */

const SUPPLEMENTED = 0x80;
const MAX_CODES = 255;

/** Format 2: ranges of the names, or numbers, of glyphs; the first glyph has none. */
export function charsetTable(ids: readonly number[]): Uint8Array {
  const out = new ByteWriter(1 + ids.length * 4);
  out.u8(2);
  for (let from = 1; from < ids.length;) {
    let end = from + 1;
    while (ids[end] === ids[end - 1]! + 1) end++;
    out.u16(ids[from]!);
    out.u16(end - from - 1);
    from = end;
  }
  return out.finish();
}

/** The number of a predefined encoding, or a table of the codes of glyphs. */
export function encodingTable(
  node: XmlNode | undefined,
  order: GlyphOrder,
  ids: readonly number[],
): number | Uint8Array {
  const name = node?.attributes.get('name');
  const predefined = PREDEFINED_ENCODINGS.findIndex((each) => each === name);
  if (!node || predefined >= 0) return Math.max(0, predefined);
  const codes = new Map<number, number>();
  const more: [code: number, glyph: number][] = [];
  const glyphs = new Map(
    childrenNamed(node, 'map').map((map) => [integerWithin(map, 'code', 0, 255), order.glyphIn(map)]),
  );
  for (const [code, glyph] of glyphs) {
    // Only the first glyphs can be in the list; any may be in the supplement.
    if (codes.has(glyph) || glyph > MAX_CODES || glyph === 0) more.push([code, glyph]);
    else codes.set(glyph, code);
  }
  // Glyphs without a code would take one in the list: what comes after the first of them is a supplement as well.
  let count = 0;
  while (codes.has(count + 1)) count++;
  for (const [glyph, code] of codes) if (glyph > count) more.push([code, glyph]);
  const out = new ByteWriter(2 + count + more.length * 3);
  out.u8(more.length > 0 ? SUPPLEMENTED : 0);
  out.u8(count);
  for (let glyph = 1; glyph <= count; glyph++) out.u8(codes.get(glyph)!);
  if (more.length > 0) out.u8(Math.min(more.length, MAX_CODES));
  for (const [code, glyph] of more.slice(0, MAX_CODES)) {
    out.u8(code);
    out.u16(ids[glyph]!);
  }
  return out.finish();
}

/** Format 3: ranges of glyphs with one dictionary. */
export function selectionTable(selection: readonly number[], dictionaries: number): Uint8Array {
  const ranges: [first: number, font: number][] = [];
  for (const [glyph, font] of selection.entries()) {
    const chosen = Math.min(font, dictionaries - 1);
    if (ranges.at(-1)?.[1] !== chosen) ranges.push([glyph, chosen]);
  }
  const out = new ByteWriter(5 + ranges.length * 3);
  out.u8(3);
  out.u16(ranges.length);
  for (const [first, font] of ranges) {
    out.u16(first);
    out.u8(font);
  }
  out.u16(selection.length);
  return out.finish();
}
