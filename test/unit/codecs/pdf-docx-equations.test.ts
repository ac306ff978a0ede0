import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { linearText } from '../../../engine/content/pages/formulas/formula.ts';
import type { DrawArea } from '../../../engine/content/pages/reading/vector-drawings.ts';
import { separateEquations } from '../../../engine/codecs/pdf-docx/equations/find.ts';
import { joinInlineFormulas } from '../../../engine/codecs/pdf-docx/equations/inline.ts';
import { setLargeSymbols } from '../../../engine/codecs/pdf-docx/equations/large-symbols.ts';
import { Losses } from '../../../engine/codecs/pdf-docx/losses.ts';
import type { Box } from '../../../engine/content/pages/geometry.ts';
import type { FontFace, Glyph, PageModel, Rule } from '../../../engine/content/pages/model.ts';
import { type DocxReading, readDocx } from '../../support/docx-reader.ts';
import { PdfWriter } from '../../support/pdf-writer.ts';
import { type RunnerBench, startRunner } from '../../support/runner.ts';

const FACE: FontFace = { name: 'CMR10', bold: false, italic: false, monospace: false, serif: true };
const LETTERS: FontFace = { ...FACE, name: 'CMMI10', italic: true };
const LARGE: FontFace = { ...FACE, name: 'CMEX10' };

/** Text of glyphs half an em wide: small letters are those of TeX's font of formulas, spaces are gaps. */
function text(x: number, baseline: number, characters: string, size = 10): Glyph[] {
  return [...characters].flatMap((character, index): Glyph[] => {
    if (character === ' ') return [];
    const [x0, advance] = [x + (index * size) / 2, size / 2];
    const font = /[a-z]/.test(character) ? LETTERS : FACE;
    return [glyphAt({ text: character, x0, baseline, size, advance, font })];
  });
}

/** A word of running text. */
function words(x: number, baseline: number, characters: string): Glyph[] {
  return text(x, baseline, characters).map((glyph) => ({ ...glyph, font: { ...FACE, name: 'Times-Roman' } }));
}

/** A symbol of TeX's font of large symbols: its ink hangs from its baseline. */
function large(x: number, top: number, character: string, advance: number, height = 14): Glyph {
  const sign = glyphAt({ text: character, x0: x, baseline: top, size: 10, advance, font: LARGE });
  return { ...sign, ink: { y0: top, y1: top + height } };
}

function glyphAt(glyph: Pick<Glyph, 'text' | 'x0' | 'baseline' | 'size' | 'advance' | 'font'>): Glyph {
  const { x0, baseline, size, advance } = glyph;
  const box = { x1: x0 + advance, y0: baseline - 0.7 * size, y1: baseline + 0.2 * size, originX: x0 };
  return { ...glyph, ...box, stretch: 1, rotation: 0, color: '#000000', order: 0 };
}

const bar = (start: number, end: number, position: number): Rule => {
  return { axis: 'h', position, start, end, width: 0.4, color: '#000000' };
};

function pageOf(glyphs: readonly Glyph[], rules: readonly Rule[] = []): PageModel {
  return { width: 612, height: 792, glyphs, rules, fills: [], images: [], links: [], vectorCount: 0 };
}

/** The texts of the equations of a page, and what is left of it. */
function separated(glyphs: readonly Glyph[], rules: readonly Rule[] = [], draw?: DrawArea) {
  const page = separateEquations(pageOf(glyphs, rules), draw);
  return {
    equations: page.images.map(({ alt }) => alt),
    rest: page.glyphs.map((glyph) => glyph.text).join(''),
    rules: page.rules.length,
  };
}

/** x = a/b on the line of `baseline`. */
const fraction = (baseline: number): { glyphs: Glyph[]; rules: Rule[] } => ({
  glyphs: [...text(200, baseline, 'x = '), ...text(222, baseline - 7, 'a'), ...text(222, baseline + 7, 'b')],
  rules: [bar(220.8, 228.2, baseline - 2.5)],
});

describe('displayed equations', () => {
  it('have fractions where something stands over and under a bar', () => {
    const { glyphs, rules } = fraction(100);
    expect(separated(glyphs, rules)).toEqual({ equations: ['x = a/b'], rest: '', rules: 0 });
  });

  it('have fractions in fractions, with scripts', () => {
    const glyphs = [
      ...text(200, 100, 'y = '),
      ...text(232, 93, '1'),
      ...text(222, 109, '1 + '),
      ...text(241, 105, 'a', 7),
      ...text(244.7, 102.5, '2', 5),
      ...text(242, 113, 'b', 7),
    ];
    const rules = [bar(220.8, 249.2, 97.5), bar(240.5, 248, 106.5)];
    expect(separated(glyphs, rules)).toEqual({ equations: ['y = 1/(1+(a^2)/b)'], rest: '', rules: 0 });
  });

  it('have sums with their limits, though the sign hangs from its baseline', () => {
    const glyphs = [
      large(200, 90.5, '∑', 14.4),
      ...text(205, 87, 'n', 7),
      ...text(202, 112, 'i=1', 7),
      ...text(216, 100, 'a'),
      ...text(221, 101.5, 'i', 7),
    ];
    expect(separated(glyphs).equations).toEqual(['∑_(i = 1)^n a_i']);
  });

  it('have the limits of sums in denominators at their side', () => {
    const glyphs = [
      ...text(190, 100, 'x='),
      ...text(212, 92, 'a'),
      large(203, 100, '∑', 9, 11),
      ...text(212.5, 102, 'n', 6),
      ...text(212.5, 111, 'k', 6),
      ...text(217, 109, 'b'),
    ];
    expect(separated(glyphs, [bar(202, 223, 97.5)]).equations).toEqual(['x = a/(∑_k^n b)']);
  });

  it('have sums of all that follows up to the next relation', () => {
    const glyphs = [
      large(200, 90.5, '∑', 14.4),
      ...text(206, 112, 'i', 7),
      ...text(216, 100, 'f(i+1) = '),
      ...text(264, 93, 'a'),
      ...text(264, 107, 'b'),
    ];
    const [equation] = separateEquations(pageOf(glyphs, [bar(263, 270, 97.5)])).images;
    const formula = equation!.equation!.formula!;
    const sum = formula[0]!;
    expect(sum.kind === 'operator' && linearText(sum.content)).toBe('f(i+1)');
    expect(formula.slice(1).map(({ kind }) => kind)).toEqual(['text', 'fraction']);
  });

  it('have radicals, whose bar begins at the sign', () => {
    const glyphs = [
      ...text(190, 100, 'c ='),
      large(208, 92, '√', 10),
      ...text(218, 100, 'a'),
      ...text(223, 96.5, '2', 7),
      ...text(228, 100, '+b'),
    ];
    expect(separated(glyphs, [bar(218, 239, 91.6)]).equations).toEqual(['c = √(a^2+b)']);
  });

  it('take their number along', () => {
    const { glyphs, rules } = fraction(100);
    expect(separated([...glyphs, ...words(500, 100, '(12)')], rules)).toMatchObject({
      equations: ['x = a/b (12)'],
      rest: '',
    });
  });

  it('are one each where they stand one below the other', () => {
    const [first, second] = [fraction(100), fraction(130)];
    const { equations } = separated([...first.glyphs, ...second.glyphs], [...first.rules, ...second.rules]);
    expect(equations).toEqual(['x = a/b', 'x = a/b']);
  });

  it('leave fractions in lines of text where they are', () => {
    const { glyphs, rules } = fraction(100);
    const line = [...words(100, 100, 'we know that twice'), ...glyphs, ...words(232, 100, 'holds for every one')];
    expect(separated(line, rules)).toMatchObject({ equations: [], rules: 1 });
  });

  it('are no rows of a table with a line between them', () => {
    const rows = (['a  ±  1  ±  2', 'b  ±  3  ±  4'] as const).flatMap((row, index) => text(200, 95 + 14 * index, row));
    expect(separated(rows, [bar(150, 400, 98)])).toMatchObject({ equations: [], rules: 1 });
    expect(separated(rows, [{ ...bar(198, 268, 98) }, { ...bar(85, 115, 190), axis: 'v' }]).equations).toEqual([]);
  });

  it('are not looked for on pages of very many glyphs', () => {
    const { glyphs, rules } = fraction(100);
    const many = Array.from({ length: 400 }, (_, index) => text(50, 300 + index, 'x'.repeat(50), 4)).flat();
    expect(separated([...glyphs, ...many], rules)).toMatchObject({ equations: [], rules: 1 });
  });

  it('are no underlined words', () => {
    const lines = [...words(100, 100, 'an underlined word here'), ...words(100, 112, 'and the ± line under it')];
    expect(separated(lines, [bar(115, 165, 102)])).toMatchObject({ equations: [], rules: 1 });
  });

  it('have rows in tall brackets, with their columns', () => {
    const glyphs = [...text(190, 100, 'M='), large(200, 86, '(', 6, 24), ...matrix(), large(235, 86, ')', 6, 24)];
    expect(separated(glyphs)).toEqual({ equations: ['M = (a, b; c, d)'], rest: '', rules: 0 });
  });

  it('have brackets that are made of pieces', () => {
    const pieces = (x: number, characters: string): Glyph[] =>
      [...characters].map((character, index) => large(x, 86 + 8 * index, character, 6, 8));
    const glyphs = [...text(190, 100, 'M='), ...pieces(200, '⎡⎢⎣'), ...matrix(), ...pieces(235, '⎤⎥⎦')];
    expect(separated(glyphs)).toEqual({ equations: ['M = [a, b; c, d]'], rest: '', rules: 0 });
  });

  it('have cases behind a brace, with fractions in them', () => {
    const glyphs = [
      ...text(185, 100, 'x='),
      large(196, 77.5, '{', 8, 40),
      ...text(206, 90, 'a'),
      ...text(226, 90, 'b>0'),
      ...text(207, 108, 'c', 7),
      ...text(207, 117, 'd', 7),
      ...text(226, 112, 'b<0'),
    ];
    expect(separated(glyphs, [bar(206, 212, 109.5)]).equations).toEqual(['x = {a, b > 0; c/d, b < 0']);
  });

  it('have lines that stand at their relations, without a gap', () => {
    const glyphs = [
      large(196, 84, '{', 8, 28),
      ...text(206, 93, 'x+y=1'),
      ...text(211, 107, 'xy'),
      ...text(221, 107, '=b'),
    ];
    const [image] = separateEquations(pageOf(glyphs)).images;
    expect(image!.alt).toBe('{x+y, = 1; xy, = b');
    const [fence] = image!.equation!.formula!;
    const [rows] = fence!.kind === 'fence' ? fence!.content : [];
    expect(rows).toMatchObject({ kind: 'matrix', tight: true, aligned: ['right', 'left'] });
  });

  it('have continued fractions, whose bars are longer than what is next to them', () => {
    const glyphs = [
      ...text(207, 100, 'x='),
      ...text(232, 92, 'a'),
      ...text(222, 116, '1+'),
      ...text(240, 109, 'b'),
      ...text(240, 123, 'c'),
    ];
    expect(separated(glyphs, [bar(219, 248, 97.5), bar(237, 248, 113.5)]).equations).toEqual(['x = a/(1+b/c)']);
  });

  it('have bars around values, and none where a bar stands alone', () => {
    const { glyphs, rules } = fraction(100);
    expect(separated([...glyphs, ...text(232, 100, '|c|')], rules).equations).toEqual(['x = a/b|c|']);
    const kindsOf = (line: string): string[] => {
      const page = separateEquations(pageOf([...glyphs, ...text(232, 100, line)], rules));
      return page.images[0]!.equation!.formula!.map(({ kind }) => kind);
    };
    expect(kindsOf('+|c|')).toContain('fence');
    expect(kindsOf('+(c|d)')).not.toContain('fence');
  });

  it('have no part in another column of text', () => {
    const columns = Array.from({ length: 8 }, (_, index) => [
      ...words(100, 40 + 12 * index, 'running text that fills its column'),
      ...words(281, 40 + 12 * index, 'beside it there is another column'),
    ]).flat();
    const { glyphs, rules } = fraction(160);
    const more = [
      ...words(100, 190, 'more text of the same first column'),
      ...words(281, 160, 'words of the second one'),
    ];
    expect(separated([...columns, ...glyphs, ...text(232, 160, '+cdefgh'), ...more], rules).equations).toEqual([
      'x = a/b+cdefgh',
    ]);
  });
});

/** a b over c d, whose columns are 14 apart. */
const matrix = (): Glyph[] => [
  ...text(207, 93, 'a'),
  ...text(226, 93, 'b'),
  ...text(207, 107, 'c'),
  ...text(226, 107, 'd'),
];

describe('formulas in lines of text', () => {
  /** The line of text in which formulas stand, and the page without what became one glyph. */
  function joined(glyphs: readonly Glyph[], rules: readonly Rule[] = []) {
    const page = joinInlineFormulas(pageOf(glyphs, rules));
    const line = page.glyphs.filter(({ baseline }) => baseline === 100).sort((a, b) => a.x0 - b.x0);
    return { line: line.map((glyph) => glyph.text).join(''), kinds: line.flatMap(kindsOf), rules: page.rules.length };
  }
  const kindsOf = ({ formula = [] }: Glyph): string[] => formula.map(({ kind }) => kind);
  const smallFraction = [...text(231, 95.5, 'a', 7), ...text(231, 104.5, 'b', 7)];

  it('are one glyph each, with the text of the formula in a row', () => {
    const line = [...words(200, 100, 'half'), ...smallFraction, ...words(242, 100, 'is less')];
    expect(joined(line, [bar(230, 236, 97.5)])).toEqual({ line: 'halfa/bisless', kinds: ['fraction'], rules: 0 });
  });

  it('have limits at the side of sums', () => {
    const sum = [large(230, 92, '∑', 10, 11), ...text(240.5, 95, 'n', 7), ...text(240.5, 104, 'i=k', 7)];
    const line = [...words(200, 100, 'the'), ...sum, ...words(256, 100, 'is less')];
    expect(joined(line)).toEqual({ line: 'the∑_(i = k)^nisless', kinds: ['scripts'], rules: 0 });
  });

  it('are none without a line, and no lone symbols or underlined words', () => {
    const rules = [bar(230, 236, 97.5)];
    expect(joined(smallFraction, rules)).toMatchObject({ rules: 1 });
    expect(joined([...words(200, 100, 'the'), large(230, 92, '∑', 10, 11), ...words(256, 100, 'sign')]).kinds).toEqual(
      [],
    );
    const lines = [...words(200, 100, 'some ± words'), ...words(200, 112, 'other words')];
    expect(joined(lines, [bar(200, 220, 102)])).toMatchObject({ kinds: [], rules: 1 });
  });
});

describe('brackets and sums that are higher than their line', () => {
  /** The texts of lines by their baselines. */
  const lines = (glyphs: readonly Glyph[]): string[] => {
    const set = setLargeSymbols(pageOf(glyphs)).glyphs.toSorted((a, b) => a.x0 - b.x0);
    return [...Map.groupBy(set, ({ baseline }) => baseline).values()].map((line) =>
      line.map(({ text: letter }) => letter).join(''),
    );
  };

  it('are letters of it, one within the other', () => {
    const outer = [large(200, 88.5, '(', 6, 18), large(232, 88.5, ')', 6, 18)];
    const inner = [large(206, 91.5, '(', 4, 12), large(222, 91.5, ')', 4, 12)];
    const [sum] = [large(190, 92, '∑', 10, 11)];
    expect(lines([sum!, ...outer, ...inner, ...text(211, 100, 'x+y'), ...text(227, 100, 'z')])).toEqual(['∑((x+y)z)']);
  });

  it('stay where they hold several lines together', () => {
    const rows = [...text(207, 94, 'a b'), ...text(207, 106, 'c d')];
    expect(lines([...text(190, 100, 'x='), large(200, 85.5, '(', 6, 24), ...rows])).toContain('(');
  });
});

describe('a formula that cannot be read without a rest', () => {
  const areas: Box[] = [];
  const draw: DrawArea = (area) => {
    areas.push(area);
    return { bytes: new Uint8Array([1]), type: 'svg' };
  };
  /** x = a/b with a line over all of it, of which nobody knows what it means. */
  const unread = fraction(100);
  const line = bar(199, 229, 86.2);

  it('is drawn, with all that lies in its box', () => {
    const number = words(500, 100, '(7)');
    const page = separateEquations(pageOf([...unread.glyphs, ...number], [...unread.rules, line]), draw);
    const [image] = page.images;
    expect(image).toMatchObject({ type: 'svg', alt: 'a x = b (7)', equation: { number: { text: '(7)' } } });
    expect(image!.equation!.formula).toBeUndefined();
    expect([page.glyphs, page.rules]).toEqual([[], []]);
    expect(areas.at(-1)).toMatchObject({ x0: image!.x0, y1: image!.y1 });
    expect(image!.y0).toBeLessThan(86);
  });

  it('is told of, and not one that was read', () => {
    const rest = {
      missingImages: 0,
      replacedScans: 0,
      hiddenGlyphs: 0,
      mirroredGlyphs: 0,
      labelledFigures: 0,
      lostLinks: 0,
    };
    const warningsOf = (model: PageModel): unknown => {
      const losses = new Losses();
      const about = { ...rest, shownFields: 0, needsWhole: false, fontUses: new Map() };
      losses.addPage({ ...about, model });
      return losses.warnings().map(({ code, details }) => ({ code, details }));
    };
    const page = separateEquations(pageOf(unread.glyphs, [...unread.rules, line]), draw);
    expect(warningsOf(page)).toEqual([{ code: 'feature_dropped', details: { formulas: 1 } }]);
    expect(warningsOf(separateEquations(pageOf(unread.glyphs, unread.rules), draw))).toEqual([]);
  });

  it('stays text where nothing draws, or letters have no outlines', () => {
    const glyphs = [...unread.glyphs];
    const rules = [...unread.rules, line];
    expect(separated(glyphs, rules)).toMatchObject({ equations: [], rules: 2 });
    expect(separated(glyphs, rules, () => undefined)).toMatchObject({ equations: [], rules: 2 });
  });

  it('has symbols that nobody knows, which it draws', () => {
    const glyphs = [
      ...text(190, 100, 'x='),
      large(201, 88, '\ufffd', 6, 24),
      ...text(208, 93, 'a'),
      ...text(208, 107, 'b'),
    ];
    const page = separateEquations(pageOf(glyphs), draw);
    expect(page.images).toMatchObject([{ type: 'svg', alt: 'a x= b' }]);
    expect(
      separated([...text(190, 100, 'x='), ...brace(201), ...text(208, 93, 'a'), ...text(208, 107, 'b')]).equations,
    ).toEqual(['x = {a; b']);
  });

  /** A brace of which only one piece is known. */
  const brace = (x: number): Glyph[] =>
    ['\ufffd', '\ufffd', '{'].map((piece, index) => large(x, 86 + 8 * index, piece, 6, 8));

  it('is no row of a table in which there is a fraction', () => {
    const row = (y: number): Glyph[] => [...text(200, y, 'x±y'), ...text(228, y, 'a'), ...text(246, y, '±b')];
    const glyphs = [...row(90), ...text(200, 104, 'x±y'), ...text(229, 101, 'a', 7), ...text(229, 110, 'b', 7)];
    const cells = [...glyphs, ...text(246, 104, '±b')];
    expect(separated(cells, [bar(228, 233.5, 102.2), bar(228, 233.5, 95.2)], draw).equations).toEqual([]);
  });
});

describe('an equation in a document', () => {
  let bench: RunnerBench;
  let docx: DocxReading;
  beforeAll(async () => {
    bench = await startRunner(codec);
    const [bytes] = await bench.convert(pdfWithEquation(), 'pdf', 'docx', 'reconstruct');
    docx = readDocx(bytes!);
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  /** x = ±5/y between two lines of text. */
  function pdfWithEquation(): Uint8Array {
    const pdf = new PdfWriter().page();
    pdf.text(72, 100, 10, 'The value of the share is known to all who have read what was written above.');
    pdf
      .text(280, 140, 10, 'x =')
      .text(299, 133, 10, '\u00b15')
      .text(302, 147, 10, 'y')
      .fill(298, 137.3, 311, 137.7, '#000000');
    pdf.text(560, 140, 10, '(1)');
    pdf.text(72, 180, 10, 'What follows is running text again, which has nothing to do with the equation.');
    return pdf.finish();
  }

  it('can be edited: it is a formula with a fraction, and its number stands behind it', () => {
    const texts = (xml: string): string =>
      Array.from(xml.matchAll(/<m:t[^>]*>([^<]*)</g), ([, found]) => found).join('');
    const [maths] = /<m:oMath>.*<\/m:oMath>/.exec(docx.xml) ?? [''];
    expect(texts(maths)).toBe('x=±5y');
    expect(maths).toMatch(/<m:f><m:num>.*5.*<\/m:num><m:den>.*y.*<\/m:den><\/m:f>/);
    expect(docx.xml).toMatch(/<\/m:oMath><w:r><w:tab\/><\/w:r><w:r><w:t[^>]*>\(1\)<\/w:t>/);
  });

  it('is a line of its own as Markdown', async () => {
    const [bytes] = await bench.convert(pdfWithEquation(), 'pdf', 'md', 'reconstruct');
    expect(new TextDecoder().decode(bytes)).toMatch(/\n\nx = ±5\/y \(1\)\n\n/);
  });
});
