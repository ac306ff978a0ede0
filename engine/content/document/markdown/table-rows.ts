const DELIMITER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

export function isTableDelimiter(line: string): boolean {
  return (
    line.includes('-') &&
    DELIMITER.test(line) &&
    (line.includes('|') || line.includes(':') || /^ {0,3}-+\s*$/.test(line))
  );
}

/** The cells of a row; a bar behind a backslash is text. */
export function tableCells(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  const row = line.trim().replace(/^\|/, '');
  for (let index = 0; index < row.length; index++) {
    const character = row[index]!;
    if (character === '\\' && row[index + 1] === '|') {
      cell += '|';
      index++;
    } else if (character === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  if (cell.trim() !== '' || !row.endsWith('|')) cells.push(cell.trim());
  return cells;
}
