import { latin1Of } from '../../../io/bytes.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { ExactNumber, type DataScalar, type TimeKind } from '../model.ts';
import { corrupt } from '../errors.ts';
import { numberValue } from '../plain-values.ts';
import { timeOfNanoseconds } from '../times.ts';

/** One field of an array's elements. */
export interface NpyField {
  readonly bytes: number;
  read(view: DataView, position: number): DataScalar;
}

const TYPE = /^([<>|=]?)([biufcSUVMm?OGg])(\d*)(?:\[(\d*)(\w+)\])?$/;
/** NumPy's least integer stands for a date that is none. */
const NOT_A_TIME = -(2n ** 63n);
const UNITS: Readonly<Record<string, { readonly kind: TimeKind; readonly nanoseconds: bigint }>> = {
  D: { kind: 'date', nanoseconds: 86_400_000_000_000n },
  h: { kind: 'local', nanoseconds: 3_600_000_000_000n },
  m: { kind: 'local', nanoseconds: 60_000_000_000n },
  s: { kind: 'local', nanoseconds: 1_000_000_000n },
  ms: { kind: 'local', nanoseconds: 1_000_000n },
  us: { kind: 'local', nanoseconds: 1_000n },
  ns: { kind: 'local', nanoseconds: 1n },
};

/** How a field of a type like `<f8`, `|b1`, `<U10` or `<M8[ns]` is read (the protocol of NumPy's array interface). */
export function fieldOf(type: string): NpyField {
  const [, order, kind, size, step, unit] = TYPE.exec(type) ?? [];
  if (kind === undefined) throw corrupt('it names a type that NumPy does not have');
  const little = order !== '>';
  const bytes = Number(size === '' ? 1 : size);
  const numeric = NUMBERS[`${kind}${bytes}`];
  if (numeric) return { bytes, read: (view, position) => numeric(view, position, little) };
  if (kind === '?') return { bytes: 1, read: (view, position) => view.getUint8(position) !== 0 };
  if (kind === 'S') return { bytes, read: (view, position) => bytesText(view, position, bytes) };
  if (kind === 'U')
    return { bytes: bytes * 4, read: (view, position) => wideText(view, position, { chars: bytes, little }) };
  if (kind === 'V') return { bytes, read: (view, position) => bytesAt(view, position, bytes) };
  const time = kind === 'M' && unit !== undefined ? UNITS[unit] : undefined;
  if (time) return { bytes: 8, read: (view, position) => timeAt(view.getBigInt64(position, little), time, step) };
  throw new ConversionError({
    code: 'input_too_complex',
    message:
      kind === 'O'
        ? 'The array holds objects of Python, which only Python can load and which may run code. Save it as numbers or texts.'
        : `The array is of the type ${type}, which cannot be read. Save it as numbers or texts.`,
  });
}

type ReadNumber = (view: DataView, position: number, little: boolean) => DataScalar;

const NUMBERS: Readonly<Record<string, ReadNumber>> = {
  b1: (view, position) => view.getUint8(position) !== 0,
  i1: (view, position) => numberValue(view.getInt8(position)),
  u1: (view, position) => numberValue(view.getUint8(position)),
  i2: (view, position, little) => numberValue(view.getInt16(position, little)),
  u2: (view, position, little) => numberValue(view.getUint16(position, little)),
  i4: (view, position, little) => numberValue(view.getInt32(position, little)),
  u4: (view, position, little) => numberValue(view.getUint32(position, little)),
  i8: (view, position, little) => new ExactNumber(String(view.getBigInt64(position, little))),
  u8: (view, position, little) => new ExactNumber(String(view.getBigUint64(position, little))),
  f2: (view, position, little) => numberValue(view.getFloat16(position, little)),
  f4: (view, position, little) => shortestSingle(view.getFloat32(position, little)),
  f8: (view, position, little) => numberValue(view.getFloat64(position, little)),
};

/** Digits that tell every number of single precision from its neighbours. */
const SINGLE_DIGITS = 9;

/** A number of single precision with no more digits than it has: 0.1, not 0.10000000149011612. */
export function shortestSingle(number: number): DataScalar {
  if (!Number.isFinite(number) || Number.isInteger(number)) return numberValue(number);
  for (let digits = 1; digits < SINGLE_DIGITS; digits++) {
    const candidate = Number(number.toPrecision(digits));
    if (Math.fround(candidate) === number) return numberValue(candidate);
  }
  return numberValue(Number(number.toPrecision(SINGLE_DIGITS)));
}

function bytesText(view: DataView, position: number, length: number): string {
  return latin1Of(bytesAt(view, position, length)).replace(/\0+$/, '');
}

function wideText(view: DataView, position: number, { chars, little }: { chars: number; little: boolean }): string {
  let text = '';
  for (let index = 0; index < chars; index++) {
    const code = view.getUint32(position + index * 4, little);
    if (code > 0x10ffff) throw corrupt('a text holds something that is no character');
    text += String.fromCodePoint(code);
  }
  return text.replace(/\0+$/, '');
}

function bytesAt(view: DataView, position: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + position, length).slice();
}

function timeAt(
  ticks: bigint,
  { kind, nanoseconds }: { readonly kind: TimeKind; readonly nanoseconds: bigint },
  step: string | undefined,
): DataScalar {
  if (ticks === NOT_A_TIME) return null;
  return timeOfNanoseconds(kind, ticks * nanoseconds * BigInt(step === undefined || step === '' ? 1 : step));
}
