const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** The line between the head of a table and its rows: hyphens, colons and pipes, at least one of these. */
const DELIMITER = /^ {0,3}(?=[^|]*\|)\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** The head of a table that is in no list and in no quotation. */
const HEAD = /^ {0,3}(?![ >]|[-+*][ \t]|\d+[.)][ \t]).*\|/;

/**
 * Puts an empty line before each table that follows a line of text: a table ends a paragraph (GFM, 4.10), and for
 * pandoc it is a part of it.
 */
export function withTablesApart(markdown: string): string {
  const lines = markdown.split('\n');
  const written: string[] = [];
  let fence: string | undefined;
  for (const [index, line] of lines.entries()) {
    const [, mark] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else if (beginsTable(lines, index) && lines[index - 1]!.trim() !== '') written.push('');
    written.push(line);
  }
  return written.join('\n');
}

function beginsTable(lines: readonly string[], index: number): boolean {
  return index > 0 && HEAD.test(lines[index]!) && DELIMITER.test(lines[index + 1] ?? '');
}
