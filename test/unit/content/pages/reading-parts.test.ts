import { describe, expect, it } from 'vitest';
import { diffPageContent } from '../../../../engine/content/pages/diff.ts';
import { surveyDrawing } from '../../../../engine/content/drawing/survey.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import type { Facts, LinkFacts, PageFacts, TextLine } from '../../../../engine/contract/facts.ts';
import { COMPUTED, type OutlineBlock } from '../../../../engine/contract/outline.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';

const expectation = (to: 'docx' | 'svg' | 'pdf'): Expectation => ({
  ...{ from: 'pdf', to, lost: [], gone: [], operations: [], takes: 'all', gives: 'one', options: {} },
  kept: to === 'svg' ? ['text', 'look'] : ['text', 'structure', 'look', 'vector'],
});
const WORDS = 'The furnace burns for seven weeks before anybody may look into it';

function pdf(pages: readonly Partial<PageFacts>[], more: Partial<Facts> = {}): Facts {
  const line = (text: string, y: number): TextLine => ({ text, box: [72, y, 300, 10] });
  const facts = pages.map((page, index): PageFacts => ({
    ...{ width: 595, height: 842, glyphs: 54, grid: [54], images: [], paths: 0, links: [] },
    ...{
      lines: [line(`${WORDS} ${'abcd'[index]!}`, 300), ...(pages.length > 1 ? [line(String(index + 1), 820)] : [])],
    },
    ...page,
  }));
  return {
    ...{ format: 'pdf', sizeBytes: 1, reader: 'test', depth: 'content', features: ['text'] },
    document: {
      pages: pages.length,
      text: pages.map((_, index) => `${WORDS} ${'abcd'[index]!}`).join('\f'),
      figures: 0,
    },
    pdf: { hasOutputIntent: false, foreignFonts: [], pages: facts, outline: [] },
    ...more,
  };
}

function written(count: number, ...more: readonly OutlineBlock[]): Facts {
  const lines = Array.from({ length: count }, (_, index): OutlineBlock => ({
    ...{ kind: 'paragraph', place: 'body', text: `${WORDS} ${'abcd'[index]!}` },
  }));
  return {
    ...{ format: 'docx', sizeBytes: 1, reader: 'test', depth: 'content', features: ['text'] },
    document: { text: '', figures: 0, blocks: [...lines, ...more] },
  };
}

const found = (source: Facts, result: Facts, to: 'docx' | 'svg' | 'pdf' = 'docx'): string[] =>
  [...diffPageContent(source, [result], expectation(to))].map(({ kind, severity }) => `${kind} ${severity}`);

const block = (more: Partial<OutlineBlock>): OutlineBlock => ({ kind: 'paragraph', place: 'body', text: '', ...more });

describe('links within a document', () => {
  const jump = (width: number): LinkFacts => ({ box: [72, 300, width, 10], page: 1 });

  it('are looked for beside the marks of notes, which are links as well', () => {
    const noted = written(1, block({ marks: ['n'], text: `it${COMPUTED}` }));
    expect(found(pdf([{ links: [jump(3), jump(40)] }]), noted)).toEqual(['link_missing tell']);
    expect(found(pdf([{ links: [jump(3)] }]), noted)).toEqual([]);
    const linked = written(1, block({ links: [{ text: 'it', href: '#a' }] }));
    expect(found(pdf([{ links: [jump(40)] }]), linked)).toEqual([]);
  });
});

describe('the numbers of pages', () => {
  const pages = pdf([{}, {}, {}]);

  it('are fields in a header or a footer', () => {
    expect(found(pages, written(3))).toEqual(['header_missing tell']);
    expect(found(pages, written(3, block({ place: 'margin', text: COMPUTED })))).toEqual([]);
    // of a section whose other pages may have another one
    expect(found(pages, written(3, block({ place: 'unshown', text: COMPUTED })))).toEqual([]);
  });
});

describe('numbers of pages that are Roman', () => {
  it('are none that a field must count', () => {
    const numbered = (number: string): Partial<PageFacts> => ({
      lines: [
        { text: `${WORDS} a`, box: [72, 300, 300, 10] },
        { text: number, box: [72, 820, 20, 10] },
      ],
    });
    expect(found(pdf([numbered('i'), numbered('ii'), numbered('iii')]), written(1))).not.toContain(
      'header_missing tell',
    );
  });
});

describe('a drawing of a page', () => {
  const source = pdf([{ links: [{ box: [72, 300, 40, 10], url: 'https://example.org/' }] }]);
  const drawing = (links: string): Facts => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${links}</svg>`;
    const addresses = surveyDrawing(svg, DEFAULT_LIMITS).links;
    return { ...written(1), format: 'svg', document: { text: `${WORDS} a`, figures: 0, addresses } };
  };

  it('keeps links', () => {
    expect(found(source, drawing('<a href="https://example.org/"/>'), 'svg')).toEqual([]);
    expect(found(source, drawing('<a href="https://example.com/"/>'), 'svg')).toEqual(['link_missing refuse']);
  });
});

describe('pages as they are drawn', () => {
  const drawn = (rgb: (cell: number) => number, page: Partial<PageFacts> = {}): Facts =>
    pdf([page], {
      raster: {
        ...{ width: 595, height: 842, frames: 1, sequence: 'pages', alpha: false, bitsPerChannel: 8 },
        thumbnails: [
          { frame: 0, width: 8, height: 8, rgb: Uint8Array.from({ length: 192 }, (_, at) => rgb(Math.floor(at / 3))) },
        ],
      },
    });
  const lines = drawn((cell) => (cell < 16 ? 200 : 255));

  it('keep their lines and areas', () => {
    expect(found(lines, lines, 'pdf')).toEqual([]);
    expect(
      found(
        lines,
        drawn(() => 255),
        'pdf',
      ),
    ).toEqual(['page_look tell']);
  });

  it('may have their images compressed again', () => {
    const image = { images: [{ box: [0, 0, 595, 220] as const }] };
    expect(
      found(
        drawn((cell) => (cell < 16 ? 200 : 255), image),
        drawn((cell) => (cell < 16 ? 230 : 255), image),
        'pdf',
      ),
    ).toEqual([]);
  });
});

it('names the sheets of a workbook in the outline of its pages', () => {
  const sheet = { name: 'a', rows: 1, columns: 1, cells: 1 };
  const source = { ...written(1), format: 'xlsx', sheets: [sheet, { ...sheet, name: 'b' }] } as unknown as Facts;
  expect(found(source, pdf([{}]), 'pdf')).toContain('outline_changed tell');
});
