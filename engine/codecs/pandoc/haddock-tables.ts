import { BY_CHARACTERS, BY_DISPLAY } from '../../content/document/markdown/display-columns.ts';
import { columnsOf, endOfGrid } from '../../content/document/markdown/pandoc-tables.ts';

/** What is between two corners of a line, and the first of the columns that it takes up. */
interface Segment {
  readonly first: number;
  /** The column behind it. */
  readonly end: number;
  readonly text: string;
  /** What is before it and behind it. */
  readonly stroke: string;
  readonly last: string;
}

const INDENT = /^ */;

/**
 * Haddock takes the columns of a table by characters, where pandoc (3.10) pads its cells by how wide they are shown: behind
 * a character that is two columns wide or none, Haddock would cut through the next cell, or fail at the end of the line.
 */
export function withGridsByCharacters(text: string): string {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    // Tables are indented in lists.
    const indent = INDENT.exec(lines[at]!)![0];
    const isLine = (line = ''): boolean => line.startsWith(indent) && /[+|]/.test(line.charAt(indent.length));
    if (!isLine(lines[at])) continue;
    let next = at + 1;
    while (isLine(lines[next])) next++;
    const block = lines.slice(at, next).map((line) => line.slice(indent.length));
    const grid = gridByCharacters(block.slice(0, endOfGrid(block, 0) ?? 0));
    for (const [index, line] of grid.entries()) lines[at + index] = indent + line;
    at = next - 1;
  }
  return lines.join('\n');
}

function gridByCharacters(lines: readonly string[]): readonly string[] {
  if (lines.every((line) => BY_CHARACTERS.widthOf(line) === BY_CHARACTERS.widthOf(lines[0]!))) return lines;
  const corners = columnsOf(lines, BY_DISPLAY);
  const rows = lines.flatMap((line) => {
    const segments = segmentsOf(line, corners);
    return segments ? [segments] : [];
  });
  if (rows.length < lines.length) return lines;
  const widths = corners.slice(1).map((corner, column) => corner - corners[column]! - 1);
  for (const { first, end, text } of rows.flat()) {
    const missing = BY_CHARACTERS.widthOf(text.trimEnd()) + Number(!isRule(text)) - widthOf(widths, first, end);
    if (missing > 0) widths[end - 1]! += missing;
  }
  return rows.map((row) => row.map((segment) => segment.stroke + padded(segment, widths)).join('') + row.at(-1)!.last);
}

/** Nothing where nothing says where the cells of a line end: pandoc takes some characters to be of another width. */
function segmentsOf(line: string, corners: readonly number[]): readonly Segment[] | undefined {
  const texts = line.split('|');
  if (line.startsWith('|') && texts.length === corners.length + 1)
    return texts.slice(1, -1).map((text, first) => ({ first, end: first + 1, text, stroke: '|', last: '|' }));
  if (BY_DISPLAY.widthOf(line) !== corners.at(-1)! + 1) return undefined;
  const strokes = corners.map((corner) => BY_DISPLAY.slice(line, corner, corner + 1));
  const segments: Segment[] = [];
  let first = 0;
  for (const [end, last] of strokes.entries()) {
    if (end === 0 || (last !== '|' && last !== '+')) continue;
    const text = BY_DISPLAY.slice(line, corners[first]! + 1, corners[end]);
    segments.push({ first, end, text, stroke: strokes[first]!, last });
    first = end;
  }
  return segments;
}

/** Of the columns together, with the strokes between them. */
function widthOf(widths: readonly number[], first: number, end: number): number {
  return widths.slice(first, end).reduce((sum, width) => sum + width + 1, -1);
}

function padded({ first, end, text }: Segment, widths: readonly number[]): string {
  const width = widthOf(widths, first, end);
  if (isRule(text)) return text[0]! + text[1]!.repeat(Math.max(0, width - 2)) + text.at(-1)!;
  const bare = text.trimEnd();
  return bare + ' '.repeat(Math.max(0, width - BY_CHARACTERS.widthOf(bare)));
}

function isRule(text: string): boolean {
  return /^[-=:][-=]*[-=:]$/.test(text);
}
