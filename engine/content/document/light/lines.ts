/** Columns from one tab to the next. */
const TAB = 8;

/** The lines of a text without tabs and without white space at their ends. */
export function linesOf(text: string): string[] {
  return text
    .replaceAll('\0', '\ufffd')
    .split(/\r\n?|\n/)
    .map((line) => withoutTabs(line).trimEnd());
}

function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let expanded = '';
  for (const piece of line.split(/(\t)/)) {
    expanded += piece === '\t' ? ' '.repeat(TAB - (expanded.length % TAB)) : piece;
  }
  return expanded;
}

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** The spaces that a line begins with. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Lines without the spaces that all of them begin with. */
export function dedented(lines: readonly string[]): string[] {
  let least = Infinity;
  for (const line of lines) if (!isBlank(line)) least = Math.min(least, indentOf(line));
  return lines.map((line) => line.slice(Math.min(least, line.length)));
}

/** Lines without white lines around them. */
export function trimmedLines(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  const last = lines.findLastIndex((line) => !isBlank(line));
  return first < 0 ? [] : lines.slice(first, last + 1);
}

/** The place behind the lines from `start` on that are indented by at least so much, or blank; blank ones at the end are not. */
export function endOfIndented(lines: readonly string[], start: number, least: number): number {
  let end = start;
  for (let at = start; at < lines.length; at++) {
    if (isBlank(lines[at])) continue;
    if (indentOf(lines[at]!) < least) break;
    end = at + 1;
  }
  return end;
}
