import { tableHtml, type CellHtml } from '../light/html.ts';
import type { TexReader } from './reader.ts';

type Range = readonly [start: number, end: number];

const TOKEN = /\\\\\*?(?:\[-?[\d.][^\]\n]{0,20}\])?|\\([a-zA-Z]+)|\\[^]|[{}&]|%[^\n]*\n?/g;
/** Commands that are between rows, with what follows them. */
const RULE =
  /\s*(?:\\(?:hline|toprule|midrule|bottomrule|endhead|endfoot|endlastfoot|endfirsthead|noalign|tabularnewline|rowcolor|hhline|cline|cmidrule|specialrule|addlinespace|arrayrulecolor|rule)(?![a-zA-Z])(?:\s*(?:\([^()\n]{0,40}\)|\[[^\]\n]{0,40}\]|\{[^{}\n]{0,80}\}))*|%[^\n]*\n)/y;

/** The rows of a table by the ranges of their cells; what stands between them is left out. */
export function rowsOf(
  { source, structure }: TexReader,
  { at: start, end }: { readonly at: number; readonly end: number },
): Range[][] {
  const rows: Range[][] = [];
  let cells: Range[] = [];
  let from = start;
  const endRow = (at: number): void => {
    cells.push([behindRules(source, cells.length === 0 ? from : -1, at) ?? from, at]);
    if (cells.length > 1 || source.slice(...cells[0]!).trim() !== '') rows.push(cells);
    cells = [];
  };
  TOKEN.lastIndex = start;
  for (let match = TOKEN.exec(source); match && match.index < end; match = TOKEN.exec(source)) {
    const [token, name] = match;
    const at = match.index;
    if (token === '{') TOKEN.lastIndex = Math.max(TOKEN.lastIndex, structure.closeOf(at) ?? 0);
    else if (name === 'begin') TOKEN.lastIndex = Math.max(TOKEN.lastIndex, structure.environmentAt(at)?.after ?? 0);
    else if (token === '&') {
      cells.push([behindRules(source, cells.length === 0 ? from : -1, at) ?? from, at]);
      from = at + 1;
    } else if (token.startsWith('\\\\') || name === 'tabularnewline') {
      endRow(at);
      from = TOKEN.lastIndex;
    } else if (name === 'endfirsthead') {
      // What follows up to the end of the head is on further pages only.
      const head = source.indexOf('\\endhead', at);
      if (head >= 0 && head < end) TOKEN.lastIndex = head + '\\endhead'.length;
      from = TOKEN.lastIndex;
    }
  }
  endRow(end);
  return rows;
}

/** The place behind the rules that a row begins with, if it does. */
function behindRules(source: string, from: number, end: number): number | undefined {
  if (from < 0) return undefined;
  let at = from;
  for (;;) {
    RULE.lastIndex = at;
    const rule = RULE.exec(source);
    if (!rule || RULE.lastIndex > end) return at;
    at = RULE.lastIndex;
  }
}

/** Rows as a table: cells may cover several columns and rows, whose own places are empty then. */
export function tableOf(
  rows: readonly (readonly Range[])[],
  read: (start: number, end: number) => string,
  reader: TexReader,
): string {
  const below: number[] = [];
  return tableHtml(
    rows.flatMap((row) => {
      const cells: CellHtml[] = [];
      let column = 0;
      for (const [start, end] of row) {
        const spanned = spannedCell(reader, start, end);
        const { columns, rows: covered, range } = spanned;
        const html = read(...range);
        const isCovered = (below[column] ?? 0) > 0 && html.replace(EMPTY, '') === '';
        if ((below[column] ?? 0) > 0) below[column]!--;
        if (!isCovered) cells.push({ html, columns, rows: covered });
        if (covered > 1) below[column] = covered - 1;
        column += columns;
      }
      // What says something of the table only is no row.
      return cells.length === 1 && cells[0]!.html.replace(EMPTY, '') === '' ? [] : [cells];
    }),
  );
}

const EMPTY = /<p><\/p>|\s/g;
const SPANNING = /\s*\\multi(column|row)\s*(?:\[[^\]]*\])?\{(\*|\d{1,3})\}(?:\[[^\]]*\])?/y;

function spannedCell(
  reader: TexReader,
  start: number,
  end: number,
): { readonly columns: number; readonly rows: number; readonly range: Range } {
  let range: Range = [start, end];
  let [columns, rows] = [1, 1];
  for (let count = 0; count < 2; count++) {
    SPANNING.lastIndex = range[0];
    const match = SPANNING.exec(reader.source);
    if (!match) break;
    const call = { at: SPANNING.lastIndex, end: range[1] };
    reader.argument(call);
    reader.options(call);
    const content = reader.argument(call);
    if (!content) break;
    if (match[1] === 'column') columns = Number(match[2]) || 1;
    else rows = Number(match[2]) || 1;
    range = content;
  }
  return { columns, rows, range };
}
