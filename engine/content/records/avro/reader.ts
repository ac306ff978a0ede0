import avsc, { type Schema, type Type as AvroType } from 'avsc';
import { asBuffer, equalBytes, latin1Of, utf8Bytes, utf8Of, viewOf } from '../../../io/bytes.ts';
import { inflateRaw } from '../../../io/compression.ts';
import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { DataSource, DataTime, DataValue } from '../model.ts';
import { corrupt, createValueBudget, truncated } from '../errors.ts';
import { renamerOf, unchanged, type AvroSchema } from './names.ts';
import { PlainValues } from '../plain-values.ts';
import type { ReadRequest } from '../read.ts';
import { timeOfNanoseconds } from '../times.ts';

const { Type, types } = avsc;

const MAGIC = 'Obj\u0001';
const SYNC_BYTES = 16;
const MAX_BLOCK_BYTES = 256 * 1024 * 1024;

interface Container {
  readonly type: AvroType;
  /** Gives records the names that they had before they had to become names of Avro. */
  readonly rename: (value: unknown) => unknown;
  readonly codec: string;
  readonly sync: Uint8Array;
  /** Where the blocks begin. */
  readonly start: number;
}

/** An object container file of Avro 1.11: blocks that are not compressed, or by deflate. */
export function readAvro(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const file = bytes;
  const container = readHeader(file, context);
  return {
    isList: true,
    *rows() {
      const values = new PlainValues(context.limits, (value) =>
        value instanceof LogicalTime ? value.time : undefined,
      );
      for (const block of blocksOf(file, container)) {
        context.signal.throwIfAborted();
        for (const row of recordsOf(block, container.type)) yield values.value(container.rename(row));
      }
    },
  };
}

interface Block {
  readonly count: number;
  readonly bytes: Uint8Array;
}

function readHeader(file: Uint8Array, { limits }: RunContext): Container {
  if (latin1Of(file, 0, 4) !== MAGIC) throw corrupt('it does not begin as an Avro file');
  const decoded = guarded(() => HEADER.decode(asBuffer(file), 4));
  if (decoded.offset < 0) throw truncated('its header is not complete');
  const { meta, sync } = decoded.value as { meta: Record<string, Uint8Array>; sync: Uint8Array };
  const codec = utf8Of(meta['avro.codec'] ?? utf8Bytes('null'));
  if (codec !== 'null' && codec !== 'deflate') {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The Avro file is compressed by ${codec}, which cannot be read. Write it again with deflate.`,
    });
  }
  const schema = meta['avro.schema'];
  if (!schema) throw corrupt('it has no schema');
  createValueBudget(limits).take(schema.length);
  const text = utf8Of(schema);
  const type = typeOf(text);
  return { type, rename: renamerOf(JSON.parse(text) as AvroSchema) ?? unchanged, codec, sync, start: decoded.offset };
}

const HEADER = Type.forSchema({
  type: 'record',
  name: 'Header',
  fields: [
    { name: 'meta', type: { type: 'map', values: 'bytes' } },
    { name: 'sync', type: { type: 'fixed', name: 'Sync', size: SYNC_BYTES } },
  ],
});

/** Integers of 64 bits as they are: JavaScript's numbers end at 53. */
// oxlint-disable-next-line no-underscore-dangle -- the library's name for it
const EXACT_LONG = types.LongType.__with({
  fromBuffer: (bytes: Uint8Array) => viewOf(bytes).getBigInt64(0, true),
  toBuffer(value: bigint) {
    const bytes = new Uint8Array(8);
    viewOf(bytes).setBigInt64(0, value, true);
    return asBuffer(bytes);
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (value: unknown) => typeof value === 'bigint',
  compare: (a: bigint, b: bigint) => (a < b ? -1 : Number(a > b)),
});

function typeOf(schema: string): AvroType {
  const typeWith = (wrapUnions: boolean): AvroType =>
    Type.forSchema(JSON.parse(schema) as Schema, {
      registry: { long: EXACT_LONG },
      typeHook: exactLongOf,
      logicalTypes: LOGICAL_TYPES,
      wrapUnions,
    });
  try {
    return typeWith(false);
  } catch (error) {
    // Unions of several numbers, say, cannot be told apart without a wrapper.
    try {
      return typeWith(true);
    } catch {
      throw corrupt('its schema is no valid Avro schema', {}, error);
    }
  }
}

/** The registry is asked for types by their name alone: a long with attributes would be of the library's own. */
function exactLongOf(schema: Schema): AvroType | undefined {
  if (typeof schema !== 'object' || !('type' in schema) || schema.type !== 'long') return undefined;
  const { logicalType } = schema as { readonly logicalType?: unknown };
  const Logical =
    typeof logicalType === 'string' && Object.hasOwn(LOGICAL_TYPES, logicalType)
      ? LOGICAL_TYPES[logicalType]
      : undefined;
  return Logical ? new Logical(EXACT_LONG) : EXACT_LONG;
}

function* blocksOf(file: Uint8Array, { codec, sync, start }: Container): Generator<Block> {
  for (let position = start; position < file.byteLength;) {
    const count = longAt(file, position);
    const size = longAt(file, count.end);
    const end = size.end + Number(size.value);
    if (size.value < 0n || count.value < 0n) throw corrupt('a block has an impossible size');
    if (end + SYNC_BYTES > file.byteLength) throw truncated('its last block is not complete');
    if (!equalBytes(file.subarray(end, end + SYNC_BYTES), sync))
      throw corrupt('the mark at the end of a block is wrong');
    const data = file.subarray(size.end, end);
    yield { count: Number(count.value), bytes: codec === 'deflate' ? inflated(data) : data };
    position = end + SYNC_BYTES;
  }
}

function inflated(data: Uint8Array): Uint8Array {
  try {
    return inflateRaw(data, { maxOutputLength: MAX_BLOCK_BYTES });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new ConversionError({
        code: 'input_too_complex',
        message: 'A block of the file would take more than 256 MiB when it is unpacked.',
      });
    }
    throw corrupt('a block of it cannot be unpacked', {}, error);
  }
}

function* recordsOf({ count, bytes }: Block, type: AvroType): Generator<unknown> {
  let position = 0;
  for (let record = 0; record < count; record++) {
    const { value, offset } = guarded(
      () => type.decode(asBuffer(bytes), position) as { value: unknown; offset: number },
    );
    if (offset < 0) throw truncated('a record of it is not complete');
    // Records without any field take no bytes: then their number is only a claim.
    if (offset === position && count > bytes.byteLength + 1) throw corrupt('a block has more records than bytes');
    position = offset;
    yield value;
  }
}

/** A zigzag number of variable length (section "Binary encoding" of the specification). */
function longAt(file: Uint8Array, start: number): { readonly value: bigint; readonly end: number } {
  let value = 0n;
  for (let index = 0; index < 10; index++) {
    const byte = file[start + index];
    if (byte === undefined) throw truncated('its last block is not complete');
    value |= BigInt(byte & 0x7f) << BigInt(7 * index);
    if (byte < 0x80) return { value: (value >> 1n) ^ -(value & 1n), end: start + index + 1 };
  }
  throw corrupt('a number of it is too long');
}

function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw corrupt('a value of it does not follow its schema', {}, error);
  }
}

/** Times by their numbers; only the codec's own model knows how to say them. */
class LogicalTime {
  readonly time: DataValue;
  readonly raw: bigint | number;

  constructor(time: DataTime | null, raw: bigint | number) {
    this.time = time;
    this.raw = raw;
  }
}

function logicalTime(kind: DataTime['kind'], nanoseconds: bigint): typeof types.LogicalType {
  return class extends types.LogicalType {
    override _fromValue(raw: bigint | number): LogicalTime {
      return new LogicalTime(timeOfNanoseconds(kind, BigInt(raw) * nanoseconds), raw);
    }
    override _toValue(value: LogicalTime): bigint | number {
      return value.raw;
    }
    override _resolve(): undefined {
      return undefined;
    }
  };
}

const LOGICAL_TYPES: Readonly<Record<string, typeof types.LogicalType>> = {
  date: logicalTime('date', 86_400_000_000_000n),
  'time-millis': logicalTime('time', 1_000_000n),
  'time-micros': logicalTime('time', 1_000n),
  'timestamp-millis': logicalTime('moment', 1_000_000n),
  'timestamp-micros': logicalTime('moment', 1_000n),
  'timestamp-nanos': logicalTime('moment', 1n),
  'local-timestamp-millis': logicalTime('local', 1_000_000n),
  'local-timestamp-micros': logicalTime('local', 1_000n),
  'local-timestamp-nanos': logicalTime('local', 1n),
};
