/** Finds the width at the beginning of a Type 2 charstring. Adobe Technical Note 5177, 3.1. */

const OPERATOR = {
  vmoveto: 4,
  callsubr: 10,
  return: 11,
  endchar: 14,
  rmoveto: 21,
  hmoveto: 22,
  callgsubr: 29,
} as const;
/** Operators that take pairs: one number more is the width. */
const HINTS: ReadonlySet<number> = new Set([1, 3, 18, 19, 20, 23]);
const MAX_DEPTH = 10;

interface Subroutines {
  readonly local: readonly Uint8Array[];
  readonly global: readonly Uint8Array[];
}

/** How much the width differs from the nominal one, or undefined for the default width. */
export function widthInCharstring(charstring: Uint8Array, subroutines: Subroutines): number | undefined {
  const stack: number[] = [];
  const found = run(charstring, stack, subroutines, 0);
  return found?.hasWidth ? stack[0] : undefined;
}

/** Reads numbers up to the first operator that clears them; undefined where the charstring ends before. */
function run(
  code: Uint8Array,
  stack: number[],
  subroutines: Subroutines,
  depth: number,
): { readonly hasWidth: boolean } | undefined {
  for (let at = 0; at < code.byteLength;) {
    const byte = code[at++]!;
    if (byte >= 32 || byte === 28) {
      at = readNumber(code, at, byte, stack);
      continue;
    }
    if (byte === OPERATOR.callsubr || byte === OPERATOR.callgsubr) {
      const list = byte === OPERATOR.callsubr ? subroutines.local : subroutines.global;
      const called = list[(stack.pop() ?? 0) + biasOf(list.length)];
      const found = called && depth < MAX_DEPTH ? run(called, stack, subroutines, depth + 1) : undefined;
      if (found) return found;
      continue;
    }
    if (byte === OPERATOR.return) return undefined;
    if (HINTS.has(byte)) return { hasWidth: stack.length % 2 === 1 };
    if (byte === OPERATOR.rmoveto) return { hasWidth: stack.length > 2 };
    if (byte === OPERATOR.hmoveto || byte === OPERATOR.vmoveto) return { hasWidth: stack.length > 1 };
    return { hasWidth: byte === OPERATOR.endchar && (stack.length === 1 || stack.length === 5) };
  }
  return undefined;
}

function readNumber(code: Uint8Array, at: number, byte: number, stack: number[]): number {
  const next = (index: number): number => code[at + index] ?? 0;
  if (byte === 28) {
    stack.push(((next(0) << 24) | (next(1) << 16)) >> 16);
    return at + 2;
  }
  if (byte <= 246) {
    stack.push(byte - 139);
    return at;
  }
  if (byte <= 250) stack.push((byte - 247) * 256 + next(0) + 108);
  else if (byte <= 254) stack.push(-(byte - 251) * 256 - next(0) - 108);
  else {
    stack.push(((next(0) << 24) | (next(1) << 16) | (next(2) << 8) | next(3)) / 0x1_0000);
    return at + 4;
  }
  return at + 1;
}

function biasOf(count: number): number {
  if (count < 1240) return 107;
  return count < 33_900 ? 1131 : 32_768;
}
