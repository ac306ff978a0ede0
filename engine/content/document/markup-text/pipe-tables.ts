import { shortLines } from './lines.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const PIPE_ROW = /^[ \t]*\|.*\|[ \t]*$/;

/** Counts tables by their rows, for languages that need no rule below the head. */
export function countPipeTables(text: string): number {
  let tables = 0;
  let inTable = false;
  let fence: string | undefined;
  for (const line of shortLines(text)) {
    const mark = FENCE.exec(line)?.[1];
    const isRow = fence === undefined && mark === undefined && PIPE_ROW.test(line);
    if (isRow && !inTable) tables++;
    inTable = isRow;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
  }
  return tables;
}
