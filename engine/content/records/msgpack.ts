import { DecodeError, decodeMulti, encode, ExtData, ExtensionCodec } from '@msgpack/msgpack';
import type { DataSource } from './model.ts';
import { corrupt, truncated } from './errors.ts';
import { Losses } from './losses.ts';
import { PlainValues, sourceOfValue } from './plain-values.ts';
import { nanosecondsOf, timeOfNanoseconds } from './times.ts';
import { plainOf, type PlainTarget } from './to-plain.ts';
import type { ReadRequest } from './read.ts';
import type { RunContext } from '../../contract/codec.ts';

const TIMESTAMP = -1;
const NANOSECONDS = 1_000_000_000n;

/** Moments with all of their digits: JavaScript's dates would keep milliseconds. */
const extensions = new ExtensionCodec();
extensions.register({
  type: TIMESTAMP,
  encode: (value) => (value instanceof Moment ? timestampBytes(value.nanoseconds) : null),
  decode: (bytes) => new Moment(nanosecondsOfTimestamp(bytes)),
});

class Moment {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

const TARGET: PlainTarget = {
  name: 'MessagePack',
  integer: (integer) => {
    const isHeld = BigInt.asIntN(64, integer) === integer || BigInt.asUintN(64, integer) === integer;
    if (!isHeld) return undefined;
    return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
  },
  time(time) {
    const nanoseconds = time.kind === 'moment' ? nanosecondsOf(time) : undefined;
    return nanoseconds === undefined ? time.text : new Moment(nanoseconds);
  },
};

/** MessagePack. Several values one after the other are a list. */
export function readMsgpack(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const { limits } = context;
  const values = new PlainValues(limits, (value) => {
    if (value instanceof Moment) return timeOfNanoseconds('moment', value.nanoseconds);
    return value instanceof ExtData ? (value.data as Uint8Array) : undefined;
  });
  const all = decodeAll(bytes, limits.values);
  return sourceOfValue(all.length === 1 ? values.value(all[0]) : all.map((value) => values.value(value)));
}

function decodeAll(bytes: Uint8Array, maxLength: number): unknown[] {
  try {
    const maxBytes = bytes.byteLength;
    return [
      ...decodeMulti(bytes, {
        useBigInt64: true,
        extensionCodec: extensions,
        // No list can have more elements than the file has bytes: a header that says so must cost nothing.
        maxArrayLength: Math.min(maxLength, maxBytes),
        maxMapLength: Math.min(maxLength, maxBytes),
        maxStrLength: maxBytes,
        maxBinLength: maxBytes,
        maxExtLength: maxBytes,
        mapKeyConverter: keyOf,
      }),
    ];
  } catch (error) {
    if (error instanceof RangeError) throw truncated('a value of its MessagePack is not complete');
    if (error instanceof DecodeError) throw corrupt('it is no valid MessagePack', {}, error);
    throw error;
  }
}

function keyOf(key: unknown): string | number {
  if (typeof key === 'string' || typeof key === 'number') return key;
  if (typeof key === 'bigint' || typeof key === 'boolean' || key === null) return String(key);
  if (key instanceof Uint8Array) return new TextDecoder().decode(key);
  throw corrupt('a list or object is the name of a value');
}

export function* writeMsgpack(
  source: DataSource,
  { context }: { readonly context: RunContext },
): Generator<Uint8Array> {
  const losses = new Losses();
  yield encode(plainOf(source, TARGET, losses), {
    useBigInt64: true,
    extensionCodec: extensions,
    maxDepth: context.limits.nesting + 2,
  });
  losses.report(context, TARGET.name);
}

/** The three lengths that the specification has for timestamps. */
function timestampBytes(nanoseconds: bigint): Uint8Array {
  const rest = ((nanoseconds % NANOSECONDS) + NANOSECONDS) % NANOSECONDS;
  const seconds = (nanoseconds - rest) / NANOSECONDS;
  const isUnsigned = (bits: number): boolean => BigInt.asUintN(bits, seconds) === seconds;
  if (rest === 0n && isUnsigned(32)) return viewOf(4, (view) => view.setUint32(0, Number(seconds)));
  if (isUnsigned(34)) return viewOf(8, (view) => view.setBigUint64(0, (rest << 34n) | seconds));
  return viewOf(12, (view) => {
    view.setUint32(0, Number(rest));
    view.setBigInt64(4, seconds);
  });
}

function viewOf(length: number, fill: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(length);
  fill(new DataView(bytes.buffer));
  return bytes;
}

function nanosecondsOfTimestamp(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength === 4) return BigInt(view.getUint32(0)) * NANOSECONDS;
  if (bytes.byteLength === 12) return view.getBigInt64(4) * NANOSECONDS + BigInt(view.getUint32(0));
  if (bytes.byteLength !== 8) throw corrupt('a timestamp has a length that there is not');
  const packed = view.getBigUint64(0);
  return (packed & 0x3_ffff_ffffn) * NANOSECONDS + (packed >> 34n);
}
