import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { openOds } from '../../../../../engine/content/workbook/ods/workbook.ts';
import { utf8Bytes } from '../../../../../engine/io/bytes.ts';

const NAMESPACES = ['office', 'table', 'text']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

/** The text that each cell of a flat spreadsheet shows. */
function shownIn(cells: string): (string | undefined)[] {
  const table = `<table:table table:name="Sheet"><table:table-row>${cells}</table:table-row></table:table>`;
  const body = `<office:body><office:spreadsheet>${table}</office:spreadsheet></office:body>`;
  const bytes = utf8Bytes(`<office:document ${NAMESPACES} office:version="1.3">${body}</office:document>`);
  const workbook = openOds(bytes, DEFAULT_LIMITS);
  if (workbook === 'encrypted') throw new Error('It is not encrypted.');
  const shown: (string | undefined)[] = [];
  workbook.sheets[0]!.read((row) => void shown.push(...row.cells.map((cell) => cell.shown)));
  return shown;
}

const NUMBER = '<table:table-cell office:value-type="float" office:value="1.25">';
const TEXT = '<table:table-cell office:value-type="string">';

describe('a cell of an OpenDocument spreadsheet', () => {
  it('shows nothing of the lines and indents that its file is laid out in', () => {
    const cells = [
      `${NUMBER}\n  <text:p>1.25</text:p>\n</table:table-cell>`,
      `${TEXT}\n  <text:p>bolt</text:p>\n  <text:p>M8\n    long</text:p>\n</table:table-cell>`,
    ];
    expect(shownIn(cells.join('\n'))).toEqual(['1.25', 'bolt\nM8 long']);
  });

  it('shows the blanks at the end of its text', () => {
    expect(shownIn(`${TEXT}<text:p>kg <text:s/></text:p></table:table-cell>`)).toEqual(['kg  ']);
  });
});
