/** Errors by their number in binary formats ([MS-XLS] 2.5.10). */
const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
  0x2b: '#GETTING_DATA',
};
const NOT_AVAILABLE = 0x2a;

/** How an error is shown. */
export function cellError(code: number): string {
  return ERRORS[code] ?? '#N/A';
}

/** The number of an error; of one that is not known, that of a value which is not there. */
export function codeOfCellError(text: string): number {
  const found = Object.entries(ERRORS).find(([, shown]) => shown === text);
  return found ? Number(found[0]) : NOT_AVAILABLE;
}
