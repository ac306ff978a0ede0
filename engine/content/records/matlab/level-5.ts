import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { latin1Of, utf8Of, viewOf } from '../../../io/bytes.ts';
import { inflate, isTooLarge, isZlibError } from '../../../io/compression.ts';
import { corrupt, truncated } from '../errors.ts';
import { DataObject, type DataValue } from '../model.ts';
import { complexOf, numbersOf, ReadLimits, scalarOf, shaped, sizeOf, textsOf, type NumberType } from './arrays.ts';

/* "MAT-File Format", MathWorks: files of level 5, which MATLAB writes as versions 5 to 7. */

const HEADER_BYTES = 128;
const ORDER_AT = 126;
const MATRIX = 14;
const COMPRESSED = 15;
const UTF8 = 16;
const BYTES = 2;
const NUMBER_TYPES: Readonly<Record<number, NumberType>> = {
  1: 'i1',
  2: 'u1',
  3: 'i2',
  4: 'u2',
  5: 'i4',
  6: 'u4',
  7: 'f4',
  9: 'f8',
  12: 'i8',
  13: 'u8',
  17: 'u2',
  18: 'u4',
};
const CLASS = { cell: 1, struct: 2, object: 3, text: 4, sparse: 5, single: 7, handle: 16, opaque: 17 } as const;
const COMPLEX = 0x08;
const LOGICAL = 0x02;

export interface Variable {
  readonly name: string;
  /** Undefined for what only MATLAB can read: handles of functions, and objects of its newer classes. */
  readonly value: DataValue | undefined;
}

interface Element {
  readonly type: number;
  readonly content: Uint8Array;
}

/** The variables of a file of level 5, in their order. */
export function* readLevel5(bytes: Uint8Array, limits: Limits): Generator<Variable> {
  const isLittle = latin1Of(bytes, ORDER_AT, ORDER_AT + 2) === 'IM';
  const reader = new ArrayReader(isLittle, new ReadLimits(limits));
  let left = limits.expandedBytes;
  for (const { type, content } of elementsOf(bytes.subarray(HEADER_BYTES), isLittle)) {
    if (type === MATRIX) yield reader.variable(content);
    if (type !== COMPRESSED) continue;
    const expanded = expand(content, left);
    left -= expanded.byteLength;
    for (const inner of elementsOf(expanded, isLittle)) if (inner.type === MATRIX) yield reader.variable(inner.content);
  }
}

function expand(packed: Uint8Array, allowed: number): Uint8Array {
  try {
    return inflate(packed, { maxOutputLength: Math.max(1, allowed) });
  } catch (error) {
    if (isTooLarge(error)) {
      throw new ConversionError({
        code: 'input_too_complex',
        message: `The variables of the file take more than ${allowed} bytes. Save fewer of them in one file.`,
        details: { limit: 'expandedBytes', allowed },
      });
    }
    if (!isZlibError(error)) throw error;
    throw corrupt('a packed variable cannot be expanded', {}, error);
  }
}

/** A number of four bytes says the type, another how long it is; short ones stand in the same eight bytes. */
function* elementsOf(bytes: Uint8Array, isLittle: boolean): Generator<Element> {
  const view = viewOf(bytes);
  for (let at = 0; at + 8 <= bytes.byteLength;) {
    const first = view.getUint32(at, isLittle);
    const shortBytes = first >>> 16;
    if (shortBytes > 0) {
      if (shortBytes > 4) throw corrupt('a short value is too long');
      yield { type: first & 0xffff, content: bytes.subarray(at + 4, at + 4 + shortBytes) };
      at += 8;
      continue;
    }
    const length = view.getUint32(at + 4, isLittle);
    const start = at + 8;
    if (start + length > bytes.byteLength) throw truncated('a variable is cut off');
    yield { type: first, content: bytes.subarray(start, start + length) };
    at = first === COMPRESSED ? start + length : start + Math.ceil(length / 8) * 8;
  }
}

class ArrayReader {
  readonly #isLittle: boolean;
  readonly #limits: ReadLimits;

  constructor(isLittle: boolean, limits: ReadLimits) {
    this.#isLittle = isLittle;
    this.#limits = limits;
  }

  variable(matrix: Uint8Array, depth = 0): Variable {
    this.#limits.enter(depth);
    // An array that was never filled has not even flags.
    if (matrix.byteLength === 0) return { name: '', value: [] };
    const elements = elementsOf(matrix, this.#isLittle);
    const next = (): Element => {
      const { value, done } = elements.next();
      if (done) throw truncated('a variable is cut off');
      return value;
    };
    const flagBytes = next().content;
    if (flagBytes.byteLength < 4) throw corrupt('a variable has no flags');
    const word = viewOf(flagBytes).getUint32(0, this.#isLittle);
    const [kind, flags] = [word & 0xff, (word >> 8) & 0xff];
    if (kind >= CLASS.opaque) return { name: utf8Of(next().content), value: undefined };
    const sides = this.#numbers(next()).map(Number);
    const name = utf8Of(next().content);
    if (kind === CLASS.handle) return { name, value: undefined };
    return { name, value: this.#value(next, { kind, flags, sides, depth }) };
  }

  #value(
    next: () => Element,
    {
      kind,
      flags,
      sides,
      depth,
    }: { readonly kind: number; readonly flags: number; readonly sides: readonly number[]; readonly depth: number },
  ): DataValue | undefined {
    if (kind === CLASS.object) next(); // the name of its class
    if (kind === CLASS.struct || kind === CLASS.object) return this.#structs(next, sides, depth);
    if (kind === CLASS.sparse) return this.#sparse(next, { flags, columns: sides[1] ?? 0 });
    const count = this.#limits.count(sides);
    if (kind === CLASS.cell) {
      const inside = Array.from({ length: count }, () => this.variable(next().content, depth + 1).value ?? null);
      return sides.length === 2 && sides.includes(1) ? inside : shaped(inside, sides);
    }
    if (kind === CLASS.text) return textsOf(this.#characters(count === 0 ? undefined : next(), count), sides);
    const real = count === 0 ? [] : this.#numbers(next(), count);
    const isLogical = (flags & LOGICAL) !== 0;
    const shown = isLogical ? 'logical' : kind === CLASS.single ? 'single' : 'number';
    const scalars = real.map((number) => scalarOf(number, shown));
    if ((flags & COMPLEX) === 0 || count === 0) return shaped(scalars, sides);
    const imaginary = this.#numbers(next(), count).map((number) => scalarOf(number, shown));
    return shaped(
      scalars.map((scalar, index) => complexOf(scalar, imaginary[index]!)),
      sides,
    );
  }

  #structs(next: () => Element, sides: readonly number[], depth: number): DataValue {
    const nameBytes = Number(this.#numbers(next())[0] ?? 0);
    const list = next().content;
    if (nameBytes <= 0) throw corrupt('the names of fields have no length');
    const names = Array.from({ length: Math.floor(list.byteLength / nameBytes) }, (_, index) =>
      utf8Of(list.subarray(index * nameBytes, (index + 1) * nameBytes)).replace(/\0.*$/s, ''),
    );
    const count = this.#limits.count(sides);
    const structs = Array.from({ length: count }, () => {
      const values = names.map(() => this.variable(next().content, depth + 1).value ?? null);
      // A file may say a name twice: the later one counts, as in MATLAB.
      const fields = new Map(names.map((name, index) => [name, values[index]!]));
      return new DataObject([...fields.keys()], [...fields.values()]);
    });
    return shaped(structs, sides);
  }

  /** The elements that are not zero, each with its row and column, which count from 1. */
  #sparse(next: () => Element, { flags, columns }: { readonly flags: number; readonly columns: number }): DataValue {
    const rows = this.#numbers(next());
    const starts = this.#numbers(next()).map(Number);
    const count = starts[columns];
    if (count === undefined) throw corrupt('a sparse matrix has fewer columns than it says');
    const isOrdered = starts.every((start, column) => start >= (starts[column - 1] ?? 0));
    if (!isOrdered) throw corrupt('the columns of a sparse matrix do not follow each other');
    this.#limits.count([count, 1]);
    if (count > rows.length) throw corrupt('a sparse matrix has fewer values than it says');
    const isLogical = (flags & LOGICAL) !== 0;
    const shown = isLogical ? 'logical' : 'number';
    const scalars = () => {
      const { type, content } = next();
      // MATLAB says of the bytes of a logical matrix that they are doubles.
      const isBytes = isLogical && content.byteLength < 8 * count;
      return this.#numbers({ type: isBytes ? BYTES : type, content }, count).map((number) => scalarOf(number, shown));
    };
    const real = count === 0 ? [] : scalars();
    const imaginary = (flags & COMPLEX) !== 0 && count > 0 ? scalars() : undefined;
    const entries: DataObject[] = [];
    for (let column = 0; column < columns; column++) {
      for (let index = starts[column]!; index < Math.min(starts[column + 1]!, count); index++) {
        const value = imaginary ? complexOf(real[index]!, imaginary[index]!) : real[index]!;
        entries.push(sparseEntry(Number(rows[index]) + 1, column + 1, value));
      }
    }
    return entries;
  }

  #characters(element: Element | undefined, count: number): string[] {
    if (!element) return [];
    // Blanks are not always written.
    if (element.content.byteLength === 0) return Array.from({ length: count }, () => ' ');
    if (element.type === UTF8) {
      const text = [...utf8Of(element.content)];
      if (text.length < count) throw corrupt('a text has fewer characters than it says');
      return text;
    }
    const numbers = this.#numbers(element, count).map(Number);
    return numbers.map((number) => String.fromCharCode(number));
  }

  #numbers({ type, content }: Element, count?: number): (number | bigint)[] {
    const numberType = NUMBER_TYPES[type];
    if (!numberType) throw corrupt('an array has values of a type that there is not');
    return numbersOf(content, {
      type: numberType,
      count: count ?? Math.floor(content.byteLength / sizeOf(numberType)),
      isLittle: this.#isLittle,
    });
  }
}

export function sparseEntry(row: number, column: number, value: DataValue): DataObject {
  return new DataObject(['row', 'column', 'value'], [scalarOf(row, 'number'), scalarOf(column, 'number'), value]);
}
