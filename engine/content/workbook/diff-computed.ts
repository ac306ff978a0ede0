import type { Difference } from '../../contract/differences.ts';
import { parseRange } from './cell-names.ts';
import type { ComputedDifference } from './diff-grid.ts';

/** Functions whose results depend on the moment, on chance, on the program, or on what they are not given. */
const VOLATILE =
  /\b(?:NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|OFFSET|INDIRECT|CELL|INFO|FILENAME|SHEETS?|GETPIVOTDATA|WEBSERVICE|IMPORT\w*|GOOGLE\w*|CURRENT|STYLE|DDE|RTD|CUBE\w*)\s*\(/i;
/** Other files, and tables by their names. */
const OUTSIDE = /\[[^.$\]'][^\]]*\]|'file:/;
const TEXTS = /"(?:[^"]|"")*"/g;
const REFERENCE =
  /(?:(?:'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_]*)[!.])?\$?[A-Z]{1,3}\$?\d{1,7}(?::\.?\$?[A-Z]{1,3}\$?\d{1,7})?/gu;
/** Rounds in which differences are passed on from cell to cell. */
const MAX_ROUNDS = 20;

interface OfSheet extends ComputedDifference {
  readonly sheet: string;
}

/**
 * Results of formulas that differ. Those that depend on the moment may, and so may what is computed of them; these are
 * told, and all others are as wrong as any value.
 */
export function* judgeComputed(differences: readonly OfSheet[]): Generator<Difference> {
  const excused = new Set(differences.filter(({ formula }) => formula === undefined || isVolatile(formula)));
  for (let round = 0; round < MAX_ROUNDS && excused.size > 0; round++) {
    const more = differences.filter((one) => !excused.has(one) && dependsOn(one, excused));
    if (more.length === 0) break;
    for (const one of more) excused.add(one);
  }
  for (const one of differences) {
    yield excused.has(one) ? { ...one.difference, severity: 'tell' } : one.difference;
  }
}

function isVolatile(formula: string): boolean {
  const bare = formula.replace(TEXTS, '""');
  return VOLATILE.test(bare) || OUTSIDE.test(bare);
}

/** References are compared without their sheets: what differs on one is not the reason on another, but that is rare. */
function dependsOn({ formula }: OfSheet, excused: ReadonlySet<OfSheet>): boolean {
  const ranges = [...(formula ?? '').matchAll(REFERENCE)].flatMap(([reference]) => {
    const range = parseRange(
      reference
        .replace(/^.*[!](?=\$?[A-Z])/u, '')
        .replace(/:\./g, ':')
        .replace(/^.*\.(?=\$?[A-Z])/u, ''),
    );
    return range ? [range] : [];
  });
  for (const { row, column } of excused) {
    const isIn = ranges.some(
      ({ firstRow, lastRow, firstColumn, lastColumn }) =>
        row >= firstRow && row <= lastRow && column >= firstColumn && column <= lastColumn,
    );
    if (isIn) return true;
  }
  return false;
}
