import { describe, expect, it } from 'vitest';
import { usualFont } from '../../../engine/codecs/pdf-docx/write/document-fonts.ts';
import type { Paragraph } from '../../../engine/codecs/pdf-docx/layout/blocks.ts';
import type { ListItem } from '../../../engine/codecs/pdf-docx/layout/lists.ts';
import { textOfParagraph } from '../../../engine/codecs/pdf-docx/layout/paragraph-text.ts';
import { Numbering } from '../../../engine/codecs/pdf-docx/write/numbering.ts';
import { paragraphSpans } from '../../../engine/codecs/pdf-docx/write/spans.ts';
import type { Glyph } from '../../../engine/content/pages/model.ts';
import { layOut, line, pageOf } from '../../support/page-models.ts';
import { helveticaWidth } from '../../support/pdf-writer.ts';

/** Texts of the items of lists. */
const itemsOf = (...lines: readonly Glyph[][]): string[] =>
  [...layOut(pageOf(lines)).lists.keys()].map((paragraph) => textOfParagraph(paragraph).trim());

/** A line in which the words stand `gap` points apart. */
function justified(x: number, baseline: number, text: string, gap: number): Glyph[] {
  let pen = x;
  return text.split(' ').flatMap((word) => {
    const glyphs = line(pen, baseline, `${word} `);
    pen = glyphs.at(-2)!.x1 + gap;
    return glyphs;
  });
}

const FIRST = 'Everyone may light a fire in the hearth of the';
const SECOND = 'Nobody may leave a fire that is burning in the';
const REST = 'house in which he or she lives.';

describe('numbers of paragraphs', () => {
  it('are words of the text where it wraps back below them', () => {
    const typed = [line(72, 100, `1. ${FIRST}`), line(72, 112, REST), line(72, 136, `2. ${SECOND}`)];
    expect(itemsOf(...typed, line(72, 148, REST), line(72, 172, '1) a stove,'), line(72, 184, '2) a kiln.'))).toEqual(
      [],
    );
  });

  it('are no less words of a line whose spaces are stretched', () => {
    const typed = [justified(72, 100, `1. ${FIRST}`, 8), line(72, 112, REST), justified(72, 136, `2. ${SECOND}`, 8)];
    expect(itemsOf(...typed, line(72, 148, REST))).toEqual([]);
  });

  it('count the items of a list where the text hangs behind them', () => {
    const start = 72 + helveticaWidth('1', 10) + 2 * helveticaWidth('.', 10);
    const items = [line(72, 100, `1. ${FIRST}`), line(start, 112, REST), line(72, 136, `2. ${SECOND}`)];
    expect(itemsOf(...items, line(start, 148, REST))).toHaveLength(2);
  });

  it('count the items of a list where more room is behind them', () => {
    const item = (baseline: number, label: string, text: string): Glyph[] => [
      ...line(72, baseline, label),
      ...line(92, baseline, text),
    ];
    const items = [item(100, '1.', FIRST), line(72, 112, REST), item(136, '2.', SECOND), line(72, 148, REST)];
    expect(itemsOf(...items)).toHaveLength(2);
  });
});

describe('a number behind another text of its line', () => {
  it('is a word of it', () => {
    const page = pageOf([line(72, 100, 'It is told by the Table.'), line(260, 100, '1. It is not the first item.')]);
    const [block] = layOut(page).sections[0]!.blocks;
    const { spans } = paragraphSpans([{ paragraph: block!.block as Paragraph, page }], { dropLabel: true, right: 540 });
    const words = spans.map((span) => (span.kind === 'text' ? span.text : ' ')).join('');
    expect(words).toContain('Table. 1. It is not');
  });
});

describe('a dash at the head of a paragraph', () => {
  it('is one of its words where the text wraps back below it', () => {
    expect(itemsOf(line(72, 100, `- ${FIRST}`), line(72, 112, REST))).toEqual([]);
  });
});

describe('the number of a lone heading', () => {
  const below = [line(72, 140, 'First the ground is levelled, then the walls are raised.')];
  const heading = { size: 16 };

  it('is a word of it where a space is between them', () => {
    expect(itemsOf(line(72, 100, '159. On those many days', heading), ...below)).toEqual([]);
  });

  it('counts where the text is placed behind it', () => {
    const number = line(72, 100, '1.', heading);
    const text = line(number.at(-1)!.x1 + 4, 100, 'On those many days', heading);
    expect(itemsOf([...number, ...text.map((glyph) => ({ ...glyph, order: glyph.order + 2 }))], ...below)).toHaveLength(
      1,
    );
  });

  it('says its level, also without a space behind it', () => {
    const layout = layOut(pageOf([line(72, 100, '1.1.1On those many days', heading), ...below]));
    const [[paragraph, item]] = [...layout.lists] as [[Paragraph, ListItem]];
    expect([textOfParagraph(paragraph), item.level, layout.headings.get(paragraph)]).toEqual([
      '1.1.1 On those many days',
      2,
      3,
    ]);
  });
});

it('get a list of their own where the list would count on to another number', () => {
  const [first, ...others] = [...layOut(pageOf([line(72, 100, '1. One'), line(72, 112, '2. Two')])).lists];
  const [paragraph, item] = first!;
  const numbering = new Numbering(usualFont);
  const indent = { left: 18, hanging: 18 };
  const use = (path: readonly number[]): string =>
    numbering.use({ ...item, number: { ...item.number!, path } }, paragraph, indent).reference;
  expect(others).toHaveLength(1);
  const [one, two, five, six] = [[1], [2], [5], [6]].map(use);
  expect(two).toBe(one);
  expect(five).not.toBe(one);
  expect(six).toBe(five);
  const starts = numbering.options().config.map(({ levels }) => levels[0]!.start);
  expect(starts).toEqual([1, 5]);
});

it('begin again with 1 below another number, wherever the list began', () => {
  const [[paragraph, item]] = [...layOut(pageOf([line(72, 100, '1. One'), line(72, 112, '2. Two')])).lists] as [
    [Paragraph, ListItem],
  ];
  const numbering = new Numbering(usualFont);
  const indent = { left: 18, hanging: 18 };
  const use = (path: readonly number[]): string =>
    numbering.use({ ...item, level: path.length - 1, number: { ...item.number!, path } }, paragraph, indent).reference;
  const references = [[8, 8], [8, 9], [9], [10], [10, 1], [10, 2], [10, 2, 1], [11]].map(use);
  const starts = new Map(numbering.options().config.map(({ reference, levels }) => [reference, levels]));
  const shown = references.map((reference) =>
    starts
      .get(reference)!
      .slice(0, 2)
      .map(({ start }) => start),
  );
  expect(references[1]).toBe(references[0]);
  // no list counts a level that it left out at its beginning
  expect(references[2]).not.toBe(references[0]);
  expect(references[3]).toBe(references[2]);
  expect(shown[0]).toEqual([8, 8]);
  expect(references.slice(4, 7).every((reference) => reference === references[2])).toBe(true);
  expect(shown[2]![0]).toBe(9);
});

describe('a bold line above text', () => {
  const bold = (glyphs: readonly Glyph[], monospace: boolean): Glyph[] =>
    glyphs.map((glyph) => ({ ...glyph, font: { ...glyph.font, bold: true, monospace } }));
  const headingsOf = (monospace: boolean, ...code: readonly string[]): string[] => {
    const lines = code.map((text, index) => bold(line(72, 150 + 12 * index, text), monospace));
    const text = [100, 112, 124, 220, 232, 244].map((y) => line(72, y, FIRST));
    return [...layOut(pageOf([...text, ...lines])).headings.keys()].map((paragraph) => textOfParagraph(paragraph));
  };

  it('is a heading alone, and none as the last line of a listing', () => {
    expect(headingsOf(true, 'light_fire hearth')).toEqual(['light_fire hearth']);
    expect(headingsOf(true, 'if cold then;', '  light_fire hearth')).toEqual([]);
  });
});
