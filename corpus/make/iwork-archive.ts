/**
 * Writes objects of iWork '13 as its archives hold them: messages of Protocol Buffers behind a header each, in chunks
 * of Snappy that hold everything as it is.
 */

type Value = number | string | boolean | Uint8Array | Fields | readonly Value[] | { readonly float: number };

/** The fields of a message by their numbers; lists are repeated fields. */
export interface Fields {
  readonly [number: number]: Value;
}

/** A number of 32 bits with a point. */
export const float = (value: number): { readonly float: number } => ({ float: value });
/** A reference to an object. */
export const ref = (id: number): Fields => ({ 1: id });

export interface ArchivedObject {
  readonly id: number;
  readonly type: number;
  readonly fields: Fields;
}

export function writeArchive(objects: readonly ArchivedObject[]): Uint8Array {
  const pieces = objects.flatMap(({ id, type, fields }) => {
    const message = encode(fields);
    const info = encode({ 1: id, 2: { 1: type, 2: new Uint8Array([1, 0, 5]), 3: message.byteLength } });
    return [varint(info.byteLength), info, message];
  });
  return chunks(Buffer.concat(pieces));
}

const CHUNK_BYTES = 60_000;

function chunks(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES) {
    const piece = bytes.subarray(at, at + CHUNK_BYTES);
    const length = piece.byteLength - 1;
    const block = Buffer.concat([varint(piece.byteLength), Buffer.from([61 << 2, length & 0xff, length >> 8]), piece]);
    pieces.push(
      Buffer.from([0, block.byteLength & 0xff, (block.byteLength >> 8) & 0xff, block.byteLength >> 16]),
      block,
    );
  }
  return Buffer.concat(pieces);
}

export function encode(fields: Fields): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (const [number, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? (value as readonly Value[]) : [value as Value]) {
      pieces.push(...field(Number(number), one));
    }
  }
  return Buffer.concat(pieces);
}

function field(number: number, value: Value): Uint8Array[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [varint(number * 8), varint(Number(value))];
  if (typeof value === 'object' && 'float' in value) {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value.float);
    return [varint(number * 8 + 5), bytes];
  }
  const bytes =
    typeof value === 'string'
      ? new TextEncoder().encode(value)
      : value instanceof Uint8Array
        ? value
        : encode(value as Fields);
  return [varint(number * 8 + 2), varint(bytes.byteLength), bytes];
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  bytes.push(left);
  return Uint8Array.from(bytes);
}
