import { cellsOfRow, countContainers } from '../../content/records/canonical.ts';
import { createRecordObserver, HEAD_ROWS } from '../../content/records/inspect.ts';
import { parseExactJson, endOfJsonString } from '../../content/records/json/exact-json.ts';
import type { RunContext } from '../../contract/codec.ts';
import { hasContainers, notParsed, requireDepth, rowsOfPlain, tooDeep, type TableContent } from './content.ts';

const QUOTE = 0x22;

/** Whether JSON text ends before its lists, objects and strings do. */
function endsInside(text: string): boolean {
  let depth = 0;
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === 0x5b || code === 0x7b) depth++;
    if (code === 0x5d || code === 0x7d) depth--;
    if (code !== QUOTE) continue;
    position = endOfJsonString(text, position);
    if (position === text.length) return true;
  }
  return depth > 0;
}

/** Reads JSON with `JSON.parse`; `totalRows` when the text holds only the first of them. */
export function readJsonFile(text: string, context: RunContext, totalRows?: number): TableContent {
  context.signal.throwIfAborted();
  const value = parse(text, context);
  requireDepth(value, context.limits);
  const rows = rowsOfPlain(value);
  const content = observeRows(rows ?? [value], context, totalRows);
  return Array.isArray(value) ? content : { ...content, isNested: true };
}

export function readNdjsonFile(text: string, context: RunContext, totalRows?: number): TableContent {
  const rows: unknown[] = [];
  let line = 1;
  for (let start = 0; start < text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const isBlank = text.slice(start, end).trim() === '';
    if (!isBlank) rows.push(parse(text.slice(start, end), context, line));
    if (line % HEAD_ROWS === 0) context.signal.throwIfAborted();
    start = end + 1;
  }
  return observeRows(rows, context, totalRows);
}

function observeRows(rows: readonly unknown[], { limits }: RunContext, totalRows = rows.length): TableContent {
  const observer = createRecordObserver();
  let isNested = false;
  for (const row of rows) {
    requireDepth(row, limits);
    observer.addRow(cellsOfRow(row));
    isNested ||= hasContainers(row);
    observer.addContainers(countContainers(row));
  }
  return { records: observer.facts(totalRows), isNested };
}

/** Where the JavaScript engine says that it stopped: only told on, never decided upon. */
const POSITION = /position (\d+)/;

function parse(text: string, { limits }: RunContext, firstLine = 1): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(limits.nesting); // the parser's own stack was not enough
    if (!(error instanceof SyntaxError)) throw error;
    const position = POSITION.exec(error.message)?.[1];
    const before = position === undefined ? undefined : text.slice(0, Number(position));
    const where = before === undefined ? '' : `line ${firstLine + (before.match(/\n/g)?.length ?? 0)}`;
    throw notParsed('JSON', error, { where, isCut: endsInside(text) });
  }
}
