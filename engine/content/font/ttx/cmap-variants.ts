import { escapeXmlAttribute } from '../../../io/xml.ts';
import type { XmlNode } from '../../../io/xml-tree.ts';
import { ByteWriter } from '../byte-writer.ts';
import { integerWithin } from './elements.ts';
import type { GlyphOrder } from './glyph-order.ts';

/** Format 14 of `cmap`: characters with a selector of variants, and the glyphs that are theirs. */

const RECORD_BYTES = 11;
const LAST_CHARACTER = 0x10_ffff;
/** Characters that one range of usual glyphs holds beyond its first. */
const MOST_ADDITIONAL = 255;

interface Variants {
  /** Characters that look as they do without the selector. */
  readonly usual: number[];
  readonly others: [character: number, glyph: number][];
}

export function compileVariants(node: XmlNode, order: GlyphOrder): Uint8Array {
  const bySelector = new Map<number, Variants>();
  for (const child of node.children) {
    if (child.name !== 'map') continue;
    const [character, selector] = ['uv', 'uvs'].map((name) => integerWithin(child, name, 0, LAST_CHARACTER));
    const variants = bySelector.get(selector!) ?? { usual: [], others: [] };
    bySelector.set(selector!, variants);
    const name = child.attributes.get('name');
    if (name === undefined || (name === 'None' && !order.has(name))) variants.usual.push(character!);
    else variants.others.push([character!, order.glyphIn(child)]);
  }
  const records = new ByteWriter();
  const lists = new ByteWriter();
  const listsAt = 10 + RECORD_BYTES * bySelector.size;
  for (const [selector, { usual, others }] of [...bySelector].sort(([a], [b]) => a - b)) {
    u24(records, selector);
    records.u32(usual.length > 0 ? listsAt + lists.length : 0);
    if (usual.length > 0) writeRanges(lists, usual);
    records.u32(others.length > 0 ? listsAt + lists.length : 0);
    if (others.length > 0) writeGlyphs(lists, others);
  }
  const table = new ByteWriter(listsAt + lists.length);
  table.u16(14);
  table.u32(listsAt + lists.length);
  table.u32(bySelector.size);
  table.add(records.written);
  table.add(lists.written);
  return table.finish();
}

function u24(out: ByteWriter, value: number): void {
  out.u8(value >> 16);
  out.u16(value & 0xffff);
}

function writeRanges(out: ByteWriter, characters: readonly number[]): void {
  const sorted = [...new Set(characters)].sort((a, b) => a - b);
  const ranges: [first: number, additional: number][] = [];
  for (const character of sorted) {
    const last = ranges.at(-1);
    if (last && last[0] + last[1] + 1 === character && last[1] < MOST_ADDITIONAL) last[1]++;
    else ranges.push([character, 0]);
  }
  out.u32(ranges.length);
  for (const [first, additional] of ranges) {
    u24(out, first);
    out.u8(additional);
  }
}

function writeGlyphs(out: ByteWriter, glyphs: readonly [number, number][]): void {
  const sorted = [...new Map(glyphs)].sort(([a], [b]) => a - b);
  out.u32(sorted.length);
  for (const [character, glyph] of sorted) {
    u24(out, character);
    out.u16(glyph);
  }
}

export function* variantLines(view: DataView, at: number, names: readonly string[]): Generator<string> {
  const u24At = (place: number): number => (view.getUint8(place) << 16) | view.getUint16(place + 1);
  const hex = (value: number): string => `0x${value.toString(16)}`;
  for (let index = 0; index < view.getUint32(at + 6); index++) {
    const record = at + 10 + RECORD_BYTES * index;
    const selector = hex(u24At(record));
    const [usualAt, othersAt] = [view.getUint32(record + 3), view.getUint32(record + 7)];
    const ranges = usualAt === 0 ? 0 : view.getUint32(at + usualAt);
    for (let place = at + usualAt + 4; place < at + usualAt + 4 + ranges * 4; place += 4) {
      const first = u24At(place);
      for (let character = first; character <= first + view.getUint8(place + 3); character++)
        yield `<map uv="${hex(character)}" uvs="${selector}"/>`;
    }
    const glyphs = othersAt === 0 ? 0 : view.getUint32(at + othersAt);
    for (let place = at + othersAt + 4; place < at + othersAt + 4 + glyphs * 5; place += 5) {
      const name = names[view.getUint16(place + 3)];
      if (name === undefined) continue;
      yield `<map uv="${hex(u24At(place))}" uvs="${selector}" name="${escapeXmlAttribute(name)}"/>`;
    }
  }
}
