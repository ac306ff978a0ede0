import { describe, expect, it } from 'vitest';
import { textOfParagraph } from '../../../engine/codecs/pdf-docx/layout/paragraph-text.ts';
import type { Row } from '../../../engine/codecs/pdf-docx/layout/rows.ts';
import { paragraphSpans } from '../../../engine/codecs/pdf-docx/write/spans.ts';
import type { Glyph, Rule } from '../../../engine/content/pages/model.ts';
import { blocksOf, grid, layOut, line, pageOf, rowsOf } from '../../support/page-models.ts';
import { helveticaWidth } from '../../support/pdf-writer.ts';

const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + helveticaWidth(character, 10), 0);

const textsOf = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ segments }) => segments.map(({ text }) => text.trim()));

const titlesOf = (layout: ReturnType<typeof layOut>) =>
  layout.titled.pages.map(({ header, footer }) => [textsOf(header), textsOf(footer)]);

const paragraphsOf = (layout: ReturnType<typeof layOut>, page = 0): string[] =>
  blocksOf(layout, page).flatMap((block) => (block.kind === 'paragraph' ? [textOfParagraph(block).trim()] : []));

describe('headers and footers of printed documents', () => {
  it('are known on a page with a single line of text or none', () => {
    const titles = [line(72, 46, 'Kilns of the valley'), line(72, 762, 'Second edition')];
    const both = [[['Kilns of the valley'], ['Second edition']]];
    expect(titlesOf(layOut(pageOf(titles)))).toEqual(both);
    expect(titlesOf(layOut(pageOf([...titles, line(72, 82, 'The kiln')])))).toEqual(both);
  });

  it.each([
    { last: 742, sections: 2, holds: 'whose text stands where the others have their titles' },
    { last: 600, sections: 1, holds: 'that leaves them their room' },
  ])('share a section with a first page $holds: $sections', ({ last, sections }) => {
    const text = (from: number, to: number): Glyph[][] =>
      Array.from({ length: Math.floor((to - from) / 14) + 1 }, (_, row) =>
        line(72, to - 14 * row, `Row ${row} of the wall is laid on the one below it.`),
      );
    const cover = pageOf(text(100, last));
    const inner = [2, 3, 4].map((page) => pageOf([...text(100, 690), line(72, 740, `The yearly report ${page}`)]));
    const layout = layOut(cover, ...inner);
    expect(layout.titled.pages.map(({ footer }) => footer.length)).toEqual([0, 1, 1, 1]);
    expect(layout.sections).toHaveLength(sections);
  });

  it('may differ on the first page of a chapter, at the place where the other pages have theirs', () => {
    const page = (title: string, text: string) => pageOf([line(72, 46, title), line(72, 92, text)]);
    const layout = layOut(
      page('Kilns of the valley', 'First the ground is levelled.'),
      page('Kilns of the valley', 'Then the walls are raised.'),
      page('On wood', 'Ash burns longest of all.'),
      page('Kilns of the valley', 'Pine is for the start.'),
    );
    expect(titlesOf(layout).map(([header]) => header)).toContainEqual(['On wood']);
  });

  it('may be others on first, even and odd pages', () => {
    const layout = layOut(
      pageOf([line(72, 46, 'Kilns of the valley'), line(72, 92, 'First the ground is levelled.')]),
      pageOf([line(72, 46, 'Of bricks')]),
      pageOf([line(72, 46, 'Of wood'), line(72, 92, 'Ash burns longest of all.')]),
    );
    expect(titlesOf(layout).map(([header]) => header)).toEqual([['Kilns of the valley'], ['Of bricks'], ['Of wood']]);
  });

  it('leave their room to a first page that has none', () => {
    const inner = (title: string) => pageOf([line(72, 46, title), line(72, 92, 'Ash burns longest of all.')]);
    const layout = layOut(pageOf([line(72, 40, 'On kilns', { size: 24 })]), inner('Of bricks'), inner('Of wood'));
    expect(layout.titled.pages.map(({ header }) => header.length)).toEqual([0, 1, 1]);
    const [cover, second, third] = layout.extents.map(({ y0 }) => y0);
    expect(cover).toBeLessThan(40);
    expect(second).toBeGreaterThan(50);
    expect(third).toBe(second);
  });

  it('are not the only lines of pages that show nothing else', () => {
    const layout = layOut(...[1, 2, 3].map((number) => pageOf([line(90, 84, `Part ${number} of the work.`)])));
    expect(titlesOf(layout)).toEqual([1, 2, 3].map(() => [[], []]));
  });

  it('are no headings that say page', () => {
    const pages = [1, 2].map((number) =>
      pageOf([
        line(72, 46, 'Kilns'),
        ...(number === 2 ? [line(72, 90, 'Page 2', { size: 14 })] : []),
        line(72, 120, `The text of part ${number}`),
      ]),
    );
    expect(paragraphsOf(layOut(...pages), 1)[0]).toBe('Page 2');
  });
});

describe('notes of printed documents', () => {
  const mark = (x: number, baseline: number, text: string): Glyph[] => line(x, baseline, text, { size: 6 });
  const separator: Rule[] = [{ axis: 'h', position: 700, start: 72, end: 180, width: 0.5, color: '#000000' }];
  const notes = [mark(72, 706, '1'), line(76, 710, 'Seen last year.'), mark(72, 718, '2'), line(76, 722, 'Not seen.')];

  it('are those below a short line also where they are most of the text and the marks stand together', () => {
    const text = [line(72, 84, 'Two kilns', { size: 11 }), mark(120, 80, '1'), mark(124, 80, ','), mark(127, 80, '2')];
    expect(layOut(pageOf([...text, ...notes], separator)).footnotes).toHaveLength(2);
    expect(layOut(pageOf([...text, ...notes])).footnotes).toEqual([]);
  });

  it.each(['*', '∗', '†', '‡', '§', '¶', '‖', '∗∗', '12'])('are marked by %s', (sign) => {
    const text = [line(72, 84, 'Two kilns', { size: 11 }), mark(120, 80, sign), line(72, 120, 'They are of brick.')];
    const raised = mark(72, 706, sign);
    const note = [raised, line(raised.at(-1)!.x1 + 1, 710, 'Seen last year.')];
    const { footnotes } = layOut(pageOf([...text, ...note], separator));
    expect(footnotes.map(({ reference }) => reference.text)).toEqual([sign]);
  });
});

describe('lists of printed documents', () => {
  const items = (labels: readonly string[]) =>
    labels.flatMap((label, index) => [line(72, 100 + 14 * index, label), line(100, 100 + 14 * index, 'Wood of ash')]);
  const listsOf = (labels: readonly string[]) =>
    [...layOut(pageOf(items(labels))).lists.values()].map(({ list, level }) => [list.id, level]);

  it('count on behind a list with bullets at the same indent', () => {
    expect(listsOf(['1.', '2.', '\u2022', '\u2022', '3.'])).toEqual([
      [1, 0],
      [1, 0],
      [2, 0],
      [2, 0],
      [1, 0],
    ]);
  });

  it('may have bare numbers above numbers such as 1.1', () => {
    expect(listsOf(['1', '1.1', '1.2', '2'])).toEqual([
      [1, 0],
      [1, 1],
      [1, 1],
      [1, 0],
    ]);
    expect(listsOf(['1', '2', '3'])).toEqual([]);
  });
});

describe('tables of printed documents', () => {
  const tablesOf = (layout: ReturnType<typeof layOut>) =>
    blocksOf(layout).flatMap((block) => (block.kind === 'table' ? [rowsOf(block)] : []));
  const rows = (top: number, texts: readonly (readonly [string, string])[]) =>
    texts.flatMap(([left, right], index) => [line(76, top + 14 * index, left), line(300, top + 14 * index, right)]);

  it('have their head above their first line in many styles', () => {
    const body = rows(200, [
      ['Ash', 'Hot'],
      ['Pine', 'Fast'],
    ]);
    const lines = grid([72, 296, 540], [190, 204, 218]);
    const [headed] = tablesOf(layOut(pageOf([...rows(184, [['Wood', 'Fire']]), ...body], lines)));
    expect(headed?.[0]).toEqual(['Wood', 'Fire']);
    const [unaligned] = tablesOf(layOut(pageOf([line(90, 184, 'Wood'), line(350, 184, 'Fire'), ...body], lines)));
    expect(unaligned).toHaveLength(2);
  });

  it('have no head that is the last row of another one', () => {
    const free = rows(156, [
      ['Oak', 'Slow'],
      ['Elm', 'Cold'],
      ['Fir', 'Fast'],
    ]);
    const lines = grid([72, 296, 540], [190, 204, 218]);
    const body = rows(200, [
      ['Ash', 'Hot'],
      ['Pine', 'Fast'],
    ]);
    expect(tablesOf(layOut(pageOf([...free, ...body], lines))).map(({ length }) => length)).toEqual([3, 2]);
  });

  it('have rows of single words in lower case, and cells that go on in lower case', () => {
    const close = (texts: readonly (readonly [string, string])[]) =>
      pageOf(
        texts.flatMap(([left, right], index) => [line(76, 200 + 11 * index, left), line(300, 200 + 11 * index, right)]),
      );
    const words = close([
      ['oak', 'slow'],
      ['elm', 'cold'],
      ['fir', 'fast'],
    ]);
    expect(tablesOf(layOut(words))[0]).toHaveLength(3);
    const wrapped = close([
      ['Oak of the hills', 'Slow to burn'],
      ['and valleys', 'and hot'],
      ['Elm', 'Cold'],
      ['Fir', 'Fast'],
    ]);
    expect(tablesOf(layOut(wrapped))[0]).toHaveLength(3);
  });
});

describe('paragraphs of printed documents', () => {
  /** A cell of 180 points with its lines, beside another one. */
  const cellWith = (lines: readonly Glyph[][]) => {
    const layout = layOut(pageOf([...lines, line(290, 210, 'Gross')], grid([90, 270, 540], [196, 262])));
    const [table] = blocksOf(layout);
    return table?.kind === 'table' && rowsOf(table)[0]![0];
  };

  it('are single words and numbers, which are of one length by themselves', () => {
    const numbers = ['17,542', '32,000', '13,508'];
    expect(cellWith(numbers.map((text, index) => line(93, 210 + 12 * index, text)))).toBe(numbers.join(' / '));
  });

  it('are the short lines in the middle of a cell, where the next word had room', () => {
    const numbers = ['17,542', '32,000', '508', '613,120'];
    expect(cellWith(numbers.map((text, index) => line(180 - text.length * 2.5, 210 + 12 * index, text)))).toBe(
      numbers.join(' / '),
    );
  });
});

describe('short printed documents', () => {
  it('have lines apart that do not reach the margin, which is as wide as the other one', () => {
    const layout = layOut(pageOf([line(90, 100, 'No style is specified'), line(90, 112, 'The style is missing')]));
    expect(paragraphsOf(layout)).toHaveLength(2);
    expect(layout.layouts[0]!.bands[0]!.columns[0]).toMatchObject({ x0: 90, x1: 522 });
  });

  it('have centred lines in the middle between usual margins', () => {
    const centred = (baseline: number, text: string): Glyph[] => {
      const width = widthOf(text);
      return line(306 - width / 2, baseline, text);
    };
    const layout = layOut(pageOf([centred(100, 'Kilns of the valley'), centred(160, 'A report')]));
    expect(layout.layouts[0]!.bands[0]!.columns[0]).toMatchObject({ x0: 72, x1: 540 });
    expect(blocksOf(layout)).toMatchObject([{ align: 'center' }, { align: 'center' }]);
  });
});

describe('a frame around text', () => {
  const FRAME = grid([72, 540], [200, 230]);
  const text = [line(72, 100, 'First the ground is levelled.'), line(78, 218, 'Then the walls are raised.')];

  it('is a table of one cell', () => {
    const tables = blocksOf(layOut(pageOf(text, FRAME))).filter((block) => block.kind === 'table');
    expect(tables.map(rowsOf)).toEqual([[['Then the walls are raised.']]]);
  });

  it.each([
    { holds: 'with other text beside it', rules: grid([72, 300], [200, 230]), beside: [line(320, 218, 'A kiln')] },
    { holds: 'with gaps in its lines', rules: FRAME, beside: [line(320, 218, 'A kiln')] },
    { holds: 'that is small', rules: grid([72, 210], [200, 230]), beside: [] },
    { holds: 'of most of the page', rules: grid([36, 576], [80, 700]), beside: [] },
  ])('is a drawing $holds', ({ rules, beside }) => {
    const blocks = blocksOf(layOut(pageOf([...text, ...beside], rules)));
    expect(blocks.filter((block) => block.kind === 'table')).toEqual([]);
  });

  it('may hold a table', () => {
    const inner = grid([76, 200, 320, 536], [204, 218, 232]);
    const cells = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((cell, index) =>
      line(80 + 120 * (index % 3), 214 + 14 * Math.floor(index / 3), cell),
    );
    const layout = layOut(pageOf(cells, [...grid([72, 540], [202, 234]), ...inner]));
    const [table] = blocksOf(layout).filter((block) => block.kind === 'table');
    expect(table!.cells).toHaveLength(1);
    expect(table!.cells[0]!.tables!.map(rowsOf)).toEqual([
      [
        ['One', 'Two', 'Three'],
        ['Four', 'Five', 'Six'],
      ],
    ]);
  });
});

describe('a word in a cell', () => {
  const textIn = (width: number, ...rows: readonly string[]): string => {
    const lines = rows.map((text, index) => line(77, 110 + 12 * index, text));
    const cells = grid([72, 72 + width, 500], [98, 140]);
    const [table] = blocksOf(layOut(pageOf([...lines, line(400, 110, 'Clay')], cells)));
    const [cell] = table?.kind === 'table' ? table.cells : [];
    const parts = cell!.paragraphs.map((paragraph) => ({ paragraph, page: pageOf([]) }));
    const { spans } = paragraphSpans(parts, { dropLabel: false, right: 0 });
    return spans.map((span) => (span.kind === 'text' ? span.text : '')).join('');
  };
  const WIDTH = 5 + widthOf('Brickmake');

  it('is whole again where the cell was too narrow for it', () => {
    expect(textIn(WIDTH + 6, 'Brickmake', 'r')).toBe('Brickmaker');
    expect(textIn(WIDTH + 6, 'Brickmake', 'rs')).toBe('Brickmakers');
  });

  it('is whole again where it is as long as its lines, but for words of one length', () => {
    const half = 'https://kilns.example/bri';
    const width = 5 + widthOf(half) + 3;
    expect(textIn(width, half, 'ckoven')).toBe(`${half}ckoven`);
    expect(textIn(width, half, half)).toBe(`${half} ${half}`);
    expect(textIn(width + 30, half, 'ckoven')).toBe(`${half} ckoven`);
  });

  it('stays apart from others that had no room, and from what had', () => {
    expect(textIn(WIDTH + 6, 'Brickmake', 'has')).toBe('Brickmake has');
    expect(textIn(WIDTH + 30, 'Brickmake', 'rs')).toBe('Brickmake rs');
  });
});
