import { Buffer as Run, shape } from 'harfbuzzjs';
import type { OpenFont } from '../../content/font/harfbuzz.ts';

/** One glyph on the sheet: `x` and `y` are where it is, in points from the top left. */
export interface PlacedGlyph {
  readonly font: OpenFont;
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: string;
}

export interface Style {
  readonly font: OpenFont;
  readonly size: number;
  readonly colour: string;
}

export interface Line {
  readonly width: number;
  /** Glyphs at their places on a line that begins at 0. */
  readonly glyphs: readonly PlacedGlyph[];
}

/** Sets a line of text with everything that the font's layout tables do: kerning, ligatures, joined forms. */
export function setLine(text: string, { font, size, colour }: Style): Line {
  const run = new Run();
  run.addText(text);
  run.guessSegmentProperties();
  shape(font.font, run);
  const scale = size / font.unitsPerEm;
  let x = 0;
  const glyphs = run.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
    const placed = { font, glyph: codepoint, x: x + xOffset * scale, y: -yOffset * scale, size, colour };
    x += xAdvance * scale;
    return placed;
  });
  return { width: x, glyphs };
}

/** As many of the words as fit, from the beginning on and again. */
export function setToWidth(text: string, style: Style, width: number): Line {
  const separator = text.includes(' ') ? ' ' : '';
  const words = text.split(separator);
  let best = setLine(words[0]!, style);
  let line = words[0]!;
  for (let word = 1; word < MAX_WORDS; word++) {
    line = `${line}${separator}${words[word % words.length]}`;
    const longer = setLine(line, style);
    if (longer.width > width) break;
    best = longer;
  }
  return best.width <= width ? best : setLine(text.slice(0, 1), style);
}

const MAX_WORDS = 200;

/** Whether the font has a glyph for every letter of a text. */
export function hasAll(font: OpenFont, text: string): boolean {
  return Array.from(text).every((char) => char === ' ' || has(font, char));
}

export function has(font: OpenFont, char: string): boolean {
  return (font.font.nominalGlyph(char.codePointAt(0)!) ?? 0) !== 0;
}
