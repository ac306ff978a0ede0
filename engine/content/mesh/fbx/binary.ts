import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { inflate } from '../../../io/compression.ts';
import { corruptMesh, NodeBudget, tooComplex, truncatedMesh } from '../failures.ts';
import type { FbxNode, FbxValue } from './node.ts';

export const BINARY_MAGIC = 'Kaydara FBX Binary  \0';
const HEADER_BYTES = 27;
/** From this version on, sizes of nodes have 64 bits. */
const WIDE_VERSION = 7500;

/** Bytes of an element of a list, and how it is read. */
const LISTS: Readonly<Record<string, readonly [bytes: number, read: (view: DataView, at: number) => number]>> = {
  f: [4, (view, at) => view.getFloat32(at, true)],
  d: [8, (view, at) => view.getFloat64(at, true)],
  i: [4, (view, at) => view.getInt32(at, true)],
  l: [8, (view, at) => Number(view.getBigInt64(at, true))],
  b: [1, (view, at) => view.getUint8(at)],
  c: [1, (view, at) => view.getUint8(at)],
};

/** The nodes of a binary FBX document. Throws `input_corrupt`, `input_truncated` and `input_too_complex`. */
export function readBinaryFbx(bytes: Uint8Array, limits: Limits): FbxNode[] {
  const view = viewOf(bytes);
  if (bytes.byteLength < HEADER_BYTES) throw truncatedMesh();
  const isWide = view.getUint32(23, true) >= WIDE_VERSION;
  const sizeBytes = isWide ? 8 : 4;
  const sizeAt = (at: number): number => (isWide ? Number(view.getBigUint64(at, true)) : view.getUint32(at, true));
  const budget = new NodeBudget();
  const nodesIn = (from: number, to: number, depth: number): FbxNode[] => {
    if (depth > limits.nesting) throw tooComplex('nesting', limits.nesting, depth);
    const nodes: FbxNode[] = [];
    for (let at = from; at + sizeBytes * 3 + 1 <= to;) {
      const end = sizeAt(at);
      // A node without anything ends a list.
      if (end === 0) break;
      if (end > to || end <= at) throw truncatedMesh();
      budget.take();
      const nameAt = at + sizeBytes * 3 + 1;
      const valuesAt = nameAt + view.getUint8(nameAt - 1);
      const childrenAt = valuesAt + sizeAt(at + sizeBytes * 2);
      if (childrenAt > end) throw truncatedMesh();
      nodes.push({
        name: latin1Of(bytes, nameAt, valuesAt),
        values: valuesIn(bytes, valuesAt, sizeAt(at + sizeBytes), limits),
        children: childrenAt < end ? nodesIn(childrenAt, end, depth + 1) : [],
      });
      at = end;
    }
    return nodes;
  };
  try {
    return nodesIn(HEADER_BYTES, bytes.byteLength, 1);
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    throw truncatedMesh();
  }
}

function valuesIn(bytes: Uint8Array, start: number, count: number, limits: Limits): FbxValue[] {
  const view = viewOf(bytes);
  const values: FbxValue[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    const type = String.fromCharCode(view.getUint8(at++));
    if (type === 'S' || type === 'R') {
      const size = view.getUint32(at, true);
      values.push(type === 'S' ? latin1Of(bytes, at + 4, at + 4 + size) : '');
      at += 4 + size;
    } else if (type in LISTS) {
      const size = view.getUint32(at + 8, true);
      values.push(lazyList(bytes, at, type, limits));
      at += 12 + size;
    } else if (type === 'L') {
      values.push(String(view.getBigInt64(at, true)));
      at += 8;
    } else if (type === 'Y') {
      values.push(view.getInt16(at, true));
      at += 2;
    } else {
      const scalar = ({ C: 'b', B: 'b', I: 'i', F: 'f', D: 'd' } as const)[type];
      if (!scalar) throw corruptMesh('a value of it is of an unknown type');
      const [size, read] = LISTS[scalar]!;
      values.push(read(view, at));
      at += size;
    }
  }
  return values;
}

function lazyList(bytes: Uint8Array, at: number, type: string, limits: Limits): () => ArrayLike<number> {
  return () => {
    const view = viewOf(bytes);
    const [size, read] = LISTS[type]!;
    const [count, packing, packed] = [0, 4, 8].map((offset) => view.getUint32(at + offset, true)) as [
      number,
      number,
      number,
    ];
    if (count * size > limits.expandedBytes) throw tooComplex('triangles', limits.triangles, count);
    const content = bytes.subarray(at + 12, at + 12 + packed);
    const plain = packing === 1 ? inflated(content, count * size) : content;
    if (plain.byteLength < count * size) throw truncatedMesh();
    const list = viewOf(plain);
    return Float64Array.from({ length: count }, (_, index) => read(list, index * size));
  };
}

function inflated(content: Uint8Array, sizeBytes: number): Uint8Array {
  try {
    return inflate(content, { maxOutputLength: sizeBytes });
  } catch (error) {
    throw corruptMesh('a packed list of it cannot be read', error);
  }
}
