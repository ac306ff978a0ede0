import { childAt, childrenNamed, type XmlNode } from '../../../../io/xml-tree.ts';
import { damaged } from '../../sfnt.ts';
import { integerWithin, numberOf, UINT16, within } from '../elements.ts';
import { requireKnown, type LayoutContext } from './context.ts';
import { Block } from './pack.ts';
import { numbersIn } from './values.ts';

/** How values differ in regions of the axes of a variable font (`ItemVariationStore`). */

const LONG_WORDS = 0x8000;
/** Four bytes for each glyph, half of their bits for the place in the set. */
const WHOLE_INDICES = 0x3f;
const COORDINATES = ['StartCoord', 'PeakCoord', 'EndCoord'] as const;
const RANGE = { 1: 0x7f, 2: 0x7fff, 4: 0x7fff_ffff } as const;
type Size = keyof typeof RANGE;

export function compileVariationStore(node: XmlNode, { axes }: LayoutContext): Block {
  requireKnown(node, ['Format', 'VarRegionList', 'VarData']);
  const block = new Block();
  block.bytes.u16(1);
  block.link(regionList(childAt(node, 'VarRegionList'), axes), 4);
  const data = childrenNamed(node, 'VarData');
  block.count(data.length);
  for (const each of data) block.link(each.attributes.get('empty') === undefined ? variationData(each) : undefined, 4);
  return block;
}

/** Which values of a store each glyph has: 16 bits for the set, 16 for the place in it. */
export function compileGlyphMap(node: XmlNode, { order }: LayoutContext): Block {
  requireKnown(node, ['Map']);
  const indices = order.names.map(() => [0, 0] as readonly number[]);
  for (const map of childrenNamed(node, 'Map'))
    indices[order.glyphIn(map, 'glyph')] = ['outer', 'inner'].map((name) => integerWithin(map, name, ...UINT16));
  let count = indices.length;
  while (count > 1 && indices[count - 1]!.join() === indices[count - 2]!.join()) count--;
  const block = new Block();
  block.bytes.u16(WHOLE_INDICES);
  block.bytes.u16(count);
  for (const value of indices.slice(0, count).flat()) block.bytes.u16(value);
  return block;
}

function regionList(node: XmlNode | undefined, axesOfFont: number): Block {
  const regions = childrenNamed(node, 'Region').map((region) => childrenNamed(region, 'VarRegionAxis'));
  const axes = regions[0]?.length ?? axesOfFont;
  const block = new Block();
  block.bytes.u16(axes);
  block.count(regions.length);
  for (const region of regions) {
    if (region.length !== axes) throw damaged('two regions of its variations have different numbers of axes');
    for (const axis of region) {
      for (const name of COORDINATES) {
        const coordinate = childAt(axis, name);
        const value = coordinate ? within(numberOf(coordinate), -2, 2, name) : 0;
        block.bytes.u16(Math.round(value * 0x4000) & 0xffff);
      }
    }
  }
  return block;
}

function variationData(node: XmlNode): Block {
  requireKnown(node, ['NumShorts', 'VarRegionIndex', 'Item', 'ItemCount', 'VarRegionCount']);
  const regions = childrenNamed(node, 'VarRegionIndex').map((index) => integerWithin(index, 'value', ...UINT16));
  const items = childrenNamed(node, 'Item');
  const shorts = childAt(node, 'NumShorts');
  const declared = shorts ? integerWithin(shorts, 'value', ...UINT16) : regions.length;
  const [wide, narrow]: readonly [Size, Size] = declared & LONG_WORDS ? [4, 2] : [2, 1];
  const block = new Block();
  for (const value of [items.length, declared, regions.length, ...regions]) block.bytes.u16(value);
  for (const item of items) {
    const deltas = numbersIn(item);
    for (const index of regions.keys())
      writeDelta(block, deltas[index] ?? 0, index < (declared & ~LONG_WORDS) ? wide : narrow);
  }
  return block;
}

function writeDelta({ bytes }: Block, delta: number, size: Size): void {
  const value = within(Math.round(delta), -RANGE[size] - 1, RANGE[size], 'VarData');
  if (size === 4) bytes.u32(value >>> 0);
  else if (size === 2) bytes.u16(value & 0xffff);
  else bytes.u8(value & 0xff);
}
