import { BY_DISPLAY, sliceColumns, type Ruler } from './display-columns.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** The rule of a table whose columns are only aligned, as pandoc writes them. */
const COLUMNS = /^ {0,3}-{2,}(?: +-{2,})+ *$/;
/** What encloses such a table where its rows have several lines. */
const EDGE = /^ {0,3}-{9,} *$/;
/** The rule of a table whose cells are between rules. */
const GRID_RULE = /^ {0,3}\+(?:[:=-]+\+)+[ \t]*$/;
const GRID_LINE = /^ {0,3}[|+]/;
/** Rows of one table that are read. */
const MAX_LINES = 20_000;

type Row = readonly string[];

interface FoundTable {
  readonly head: readonly Row[];
  readonly body: readonly Row[];
  /** The line behind the table. */
  readonly end: number;
  /** Lines above the rule that belong to it. */
  readonly above: number;
}

/**
 * A text whose tables in pandoc's own dialect are tables of HTML with Markdown in their cells. Other dialects have no
 * tables without strokes, and take these for text.
 */
export function withPandocTables(text: string): string {
  if (!/^ {0,3}(?:\+[:=-]|-{2,})/m.test(text)) return text;
  const lines = text.split(/\r\n?|\n/);
  const kept: string[] = [];
  let fence: string | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
    const table = fence === undefined ? (gridAt(lines, index) ?? alignedAt(lines, index)) : undefined;
    if (!table) {
      kept.push(line);
      continue;
    }
    kept.splice(kept.length - table.above, table.above, '', tableHtml(table), '');
    index = table.end - 1;
  }
  return kept.join('\n');
}

/** Cells hold Markdown: blank lines around it end the HTML. */
function tableHtml({ head, body }: FoundTable): string {
  const rowsOf = (rows: readonly Row[], tag: string): string =>
    rows.map((row) => `<tr>\n${row.map((cell) => `<${tag}>\n\n${cell}\n\n</${tag}>`).join('\n')}\n</tr>`).join('\n');
  return [
    '<table>',
    ...(head.length > 0 ? ['<thead>', rowsOf(head, 'th'), '</thead>'] : []),
    rowsOf(body, 'td'),
    '</table>',
  ].join('\n');
}

/** The line behind a table whose cells are between rules; nothing where none begins. */
export function endOfGrid(lines: readonly string[], start: number): number | undefined {
  if (!GRID_RULE.test(lines[start]!)) return undefined;
  let end = start + 1;
  while (end < lines.length && end - start < MAX_LINES && GRID_LINE.test(lines[end]!)) end++;
  while (end > start + 1 && !GRID_RULE.test(lines[end - 1]!)) end--;
  return end - start < 3 ? undefined : end;
}

/** A table whose cells are between rules; a rule may part some columns alone. */
export function gridAt(lines: readonly string[], start: number, ruler = BY_DISPLAY): FoundTable | undefined {
  const end = endOfGrid(lines, start);
  if (end === undefined) return undefined;
  const columns = columnsOf(lines.slice(start, end), ruler);
  const head: string[][][] = [];
  let rows: string[][][] = [];
  let open = columns.slice(1).map((): string[] => []);
  let row = open;
  for (const line of lines.slice(start + 1, end)) {
    const pieces = piecesAt(line, columns, ruler);
    const isRule = GRID_RULE.test(line);
    if (isRule || (line.includes('+') && pieces.some(isRulePiece))) {
      rows.push(row);
      const next = open.map((cell, x) => (isRule || isRulePiece(pieces[x]!) ? [] : cell));
      // A cell that goes on below the rule belongs to the row that it began in.
      row = next.filter((cell, x) => cell !== open[x]);
      open = next;
    }
    if (!isRule) for (const [x, piece] of pieces.entries()) if (!isRulePiece(piece)) open[x]!.push(piece);
    if (!isRule || !line.includes('=')) continue;
    head.push(...rows);
    rows = [];
  }
  const textOf = (read: readonly string[][][]): Row[] => read.map((each) => each.map((cell) => cell.join('\n')));
  return { head: textOf(head), body: textOf(rows), end, above: 0 };
}

function isRulePiece(piece: string): boolean {
  return /^:?[-=]+:?$/.test(piece);
}

/** Where any of the rules of a table has a corner. */
export function columnsOf(lines: readonly string[], ruler: Ruler): number[] {
  const corners = new Set<number>();
  for (const line of lines) {
    for (const { index } of line.matchAll(/\+(?=[-=:]|[ \t]*$)|(?<=[-=:])\+/g))
      corners.add(ruler.widthOf(line.slice(0, index)));
  }
  return [...corners].sort((one, other) => one - other);
}

/** The cells of one line; where no stroke parts two of them, the first has the text of both. */
function piecesAt(line: string, columns: readonly number[], ruler: Ruler): string[] {
  const pieces: string[] = [];
  let open = 0;
  for (let x = 1; x < columns.length; x++) {
    pieces.push('');
    const stroke = ruler.slice(line, columns[x]!, columns[x]! + 1);
    if (stroke !== '|' && stroke !== '+' && x < columns.length - 1) continue;
    pieces[open] = ruler.slice(line, columns[open]! + 1, columns[x]).replace(/^ | +$/g, '');
    open = x;
  }
  return pieces;
}

function alignedAt(lines: readonly string[], start: number): FoundTable | undefined {
  const isEnclosed = EDGE.test(lines[start]!);
  const rule = isEnclosed ? ruleBelow(lines, start) : COLUMNS.test(lines[start]!) ? start : undefined;
  if (rule === undefined) return undefined;
  const columns = [...lines[rule]!.matchAll(/-+/g)].map(({ index }) => index);
  const above = isEnclosed || (lines[start - 1] ?? '').trim() === '' ? 0 : 1;
  const isMultiline = isEnclosed || (above === 0 && isHeadless(lines, start));
  const headLines = isEnclosed ? lines.slice(start + 1, rule) : lines.slice(start - above, start);
  const rows: Row[] = [];
  let row: string[] = [];
  let end = rule + 1;
  for (; end < lines.length && end - rule < MAX_LINES; end++) {
    const line = lines[end]!;
    const isEnd = EDGE.test(line) || COLUMNS.test(line);
    if (line.trim() !== '' && !isEnd) row.push(line);
    if (row.length > 0 && (line.trim() === '' || isEnd || !isMultiline)) rows.push(cellsOf(row, columns));
    if (isEnd || line.trim() === '' || !isMultiline) row = [];
    if (isEnd || (line.trim() === '' && !isMultiline)) break;
  }
  if (rows.length === 0) return undefined;
  return {
    head: headLines.length > 0 ? [cellsOf(headLines, columns)] : [],
    body: rows,
    end: Math.min(end + 1, lines.length),
    above,
  };
}

/** Rows of several lines without a head are between two rules that are the same, the second below a blank line. */
function isHeadless(lines: readonly string[], start: number): boolean {
  const rule = lines[start]!.trimEnd();
  const limit = Math.min(lines.length, start + MAX_LINES);
  let hasBlank = false;
  for (let index = start + 1; index < limit; index++) {
    const line = lines[index]!.trimEnd();
    if (COLUMNS.test(line)) return hasBlank && line === rule && lines[index - 1]!.trim() === '';
    hasBlank ||= line === '';
  }
  return false;
}

function ruleBelow(lines: readonly string[], start: number): number | undefined {
  for (let index = start + 1; index < Math.min(lines.length, start + 20); index++) {
    if (COLUMNS.test(lines[index]!)) return index;
    if (lines[index]!.trim() === '') return undefined;
  }
  return undefined;
}

function cellsOf(lines: readonly string[], columns: readonly number[]): Row {
  return columns.map((start, x) =>
    lines
      .map((line) =>
        sliceColumns(line, x === 0 ? 0 : start, columns[x + 1] === undefined ? undefined : columns[x + 1]! - 1).trim(),
      )
      .join('\n'),
  );
}
