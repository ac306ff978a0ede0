import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logicalOrder } from '../../../engine/codecs/pdf-docx/layout/bidi.ts';
import { readHeadingLabel, readLabel } from '../../../engine/codecs/pdf-docx/layout/labels.ts';
import { NumberSequence } from '../../../engine/codecs/pdf-docx/layout/number-sequence.ts';
import { jointOf } from '../../../engine/codecs/pdf-docx/layout/paragraph-text.ts';
import { mergeRules } from '../../../engine/codecs/pdf-docx/layout/rules.ts';
import { fitLines, fitSingleLine, measuredScale } from '../../../engine/codecs/pdf-docx/write/line-fit.ts';
import { DocumentFonts } from '../../../engine/codecs/pdf-docx/write/document-fonts.ts';
import { typefaceOf } from '../../../engine/codecs/pdf-docx/write/typefaces.ts';
import type { Paragraph } from '../../../engine/codecs/pdf-docx/layout/blocks.ts';
import type { Row } from '../../../engine/codecs/pdf-docx/layout/rows.ts';
import type { FontFace, Glyph, Rule } from '../../../engine/content/pages/model.ts';
import { helveticaWidth, wrap } from '../../support/pdf-writer.ts';
import { assertProperty } from '../../support/property.ts';

const FACE: FontFace = { name: 'Helvetica', bold: false, italic: false, monospace: false, serif: false };

/** Glyphs of a line of Helvetica 10 that begins at `x`, each `stretch` times as wide as in the font. */
function glyphsOf(text: string, { x = 0, stretch = 1 } = {}): Glyph[] {
  let pen = x;
  return [...text].map((character, order): Glyph => {
    const advance = helveticaWidth(character, 10) * stretch;
    const glyph = { text: character, x0: pen, x1: pen + advance, y0: 2, y1: 12, originX: pen, baseline: 10, advance };
    pen += advance;
    return { ...glyph, size: 10, stretch: 1, rotation: 0, font: FACE, color: '#000000', order };
  });
}

function rowOf(text: string, stretch = 1): Row {
  const glyphs = glyphsOf(text, { stretch });
  const box = { x0: 0, x1: glyphs.at(-1)!.x1, y0: 2, y1: 12, baseline: 10, size: 10 };
  return { ...box, segments: [{ kind: 'segment', ...box, glyphs, text }] };
}

function paragraphOf(rows: readonly Row[], align: Paragraph['align'] = 'left'): Paragraph {
  const x1 = Math.max(...rows.map((row) => row.x1));
  const box = { x0: 0, x1, y0: 0, y1: 12 * rows.length, area: { x0: 0, x1 }, size: 10, leading: 12, left: 0 };
  return { kind: 'paragraph', ...box, rows, align, firstIndent: 0, rtl: false };
}

describe('list labels', () => {
  it.each([
    ['3.', [{ kind: 'number', format: 'decimal', path: [3], prefix: '', suffix: '.' }]],
    ['(12)', [{ kind: 'number', format: 'decimal', path: [12], prefix: '(', suffix: ')' }]],
    ['1.2.3', [{ kind: 'number', format: 'decimal', path: [1, 2, 3], prefix: '', suffix: '' }]],
    ['b)', [{ kind: 'number', format: 'lowerLetter', path: [2], prefix: '', suffix: ')' }]],
    ['xiv.', [{ kind: 'number', format: 'lowerRoman', path: [14], prefix: '', suffix: '.' }]],
    ['\u2022', [{ kind: 'bullet', character: '\u2022' }]],
    ['\uf0b7', [{ kind: 'bullet', character: '\uf0b7' }]],
  ])('reads %s', (text, label) => {
    expect(readLabel(text)).toEqual(label);
  });

  it('reads a single letter that is a Roman digit both ways', () => {
    expect(readLabel('i.').map((label) => label.kind === 'number' && [label.format, label.path])).toEqual([
      ['lowerRoman', [1]],
      ['lowerLetter', [9]],
    ]);
  });

  it.each(['(3.', 'iix.', '1234.', 'word', '3', '-5', ''])('does not take %s for a label', (text) => {
    expect(readLabel(text)).toEqual([]);
  });

  it.each([
    ['1.a.II', [1, 1, 2], 'upperRoman', ['decimal', 'lowerLetter']],
    ['A.2', [1, 2], 'decimal', ['upperLetter']],
    ['1st.2', [1, 2], 'decimal', ['ordinal']],
  ])('reads the formats of all numbers of %s', (text, path, format, parents) => {
    expect(readLabel(text)).toContainEqual({ kind: 'number', format, path, prefix: '', suffix: '', parents });
  });

  it('reads abbreviations as no label', () => {
    expect(['e.g.', 'U.S.', 'a.m.'].flatMap(readLabel)).toEqual([]);
  });

  it('takes what a number is called for a part of the label of headings only', () => {
    expect(readLabel('Section 2:')).toEqual([]);
    expect(readHeadingLabel('Section 2:')).toMatchObject([{ path: [2], prefix: 'Section ', suffix: ':' }]);
    expect(readHeadingLabel('Appendix B')).toMatchObject([{ path: [2], format: 'upperLetter', prefix: 'Appendix ' }]);
  });

  it('takes a bare number for a label of headings only', () => {
    expect(readLabel('2')).toEqual([]);
    expect(readHeadingLabel('2')).toMatchObject([{ path: [2], suffix: '' }]);
  });
});

describe('numbering', () => {
  const label = (text: string) => readLabel(text)[0]! as Extract<ReturnType<typeof readLabel>[0], { kind: 'number' }>;
  const counts = (first: string, ...following: string[]): boolean[] => {
    const sequence = new NumberSequence(label(first));
    return following.map((text) => {
      const accepted = sequence.accepts(label(text));
      if (accepted) sequence.advance(label(text));
      return accepted;
    });
  };

  it('counts on within a level, goes deeper from 1 and back up', () => {
    expect(counts('1.', '2.', '2.1', '2.2', '2.2.1', '3.', '3.1')).toEqual(Array(6).fill(true));
  });

  it('refuses leaps, other marks and parents that were not counted', () => {
    expect(counts('1.', '3.', '2)', '(2)', '2.', '1.1', '2.2', '2.1.1')).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  it('has a format of its own on every level', () => {
    expect(counts('1.', '1.a', '1.b', '1.b.1', '2.', '2.a', '2.2')).toEqual([...Array(5).fill(true), false]);
  });

  it('begins where the first label begins', () => {
    expect(counts('2.3', '2.4', '3.1')).toEqual([true, false]);
  });
});

describe('line ends', () => {
  it.each([
    ['the word', 'goes on', 'space'],
    ['inter-', 'national', 'optional-hyphen'],
    ['soft\u00ad', 'ware', 'optional-hyphen'],
    ['Baden-', 'Baden', 'nothing'],
    ['2019-', '2020', 'nothing'],
    ['\u65e5\u672c', '\u8a9e', 'nothing'],
    ['ends with a space ', 'next', 'nothing'],
  ] as const)('joins %j and %j with %s', (before, after, joint) => {
    expect(jointOf(before, after)).toBe(joint);
  });
});

describe('reading order of mixed directions', () => {
  const ordered = (visual: string, rtl: boolean): string =>
    logicalOrder(glyphsOf(visual), rtl)
      .map(({ text }) => text)
      .join('');
  const SHALOM = '\u05e9\u05dc\u05d5\u05dd';
  const reversed = (text: string): string => [...text].reverse().join('');

  it('turns right-to-left words in left-to-right text', () => {
    expect(ordered(`The word ${reversed(SHALOM)} means peace`, false)).toBe(`The word ${SHALOM} means peace`);
  });

  it('keeps numbers inside right-to-left text as they are', () => {
    // from the right edge of the line: Hebrew in reading order, the number from its last digit on
    expect(ordered(`${SHALOM} 05.21 ${SHALOM}`, true)).toBe(`${SHALOM} 12.50 ${SHALOM}`);
  });

  it('keeps several left-to-right words of right-to-left text together', () => {
    expect(ordered(`${SHALOM} ${reversed('PDF files')} ${SHALOM}`, true)).toBe(`${SHALOM} PDF files ${SHALOM}`);
  });

  it('loses no glyph', () => {
    const character = fc.constantFrom('a', 'B', '1', '2', ' ', '.', '-', '(', '\u05d0', '\u05d1', '\u0645');
    assertProperty(
      fc.property(fc.array(character, { maxLength: 40 }), fc.boolean(), (characters, rtl) => {
        const visual = characters.join('');
        const sorted = (text: string): string => [...text.replace(/[()]/g, '(')].sort().join('');
        expect(sorted(ordered(visual, rtl))).toBe(sorted(visual));
      }),
    );
  });
});

describe('fitting of lines', () => {
  const USUAL = new DocumentFonts([], []);
  const TEXT =
    'The furnace of the alchemists was called an athanor because its fire never went out, and so the vessel above it ' +
    'could be kept at an even heat for weeks, which is what the long recipes of the old masters had always demanded.';

  it('needs no scale where Word has a font of the same widths', () => {
    const rows = wrap(TEXT, 10, 300).map((line) => rowOf(line));
    expect(fitLines(paragraphOf(rows), rows, { own: 300, widest: 300, firstIndent: 0 }, USUAL)).toEqual({
      scale: 100,
      width: 300,
      cost: 0,
    });
  });

  it('finds a scale at which a narrower font breaks at the same words', () => {
    const narrow = 0.85;
    const rows = wrap(TEXT, 10, 300 / narrow).map((line) => rowOf(line, narrow));
    const fit = fitLines(paragraphOf(rows), rows, { own: 300, widest: 300, firstIndent: 0 }, USUAL);
    expect(measuredScale(rows, USUAL)).toBeCloseTo(85, 0);
    expect(fit.cost).toBe(0);
    expect(Math.abs(fit.scale - 85)).toBeLessThanOrEqual(2);
  });

  it('never lets a single line be wider than its room', () => {
    assertProperty(
      fc.property(
        fc.stringMatching(/^[A-Za-z]{1,12}( [A-Za-z]{1,12}){0,4}$/),
        fc.double({ min: 0.8, max: 1.2, noNaN: true }),
        (text, stretch) => {
          const row = rowOf(text, stretch);
          const room = Math.max(row.x1 + 1, 0.8 * USUAL.sumWidths(row.segments[0]!.glyphs) + 1);
          const scale = fitSingleLine(row, room, USUAL);
          expect((USUAL.sumWidths(row.segments[0]!.glyphs) * scale) / 100).toBeLessThanOrEqual(room);
        },
      ),
    );
  });
});

describe('typefaces', () => {
  it.each([
    ['TimesNewRomanPS-BoldMT', 'Times New Roman'],
    ['ArialMT', 'Arial'],
    ['Calibri-Light', 'Calibri Light'],
    ['NimbusRomNo9L-Regu', 'Times New Roman'],
    ['LiberationSans-Bold', 'Arial'],
    ['CourierNewPSMT', 'Courier New'],
  ])('knows %s', (name, family) => {
    expect(typefaceOf({ ...FACE, name })).toEqual({ family, substitute: false });
  });

  it('chooses a common family of the same kind for others', () => {
    expect(typefaceOf({ ...FACE, name: 'MinionPro-Regular', serif: true })).toEqual({
      family: 'Times New Roman',
      substitute: true,
    });
    expect(typefaceOf({ ...FACE, name: 'Inconsolata', monospace: true }).family).toBe('Courier New');
    expect(typefaceOf({ ...FACE, name: 'Frutiger-Cn' }).family).toBe('Arial');
  });
});

describe('ruling lines', () => {
  const rule = (position: number, start: number, end: number, axis: 'h' | 'v' = 'h'): Rule => {
    return { axis, position, start, end, width: 1, color: '#000000' };
  };

  it('joins pieces of one line and keeps lines apart', () => {
    expect(
      mergeRules([rule(10, 0, 50), rule(10.5, 51, 90), rule(14, 0, 90), rule(10, 120, 150), rule(3, 0, 9, 'v')], 'h'),
    ).toMatchObject([
      { position: 10, start: 0, end: 90 },
      { position: 10, start: 120, end: 150 },
      { position: 14, start: 0, end: 90 },
    ]);
  });
});
