import { describe, expect, it } from 'vitest';
import { joinAccents } from '../../../engine/codecs/pdf-docx/layout/accents.ts';
import { joinCircledNumbers } from '../../../engine/codecs/pdf-docx/layout/circled-numbers.ts';
import { lineSegments } from '../../../engine/codecs/pdf-docx/layout/segments.ts';
import type { FontFace, Glyph } from '../../../engine/content/pages/model.ts';
import { normaliseText } from '../../../engine/content/document/inspect-text.ts';
import { helveticaWidth } from '../../support/pdf-writer.ts';

const FACE: FontFace = { name: 'Helvetica', bold: false, italic: false, monospace: false, serif: false };

interface Place {
  readonly x?: number;
  readonly baseline?: number;
  readonly size?: number;
  /** Points that the pen goes back after every glyph. */
  readonly tight?: number;
}

/** Glyphs of a piece of a line of Helvetica. */
function glyphsAt(text: string, { x = 0, baseline = 100, size = 10, tight = 0 }: Place = {}): Glyph[] {
  let pen = x;
  return [...text].map((character, order): Glyph => {
    const advance = helveticaWidth(character, size);
    const box = { x0: pen, x1: pen + advance, y0: baseline - 0.8 * size, y1: baseline + 0.2 * size };
    const glyph = { text: character, ...box, originX: pen, baseline, advance, size, stretch: 1, rotation: 0 };
    pen += advance - tight;
    return { ...glyph, font: FACE, color: '#000000', order };
  });
}

const textsOf = (glyphs: readonly Glyph[]): string[] => lineSegments(glyphs, [], false).map(({ text }) => text);

describe('spaces', () => {
  it('count in a line that is set tight', () => {
    expect(textsOf(glyphsAt('Sales and usage', { tight: 1.3 }))).toEqual(['Sales and usage']);
  });

  it('are expressed by a gap in a line that is set tight, and kerned letters are one text', () => {
    const word = glyphsAt('CHAPTER', { tight: 1.5 });
    const number = glyphsAt('2.', { x: word.at(-1)!.x1 + 0.9, tight: 1.5 });
    expect(textsOf([...word, ...number])).toEqual(['CHAPTER 2.']);
    const start = glyphsAt('TRAP', { tight: 1.5 });
    const kerned = glyphsAt('AMEN', { x: start.at(-1)!.x1 - 2.7, tight: 1.5 }).map((glyph) => ({
      ...glyph,
      order: glyph.order + start.length,
    }));
    expect(textsOf([...start, ...kerned])).toEqual(['TRAPAMEN']);
  });

  it('are expressed by a gap that a full line has narrowed to a sixth of its size, not by kerning', () => {
    const word = glyphsAt('terminals', { size: 12 });
    const next = glyphsAt('are', { size: 12, x: word.at(-1)!.x1 + 1.9 });
    expect(textsOf([...word, ...next])).toEqual(['terminals are']);
    const slash = glyphsAt('/usr/share', { size: 12 });
    const kerned = glyphsAt('/doc', { size: 12, x: slash.at(-1)!.x1 + 1.5 });
    expect(textsOf([...slash, ...kerned])).toEqual(['/usr/share/doc']);
  });

  it('do not count where the letters beside them stand as close as others', () => {
    const [one, space, ...others] = glyphsAt('T ested');
    const closer = others.map((glyph) => ({ ...glyph, x0: glyph.x0 - space!.advance, x1: glyph.x1 - space!.advance }));
    expect(textsOf([one!, space!, ...closer])).toEqual(['Tested']);
  });

  it('do not count where something else paints them over a word', () => {
    const word = glyphsAt('organisme').map((glyph, index) => ({
      ...glyph,
      x0: glyph.x0 + index,
      x1: glyph.x1 + index,
    }));
    const strays = glyphsAt('  ', { x: word[7]!.x0 - 1 }).map((glyph) => ({ ...glyph, order: glyph.order + 20 }));
    expect(textsOf([...word, ...strays])).toEqual(['organisme']);
  });

  it('stand behind the script that follows a word without one', () => {
    const word = glyphsAt('loop L');
    const { x1 } = word.at(-1)!;
    const script = glyphsAt('R', { x: x1, baseline: 102, size: 6 });
    const next = glyphsAt('ends', { x: script.at(-1)!.x1 + 3 });
    expect(textsOf([...word, ...script, ...next])).toEqual(['loop LR ends']);
  });

  it('stand behind a script as wide as a gap between columns, in a formula of one line and in those of many', () => {
    const lineAt = (baseline: number): Glyph[] => {
      const start = glyphsAt('Since the V', { baseline });
      const script = glyphsAt('max,2', { x: start.at(-1)!.x1, baseline: baseline + 3, size: 7 });
      const next = glyphsAt('> V is less', { x: script.at(-1)!.x1 + 3, baseline });
      return [...start, ...script, ...next];
    };
    const whole = 'Since the Vmax,2 > V is less';
    expect(textsOf(lineAt(100))).toEqual([whole]);
    const baselines = [100, 112, 124, 136, 148, 160, 172, 184];
    expect(textsOf(baselines.flatMap(lineAt))).toEqual(baselines.map(() => whole));
  });

  it('stand behind a script of 7 points beside text of 8', () => {
    const word = glyphsAt('seq', { size: 8 });
    const script = glyphsAt('1', { x: word.at(-1)!.x1, baseline: 102, size: 7 });
    const next = glyphsAt('; end', { x: script.at(-1)!.x1, size: 8 });
    expect(textsOf([...word, ...script, ...next])).toEqual(['seq1; end']);
  });

  it('stand before a script that is nearer to the next word', () => {
    const word = glyphsAt('loop');
    const script = glyphsAt('2', { x: word.at(-1)!.x1 + 3, baseline: 96, size: 6 });
    const next = glyphsAt('He', { x: script.at(-1)!.x1 });
    expect(textsOf([...word, ...script, ...next])).toEqual(['loop 2He']);
  });
});

describe('numbers in columns', () => {
  /** Texts with gaps of one width between them. */
  const rowOf = (texts: readonly string[], gap: number): Glyph[] => {
    let x = 0;
    return texts.flatMap((text) => {
      const glyphs = glyphsAt(text, { x });
      x = glyphs.at(-1)!.x1 + gap;
      return glyphs;
    });
  };

  it('are apart from each other where words would not be', () => {
    expect(textsOf(rowOf(['0', '21', '\u22121', '2'], 9))).toEqual(['0', '21', '\u22121', '2']);
    expect(textsOf(rowOf(['see', 'page', '21', 'below'], 9))).toEqual(['see page 21 below']);
  });

  it('are one text where spaces part them', () => {
    expect(textsOf(rowOf(['1', '000', '000'], 6))).toEqual(['1 000 000']);
  });
});

describe('a text that runs into the next one', () => {
  it('keeps its letters together', () => {
    const left = glyphsAt('STK600-ATMEGA128RFA1');
    const right = glyphsAt('ATmega128RFA1', { x: left.at(-1)!.x1 - 7 });
    const later = right.map((glyph) => ({ ...glyph, order: glyph.order + 100 }));
    expect(textsOf([...left, ...later])).toEqual(['STK600-ATMEGA128RFA1', 'ATmega128RFA1']);
  });
});

describe('letters that are moved up or down', () => {
  const small = (glyph: Glyph): Glyph => ({ ...glyph, size: 7, x1: glyph.x0 + 3, y0: glyph.y0 + 2, advance: 3 });

  it('are scripts where they are smaller, however little', () => {
    const [letter] = glyphsAt('x');
    const [index] = glyphsAt('i', { x: letter!.x1, baseline: letter!.baseline + 1.5 });
    const [segment] = lineSegments([letter!, small(index!)], [], false);
    expect(segment!.glyphs.map(({ text, script }) => [text, script])).toEqual([
      ['x', undefined],
      ['i', 'sub'],
    ]);
  });

  it('are in their line where they are as large, as the E of TeX', () => {
    const [t, x] = [glyphsAt('T'), glyphsAt('X', { x: 10.5 })];
    const e = glyphsAt('E', { x: 5, baseline: t[0]!.baseline + 2.25 });
    expect(textsOf([...t, ...e, ...x])).toEqual(['TEX']);
  });
});

describe('letters printed twice', () => {
  it('are one letter', () => {
    const shadow = glyphsAt('T', { x: 0.4 });
    expect(textsOf([...glyphsAt('T'), ...shadow])).toEqual(['T']);
  });

  it('are each kept where they are strokes that lengthen a word', () => {
    const strokes = [0, 1, 1.2].map((x) => ({ ...glyphsAt('\u0640')[0]!, x0: x, x1: x + 1, advance: 1 }));
    expect(textsOf(strokes)).toEqual(['\u0640\u0640\u0640']);
  });
});

describe('accents', () => {
  /** A letter with an accent printed over its middle. */
  const over = (accent: string, letter: string): Glyph[] => {
    const [base] = glyphsAt(letter, { x: 50 });
    const width = helveticaWidth(accent, 10);
    const [mark] = glyphsAt(accent, { x: (base!.x0 + base!.x1 - width) / 2, baseline: 98 });
    return [mark!, base!];
  };
  const joined = (glyphs: readonly Glyph[]): string =>
    joinAccents(glyphs)
      .map(({ text }) => text)
      .join('');

  it('go to the letters over which they are printed, in whichever order', () => {
    expect(joined(over('\u00b4', 'e'))).toBe('é');
    expect(joined(over('\u00b8', 'c').toReversed())).toBe('ç');
    expect(joined(over('\u00a8', '\u0131'))).toBe('ï');
  });

  it('stay where they stand beside a letter or over one that has none', () => {
    expect(joined(glyphsAt('`a'))).toBe('`a');
    expect(joined(over('\u00b4', 'q'))).toBe('\u00b4q');
  });

  it('are combining marks over letters of formulas', () => {
    const [mark, letter] = over('\u00af', 'c');
    expect(joined([mark!, { ...letter!, font: { ...letter!.font, name: 'CMMI10' } }])).toBe('c\u0304');
  });

  it('are circles around letters: signs of copyright', () => {
    const [letter] = glyphsAt('c', { x: 52 });
    const [circle] = glyphsAt('©', { x: 50 });
    expect(joined([letter!, circle!])).toBe('©');
    expect(
      joined([
        { ...letter!, text: 'R' },
        { ...circle!, text: '◯' },
      ]),
    ).toBe('®');
    expect(joined(glyphsAt('©c'))).toBe('©c');
  });

  it('are no circles around numbers, which make circled numbers', () => {
    const [circle] = glyphsAt('●', { x: 50, baseline: 96 });
    const disk = { ...circle!, font: { ...circle!.font, name: 'LCIRCLE10' } };
    const digits = glyphsAt('12', { x: 47.2, baseline: 98, size: 5 });
    const [mark, ...others] = joinCircledNumbers([...digits, disk]);
    expect([mark!.text, others]).toEqual(['⑫', []]);
    expect(mark!.baseline).toBe(98);
    expect(joinCircledNumbers([...glyphsAt('3', { x: 60, baseline: 98 }), disk])).toHaveLength(2);
  });

  it('are no difference between two readers of a page', () => {
    expect(normaliseText('a na\u00a8\u0131ve caf\u00b4e')).toBe('a naïve café');
  });
});
