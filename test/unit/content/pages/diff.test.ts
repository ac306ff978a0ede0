import { describe, expect, it } from 'vitest';
import { diffPageContent } from '../../../../engine/content/pages/diff.ts';
import type { Facts, LinkFacts, PageFacts } from '../../../../engine/contract/facts.ts';
import type { OutlineBlock } from '../../../../engine/contract/outline.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';

const EXPECTATION: Expectation = {
  ...{ from: 'pdf', to: 'pdf', lost: [], gone: [], operations: [], takes: 'all', gives: 'one', options: {} },
  kept: ['text', 'look', 'pages', 'figures', 'structure', 'vector'],
};

function page(text: string, more: Partial<PageFacts> = {}): [text: string, facts: PageFacts] {
  const glyphs = text.replace(/\s/g, '').length;
  const lines = text.split('\n').map((line, index) => ({ text: line, box: [72, 200 + 14 * index, 400, 10] as const }));
  return [text, { width: 595, height: 842, glyphs, grid: [glyphs], images: [], paths: 0, lines, links: [], ...more }];
}

function pdf(...pages: readonly (readonly [string, PageFacts])[]): Facts {
  return {
    ...{ format: 'pdf', sizeBytes: 1, reader: 'test', depth: 'content', features: ['text'] },
    document: { pages: pages.length, text: pages.map(([text]) => text).join('\f'), figures: 0 },
    pdf: { hasOutputIntent: false, foreignFonts: [], pages: pages.map(([, facts]) => facts), outline: [] },
  };
}

function kinds(source: Facts, output: Facts, expectation: Partial<Expectation> = {}): string[] {
  return [...diffPageContent(source, [output], { ...EXPECTATION, ...expectation })].map(({ kind }) => kind);
}

const ONE = page('The furnace burns at 1100 degrees in the tower of the guild');
const TWO = page('Nobody may open the door before the seventh of May 1874');
const link = (more: Partial<LinkFacts>): LinkFacts => ({ box: [0, 0, 10, 10], ...more });

describe('pages that stay pages', () => {
  it('have every page once, in its order', () => {
    expect(kinds(pdf(ONE, TWO), pdf(ONE, TWO))).toEqual([]);
    expect(kinds(pdf(ONE, TWO), pdf(ONE))).toEqual(['page_missing']);
    expect(kinds(pdf(ONE, TWO), pdf(ONE, TWO, TWO))).toEqual(['page_added']);
    expect(kinds(pdf(ONE, TWO), pdf(TWO, ONE))).toEqual(['page_moved', 'page_moved']);
    expect(kinds(pdf(ONE, TWO), pdf(TWO), { options: { pages: '2' } })).toEqual([]);
  });

  it('have every number and word', () => {
    expect(kinds(pdf(ONE), pdf(page(ONE[0].replace('1100', '1101'))))).toEqual(['number_changed']);
    expect(kinds(pdf(ONE), pdf(page(ONE[0].replace('furnace', 'bellows'))))).toEqual(['text_changed']);
    expect(kinds(pdf(ONE), pdf(page(ONE[0].split(' ').reverse().join(' '))))).toEqual(['text_order']);
  });

  it('keep their size and do not turn', () => {
    expect(kinds(pdf(ONE), pdf(page(ONE[0], { width: 300 })))).toEqual(['page_resized']);
    const glyphs = ONE[1].glyphs;
    expect(kinds(pdf(ONE), pdf(page(ONE[0], { turned: { over: glyphs } })))).toEqual(['page_turned']);
    const sideways = page(ONE[0], { width: 842, height: 595, turned: { right: glyphs } });
    expect(kinds(pdf(ONE), pdf(sideways), { options: { rotate: '90' } })).toEqual([]);
  });

  it('keep their images and links', () => {
    const image = { box: [0, 0, 10, 10], print: Array.from({ length: 48 }, () => 10) } as const;
    const other = { ...image, print: image.print.map(() => 200) };
    const [text] = ONE;
    expect(kinds(pdf(page(text, { images: [image] })), pdf(ONE))).toEqual(['image_missing']);
    expect(kinds(pdf(page(text, { images: [image] })), pdf(page(text, { images: [other] })))).toEqual([
      'image_changed',
    ]);
    const linked = page(text, { links: [link({ url: 'https://one.example/' }), link({ page: 2 })] });
    const astray = page(text, { links: [link({ url: 'https://two.example/' }), link({ page: 2 })] });
    expect(kinds(pdf(linked, TWO), pdf(astray, TWO))).toEqual(['link_target']);
    expect(kinds(pdf(linked, TWO), pdf(ONE, TWO))).toEqual(['link_missing', 'link_missing']);
    const alone = page(text, { links: [link({ url: 'https://one.example/' }), link({})] });
    expect(kinds(pdf(linked, TWO), pdf(alone), { options: { pages: '1' } })).toEqual([]);
  });
});

describe('what is read from pages', () => {
  const text = `${ONE[0]}\n${TWO[0]}\nThe price of 12 lamps and 7 candles was 1340 thalers in the year 1712`;
  const read = (shown: string, more: Partial<Facts['document'] & object> = {}): Facts => ({
    ...{ format: 'docx', sizeBytes: 1, reader: 'test', depth: 'content', features: ['text'] },
    document: { text: shown, figures: 0, ...more },
  });
  const to = { from: 'pdf', to: 'docx', kept: ['text', 'structure'] } as const;

  it('has their words', () => {
    expect(kinds(pdf(page(text)), read(text), to)).toEqual([]);
    expect(kinds(pdf(page(text)), read(ONE[0]), to)).toEqual(['text_missing']);
    expect(kinds(pdf(page(text)), read(`${text}\n`.repeat(4)), to)).toContain('text_added');
    expect(kinds(pdf(page(text)), read(text.replace(/ /g, '')), to)).toContain('text_changed');
  });

  it('has their numbers', () => {
    const changed = text.replace('1340', '1341').replace('1712', '1713');
    expect(kinds(pdf(page(text)), read(changed), to)).toEqual(['number_changed', 'number_changed']);
  });

  it('has text of their size, and no more of it in white', () => {
    const [, facts] = page(text);
    const source = pdf([text, { ...facts, sizes: [[11, facts.glyphs]] }]);
    const looks = (points: number, white: number): Facts =>
      read(text, { blocks: [], textFormats: { sizes: [[points, facts.glyphs]], white } });
    const found = (output: Facts): string[] => kinds(source, output, to).filter((kind) => kind !== 'text_missing');
    expect(found(looks(11, 0))).toEqual([]);
    expect(found(looks(30, 0))).toEqual(['text_size']);
    expect(found(looks(11, facts.glyphs))).toEqual(['text_not_visible']);
  });
});

describe('what becomes pages', () => {
  const source: Facts = { ...pdf(ONE), format: 'docx', pdf: undefined, document: { text: ONE[0], figures: 0 } };

  it('can be read on them', () => {
    const glyphs = ONE[1].glyphs;
    const shown = (output: Facts): string[] => kinds(source, output).filter((kind) => kind !== 'tags_missing');
    const blind = { glyphs: 0, unseen: { invisible: glyphs } };
    expect(shown(pdf(ONE))).toEqual([]);
    expect(shown(pdf(page('', { ...blind, paths: 1 })))).toEqual(['text_not_visible']);
    expect(shown(pdf(page(ONE[0], { unseen: { tiny: glyphs } })))).toEqual(['text_tiny']);
    expect(shown(pdf(page(ONE[0], { turned: { over: glyphs } })))).toEqual(['text_turned']);
    expect(shown(pdf(page('')))).toEqual(['result_blank']);
  });

  it('lead to their headings and notes', () => {
    const blocks: OutlineBlock[] = [
      { kind: 'heading', place: 'body', level: 1, text: 'Furnaces' },
      { kind: 'paragraph', place: 'body', text: `${ONE[0]}\ufffc`, marks: ['a'] },
      { kind: 'paragraph', place: 'note', note: 'a', text: 'From the Arabic word for an oven' },
    ];
    const noted: Facts = { ...source, document: { text: ONE[0], figures: 0, blocks } };
    const pages = (target: number, bookmark: number): Facts => {
      const shown = `Furnaces\n${ONE[0]}1\n1From the Arabic word for an oven`;
      const result = pdf(page(shown, { links: [link({ page: target })] }), TWO);
      const outline = [{ title: 'Furnaces', level: 1, page: bookmark }];
      return { ...result, pdf: { ...result.pdf!, outline, tagged: true } };
    };
    expect(kinds(noted, pages(1, 1))).toEqual([]);
    expect(kinds(noted, pages(2, 1))).toEqual(['link_target']);
    expect(kinds(noted, pages(1, 2))).toEqual(['outline_changed']);
  });
});
