import { childAt, childrenNamed, type XmlNode } from '../../../../io/xml-tree.ts';
import { tooLarge } from '../../sfnt.ts';
import { elementAround, INT16, integerWithin, parseNumber, requireAttribute, UINT16, within } from '../elements.ts';
import { requireKnown, type LayoutContext } from './context.ts';
import { coverageOf, glyphsIn } from './coverage.ts';
import { Block } from './pack.ts';

/** How glyphs are moved: values with the names of what they move, alone and for pairs of glyphs. */

/** Pairs of classes in one subtable: ten times those of the largest fonts in use. */
const MAX_CLASS_PAIRS = 1_000_000;
export const VALUES = ['XPlacement', 'YPlacement', 'XAdvance', 'YAdvance'] as const;
export const DEVICES = ['XPlaDevice', 'YPlaDevice', 'XAdvDevice', 'YAdvDevice'] as const;
/** A device table that is an index into a store of variations. */
export const VARIATION_INDEX = 0x8000;

/** Which values are there, as bits. */
function formatOf(node: XmlNode, name: string): number {
  const format = childAt(node, name);
  return format ? integerWithin(format, 'value', 0, 0xff) : 0;
}

function writeValue(block: Block, node: XmlNode | undefined, format: number): void {
  for (const [bit, name] of VALUES.entries()) {
    if (!(format & (1 << bit))) continue;
    const isThere = node?.attributes.get(name) !== undefined;
    block.bytes.u16(isThere ? integerWithin(node, name, ...INT16) & 0xffff : 0);
  }
  for (const [bit, name] of DEVICES.entries()) {
    if (!(format & (0x10 << bit))) continue;
    const device = childAt(node, name);
    block.link(device && compileDevice(device));
  }
}

/** Corrections for sizes in pixels, packed into words, or an index of variations. */
export function compileDevice(node: XmlNode): Block {
  requireKnown(node, ['StartSize', 'EndSize', 'DeltaFormat', 'DeltaValue']);
  const number = (name: string): number => {
    const child = childAt(node, name);
    return child ? integerWithin(child, 'value', ...UINT16) : 0;
  };
  const [first, last, format] = [number('StartSize'), number('EndSize'), number('DeltaFormat')];
  const block = new Block();
  for (const value of [first, last, format]) block.bytes.u16(value);
  if (format === VARIATION_INDEX) return block;
  const list = childAt(node, 'DeltaValue');
  const deltas = list ? numbersIn(list) : [];
  const bits = 1 << within(format, 1, 3, 'DeltaFormat');
  const perWord = 16 / bits;
  for (let from = 0; from <= last - first; from += perWord) {
    let word = 0;
    for (let index = 0; index < perWord; index++)
      word |= ((deltas[from + index] ?? 0) & ((1 << bits) - 1)) << (16 - bits * (index + 1));
    block.bytes.u16(word & 0xffff);
  }
  return block;
}

/** Numbers as Python lists them. */
export function numbersIn(node: XmlNode): number[] {
  const text = requireAttribute(node, 'value').replaceAll(/[[\]\s]/g, '');
  return text === '' ? [] : text.split(',').map((part) => parseNumber(part, node.name));
}

export function singleAdjustment(node: XmlNode, context: LayoutContext): Block {
  requireKnown(node, ['Coverage', 'ValueFormat', 'Value']);
  const isEach = node.attributes.get('Format') === '2';
  const format = formatOf(node, 'ValueFormat');
  const values = childrenNamed(node, 'Value');
  const block = new Block();
  block.bytes.u16(isEach ? 2 : 1);
  block.link(coverageOf(glyphsIn(childAt(node, 'Coverage'), context)));
  block.bytes.u16(format);
  if (isEach) block.count(values.length);
  for (const value of isEach ? values : [values[0]]) writeValue(block, value, format);
  return block;
}

export function pairAdjustment(node: XmlNode, context: LayoutContext, classes: (node: XmlNode) => Block): Block {
  const formats = [formatOf(node, 'ValueFormat1'), formatOf(node, 'ValueFormat2')] as const;
  const block = new Block();
  const isClasses = node.attributes.get('Format') === '2';
  block.bytes.u16(isClasses ? 2 : 1);
  block.link(coverageOf(glyphsIn(childAt(node, 'Coverage'), context)));
  for (const format of formats) block.bytes.u16(format);
  if (isClasses) writeClassPairs(block, node, formats, classes);
  else writePairSets(block, node, formats, context);
  return block;
}

type Formats = readonly [first: number, second: number];

function writePairSets(block: Block, node: XmlNode, formats: Formats, { order }: LayoutContext): void {
  requireKnown(node, ['Coverage', 'ValueFormat1', 'ValueFormat2', 'PairSet']);
  const sets = childrenNamed(node, 'PairSet');
  block.count(sets.length);
  for (const set of sets) {
    const inner = new Block();
    const records = childrenNamed(set, 'PairValueRecord').map((record) => {
      const second = childAt(record, 'SecondGlyph') ?? record;
      return { record, second: order.glyphIn(second, 'value') };
    });
    records.sort((a, b) => a.second - b.second);
    inner.count(records.length);
    for (const { record, second } of records) {
      inner.bytes.u16(second);
      writeValue(inner, childAt(record, 'Value1'), formats[0]);
      writeValue(inner, childAt(record, 'Value2'), formats[1]);
    }
    block.link(inner);
  }
}

function writeClassPairs(block: Block, node: XmlNode, formats: Formats, classes: (node: XmlNode) => Block): void {
  requireKnown(node, ['Coverage', 'ValueFormat1', 'ValueFormat2', 'ClassDef1', 'ClassDef2', 'Class1Record']);
  for (const name of ['ClassDef1', 'ClassDef2']) block.link(classes(childAt(node, name) ?? elementAround(name, [])));
  const rows = childrenNamed(node, 'Class1Record').map((row) => childrenNamed(row, 'Class2Record'));
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  block.count(rows.length);
  block.count(columns);
  if (rows.length * columns > MAX_CLASS_PAIRS)
    throw tooLarge('pairs of classes', MAX_CLASS_PAIRS, rows.length * columns);
  for (const row of rows) {
    for (let column = 0; column < columns; column++) {
      writeValue(block, childAt(row[column], 'Value1'), formats[0]);
      writeValue(block, childAt(row[column], 'Value2'), formats[1]);
    }
  }
}
