import { childAt, childrenNamed, descendants, type XmlNode } from '../../../../io/xml-tree.ts';
import { damaged } from '../../sfnt.ts';
import { INT16, integerOf, integerWithin, numberOf, requireAttribute, UINT16, within } from '../elements.ts';
import { UnknownStructure, type LayoutContext } from './context.ts';
import { compileClasses, coverageOf, glyphsIn } from './coverage.ts';
import { Block } from './pack.ts';
import { lookupListOf } from './lookups.ts';
import { STRUCTS, type ScalarKind, type StructField } from './schema.ts';
import {
  alternateSubstitution,
  ligatureSubstitution,
  multipleSubstitution,
  singleSubstitution,
} from './substitutions.ts';
import { compileGlyphMap, compileVariationStore } from './variations.ts';
import { compileDevice, pairAdjustment, singleAdjustment } from './values.ts';

type Compile = (node: XmlNode, context: LayoutContext) => Block;

/** Records with an anchor for each class of marks. */
const ANCHORED = ['BaseRecord', 'ComponentRecord', 'Mark2Record'];

/** Structures whose elements are not like their fields. */
const SPECIAL: Readonly<Record<string, Compile>> = {
  Coverage: (node, context) => coverageOf(glyphsIn(node, context)),
  ClassDef: compileClasses,
  Device: compileDevice,
  VarStore: compileVariationStore,
  GlyphMap: compileGlyphMap,
  LookupList: (node, context) => lookupListOf(node, context, compileStruct),
  SingleSubst: singleSubstitution,
  MultipleSubst: multipleSubstitution,
  AlternateSubst: alternateSubstitution,
  LigatureSubst: ligatureSubstitution,
  SinglePos: singleAdjustment,
  PairPos: (node, context) => pairAdjustment(node, context, (classes) => compileClasses(classes, context)),
};

export function compileStruct(struct: string, node: XmlNode, context: LayoutContext): Block {
  context.signal.throwIfAborted();
  const special = SPECIAL[struct];
  if (special) return special(node, context);
  const format = node.attributes.get('Format');
  const fields = STRUCTS.get(struct) ?? STRUCTS.get(`${struct}.${format}`);
  if (!fields) throw new UnknownStructure();
  const block = new Block();
  if (!STRUCTS.has(struct)) block.bytes.u16(integerOf(node, 'Format'));
  writeFields(block, fields, node, context);
  return block;
}

function writeFields(block: Block, fields: readonly StructField[], node: XmlNode, context: LayoutContext): void {
  const kept = fields.filter(({ since }) => since <= context.version);
  const isKnown = (name: string): boolean =>
    kept.some((field) => field.name === name || (field.kind === 'params' && name.startsWith(field.name)));
  // Counts are computed again; old files have them as elements.
  if (node.children.some(({ name }) => !isKnown(name) && !/(?:Count|RecordSize)$/.test(name)))
    throw new UnknownStructure();
  for (const field of kept) writeField(block, field, node, context);
}

function writeField(
  block: Block,
  { kind, name, struct, isList, added }: StructField,
  node: XmlNode,
  context: LayoutContext,
): void {
  const found = childrenNamed(node, name);
  switch (kind) {
    case 'count':
      return block.count(found.length + added);
    case 'longCount':
      return block.bytes.u32(found.length);
    case 'classes':
      return block.count(classesIn(found[0], node));
    case 'size':
      return block.bytes.u16(added);
    case 'axes':
      return block.count(childrenNamed(found[0], 'Axis').length);
    case 'values':
      return block.count(childrenNamed(found[0], 'AxisValue').length);
    case 'zero':
      return block.bytes.u16(0);
    case 'params':
      return block.link(paramsIn(node, name, context));
    case 'record': {
      const fields = STRUCTS.get(struct)!;
      for (const record of found) writeFields(block, fields, record, context);
      return;
    }
    case 'offset':
    case 'long':
      for (const child of isList ? found : [found[0]]) {
        const isThere = child && child.attributes.get('empty') === undefined;
        block.link(isThere ? compileStruct(struct, child, context) : undefined, kind === 'long' ? 4 : 2);
      }
      return;
    default:
      if (!isList && found.length === 0) throw damaged(`an element ${node.name} of a layout table lacks ${name}`);
      for (const child of isList ? found : [found[0]!]) writeScalar(block, kind, child, context);
  }
}

function writeScalar(block: Block, kind: ScalarKind, node: XmlNode, { order }: LayoutContext): void {
  const { bytes } = block;
  switch (kind) {
    case 'u16':
      return bytes.u16(integerWithin(node, 'value', ...UINT16));
    case 'u32':
      return bytes.u32(integerWithin(node, 'value', 0, 0xffff_ffff));
    case 'real':
      return bytes.u32(Math.round(within(numberOf(node), -32_768, 32_768, node.name) * 0x1_0000) >>> 0);
    case 'i16':
      return bytes.u16(integerWithin(node, 'value', ...INT16) & 0xffff);
    case 'u24': {
      const value = integerWithin(node, 'value', 0, 0xff_ffff);
      bytes.u8(value >> 16);
      return bytes.u16(value & 0xffff);
    }
    case 'glyph':
      return bytes.u16(order.glyphIn(node, 'value'));
    case 'tag':
      return bytes.latin1(requireAttribute(node, 'value').padEnd(4, ' ').slice(0, 4));
    case 'fixed': {
      const value = numberOf(node);
      return bytes.u32(value >= 0x1_0000 ? value : Math.round(value) * 0x1_0000 + Math.round((value % 1) * 10));
    }
    case 'f2dot14':
      return bytes.u16(Math.round(within(numberOf(node), -2, 2, node.name) * 0x4000) & 0xffff);
    case 'tenths':
      return bytes.u16(within(Math.round(numberOf(node) * 10), ...UINT16, node.name));
  }
}

/** How many classes the marks of an array are of; every record of the subtable has an anchor for each. */
function classesIn(marks: XmlNode | undefined, subtable: XmlNode): number {
  const classes = childrenNamed(marks, 'MarkRecord').map((record) => {
    const value = childAt(record, 'Class');
    return value ? integerWithin(value, 'value', ...UINT16) : 0;
  });
  const count = classes.reduce((most, value) => Math.max(most, value), -1) + 1;
  for (const name of ANCHORED) {
    for (const { children } of descendants(subtable, name))
      if (children.length !== count)
        throw damaged(`a ${name} has ${children.length} anchors for ${count} classes of marks`);
  }
  return count;
}

/** What a feature says beyond its lookups, in an element that tells its kind. */
function paramsIn(node: XmlNode, name: string, context: LayoutContext): Block | undefined {
  const params = node.children.find((child) => child.name.startsWith(name));
  return params && compileStruct(params.name, params, context);
}
