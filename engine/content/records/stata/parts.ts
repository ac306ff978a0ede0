import { truncated } from '../errors.ts';

/** What both layouts of a header say. Lists are parallel, an entry for each variable. */
export interface Header {
  readonly release: number;
  readonly isLittle: boolean;
  readonly rows: number;
  readonly types: readonly number[];
  readonly names: readonly Uint8Array[];
  readonly formats: readonly Uint8Array[];
  readonly labelNames: readonly Uint8Array[];
  readonly descriptions: readonly Uint8Array[];
  readonly dataAt: number;
  readonly textsAt: number | undefined;
  /** Undefined: behind the rows. */
  readonly labelsAt: number | undefined;
}

/** The part of a file; throws `input_truncated` where it is shorter. */
export function part(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (at < 0 || length < 0 || at + length > bytes.byteLength) throw truncated('a part of its header is missing');
  return bytes.subarray(at, at + length);
}

/** Parts of one length, one behind the other. */
export function parts(bytes: Uint8Array, at: number, count: number, length: number): Uint8Array[] {
  const whole = part(bytes, at, count * length);
  return Array.from({ length: count }, (_, index) => whole.subarray(index * length, (index + 1) * length));
}

export function untilNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
