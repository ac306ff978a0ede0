import { describe, expect, it } from 'vitest';
import { textOfParagraph } from '../../../engine/codecs/pdf-docx/layout/paragraph-text.ts';
import type { Row } from '../../../engine/codecs/pdf-docx/layout/rows.ts';
import type { Glyph, Jump, PageModel } from '../../../engine/content/pages/model.ts';
import { blocksOf, grid, layOut, line, pageOf, rowsOf } from '../../support/page-models.ts';

type Layout = ReturnType<typeof layOut>;

const TEXT = 'Everyone may light a fire in the garden of the shore.';

const textsOf = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ segments }) => segments.map(({ text }) => text.trim()));

const headersOf = ({ titled }: Layout): string[][] => titled.pages.map(({ header }) => textsOf(header));

const headingsOf = ({ headings }: Layout): string[] => [...headings.keys()].map(textOfParagraph);

const bold = (glyphs: readonly Glyph[]): Glyph[] =>
  glyphs.map((glyph) => ({ ...glyph, font: { ...glyph.font, bold: true } }));

/** Moves a text away from what is written before it, as programs do behind a label. */
const placedApart = (glyphs: readonly Glyph[]): Glyph[] =>
  glyphs.map((glyph) => ({ ...glyph, order: glyph.order + 2 }));

describe('the number of a heading of one word', () => {
  const headed = (...text: readonly Glyph[][]): Layout => {
    const number = bold(line(72, 100, '1.1.1', { size: 12 }));
    const word = bold(placedApart(line(number.at(-1)!.x1 + 2, 100, 'Acronyms', { size: 12 })));
    return layOut(pageOf([[...number, ...word], ...text]));
  };

  it('counts where the text of the page has spaces of its own', () => {
    const layout = headed(line(72, 120, TEXT), line(72, 160, TEXT));
    expect([...layout.lists.keys()].map(textOfParagraph)).toEqual(['1.1.1 Acronyms']);
    expect([...layout.headings.values()]).toEqual([3]);
  });

  it('may be typed where nothing shows how spaces are written', () => {
    expect(headed(line(72, 120, 'Hearth'), line(72, 160, 'Kiln')).lists.size).toBe(0);
  });
});

describe('headings', () => {
  it('are not made by the larger brackets of a formula', () => {
    const formula = [...line(72, 100, 'The angle is '), ...line(135, 100, '(', { size: 14 }), ...line(141, 100, 'ab')];
    const text = [line(72, 140, TEXT), line(72, 152, TEXT)];
    expect(headingsOf(layOut(pageOf([formula, ...text])))).toEqual([]);
    expect(headingsOf(layOut(pageOf([line(72, 100, 'The angle is', { size: 14 }), ...text])))).toHaveLength(1);
  });

  it('are the bold lines that are larger where many are bold', () => {
    const names = ['Patrick', 'Siobhan', 'Eddie', 'Mary'].flatMap((name, index) => [
      bold(line(72, 160 + 60 * index, name)),
      line(72, 190 + 60 * index, TEXT),
    ]);
    const title = bold(line(72, 100, 'Illustrative cases', { size: 11 }));
    expect(headingsOf(layOut(pageOf([title, line(72, 130, TEXT), ...names])))).toEqual(['Illustrative cases']);
    expect(headingsOf(layOut(pageOf(names)))).toEqual([]);
  });
});

describe('labels of lists', () => {
  /** Lines whose text is placed behind their labels. */
  const labelled = (labels: readonly string[], texts: readonly string[]): Glyph[][] =>
    labels.map((label, index) => {
      const glyphs = line(72, 160 + 14 * index, label);
      return [...glyphs, ...placedApart(line(glyphs.at(-1)!.x1 + 3, 160 + 14 * index, texts[index]!))];
    });
  const itemsOf = (...lines: readonly Glyph[][]): string[] =>
    [...layOut(pageOf([line(72, 100, TEXT), line(72, 112, TEXT), ...lines])).lists.keys()].map(textOfParagraph);

  it.each([
    ['1st', '2nd', '3rd'],
    ['SECTION 1.', 'SECTION 2.', 'SECTION 3.'],
  ])('may be words: %s', (...labels) => {
    const texts = ['Oak', 'Elm', 'Fir'];
    expect(itemsOf(...labelled(labels, texts))).toEqual(labels.map((label, index) => `${label} ${texts[index]}`));
    expect(itemsOf(...labels.map((label, index) => line(72, 160 + 14 * index, `${label} Oak`)))).toEqual([]);
  });

  it('may have no space behind them', () => {
    expect(itemsOf(line(72, 160, '3.1.Oak of the hills'), line(72, 174, '3.2.Elm'))).toHaveLength(2);
  });

  it('may be signs of a symbol font', () => {
    const items = (sign: string): Glyph[][] =>
      ['Oak', 'Elm'].map((text, index) => {
        const [glyph] = line(72, 160 + 14 * index, 'x');
        return [{ ...glyph!, text: sign }, ...placedApart(line(90, 160 + 14 * index, text))];
      });
    expect(itemsOf(...items('\uf06c'))).toHaveLength(2);
    expect(itemsOf(...items('\uf081'))).toHaveLength(2);
    expect(itemsOf(...items('%'))).toEqual([]);
  });
});

describe('the last line of a paragraph on another page', () => {
  it('is no header where the first page has one there, nor is that', () => {
    const page = (first: string): PageModel => pageOf([line(72, 40, first), line(72, 84, TEXT), line(72, 96, TEXT)]);
    const text = pageOf([line(72, 60, TEXT), line(72, 72, TEXT)]);
    const headers = (last: string): string[][] => headersOf(layOut(page('Kilns of the valley'), text, page(last)));
    expect(headers('to see whales and dolphins.')).toEqual([[], [], []]);
    expect(headers('Of whales and dolphins')).toEqual([['Kilns of the valley'], [], ['Of whales and dolphins']]);
  });
});

describe('headers of pages without text', () => {
  const header = (...texts: readonly string[]): Glyph[][] =>
    texts.map((text, index) => line(72, 46 + 12 * index, text));
  const first = pageOf([...header('First page'), line(72, 84, TEXT)]);
  const even = pageOf(header('Even header', '2', '4', '6', '8'));

  it('begin where those of other pages do', () => {
    const layout = layOut(first, even, pageOf([...header('Odd header', '1', '3'), line(72, 762, 'Second edition')]));
    expect(headersOf(layout)).toEqual([['First page'], ['Even header', '2', '4', '6', '8'], ['Odd header', '1', '3']]);
    expect(textsOf(layout.titled.pages[2]!.footer)).toEqual(['Second edition']);
  });

  it('are text where a page of text begins there, and on two pages', () => {
    const full = pageOf(Array.from({ length: 40 }, (_, row) => line(72, 46 + 12 * row, TEXT)));
    expect(headersOf(layOut(first, full, even))[2]).toEqual([]);
    expect(headersOf(layOut(first, even))[1]).toEqual([]);
  });
});

describe('the mark of a note without text beside it', () => {
  const mark = line(72, 726, '1', { size: 6 });
  const text = [line(72, 84, TEXT), line(72, 120, TEXT), line(120, 90, '1', { size: 6 })];
  const jump = (y0: number, targetY: number): Jump => ({ x0: 70, x1: 130, y0, y1: y0 + 12, pageNumber: 1, targetY });
  const footers = (jumps: readonly Jump[]): string[][] => {
    const page: PageModel = { ...pageOf([...text, mark]), number: 1, jumps };
    return layOut(page).titled.pages.map(({ footer }) => textsOf(footer));
  };

  it('is not the number of the page where the mark in the text and it lead to each other', () => {
    expect(footers([jump(80, 716), jump(716, 80)])).toEqual([[]]);
    expect(footers([jump(80, 716)])).toEqual([['1']]);
  });

  it('begins a note whose text is behind a tab', () => {
    const separator = { axis: 'h', position: 700, start: 72, end: 180, width: 0.5, color: '#000000' } as const;
    const note = line(90, 726, 'Seen last year.', { size: 8 });
    const small = line(72, 724, '1', { size: 4.6 });
    const claim = line(72, 84, 'A claim');
    const x0 = claim.at(-1)!.x1;
    const raised = line(x0 + 0.5, 80, '1', { size: 6 });
    const page = pageOf([[...claim, ...raised], line(72, 120, TEXT), line(72, 132, TEXT), small, note], [separator]);
    const reference = { x0, x1: x0 + 5, y0: 74, y1: 86, pageNumber: 1, targetY: 716 };
    const jumps = [reference, { ...jump(716, 74), x1: 80 }];
    expect(layOut({ ...page, number: 1, jumps }).footnotes.map(({ reference: { text } }) => text)).toEqual(['1']);
    expect(layOut(page).footnotes).toEqual([]);
  });
});

describe('lists in cells side by side', () => {
  it('are in one row of their table', () => {
    const items = (x: number, labels: readonly string[]): Glyph[][] =>
      labels.flatMap((label, index) => [
        line(x, 224 + 12 * index, label),
        line(x + 16, 224 + 12 * index, ['Cell with', 'a', 'list'][index]!),
      ]);
    const cells = [line(80, 210, 'Bullets'), line(300, 210, 'Numbers')];
    const lists = [...items(90, ['\u2022', '\u2022', '\u2022']), ...items(310, ['1.', '2.', '3.'])];
    const [table] = blocksOf(layOut(pageOf([...cells, ...lists], grid([72, 290, 540], [200, 214, 254])))).filter(
      (block) => block.kind === 'table',
    );
    expect(rowsOf(table!)).toHaveLength(2);
  });
});
