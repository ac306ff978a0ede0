import { childAt, childrenNamed, type XmlNode } from '../../../../io/xml-tree.ts';
import { integerWithin, UINT16 } from '../elements.ts';
import { UnknownStructure, type LayoutContext } from './context.ts';
import { Block, packed } from './pack.ts';
import { LOOKUP_TYPES } from './schema.ts';

/** Lookups with their subtables, which point to them with 16 bits, or with 32 where there is too much of them. */

type CompileStruct = (struct: string, node: XmlNode, context: LayoutContext) => Block;

const FIELDS: readonly string[] = ['LookupType', 'LookupFlag', 'MarkFilteringSet'];
const USE_MARK_FILTERING_SET = 0x10;
const EXTENSION_TYPES = { GSUB: 7, GPOS: 9 } as const;

export function lookupListOf(node: XmlNode, context: LayoutContext, compile: CompileStruct): Block {
  const list = new Block();
  const lookups = childrenNamed(node, 'Lookup');
  list.count(lookups.length);
  for (const lookup of lookups) list.link(lookupOf(lookup, context, compile));
  return list;
}

function lookupOf(node: XmlNode, context: LayoutContext, compile: CompileStruct): Block {
  const number = (name: string): number => {
    const child = childAt(node, name);
    return child ? integerWithin(child, 'value', ...UINT16) : 0;
  };
  const subtables = node.children
    .filter(({ name }) => !FIELDS.includes(name) && !name.endsWith('Count'))
    .map(unwrapped);
  const types = new Set(subtables.map(({ name }) => LOOKUP_TYPES[name]));
  const [type = number('LookupType')] = types;
  if (types.size > 1 || types.has(undefined)) throw new UnknownStructure();
  const isPositioning = subtables.some(({ name }) => name.endsWith('Pos'));
  const block = new Block();
  block.bytes.u16(context.isExtended ? EXTENSION_TYPES[isPositioning ? 'GPOS' : 'GSUB'] : type);
  block.bytes.u16(number('LookupFlag'));
  block.count(subtables.length);
  for (const subtable of subtables) {
    const compiled = compile(subtable.name, subtable, context);
    block.link(context.isExtended ? extended(compiled, type) : compiled);
  }
  if (number('LookupFlag') & USE_MARK_FILTERING_SET) block.bytes.u16(number('MarkFilteringSet'));
  return block;
}

/** The subtable in an extension, whose own offsets are chosen again. */
function unwrapped(node: XmlNode): XmlNode {
  if (!node.name.startsWith('Extension')) return node;
  const inside = node.children.find(({ name }) => name in LOOKUP_TYPES);
  if (!inside) throw new UnknownStructure();
  return inside;
}

/** A subtable of its own, which shares nothing with others, so that what it points to is near. */
function extended(subtable: Block, type: number): Block {
  const alone = new Block();
  alone.bytes.add(packed(subtable));
  const block = new Block();
  block.bytes.u16(1);
  block.bytes.u16(type);
  block.link(alone, 4);
  return block;
}
