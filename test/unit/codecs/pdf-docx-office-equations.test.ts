import { describe, expect, it } from 'vitest';
import { separateEquations } from '../../../engine/codecs/pdf-docx/equations/find.ts';
import type { FontFace, Glyph, Rule } from '../../../engine/content/pages/model.ts';
import { FACE, line, pageOf } from '../../support/page-models.ts';

const SYMBOLS: FontFace = { ...FACE, name: 'OpenSymbol' };

/** LibreOffice has the signs of its formulas in a font of their own, and higher ones in larger type. */
function sign(x: number, baseline: number, text: string, size = 12): Glyph[] {
  return line(x, baseline, text, { size }).map((glyph) => ({ ...glyph, font: SYMBOLS }));
}

const letters = (x: number, baseline: number, text: string, size = 12): Glyph[] => line(x, baseline, text, { size });

const bar = (start: number, end: number, position: number): Rule => {
  return { axis: 'h', position, start, end, width: 0.6, color: '#000000' };
};

const equationsOf = (glyphs: readonly Glyph[][], rules: readonly Rule[]): (string | undefined)[] =>
  separateEquations(pageOf(glyphs, rules)).images.map(({ equation, alt }) => (equation?.formula ? alt : undefined));

describe('equations of office documents', () => {
  it('are known by the signs of their font', () => {
    const glyphs = [letters(240, 117, 'a'), letters(240, 132, 'b'), sign(250, 124, '='), letters(260, 124, '1')];
    expect(equationsOf(glyphs, [bar(239, 248, 120.6)])).toEqual(['a/b = 1']);
  });

  it('may have brackets in larger type than the letters between them', () => {
    const glyphs = [
      letters(200, 124, 'x'),
      sign(208, 124, '='),
      sign(220, 116, '(', 14),
      letters(226, 117, 'n'),
      letters(233, 111, '2', 7),
      sign(238, 116, ')', 14),
      letters(228, 132, 'b'),
    ];
    expect(equationsOf(glyphs, [bar(219, 244, 120.6)])).toEqual(['x = ((n^2))/b']);
  });

  it('may have radical symbols in larger type than their line', () => {
    const glyphs = [
      letters(200, 124, 'x'),
      sign(208, 124, '='),
      sign(220, 125, '√', 17),
      letters(230.5, 124, 'b'),
      letters(237.5, 118, '2', 7),
    ];
    expect(equationsOf(glyphs, [bar(229.4, 243, 111.5)])).toEqual(['x = √(b^2)']);
  });

  it('may have sums in larger type than their line, with limits that are small beside its letters', () => {
    const symbol = sign(257, 238.5, '∑', 17.5).map((glyph) => ({ ...glyph, x1: 270.8 }));
    const sum = [symbol, letters(258, 247.5, 'n=1', 7.2), letters(261.5, 223.5, '∞', 7.2)];
    const glyphs = [letters(237, 237, 'x'), sign(246, 237, '='), ...sum, letters(275, 237, 'a')];
    expect(equationsOf(glyphs, [])).toEqual(['x = ∑_(n = 1)^∞ a']);
  });
});
