import { childAt, childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import { ByteWriter } from '../byte-writer.ts';
import { damaged } from '../sfnt.ts';
import { integerWithin, numberOf, parseNumber, requireAttribute, UINT16, within } from './elements.ts';

/** Axes of variable fonts: the tables `fvar` and `avar`. */

const AXIS_BYTES = 20;
const FIRST_AXIS_AT = 16;

function fixed(out: ByteWriter, value: number, what: string): void {
  out.u32(Math.round(within(value, -32_768, 32_768, what) * 0x1_0000) >>> 0);
}

function textIn(node: XmlNode, name: string): string {
  const child = childAt(node, name);
  if (!child) throw damaged(`an element ${node.name} of fvar lacks ${name}`);
  return child.text.trim();
}

function numberIn(node: XmlNode, name: string): number {
  return parseNumber(textIn(node, name), name);
}

export function axisTags(elements: readonly XmlNode[]): string[] {
  return elements
    .filter(({ name }) => name === 'Axis')
    .map((axis) => textIn(axis, 'AxisTag').padEnd(4, ' ').slice(0, 4));
}

export function compileAxes(elements: readonly XmlNode[]): Uint8Array {
  const axes = elements.filter(({ name }) => name === 'Axis');
  const instances = elements.filter(({ name }) => name === 'NamedInstance');
  const tags = axisTags(elements);
  const isNamed = instances.some(({ attributes }) => attributes.get('postscriptNameID') !== undefined);
  const out = new ByteWriter(FIRST_AXIS_AT + axes.length * AXIS_BYTES);
  const instanceBytes = 4 + axes.length * 4 + (isNamed ? 2 : 0);
  for (const value of [1, 0, FIRST_AXIS_AT, 2, axes.length, AXIS_BYTES, instances.length, instanceBytes])
    out.u16(value);
  for (const [index, axis] of axes.entries()) {
    out.latin1(tags[index]!);
    for (const name of ['MinValue', 'DefaultValue', 'MaxValue']) fixed(out, numberIn(axis, name), name);
    out.u16(childAt(axis, 'Flags') ? within(numberIn(axis, 'Flags'), ...UINT16, 'Flags') : 0);
    out.u16(within(numberIn(axis, 'AxisNameID'), ...UINT16, 'AxisNameID'));
  }
  for (const instance of instances) {
    const number = (name: string, otherwise: number): number =>
      instance.attributes.get(name) === undefined ? otherwise : integerWithin(instance, name, ...UINT16);
    out.u16(number('subfamilyNameID', 0));
    out.u16(number('flags', 0));
    const coordinates = childrenNamed(instance, 'coord');
    for (const tag of tags) {
      const coordinate = coordinates.find((node) => requireAttribute(node, 'axis').padEnd(4, ' ') === tag);
      fixed(out, coordinate ? numberOf(coordinate) : 0, 'NamedInstance');
    }
    if (isNamed) out.u16(number('postscriptNameID', 0xffff));
  }
  return out.finish();
}

/** `avar`: how the numbers of an axis are spread; a segment for each axis of `fvar`. Undefined for its second version. */
export function compileAxisMaps(elements: readonly XmlNode[], tags: readonly string[]): Uint8Array | undefined {
  const version = elements.find(({ name }) => name === 'version');
  if (version && requireAttribute(version, 'major') !== '1') return undefined;
  const segments = elements.filter(({ name }) => name === 'segment');
  const out = new ByteWriter(64);
  for (const value of [1, 0, 0, tags.length]) out.u16(value);
  for (const tag of tags) {
    const segment = segments.find((node) => requireAttribute(node, 'axis').padEnd(4, ' ') === tag);
    const mappings = childrenNamed(segment, 'mapping');
    out.u16(mappings.length);
    for (const mapping of mappings)
      for (const name of ['from', 'to'])
        out.u16(Math.round(within(numberOf(mapping, name), -2, 2, 'mapping') * 0x4000) & 0xffff);
  }
  return out.finish();
}
