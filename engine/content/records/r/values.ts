import { DataObject, DataTime, ExactNumber, type DataScalar, type DataValue } from '../model.ts';
import { complexOf, shaped } from '../matlab/arrays.ts';
import { numberValue } from '../plain-values.ts';
import { uniqueColumnNames } from '../table-columns.ts';
import { timeOfNanoseconds } from '../times.ts';
import { isNa, isPairs, isVector, UNREADABLE, type RObject, type RVector } from './serialization.ts';

const DAY_SECONDS = 86_400;
/** Name of the column for row names that are texts, as the tidyverse calls it. */
const ROW_NAMES = 'rowname';

/** A data frame: columns of equal length. */
export interface Frame {
  readonly names: readonly string[];
  readonly columns: readonly (readonly DataValue[])[];
  readonly rows: number;
}

/** What R has as an object, as data; counts what only R can use. */
export class RValues {
  unreadable = 0;

  value(object: RObject): DataValue {
    if (object === UNREADABLE) {
      this.unreadable++;
      return null;
    }
    if (object === null || typeof object === 'string') return object;
    if (isPairs(object)) {
      const names = uniqueColumnNames(object.pairs.map(([name]) => name));
      return new DataObject(
        names,
        object.pairs.map(([, value]) => this.value(value)),
      );
    }
    const frame = this.frame(object);
    if (frame) return rowsOf(frame);
    const elements = this.elements(object);
    const sides = numbersOf(object.attributes.get('dim'));
    const isMatrix =
      elements.length > 0 && sides.length > 1 && sides.reduce((product, side) => product * side, 1) === elements.length;
    if (isMatrix) return this.#matrix(object, elements, sides);
    const names = textsOf(object.attributes.get('names'));
    if (names.length === elements.length && names.some((name) => name !== ''))
      return new DataObject(uniqueColumnNames(names), elements);
    // R has no single values: a vector of one is what stands for them.
    return elements.length === 1 && object.kind !== 'list' ? elements[0]! : elements;
  }

  /** A matrix whose columns have names has rows with them. */
  #matrix({ attributes }: RVector, elements: readonly DataValue[], sides: readonly number[]): DataValue {
    const sideNames = attributes.get('dimnames');
    const [rowNames = [], columnNames = []] = isVector(sideNames)
      ? (sideNames.values as readonly RObject[]).map((names) => textsOf(names))
      : [];
    if (sides.length !== 2 || columnNames.length !== sides[1]) return shaped(elements, sides);
    const [rows, count] = sides as [number, number];
    const columns = Array.from({ length: count }, (_, index) => elements.slice(index * rows, (index + 1) * rows));
    const isNamed = rowNames.length === rows;
    return rowsOf({
      names: uniqueColumnNames(isNamed ? [ROW_NAMES, ...columnNames] : columnNames),
      columns: isNamed ? [rowNames, ...columns] : columns,
      rows,
    });
  }

  /** The columns of a data frame; undefined for any other object. */
  frame(object: RObject): Frame | undefined {
    if (!isVector(object) || object.kind !== 'list' || !classesOf(object).includes('data.frame')) return undefined;
    const columns = (object.values as readonly RObject[]).map((column) => this.#column(column));
    const names = textsOf(object.attributes.get('names'));
    const rows = Math.max(0, ...columns.map(({ length }) => length));
    const rowNames = object.attributes.get('row.names');
    const isNamed = isVector(rowNames) && rowNames.kind === 'text';
    const all = isNamed ? [textsOf(rowNames), ...columns] : columns;
    const header = columns.map((_, index) => names[index] ?? '');
    return { names: uniqueColumnNames(isNamed ? [ROW_NAMES, ...header] : header), columns: all, rows };
  }

  /** A column may be a matrix, or a data frame of its own. */
  #column(object: RObject): readonly DataValue[] {
    if (!isVector(object)) return [this.value(object)];
    const frame = this.frame(object);
    if (frame) return rowsOf(frame);
    const sides = numbersOf(object.attributes.get('dim'));
    const elements = this.elements(object);
    return sides.length > 1 && sides[0] !== 1 && sides[1] !== 1 ? (shaped(elements, sides) as DataValue[]) : elements;
  }

  elements(vector: RVector): DataValue[] {
    const classes = classesOf(vector);
    if (classes.includes('factor')) {
      const levels = textsOf(vector.attributes.get('levels'));
      return (vector.values as readonly (number | null)[]).map((code) =>
        code === null ? null : (levels[code - 1] ?? null),
      );
    }
    switch (vector.kind) {
      case 'list':
        return (vector.values as readonly RObject[]).map((one) => this.value(one));
      case 'integer':
        return (vector.values as readonly (number | null)[]).map((one) =>
          one === null ? null : timeOrNumber(one, classes),
        );
      case 'real': {
        const numbers = vector.values as Float64Array;
        if (classes.includes('integer64')) return wholeNumbers(numbers);
        return Array.from(numbers, (one) => (isNa(one) ? null : timeOrNumber(one, classes)));
      }
      case 'complex': {
        const parts = vector.values as Float64Array;
        return Array.from({ length: parts.length / 2 }, (_, index) =>
          isNa(parts[2 * index]!)
            ? null
            : complexOf(numberValue(parts[2 * index]!), numberValue(parts[2 * index + 1]!)),
        );
      }
      case 'raw':
        return [vector.values as Uint8Array];
      default:
        return [...vector.values] as DataScalar[];
    }
  }
}

export function rowsOf({ names, columns, rows }: Frame): DataObject[] {
  return Array.from({ length: rows }, (_, row) => rowOf(names, columns, row));
}

export function rowOf(names: readonly string[], columns: Frame['columns'], row: number): DataObject {
  return new DataObject(
    names,
    columns.map((column) => column[row] ?? null),
  );
}

function classesOf({ attributes }: RVector): readonly string[] {
  return textsOf(attributes.get('class'));
}

function textsOf(object: RObject | undefined): string[] {
  if (!isVector(object)) return [];
  return [...object.values].map((value) => (value === null ? '' : String(value)));
}

function numbersOf(object: RObject | undefined): number[] {
  return isVector(object) && object.kind === 'integer' ? (object.values as number[]) : [];
}

/** Days and seconds since 1970 by the class that R gives them. */
function timeOrNumber(number: number, classes: readonly string[]): DataScalar {
  if (!Number.isFinite(number)) return numberValue(number);
  if (classes.includes('Date')) return timeOfSeconds('date', Math.floor(number) * DAY_SECONDS) ?? numberValue(number);
  if (classes.includes('POSIXct')) return timeOfSeconds('moment', number) ?? numberValue(number);
  if (classes.includes('hms') && number >= 0 && number < DAY_SECONDS)
    return timeOfSeconds('time', number) ?? numberValue(number);
  return numberValue(number);
}

/** Furthest second of a year that ISO 8601 can say. */
const MOST_SECONDS = 253_402_300_799;

function timeOfSeconds(kind: 'date' | 'moment' | 'time', seconds: number): DataTime | null {
  if (Math.abs(seconds) > MOST_SECONDS) return null;
  const whole = Math.floor(seconds);
  const micros = Math.round((seconds - whole) * 1e6);
  return timeOfNanoseconds(kind, BigInt(whole) * 1_000_000_000n + BigInt(micros) * 1000n);
}

/** The package bit64 keeps integers of 64 bits in what R takes for floating point. */
function wholeNumbers(numbers: Float64Array): DataScalar[] {
  const integers = new BigInt64Array(numbers.buffer, numbers.byteOffset, numbers.length);
  return Array.from(integers, (one) => (one === -(2n ** 63n) ? null : new ExactNumber(String(one))));
}
