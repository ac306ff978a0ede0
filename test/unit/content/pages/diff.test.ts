import { describe, expect, it } from 'vitest';
import { diffPageContent } from '../../../../engine/content/pages/diff.ts';
import type { Facts, LinkFacts, PageFacts } from '../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';

const EXPECTATION: Expectation = {
  ...{ from: 'pdf', to: 'pdf', lost: [], gone: [], operations: [], takes: 'all', gives: 'one', options: {} },
  kept: ['text', 'look', 'pages', 'figures', 'structure', 'vector'],
};

function page(text: string, more: Partial<PageFacts> = {}): [text: string, facts: PageFacts] {
  const glyphs = text.replace(/\s/g, '').length;
  return [text, { width: 595, height: 842, glyphs, grid: [glyphs], images: [], paths: 0, links: [], ...more }];
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

  it('keep their pictures and links', () => {
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

describe('what becomes pages', () => {
  const source: Facts = { ...pdf(ONE), format: 'docx', pdf: undefined, document: { text: ONE[0], figures: 0 } };

  it('can be read on them', () => {
    const glyphs = ONE[1].glyphs;
    const blind = { glyphs: 0, unseen: { invisible: glyphs } };
    expect(kinds(source, pdf(ONE))).toEqual([]);
    expect(kinds(source, pdf(page('', { ...blind, paths: 1 })))).toEqual(['text_not_visible']);
    expect(kinds(source, pdf(page(ONE[0], { unseen: { tiny: glyphs } })))).toEqual(['text_tiny']);
    expect(kinds(source, pdf(page(ONE[0], { turned: { over: glyphs } })))).toEqual(['text_turned']);
    expect(kinds(source, pdf(page('')))).toEqual(['result_blank']);
  });
});
