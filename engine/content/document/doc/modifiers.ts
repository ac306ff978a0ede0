import { viewOf } from '../../../io/bytes.ts';

/** A change of one property ([MS-DOC] 2.6), as pieces of formatting list them. */
export interface Modifier {
  readonly code: number;
  readonly operand: Uint8Array;
}

/** How long operands are, by the upper three bits of the code; 6 says so itself. */
const SIZES = [1, 1, 2, 4, 2, 2, undefined, 3] as const;
/** Operands whose length is two bytes, and one byte of which 255 says that it is longer. */
const TABLE_DEFINITION = 0xd608;
const TAB_STOPS = 0xc615;

/** The modifiers of a list, as far as it can be followed. */
export function* modifiersIn(bytes: Uint8Array): Generator<Modifier> {
  const view = viewOf(bytes);
  for (let at = 0; at + 2 < bytes.byteLength;) {
    const code = view.getUint16(at, true);
    at += 2;
    const fixed = SIZES[code >>> 13];
    let size = fixed ?? bytes[at]! + 1;
    if (code === TABLE_DEFINITION) size = at + 2 <= bytes.byteLength ? view.getUint16(at, true) + 1 : 0;
    else if (code === TAB_STOPS && bytes[at] === 0xff) return;
    if (size <= 0 || at + size > bytes.byteLength) return;
    yield { code, operand: bytes.subarray(at, at + size) };
    at += size;
  }
}

/** The number that an operand is. */
export function valueOf({ operand }: Modifier): number {
  const view = viewOf(operand);
  if (operand.byteLength >= 4) return view.getInt32(0, true);
  if (operand.byteLength >= 2) return view.getInt16(0, true);
  return operand[0] ?? 0;
}

/** A number of two bytes; zero where the bytes have ended. */
export function numberAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
}
