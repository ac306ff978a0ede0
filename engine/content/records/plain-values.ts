import type { Limits } from '../../contract/limits.ts';
import {
  DataObject,
  DataTime,
  ExactNumber,
  isList,
  NonFiniteNumber,
  scalarText,
  type DataSource,
  type DataValue,
} from './model.ts';
import { corrupt, createValueBudget, tooDeep, type ValueBudget } from './errors.ts';

/** Makes our value of one that only a library knows (its own classes); undefined for those that it does not know. */
type Special = (value: object) => DataValue | undefined;

/** Values of a library as ours, within the limits. */
export class PlainValues {
  readonly #limits: Limits;
  readonly #budget: ValueBudget;
  readonly #special: Special;

  constructor(limits: Limits, special: Special = () => undefined) {
    this.#limits = limits;
    this.#budget = createValueBudget(limits);
    this.#special = special;
  }

  value(plain: unknown, depth = 0): DataValue {
    this.#budget.take(1);
    if (depth > this.#limits.nesting) throw tooDeep(this.#limits);
    switch (typeof plain) {
      case 'string':
      case 'boolean':
        return plain;
      case 'number':
        return numberValue(plain);
      case 'bigint':
        return new ExactNumber(String(plain));
      case 'object':
        return plain === null ? null : this.#object(plain, depth);
      default:
        return null;
    }
  }

  #object(plain: object, depth: number): DataValue {
    const special = this.#special(plain);
    if (special !== undefined) return special;
    if (Array.isArray(plain)) return plain.map((item) => this.value(item, depth + 1));
    if (plain instanceof Uint8Array) return plain;
    if (plain instanceof Date) return momentOf(plain);
    const entries = plain instanceof Map ? [...plain] : Object.entries(plain);
    return new DataObject(
      entries.map(([name]) => (typeof name === 'string' ? name : scalarText(this.#key(name)))),
      entries.map(([, value]) => this.value(value, depth + 1)),
    );
  }

  /** Names that are numbers, times or bytes become their text. */
  #key(name: unknown): Exclude<DataValue, DataObject | readonly DataValue[]> {
    const key = this.value(name);
    if (key instanceof DataObject || isList(key)) throw corrupt('a list or object is the name of a value');
    return key;
  }
}

/** A list becomes rows, anything else is the one value of the file. */
export function sourceOfValue(value: DataValue): DataSource {
  return isList(value) ? { isList: true, rows: () => value } : { isList: false, rows: () => [value] };
}

/** The content of a source as one value. */
export function wholeValue(source: DataSource): DataValue {
  const rows = [...source.rows()];
  return source.isList ? rows : rows[0]!;
}

export function numberValue(number: number): ExactNumber | NonFiniteNumber {
  if (Number.isFinite(number)) return new ExactNumber(Object.is(number, -0) ? '-0' : String(number));
  return new NonFiniteNumber(String(number) as NonFiniteNumber['text']);
}

function momentOf(date: Date): DataTime | null {
  return Number.isNaN(date.getTime()) ? null : new DataTime('moment', trimFraction(date.toISOString()));
}

/** Zeros behind the last digit of a second say nothing. */
export function trimFraction(text: string): string {
  return text.replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, '');
}

const INTEGER = /^-?\d+$/;

export function isInteger({ text }: ExactNumber): boolean {
  return INTEGER.test(text) && text !== '-0';
}

/** Digits before the point from which on a double no longer tells neighbouring integers apart. */
const LONG_DECIMAL = /^-?\d{16,}\./;

/** Whether a number that is no integer keeps its value as floating point, but for digits that nobody measures. */
export function fitsDouble({ text }: ExactNumber): boolean {
  return !LONG_DECIMAL.test(text);
}

/** Whether an integer fits into a range of bits, as two's complement. */
export function fitsBits(integer: bigint, bits: number, signed = true): boolean {
  return (signed ? BigInt.asIntN(bits, integer) : BigInt.asUintN(bits, integer)) === integer;
}
