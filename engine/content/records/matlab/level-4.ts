import type { Limits } from '../../../contract/limits.ts';
import { latin1Of, viewOf } from '../../../io/bytes.ts';
import { corrupt, truncated } from '../errors.ts';
import { complexOf, numbersOf, ReadLimits, scalarOf, shaped, sizeOf, textsOf, type NumberType } from './arrays.ts';
import { sparseEntry, type Variable } from './level-5.ts';

const HEADER_BYTES = 20;
const NUMBER_TYPES: readonly NumberType[] = ['f8', 'f4', 'i4', 'i2', 'u2', 'u1'];
const TEXT = 1;
const SPARSE = 2;

/** Whether a file begins as those of level 4 do, which have no signature: a type of four digits, each of them small. */
export function isLevel4(bytes: Uint8Array): boolean {
  if (bytes.byteLength < HEADER_BYTES) return false;
  const view = viewOf(bytes);
  const isLittle = view.getUint32(0, true) < 10_000;
  const type = view.getUint32(0, isLittle);
  return type < 10_000 && type % 10 <= SPARSE && Math.floor(type / 10) % 10 < NUMBER_TYPES.length;
}

/** The matrices of a file of level 4: MATLAB 4, and what is saved with `-v4`. */
export function* readLevel4(bytes: Uint8Array, limits: Limits): Generator<Variable> {
  const allowed = new ReadLimits(limits);
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.byteLength;) {
    if (!isLevel4(bytes.subarray(at)))
      throw at + HEADER_BYTES > bytes.byteLength ? truncated('a matrix is cut off') : corrupt('it is no MAT-file');
    const isLittle = view.getUint32(at, true) < 10_000;
    const [type, rows, columns, isComplex, nameBytes] = [0, 4, 8, 12, 16].map((offset) =>
      view.getUint32(at + offset, isLittle),
    ) as [number, number, number, number, number];
    const numberType = NUMBER_TYPES[Math.floor(type / 10) % 10]!;
    const count = allowed.count([rows, columns]);
    const start = at + HEADER_BYTES + nameBytes;
    const partBytes = count * sizeOf(numberType);
    const end = start + partBytes * (isComplex ? 2 : 1);
    if (end > bytes.byteLength) throw truncated('a matrix is cut off');
    const part = (index: number): (number | bigint)[] =>
      numbersOf(bytes.subarray(start + index * partBytes), { type: numberType, count, isLittle });
    const name = latin1Of(bytes, at + HEADER_BYTES, start).replace(/\0.*$/s, '');
    yield { name, value: valueOf(type % 10, { part, rows, columns, isComplex: isComplex !== 0 }) };
    at = end;
  }
}

interface Matrix {
  readonly part: (index: number) => (number | bigint)[];
  readonly rows: number;
  readonly columns: number;
  readonly isComplex: boolean;
}

function valueOf(kind: number, { part, rows, columns, isComplex }: Matrix): Variable['value'] {
  const real = part(0);
  if (kind === TEXT) {
    const characters = real.map((number) => String.fromCharCode(Number(number)));
    return textsOf(characters, [rows, columns]);
  }
  const scalars = real.map((number) => scalarOf(number, 'number'));
  if (kind === SPARSE) {
    // Rows, columns and values stand in columns of their own; the last line says how large the whole is.
    return Array.from({ length: Math.max(0, rows - 1) }, (_, index) => {
      const value = scalars[2 * rows + index] ?? null;
      const entry = columns > 3 ? complexOf(value as never, scalars[3 * rows + index] ?? null) : value;
      return sparseEntry(Number(real[index]), Number(real[rows + index]), entry);
    });
  }
  if (!isComplex) return shaped(scalars, [rows, columns]);
  const imaginary = part(1).map((number) => scalarOf(number, 'number'));
  return shaped(
    scalars.map((scalar, index) => complexOf(scalar, imaginary[index]!)),
    [rows, columns],
  );
}
