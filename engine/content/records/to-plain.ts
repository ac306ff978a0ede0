import {
  DataObject,
  DataTime,
  ExactNumber,
  isList,
  NonFiniteNumber,
  type DataSource,
  type DataValue,
} from './model.ts';
import type { Losses } from './losses.ts';
import { fitsDouble, isInteger, wholeValue } from './plain-values.ts';

/** What a library that writes plain values takes for the kinds that JavaScript has no value for. */
export interface PlainTarget {
  readonly name: string;
  /** Undefined for an integer with more digits than the format holds: it becomes text. */
  integer(integer: bigint): unknown;
  time(time: DataTime): unknown;
}

export function plainOf(source: DataSource, target: PlainTarget, losses: Losses): unknown {
  return plainValue(wholeValue(source), target, losses);
}

/** A value as a library takes it. */
export function plainValue(value: DataValue, target: PlainTarget, losses: Losses): unknown {
  if (isList(value)) return value.map((item) => plainValue(item, target, losses));
  if (value instanceof DataObject) {
    const plain = Object.create(null) as Record<string, unknown>;
    for (const [index, name] of value.names.entries()) plain[name] = plainValue(value.values[index]!, target, losses);
    return plain;
  }
  if (value instanceof ExactNumber) return numberOf(value, target, losses);
  if (value instanceof NonFiniteNumber) return Number(value.text);
  // Libraries may take a Uint8Array for an object with a JSON form of its own.
  if (value instanceof Uint8Array) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return value instanceof DataTime ? target.time(value) : value;
}

function numberOf(number: ExactNumber, target: PlainTarget, losses: Losses): unknown {
  if (!isInteger(number) && fitsDouble(number)) return Number(number.text);
  const integer = isInteger(number) ? target.integer(BigInt(number.text)) : undefined;
  if (integer === undefined) losses.numbers++;
  return integer ?? number.text;
}
