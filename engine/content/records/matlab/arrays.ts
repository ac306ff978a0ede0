import type { Limits } from '../../../contract/limits.ts';
import { corrupt, createValueBudget, tooDeep, type ValueBudget } from '../errors.ts';
import { DataObject, ExactNumber, type DataScalar, type DataValue } from '../model.ts';
import { shortestSingle } from '../npy/types.ts';
import { numberValue } from '../plain-values.ts';

/** Types of numbers in a file, with the bytes of each. */
export type NumberType = 'i1' | 'u1' | 'i2' | 'u2' | 'i4' | 'u4' | 'i8' | 'u8' | 'f4' | 'f8';

const READERS: Readonly<Record<NumberType, (view: DataView, at: number, isLittle: boolean) => number | bigint>> = {
  i1: (view, at) => view.getInt8(at),
  u1: (view, at) => view.getUint8(at),
  i2: (view, at, isLittle) => view.getInt16(at, isLittle),
  u2: (view, at, isLittle) => view.getUint16(at, isLittle),
  i4: (view, at, isLittle) => view.getInt32(at, isLittle),
  u4: (view, at, isLittle) => view.getUint32(at, isLittle),
  i8: (view, at, isLittle) => view.getBigInt64(at, isLittle),
  u8: (view, at, isLittle) => view.getBigUint64(at, isLittle),
  f4: (view, at, isLittle) => view.getFloat32(at, isLittle),
  f8: (view, at, isLittle) => view.getFloat64(at, isLittle),
};

export function sizeOf(type: NumberType): number {
  return Number(type[1]);
}

/** So many numbers of a type; throws where the bytes are fewer. */
export function numbersOf(
  bytes: Uint8Array,
  { type, count, isLittle }: { readonly type: NumberType; readonly count: number; readonly isLittle: boolean },
): (number | bigint)[] {
  const size = sizeOf(type);
  if (count * size > bytes.byteLength) throw corrupt('an array has fewer values than it says');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: count }, (_, index) => READERS[type](view, index * size, isLittle));
}

/** How MATLAB shows a number of an array: as whole, as one of single precision, or as yes or no. */
export type NumberKind = 'number' | 'single' | 'logical';

export function scalarOf(number: number | bigint, kind: NumberKind): DataScalar {
  if (kind === 'logical') return Number(number) !== 0;
  if (typeof number === 'bigint') return new ExactNumber(String(number));
  return kind === 'single' ? shortestSingle(number) : numberValue(number);
}

export function complexOf(real: DataScalar, imaginary: DataScalar): DataObject {
  return new DataObject(['real', 'imaginary'], [real, imaginary]);
}

/**
 * Elements that stand column by column as lists of rows. One element is no list, and a single row or column is one list:
 * everything in MATLAB is a matrix.
 */
export function shaped(elements: readonly DataValue[], sides: readonly number[]): DataValue {
  // An array of nothing may say that it has any number of rows.
  if (elements.length === 0) return [];
  if (elements.length === 1 && sides.every((side) => side === 1)) return elements[0]!;
  if (sides.length === 2 && sides.includes(1)) return elements;
  const steps: number[] = [];
  sides.reduce((step, side) => {
    steps.push(step);
    return step * side;
  }, 1);
  const at = (depth: number, offset: number): DataValue =>
    depth === sides.length
      ? elements[offset]!
      : Array.from({ length: sides[depth]! }, (_, index) => at(depth + 1, offset + index * steps[depth]!));
  return at(0, 0);
}

/** Texts that stand column by column: one, or a list of one for each row. */
export function textsOf(characters: readonly string[], sides: readonly number[]): DataValue {
  const [rows = 0, ...others] = sides;
  const columns = others.reduce((product, side) => product * side, 1);
  if (rows === 1) return characters.join('');
  if (rows === 0 || columns === 0) return '';
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => characters[column * rows + row]!)
      .join('')
      .trimEnd(),
  );
}

/** What may be read of a file altogether. */
export class ReadLimits {
  readonly #limits: Limits;
  readonly #budget: ValueBudget;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#budget = createValueBudget(limits);
  }

  /** How many elements an array has; throws `input_too_complex` beyond the limit, whatever stands in the file. */
  count(sides: readonly number[]): number {
    if (sides.some((side) => side < 0)) throw corrupt('an array has a side below zero');
    const count = sides.reduce((product, side) => product * side, 1);
    // Lists that hold nothing take memory as well.
    this.#budget.take(Math.max(count, ...sides, 1));
    return count;
  }

  enter(depth: number): void {
    if (depth > this.#limits.nesting) throw tooDeep(this.#limits);
  }
}
