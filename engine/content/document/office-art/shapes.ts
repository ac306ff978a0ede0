import { viewOf } from '../../../io/bytes.ts';
import { childrenOf, type OfficeRecord } from './records.ts';

/** Records of shapes ([MS-ODRAW] 2.2). */
const GROUP = 0xf003;
const SHAPE = 0xf004;
const SHAPE_ATOM = 0xf00a;
const PROPERTIES = 0xf00b;
/** Properties of shapes ([MS-ODRAW] 2.3): the number of their image, and what it shows in words. */
const IMAGE = 0x0104;
const DESCRIPTION = 0x0381;
const ID_BITS = 0x3fff;
const IS_COMPLEX = 0x8000;
const PROPERTY_BYTES = 6;
/** Groups that are in one another. */
const MAX_DEPTH = 32;

export interface ShapeProperties {
  /** Of its store, from 1. */
  readonly image?: number;
  readonly description: string;
}

const utf16 = new TextDecoder('utf-16le');

/** What the properties of a shape say, as far as it is read. */
export function propertiesOf(shape: OfficeRecord): ShapeProperties {
  const table = childrenOf(shape).find(({ type }) => type === PROPERTIES);
  if (!table) return { description: '' };
  const view = viewOf(table.data);
  let image: number | undefined;
  let description = '';
  // Values that do not fit into four bytes follow all properties.
  let next = table.instance * PROPERTY_BYTES;
  for (let index = 0; index < table.instance && PROPERTY_BYTES * (index + 1) <= table.data.byteLength; index++) {
    const id = view.getUint16(PROPERTY_BYTES * index, true);
    const value = view.getUint32(PROPERTY_BYTES * index + 2, true);
    if ((id & ID_BITS) === IMAGE && !(id & IS_COMPLEX)) image = value;
    if (!(id & IS_COMPLEX)) continue;
    if ((id & ID_BITS) === DESCRIPTION) description = textOf(table.data.subarray(next, next + value));
    next += value;
  }
  return { description, ...(image !== undefined && image > 0 && { image }) };
}

function textOf(bytes: Uint8Array): string {
  return utf16.decode(bytes).replace(/\0.*$/s, '');
}

/** The number by which the text knows a shape. */
export function shapeId(shape: OfficeRecord): number {
  const atom = childrenOf(shape).find(({ type }) => type === SHAPE_ATOM);
  return atom && atom.data.byteLength >= 4 ? viewOf(atom.data).getUint32(0, true) : 0;
}

/** The shapes in a drawing, or in a group of it: `id` of a group is that of all of its shapes together. */
export function* shapesOf(container: OfficeRecord, depth = 0): Generator<OfficeRecord> {
  for (const child of childrenOf(container)) {
    if (child.type === SHAPE) yield child;
    else if (child.type === GROUP && depth < MAX_DEPTH) yield* shapesOf(child, depth + 1);
  }
}
