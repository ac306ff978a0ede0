import { tableHtml, type CellHtml } from '../light/html.ts';
import { sliceColumns } from '../markdown/display-columns.ts';
import { gridAt } from '../markdown/pandoc-tables.ts';

/** The rule of a simple table: a stroke over each column. */
const RULE = /^ *=+(?: +=+)+ *$/;
const PARTED = /^ *-+(?: +-+)* *$/;

interface ReadTable {
  readonly html: string;
  readonly end: number;
}

type ReadCell = (lines: readonly string[]) => string;

export function isTableStart(line: string): boolean {
  return RULE.test(line) || /^ *\+-[-+]*\+ *$/.test(line);
}

/** A table that is drawn with strokes, or whose columns are only underlined. */
export function readTable(lines: readonly string[], start: number, read: ReadCell): ReadTable | undefined {
  return RULE.test(lines[start]!) ? simpleTable(lines, start, read) : gridTable(lines, start, read);
}

function gridTable(lines: readonly string[], start: number, read: ReadCell): ReadTable | undefined {
  const table = gridAt(lines, start);
  if (!table) return undefined;
  const rowOf =
    (isHeader: boolean) =>
    (row: readonly string[]): CellHtml[] =>
      row.map((cell) => ({ html: read(cell.split('\n')), isHeader }));
  return { html: tableHtml([...table.head.map(rowOf(true)), ...table.body.map(rowOf(false))]), end: table.end };
}

interface Row {
  readonly lines: string[];
  /** A stroke below it parts its columns in another way. */
  rule: string | undefined;
}

/** Its last column may be as long as it likes, and a row goes on where its first column is blank. */
function simpleTable(lines: readonly string[], start: number, read: ReadCell): ReadTable | undefined {
  const rule = lines[start]!;
  const rules = [start];
  let end = start + 1;
  for (; end < lines.length; end++) {
    if (!RULE.test(lines[end]!)) continue;
    rules.push(end);
    // A rule with a blank line behind it is the last.
    if (rules.length === 3 || (lines[end + 1] ?? '').trim() === '') break;
  }
  if (rules.length < 2) return undefined;
  const headEnd = rules.length > 2 ? rules[1]! : start;
  const last = rules.at(-1)!;
  const columns = columnsOf(rule);
  const head = rowsOf(lines.slice(start + 1, headEnd), columns);
  const body = rowsOf(lines.slice(headEnd + 1, last), columns);
  const html = tableHtml([
    ...head.map((row) => cellsOf(row, columns, read, true)),
    ...body.map((row) => cellsOf(row, columns, read, false)),
  ]);
  return { html, end: last + 1 };
}

function columnsOf(rule: string): (readonly [start: number, end: number])[] {
  const starts = [...rule.matchAll(/[=-]+/g)].map(({ index, 0: stroke }) => [index, index + stroke.length] as const);
  return starts;
}

function rowsOf(lines: readonly string[], columns: readonly (readonly [number, number])[]): Row[] {
  const rows: Row[] = [];
  const [, firstEnd] = columns[0]!;
  let isApart = true;
  for (const line of lines) {
    if (line.trim() === '') {
      // A blank line ends a row whose next line has a first column, and is in it otherwise.
      rows.at(-1)?.lines.push('');
      continue;
    }
    if (PARTED.test(line)) {
      const last = rows.at(-1);
      if (last) last.rule = line;
      isApart = true;
      continue;
    }
    const isNew = isApart || sliceColumns(line, 0, firstEnd).trim() !== '';
    isApart = false;
    if (isNew) rows.push({ lines: [line], rule: undefined });
    else rows.at(-1)!.lines.push(line);
  }
  return rows;
}

function cellsOf(
  { lines, rule }: Row,
  columns: readonly (readonly [number, number])[],
  read: ReadCell,
  isHeader: boolean,
): CellHtml[] {
  const spans = rule === undefined ? columns : columnsOf(rule);
  const lastStart = columns.at(-1)![0];
  return spans.map(([start, end]) => {
    const covered = columns.filter(([from]) => from >= start && from < end).length;
    const isLast = end > lastStart;
    const cell = lines.map((line) => sliceColumns(line, start, isLast ? undefined : end));
    return { html: read(cell), isHeader, ...(covered > 1 && { columns: covered }) };
  });
}
