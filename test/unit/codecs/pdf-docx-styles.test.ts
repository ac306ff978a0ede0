import { describe, expect, it } from 'vitest';
import { DocumentFonts } from '../../../engine/codecs/pdf-docx/write/document-fonts.ts';
import { textOfParagraph } from '../../../engine/codecs/pdf-docx/layout/paragraph-text.ts';
import { placeLines } from '../../../engine/codecs/pdf-docx/write/line-frame.ts';
import { paragraphSpans } from '../../../engine/codecs/pdf-docx/write/spans.ts';
import type { Fill, Glyph, PageModel, Rule } from '../../../engine/content/pages/model.ts';
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

  it('are not made of the spaces of monospace text, which stand below each other', () => {
    const words = ['kiln wood', 'wall fire', 'coal soot', 'clay lime', 'sand iron', 'salt zinc', 'lead gold'];
    const typed = words.map((text, row) =>
      [...text].map((character, index): Glyph => {
        const [glyph] = line(72 + 6 * index, 100 + 12 * row, character);
        return { ...glyph!, x1: glyph!.x0 + 6, advance: 6, font: { ...glyph!.font, monospace: true } };
      }),
    );
    expect(paragraphsOf(pageOf(typed)).every(({ rows }) => rows.every(({ segments }) => segments.length === 1))).toBe(
      true,
    );
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

describe('rows of a drawn table', () => {
  const fill = (y0: number, y1: number, color: string, order: number): Fill => {
    return { x0: 72, x1: 272, y0, y1, color, order };
  };
  const rules = grid([72, 172, 272], [100, 120, 160]);
  const text = [line(80, 114, 'Kiln'), line(180, 114, 'Wood'), line(80, 134, 'Upper'), line(180, 134, '12')];
  const lower = [line(80, 154, 'Lower'), line(180, 154, '7')];
  const fills = [fill(120, 160, '#ffeecc', 1), fill(140, 160, '#aa5511', 2)];

  it('are two where the ground changes between two lines of text', () => {
    const [table] = tablesOf({ ...pageOf([...text, ...lower], rules), fills });
    expect(rowsOf(table!)).toEqual([
      ['Kiln', 'Wood'],
      ['Upper', '12'],
      ['Lower', '7'],
    ]);
    expect(table!.cells.map((cell) => cell.fill)).toEqual([
      ...[undefined, undefined],
      ...['#ffeecc', '#ffeecc'],
      ...['#aa5511', '#aa5511'],
    ]);
  });

  it('stay whole where one side of the change is empty, or one column has it alone', () => {
    const [empty] = tablesOf({ ...pageOf(text, rules), fills });
    expect(empty!.ys).toHaveLength(3);
    const words = [...text.slice(0, 2), line(80, 134, 'Upper'), line(180, 134, 'Oak'), line(80, 154, 'kiln')];
    const [half] = tablesOf({
      ...pageOf([...words, line(180, 154, 'wood')], rules),
      fills: [{ ...fills[1]!, x1: 172 }],
    });
    expect(half!.ys).toHaveLength(3);
  });
});

describe('columns of a drawn table', () => {
  const lines = [100, 120, 140, 160, 180, 200].map((position): Rule => {
    return { axis: 'h', position, start: 72, end: 472, width: 0.5, color: '#000000' };
  });
  const sides = [72, 472].map((position): Rule => {
    return { axis: 'v', position, start: 100, end: 200, width: 0.5, color: '#000000' };
  });
  const head = [line(80, 114, 'Kiln'), line(260, 114, 'Wood of both years')];
  const body = [0, 1, 2, 3].map((row) => [
    ...line(80, 134 + 20 * row, `Kiln ${row}`),
    ...endingAt(300, 134 + 20 * row, `${row + 1}42,000`),
    ...endingAt(400, 134 + 20 * row, `${row + 5}7,000`),
  ]);

  it('are those of its text where lines are drawn between its rows alone', () => {
    const [table] = tablesOf(pageOf([...head, ...body], [...lines, ...sides]));
    expect(rowsOf(table!).slice(0, 2)).toEqual([
      ['Kiln', 'Wood of both years'],
      ['Kiln 0', '142,000', '57,000'],
    ]);
    expect(table!.cells[1]!.columnSpan).toBe(2);
  });

  it('are not made of a few rows in pieces', () => {
    const text = [1, 2, 3].map((row) => line(80, 134 + 20 * row, 'The walls are laid while the ground is wet.'));
    const [table] = tablesOf(pageOf([...head, body[0]!, ...text], [...lines, ...sides]));
    expect(table!.xs).toHaveLength(2);
  });
});

describe('the ground of a cell', () => {
  it('may be painted piece by piece', () => {
    const rules = grid([72, 172, 272], [100, 120, 140]);
    const text = [line(80, 114, 'Kiln'), line(180, 114, 'Wood'), line(80, 134, 'Upper'), line(180, 134, '12')];
    const page: Fill = { x0: 20, x1: 560, y0: 20, y1: 700, color: '#ffffff', order: 0 };
    const pieces = [
      { x0: 72.5, x1: 78, y0: 100.5, y1: 112 },
      { x0: 78, x1: 171.5, y0: 100.5, y1: 112 },
      { x0: 72.5, x1: 171.5, y0: 112, y1: 119.5 },
    ].map((box, index): Fill => ({ ...box, color: '#d2eaf1', order: index + 1 }));
    const layout = layOut({ ...pageOf(text, rules), fills: [page, ...pieces] });
    const [table] = blocksOf(layout).filter((block) => block.kind === 'table');
    expect(table!.cells.map((cell) => cell.fill)).toEqual(['#d2eaf1', undefined, undefined, undefined]);
    expect(layout.layouts[0]!.shapes.filter(({ color }) => color === '#d2eaf1')).toEqual([]);
  });
});

describe('headers and footers', () => {
  const page = (number: number, ...others: readonly Glyph[][]) =>
    pageOf([
      line(72, 40, 'On kilns'),
      line(440, 43, 'APPENDIX', { size: 19 }),
      ...others,
      ...Array.from({ length: 12 }, (_, row) => line(72, 140 + 14 * row, `Row ${row} of wall ${number} is laid.`)),
    ]);

  it('are one line where they stand beside each other in large and small type', () => {
    const { titled } = layOut(page(1), page(2), page(3));
    expect(titled.pages.map(({ header }) => header.map(({ segments }) => segments.map(({ text }) => text)))).toEqual(
      [1, 2, 3].map(() => [['On kilns', 'APPENDIX']]),
    );
  });

  it('leave out a line whose words run on in the text, though it comes back', () => {
    const name = line(
      72,
      66,
      'Table A-1. Walls of the upper valley, the courses in which they are laid, and their rows,',
    );
    const under = (text: string): Glyph[] => line(124, 78, text);
    const layout = layOut(page(1, name, under('by height')), page(2, name, under('by number')), page(3));
    expect(layout.titled.pages.map(({ header }) => header.length)).toEqual([1, 1, 1]);
  });
});

describe('dots', () => {
  const spansOf = (text: string) => {
    const page = pageOf([line(72, 100, text)]);
    const [paragraph] = paragraphsOf(page);
    return paragraphSpans([{ paragraph: paragraph!, page }], { dropLabel: false, right: 540 });
  };

  it('with nothing behind them are a line to write on', () => {
    const { spans, tabs } = spansOf(`Name ${'.'.repeat(60)}`);
    expect(spans.map(({ kind }) => kind)).toEqual(['text', 'tab']);
    expect(tabs).toEqual([{ x: endOf(72, `Name ${'.'.repeat(60)}`), type: 'right', leader: true }]);
    expect(spansOf('.'.repeat(60)).tabs).toHaveLength(1);
  });

  it('are text where there are few of them', () => {
    expect(spansOf('And so on ....').spans).toMatchObject([{ kind: 'text', text: 'And so on ....' }]);
  });
});

describe('a brace as high as several lines', () => {
  const items = Array.from({ length: 8 }, (_, row) => line(72, 100 + 12 * row, `Course ${row} of the wall`));

  it('floats at its place', () => {
    const page = pageOf([...items, line(200, 150, '}', { size: 70 })]);
    const { turned } = layOut(page).layouts[0]!;
    expect(turned.map(({ paragraphs }) => paragraphs.map(textOfParagraph))).toEqual([['}']]);
    expect(paragraphsOf(page).map(textOfParagraph).join(' ')).not.toContain('}');
  });

  it('is text in a title of its size', () => {
    const page = pageOf([...items, line(72, 60, 'Kilns (old)', { size: 40 })]);
    expect(paragraphsOf(page).map(textOfParagraph)[0]).toBe('Kilns (old)');
  });
});

describe('squares of a form', () => {
  const square = (x: number, y: number): Rule[] => grid([x, x + 8], [y, y + 8]);
  const page = (...marks: readonly Glyph[][]) => ({
    ...pageOf(
      [line(72, 108, '1'), line(96, 108, 'Single'), line(72, 132, '2'), line(96, 132, 'Married'), ...marks],
      [...square(84, 100), ...square(84, 124)],
    ),
  });

  it('are symbols in the text beside them', () => {
    expect(paragraphsOf(page()).map(textOfParagraph)).toEqual(['1 \u2610 Single', '2 \u2610 Married']);
    expect(layOut(page()).layouts[0]!.shapes).toEqual([]);
  });

  it('are ticked where a tick stands in them, and stay drawn around other text', () => {
    const [first, second] = paragraphsOf(page(line(85, 107, 'X', { size: 8 }), line(86, 131, '7', { size: 8 })));
    expect(textOfParagraph(first!)).toBe('1 \u2612 Single');
    expect(textOfParagraph(second!)).not.toMatch(/[\u2610-\u2612]/);
  });

  it('are none where they touch each other: fields for single letters', () => {
    const letters = pageOf([line(72, 108, 'Code')], [...square(100, 100), ...square(108, 100)]);
    expect(paragraphsOf(letters).map(textOfParagraph)).toEqual(['Code']);
  });
});

describe('a line in pieces', () => {
  const pieces = [line(150, 100, 'Signed by the owner'), line(380, 100, 'and by the guest')];

  it('is not centred, which would move its tabs', () => {
    expect(paragraphsOf(pageOf([line(72, 80, 'W'.repeat(49)), ...pieces])).at(-1)!.align).toBe('left');
  });

  it('is as wide as in the PDF', () => {
    const narrow = pieces.map((glyphs) => {
      const { x0 } = glyphs[0]!;
      return glyphs.map((glyph) => ({
        ...glyph,
        x0: x0 + (glyph.x0 - x0) * 0.8,
        x1: x0 + (glyph.x1 - x0) * 0.8,
        advance: glyph.advance * 0.8,
      }));
    });
    const [paragraph] = paragraphsOf(pageOf(narrow));
    const area = { x0: 72, x1: 540 };
    const { scale } = placeLines(paragraph!, {
      area,
      inTable: false,
      isListItem: false,
      fonts: new DocumentFonts([], []),
    });
    expect(scale).toBe(80);
  });
});

describe('justified lines', () => {
  const whole = 'the walls of the kiln are laid while the ground is wet and';
  const end = endOf(72, whole);
  /** Words from the left edge to the right one, with one space after each. */
  const spread = (baseline: number, words: readonly string[]): Glyph[] => {
    const widths = words.map((word) => endOf(0, word));
    const space = (end - 72 - widths.reduce((sum, width) => sum + width, 0)) / (words.length - 1);
    let x = 72;
    return words.flatMap((word, index) => {
      const glyphs = line(x, baseline, word);
      x += widths[index]! + space;
      return glyphs;
    });
  };
  const words = ['left', 'for', 'aboutonewholeweek', 'beforethefirst', 'fire', 'isever'];

  it('are whole where their spaces are wide, but alike', () => {
    const [paragraph] = paragraphsOf(pageOf([line(72, 100, whole), spread(112, words), line(72, 124, 'lit in them.')]));
    expect(paragraph!.rows.map(({ segments }) => segments.length)).toEqual([1, 1, 1]);
    expect(textOfParagraph(paragraph!)).toContain('left for aboutonewholeweek beforethefirst');
  });

  it('are whole where blanks stand in their spaces as well', () => {
    const spaced = spread(112, ['A', 'b', 'aboutonewhole', 'beforethe', 'fire', 'isever']);
    const blank = (glyph: Glyph): Glyph => ({ ...glyph, text: ' ', x0: glyph.x1, x1: glyph.x1 + 2 });
    const ends = spaced.filter((glyph, index) => (spaced[index + 1]?.x0 ?? 0) > glyph.x1 + 3);
    const page = pageOf([line(72, 100, whole), [...spaced, ...ends.map(blank)], line(72, 124, 'lit in them.')]);
    expect(paragraphsOf(page)[0]!.rows.map(({ segments }) => segments.length)).toEqual([1, 1, 1]);
  });

  it('are not rows of names and numbers between the same edges', () => {
    const cells = ['Kilns', '1,200,000', 'Wood', '3,400,000', '12'];
    const segments = layOut(pageOf([line(72, 100, whole), spread(112, cells)]));
    const rows = blocksOf(segments).flatMap((block) => (block.kind === 'paragraph' ? block.rows : []));
    expect(rows.at(-1)!.segments.length).toBeGreaterThan(2);
  });
});

describe('a list of sources', () => {
  it('has its labels in brackets before hanging entries', () => {
    const entry = (y: number, label: string, text: string): Glyph[][] => [
      line(72, y, label),
      line(116, y, `${text}, a work in two volumes, printed in the town by the bridge`),
      line(116, y + 12, 'and sold there.'),
    ];
    const page = pageOf([...entry(100, '[Bir40]', 'Of kilns'), ...entry(130, '[Bir41a]', 'Of fires')]);
    expect(paragraphsOf(page).map(({ label, left }) => [label?.text, left])).toEqual([
      ['[Bir40]', 116],
      ['[Bir41a]', 116],
    ]);
  });
});

describe('lines down a table with lines across it', () => {
  const across = [100, 120, 140, 160].map((position): Rule => {
    return { axis: 'h', position, start: 72, end: 472, width: 0.5, color: '#000000' };
  });
  const down = (position: number, start: number, end: number): Rule => {
    return { axis: 'v', position, start, end, width: 0.5, color: '#000000' };
  };
  const rows = [114, 134, 154].map((y) => [...line(80, y, 'Total of the walls'), ...line(280, y, '12')]);

  it('are borders of its cells, and of cells without text', () => {
    const [table] = tablesOf(pageOf(rows, [...across, down(250, 122, 138), down(400, 102, 158)]));
    expect(table!.xs).toEqual([72, 250, 400, 472]);
    const borders = table!.cells.map((cell) => cell.borders.left !== undefined);
    expect(borders).toEqual([false, false, true, false, true, true, false, false, true]);
  });

  it('are none of it where text stands across them', () => {
    const [table] = tablesOf(pageOf(rows, [...across, down(100, 102, 158)]));
    expect(table!.xs).toHaveLength(3);
  });
});

describe('notes', () => {
  const mark = (x: number, baseline: number): Glyph[] => line(x, baseline, '1', { size: 6 });
  const cells = (y: number, name: string): Glyph[][] => [line(80, y, name), line(300, y, '12 rows')];
  const table = [...cells(114, 'Upper wall'), mark(endOf(80, 'Upper wall') + 0.5, 110), ...cells(134, 'Lower wall')];
  const note = [mark(72, 706), line(76, 710, 'Seen last year.')];
  const lines = grid([72, 280, 480], [100, 120, 140]);
  const separator: Rule = { axis: 'h', position: 698, start: 72, end: 180, width: 0.5, color: '#000000' };
  const text = line(72, 200, 'The walls were counted.', { size: 11 });

  it('below a line belong to marks in tables as well, without one to the table', () => {
    expect(layOut(pageOf([...table, text, ...note], [...lines, separator])).footnotes).toHaveLength(1);
    expect(layOut(pageOf([...table, text, ...note], lines)).footnotes).toEqual([]);
  });
});

describe('the space behind a word in monospace', () => {
  it('is as wide as those of the text around the word', () => {
    const typed = (glyph: Glyph): Glyph => ({ ...glyph, font: { ...glyph.font, name: 'Courier', monospace: true } });
    const glyphs = line(72, 100, 'Where age is a part').map((glyph, index) =>
      index >= 6 && index < 9 ? typed(glyph) : glyph,
    );
    const page = pageOf([glyphs]);
    const [paragraph] = paragraphsOf(page);
    const { spans } = paragraphSpans([{ paragraph: paragraph!, page }], { dropLabel: false, right: 540 });
    expect(spans).toMatchObject([
      { text: 'Where ', format: { family: 'Arial' } },
      { text: 'age', format: { family: 'Courier New' } },
      { text: ' is a part', format: { family: 'Arial' } },
    ]);
  });
});
