/**
 * Whether what was compared at some moments is broken: the first, which is found without seeking, or all others. A single
 * moment may lie beside a cut, or be found less exactly.
 */
export function mostFail([first, ...later]: readonly boolean[]): boolean {
  return first === false || (later.length > 0 && later.every((ok) => !ok));
}
