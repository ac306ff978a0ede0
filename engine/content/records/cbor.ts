import { decodeSequence, encode, Tag, type TagDecoderMap } from 'cbor2';
import { hexOf } from '../../io/bytes.ts';
import type { RunContext } from '../../contract/codec.ts';
import { DataTime, type DataSource, type DataValue } from './model.ts';
import { corrupt, truncated } from './errors.ts';
import { Losses } from './losses.ts';
import { PlainValues, sourceOfValue } from './plain-values.ts';
import type { ReadRequest } from './read.ts';
import { parseTime, timeOfNanoseconds } from './times.ts';
import { plainOf, type PlainTarget } from './to-plain.ts';

/** Tags of RFC 8949, section 3.4, and of RFC 8943 (dates). */
const TAGS = { text: 0, epoch: 1, positive: 2, negative: 3, days: 100, date: 1004 } as const;
const NANOSECONDS = 1e9;

/** Everything stays a tag, so that nothing is made of it before its size is known; ours are read by `untagged`. */
const NO_TAGS: TagDecoderMap = new Map();

const TARGET: PlainTarget = {
  name: 'CBOR',
  integer: (integer) => (Number.isSafeInteger(Number(integer)) ? Number(integer) : integer),
  time(time) {
    if (time.kind === 'moment') return new Tag(TAGS.text, time.text);
    return time.kind === 'date' ? new Tag(TAGS.date, time.text) : time.text;
  },
};

/** CBOR (RFC 8949). Several values one after the other (RFC 8742) are a list. */
export function readCbor(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const { limits } = context;
  const all = decodeAll(bytes, limits.nesting);
  const values: PlainValues = new PlainValues(limits, (value) =>
    value instanceof Tag ? untagged(value, (contents) => values.value(contents, 1)) : undefined,
  );
  return sourceOfValue(all.length === 1 ? values.value(all[0]) : all.map((value) => values.value(value)));
}

function decodeAll(bytes: Uint8Array, nesting: number): unknown[] {
  try {
    return [
      ...decodeSequence(bytes, { ignoreGlobalTags: true, tags: NO_TAGS, maxDepth: nesting + 1, preferMap: true }),
    ];
  } catch (error) {
    if (error instanceof RangeError) throw truncated('a value of its CBOR is not complete');
    throw corrupt(`it is no valid CBOR, or nested more than ${nesting} levels deep`, {}, error);
  }
}

/** Times and large integers; of other tags, whose meaning we do not know, the content. */
function untagged({ tag, contents }: Tag, valueOf: (contents: unknown) => DataValue): DataValue {
  switch (Number(tag)) {
    case TAGS.text:
    case TAGS.date:
      return typeof contents === 'string' ? (parseTime(contents) ?? contents) : valueOf(contents);
    case TAGS.epoch:
      return typeof contents === 'number' || typeof contents === 'bigint'
        ? momentOf(Number(contents))
        : valueOf(contents);
    case TAGS.days:
      return typeof contents === 'number'
        ? timeOfNanoseconds('date', BigInt(contents) * 86_400_000_000_000n)
        : valueOf(contents);
    case TAGS.positive:
    case TAGS.negative:
      return contents instanceof Uint8Array
        ? valueOf(bigInteger(contents, Number(tag) === TAGS.negative))
        : valueOf(contents);
    default:
      return valueOf(contents);
  }
}

function momentOf(seconds: number): DataTime | null {
  return Number.isFinite(seconds)
    ? timeOfNanoseconds('moment', BigInt(Math.round(seconds * 1e6)) * BigInt(NANOSECONDS / 1e6))
    : null;
}

function bigInteger(bytes: Uint8Array, isNegative: boolean): bigint {
  const magnitude = bytes.byteLength === 0 ? 0n : BigInt(`0x${hexOf(bytes)}`);
  return isNegative ? -1n - magnitude : magnitude;
}

export function* writeCbor(source: DataSource, { context }: { readonly context: RunContext }): Generator<Uint8Array> {
  const losses = new Losses();
  yield encode(plainOf(source, TARGET, losses), { dateTag: TAGS.text });
  losses.report(context, TARGET.name);
}
