import { Binary, BSONError, BSONValue, Decimal128, deserialize, Double, Int32, Long, serialize } from 'bson';
import type { RunContext } from '../../contract/codec.ts';
import { DataObject, ExactNumber, type DataSource, type DataTime, type DataValue } from './model.ts';
import { corrupt, truncated } from './errors.ts';
import { Losses } from './losses.ts';
import { numberValue, PlainValues, sourceOfValue } from './plain-values.ts';
import type { ReadRequest } from './read.ts';
import { nanosecondsOf } from './times.ts';
import { plainValue, type PlainTarget } from './to-plain.ts';
import { rowsOfTree, treeOfSource } from './tree-rows.ts';

const MIN_DOCUMENT_BYTES = 5;
const MILLISECOND = 1_000_000n;

const TARGET: PlainTarget = {
  name: 'BSON',
  integer(integer) {
    if (BigInt.asIntN(32, integer) === integer) return new Int32(Number(integer));
    return BigInt.asIntN(64, integer) === integer ? Long.fromBigInt(integer) : undefined;
  },
  // Dates of BSON count milliseconds: finer times stay text.
  time(time: DataTime) {
    const nanoseconds = time.kind === 'moment' ? nanosecondsOf(time) : undefined;
    const isWhole = nanoseconds !== undefined && nanoseconds % MILLISECOND === 0n;
    return isWhole ? new Date(Number(nanoseconds / MILLISECOND)) : time.text;
  },
};

/** BSON documents one after the other, as `mongodump` writes them; a single one is an object. */
export function readBson(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const values = new PlainValues(context.limits, special);
  const documents: DataValue[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < bytes.byteLength;) {
    const left = bytes.byteLength - start;
    const size = left >= MIN_DOCUMENT_BYTES ? view.getInt32(start, true) : 0;
    if (left < MIN_DOCUMENT_BYTES || size > left) throw truncated('its last document is not complete');
    if (size < MIN_DOCUMENT_BYTES) throw corrupt('a document has an impossible size');
    documents.push(values.value(parse(bytes.subarray(start, start + size))));
    start += size;
    context.signal.throwIfAborted();
  }
  const [first] = documents;
  return sourceOfValue(documents.length === 1 && first instanceof DataObject ? rowsOfTree(first) : documents);
}

function parse(document: Uint8Array): object {
  try {
    return deserialize(document, { promoteValues: false, promoteBuffers: false, bsonRegExp: true });
  } catch (error) {
    if (error instanceof BSONError || error instanceof RangeError) throw corrupt('it is no valid BSON', {}, error);
    throw error;
  }
}

/** Values of BSON alone: identifiers and other oddities become text in the form that MongoDB prints. */
function special(value: object): DataValue | undefined {
  if (!(value instanceof BSONValue)) return undefined;
  if (value instanceof Int32 || value instanceof Long) return new ExactNumber(value.toString());
  if (value instanceof Double) return numberValue(value.value);
  if (value instanceof Binary)
    return value.sub_type === Binary.SUBTYPE_UUID ? value.toUUID().toString() : value.value();
  if (value instanceof Decimal128) return decimalOf(value.toString());
  const text = 'toHexString' in value ? (value.toHexString as () => string)() : undefined;
  return text ?? JSON.stringify(value);
}

function decimalOf(text: string): DataValue {
  return /^-?\d+(\.\d+)?(E[+-]?\d+)?$/.test(text) ? new ExactNumber(text) : text;
}

/** A list of objects becomes documents one after the other; anything else is one document. */
export function* writeBson(source: DataSource, { context }: { readonly context: RunContext }): Generator<Uint8Array> {
  const losses = new Losses();
  const write = (document: DataObject): Uint8Array =>
    serialize(plainValue(document, TARGET, losses) as Record<string, unknown>, { ignoreUndefined: false });
  const rows = source.isList ? [...source.rows()] : [];
  if (rows.length > 0 && rows.every((row) => row instanceof DataObject)) for (const row of rows) yield write(row);
  else yield write(treeOfSource(source));
  losses.report(context, TARGET.name);
}
