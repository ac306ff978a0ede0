import { describe, expect, it } from 'vitest';
import { textOfParagraph } from '../../../engine/codecs/pdf-docx/layout/paragraph-text.ts';
import { paragraphSpans } from '../../../engine/codecs/pdf-docx/write/spans.ts';
import type { Fill, Glyph, PageModel, Rule } from '../../../engine/codecs/pdf-docx/page-model.ts';
import { blocksOf, grid, layOut, line, pageOf, rowsOf } from '../../support/page-models.ts';
import { helveticaWidth, wrap } from '../../support/pdf-writer.ts';

const paragraphsOf = (page: PageModel) =>
  blocksOf(layOut(page)).flatMap((block) => (block.kind === 'paragraph' ? [block] : []));
const tablesOf = (page: PageModel) => blocksOf(layOut(page)).filter((block) => block.kind === 'table');
const endOf = (x: number, text: string, size = 10): number =>
  x + [...text].reduce((sum, character) => sum + helveticaWidth(character, size), 0);
const endingAt = (x: number, baseline: number, text: string): Glyph[] => line(x - endOf(0, text), baseline, text);

describe('columns', () => {
  it('are told apart by a narrow gap at which the lines of one side end and those of the other begin', () => {
    const words = 'the walls of the kiln are laid while the ground is still wet and left for a week before ';
    const rows = wrap(words.repeat(10), 10, 215).slice(0, 20);
    // the lines of the sides meet at one height only
    const baselineOnRight = (row: number): number => 100 + row * 12 + (row === 10 ? 0 : 5);
    const page = pageOf([
      ...rows.map((text, row) => endingAt(300, 100 + row * 12, text)),
      ...rows.map((text, row) => line(309, baselineOnRight(row), text)),
    ]);
    const { bands } = layOut(page).layouts[0]!;
    expect(bands.map(({ columns }) => columns.length)).toEqual([2]);
  });

  it('are not those of a table whose numbers and dates end at one edge', () => {
    const rows = Array.from({ length: 6 }, (_, row) => [
      ...line(60, 100 + 24 * row, `1${row}-May-16`),
      ...line(130, 100 + 24 * row, 'Paid to the charcoal burner of the upper valley in coin'),
      ...endingAt(470, 100 + 24 * row, `${row}26406`),
      ...endingAt(540, 100 + 24 * row, `1${row}7 Cr.`),
    ]);
    expect(layOut(pageOf(rows)).layouts[0]!.bands.map(({ columns }) => columns.length)).toEqual([1]);
  });
});

