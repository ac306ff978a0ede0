import { childrenNamed, type XmlNode } from '../../../../io/xml-tree.ts';
import { requireKnown, type LayoutContext } from './context.ts';
import { coverageOf, glyphListIn } from './coverage.ts';
import { Block } from './pack.ts';

/** Lookups that exchange glyphs, whose elements are shorter than their structures. */

type Glyphs = readonly (readonly [from: number, to: readonly number[]])[];

function sorted(entries: Glyphs): Glyphs {
  return [...new Map(entries)].sort(([a], [b]) => a - b);
}

export function singleSubstitution(node: XmlNode, context: LayoutContext): Block {
  requireKnown(node, ['Substitution']);
  const { order } = context;
  const pairs = sorted(
    childrenNamed(node, 'Substitution').map((each) => [order.glyphIn(each, 'in'), [order.glyphIn(each, 'out')]]),
  );
  const block = new Block();
  const deltas = new Set(pairs.map(([from, [to]]) => (to! - from) & 0xffff));
  block.bytes.u16(deltas.size === 1 ? 1 : 2);
  block.link(coverageOf(pairs.map(([from]) => from)));
  if (deltas.size === 1) block.bytes.u16([...deltas][0]!);
  else {
    block.count(pairs.length);
    for (const [, [to]] of pairs) block.bytes.u16(to!);
  }
  return block;
}

/** One glyph that becomes several, or a choice of several. */
function severalGlyphs(entries: Glyphs): Block {
  const list = sorted(entries);
  const block = new Block();
  block.bytes.u16(1);
  block.link(coverageOf(list.map(([from]) => from)));
  block.count(list.length);
  for (const [, to] of list) block.link(glyphList(to));
  return block;
}

function glyphList(glyphs: readonly number[]): Block {
  const block = new Block();
  block.count(glyphs.length);
  for (const glyph of glyphs) block.bytes.u16(glyph);
  return block;
}

export function multipleSubstitution(node: XmlNode, context: LayoutContext): Block {
  requireKnown(node, ['Substitution']);
  const entries = childrenNamed(node, 'Substitution');
  return severalGlyphs(entries.map((each) => [context.order.glyphIn(each, 'in'), glyphListIn(each, 'out', context)]));
}

export function alternateSubstitution(node: XmlNode, { order }: LayoutContext): Block {
  requireKnown(node, ['AlternateSet']);
  const sets = childrenNamed(node, 'AlternateSet');
  return severalGlyphs(
    sets.map((set) => [
      order.glyphIn(set, 'glyph'),
      childrenNamed(set, 'Alternate').map((each) => order.glyphIn(each, 'glyph')),
    ]),
  );
}

export function ligatureSubstitution(node: XmlNode, context: LayoutContext): Block {
  requireKnown(node, ['LigatureSet']);
  const { order } = context;
  const sets = new Map<number, Block>();
  for (const set of childrenNamed(node, 'LigatureSet')) {
    const block = new Block();
    const ligatures = childrenNamed(set, 'Ligature');
    block.count(ligatures.length);
    for (const ligature of ligatures) {
      const components = glyphListIn(ligature, 'components', context);
      const inner = new Block();
      inner.bytes.u16(order.glyphIn(ligature, 'glyph'));
      inner.count(components.length + 1);
      for (const component of components) inner.bytes.u16(component);
      block.link(inner);
    }
    sets.set(order.glyphIn(set, 'glyph'), block);
  }
  const list = [...sets].sort(([a], [b]) => a - b);
  const block = new Block();
  block.bytes.u16(1);
  block.link(coverageOf(list.map(([glyph]) => glyph)));
  block.count(list.length);
  for (const [, set] of list) block.link(set);
  return block;
}
