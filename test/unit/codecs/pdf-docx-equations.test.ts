import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { linearText } from '../../../engine/codecs/pdf-docx/equations/formula.ts';
import { separateEquations } from '../../../engine/codecs/pdf-docx/equations/find.ts';
import type { FontFace, Glyph, PageModel, Rule } from '../../../engine/codecs/pdf-docx/page-model.ts';
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

/** A sign of TeX's font of large signs, which hang from their baseline. */
function large(x: number, top: number, character: string, advance: number): Glyph {
  return glyphAt({ text: character, x0: x, baseline: top, size: 10, advance, font: LARGE });
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
function separated(glyphs: readonly Glyph[], rules: readonly Rule[] = []) {
  const page = separateEquations(pageOf(glyphs, rules));
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

  it('have sums of all that follows up to the next relation', () => {
    const glyphs = [
      large(200, 90.5, '∑', 14.4),
      ...text(206, 112, 'i', 7),
      ...text(216, 100, 'f(i+1) = '),
      ...text(264, 93, 'a'),
      ...text(264, 107, 'b'),
    ];
    const [equation] = separateEquations(pageOf(glyphs, [bar(263, 270, 97.5)])).images;
    const { formula } = equation!.equation!;
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

  it('are no underlined words', () => {
    const lines = [...words(100, 100, 'an underlined word here'), ...words(100, 112, 'and the ± line under it')];
    expect(separated(lines, [bar(115, 165, 102)])).toMatchObject({ equations: [], rules: 1 });
  });

  it('stay text where they cannot be read without a rest, such as matrices', () => {
    const glyphs = [large(200, 88, '(', 6), ...text(207, 93, 'a b'), ...text(207, 107, 'c d'), large(223, 88, ')', 6)];
    const fractionBelow = [...text(235, 93, 'p'), ...text(235, 107, 'q')];
    expect(separated([...glyphs, ...fractionBelow], [bar(234, 241, 97.5)])).toMatchObject({ equations: [], rules: 1 });
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
