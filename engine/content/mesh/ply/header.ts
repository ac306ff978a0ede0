import { latin1Of } from '../../../io/bytes.ts';
import { corruptMesh, truncatedMesh } from '../failures.ts';

/** Bytes of each type of a number, by both of its names. */
const TYPES = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
} as const;
const BYTES = { int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float32: 4, float64: 8 } as const;

export type PlyType = keyof typeof BYTES;

export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  /** Type of the number of values, where the property is a list. */
  readonly count?: PlyType;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  /** Bytes before the values. */
  readonly size: number;
}

const MAX_HEADER_BYTES = 1 << 20;

/** Reads the header of a PLY file (Turk, 1994). Throws `input_corrupt` and `input_truncated`. */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  const text = latin1Of(bytes, 0, MAX_HEADER_BYTES);
  const end = /^end_header[ \t]*(?:\r\n|\n|\r)/m.exec(text);
  if (!end) throw truncatedMesh();
  const lines = text
    .slice(0, end.index)
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim().split(/\s+/));
  const encoding = lines.find(([word]) => word === 'format')?.[1];
  if (encoding !== 'ascii' && encoding !== 'binary_little_endian' && encoding !== 'binary_big_endian')
    throw corruptMesh('its header does not say how its numbers are written');
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  for (const [word, ...rest] of lines) {
    if (word === 'element') {
      const count = Number(rest[1]);
      if (!Number.isSafeInteger(count) || count < 0)
        throw corruptMesh('its header does not say how many elements there are');
      elements.push({ name: rest[0]!, count, properties: [] });
    } else if (word === 'property') {
      const element = elements.at(-1);
      if (!element) throw corruptMesh('its header names a property before any element');
      element.properties.push(propertyOf(rest));
    }
  }
  requireRoom(elements, encoding, bytes.byteLength - end.index);
  return { encoding, elements, size: end.index + end[0].length };
}

function propertyOf(words: readonly string[]): PlyProperty {
  const isList = words[0] === 'list';
  const type = typeOf(words[isList ? 2 : 0]);
  return { name: words[isList ? 3 : 1] ?? '', type, ...(isList && { count: typeOf(words[1]) }) };
}

function typeOf(name = ''): PlyType {
  const type = TYPES[name as keyof typeof TYPES] ?? name;
  if (!Object.hasOwn(BYTES, type)) throw corruptMesh('its header names a type of numbers that there is not');
  return type;
}

export function bytesOfType(type: PlyType): number {
  return BYTES[type];
}

/** Before any of the declared elements gets memory. */
function requireRoom(elements: readonly PlyElement[], encoding: PlyHeader['encoding'], available: number): void {
  const least = elements.reduce((sum, { count, properties }) => {
    const sizes = properties.map((property) => (encoding === 'ascii' ? 1 : BYTES[property.count ?? property.type]));
    return (
      sum +
      count *
        Math.max(
          1,
          sizes.reduce((all, size) => all + size, 0),
        )
    );
  }, 0);
  if (least > available) throw truncatedMesh();
}
