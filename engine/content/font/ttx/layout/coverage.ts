import { childrenNamed, type XmlNode } from '../../../../io/xml-tree.ts';
import { integerWithin, requireAttribute, UINT16 } from '../elements.ts';
import type { LayoutContext } from './context.ts';
import { Block } from './pack.ts';

/** Sets of glyphs, and classes of them. */

/** A set, as a list or as ranges, whichever is shorter. */
export function coverageOf(glyphs: readonly number[]): Block {
  const sorted = [...new Set(glyphs)].sort((a, b) => a - b);
  const ranges: { first: number; last: number; from: number }[] = [];
  for (const [index, glyph] of sorted.entries()) {
    const range = ranges.at(-1);
    if (range && range.last + 1 === glyph) range.last = glyph;
    else ranges.push({ first: glyph, last: glyph, from: index });
  }
  const block = new Block();
  if (ranges.length * 3 < sorted.length) {
    block.bytes.u16(2);
    block.count(ranges.length);
    for (const { first, last, from } of ranges) for (const value of [first, last, from]) block.bytes.u16(value);
  } else {
    block.bytes.u16(1);
    block.count(sorted.length);
    for (const glyph of sorted) block.bytes.u16(glyph);
  }
  return block;
}

export function glyphsIn(node: XmlNode | undefined, { order }: LayoutContext): number[] {
  return childrenNamed(node, 'Glyph').map((glyph) => order.glyphIn(glyph, 'value'));
}

export function compileClasses(node: XmlNode, { order }: LayoutContext): Block {
  const classes = new Map<number, number>();
  for (const entry of childrenNamed(node, 'ClassDef'))
    classes.set(order.glyphIn(entry, 'glyph'), integerWithin(entry, 'class', ...UINT16));
  const sorted = [...classes].filter(([, value]) => value !== 0).sort(([a], [b]) => a - b);
  const ranges: { first: number; last: number; value: number }[] = [];
  for (const [glyph, value] of sorted) {
    const range = ranges.at(-1);
    if (range && range.last + 1 === glyph && range.value === value) range.last = glyph;
    else ranges.push({ first: glyph, last: glyph, value });
  }
  const block = new Block();
  block.bytes.u16(2);
  block.count(ranges.length);
  for (const { first, last, value } of ranges) for (const number of [first, last, value]) block.bytes.u16(number);
  return block;
}

/** The glyphs that an attribute lists, commas between them. */
export function glyphListIn(node: XmlNode, attribute: string, { order }: LayoutContext): number[] {
  const text = requireAttribute(node, attribute).trim();
  return text === '' ? [] : text.split(',').map((name) => order.numberOf(name.trim(), node.name));
}
