import type { ParagraphStyle, TextStyle } from '../opendocument/document.ts';

/** What a file says of the style of text: both kinds of files count by the same numbers. */
interface FoundTextStyle extends Pick<TextStyle, 'bold' | 'italic' | 'colour' | 'background'> {
  /** What the name of the font tells. */
  readonly font: TextStyle;
  /** Points. */
  readonly size: number | undefined;
  /** Kinds of lines, 0 for none. */
  readonly underline: number | undefined;
  readonly strike: number | undefined;
  readonly position: number | undefined;
  readonly capitals: number | undefined;
}

const POSITIONS: Readonly<Record<number, TextStyle['position']>> = { 1: 'super', 2: 'sub' };
const CAPITALS: Readonly<Record<number, TextStyle['capitals']>> = { 1: 'all', 2: 'small' };

export function textStyleFrom(found: FoundTextStyle): TextStyle {
  const { font, bold, italic, size, underline = 0, strike = 0, colour, background } = found;
  const position = POSITIONS[found.position ?? 0];
  const capitals = CAPITALS[found.capitals ?? 0];
  return {
    ...font,
    ...(bold === undefined ? {} : { bold }),
    ...(italic === undefined ? {} : { italic }),
    ...(size === undefined || size <= 0 ? {} : { size }),
    ...(underline > 0 ? { underline: true } : {}),
    ...(strike > 0 ? { strike: true } : {}),
    ...(colour === undefined ? {} : { colour }),
    ...(background === undefined ? {} : { background }),
    ...(position === undefined ? {} : { position }),
    ...(capitals === undefined ? {} : { capitals }),
  };
}

/** What a file says of paragraphs; lengths in points. */
interface FoundParagraphStyle extends Pick<ParagraphStyle, 'left' | 'right' | 'before' | 'after' | 'background'> {
  readonly alignment: number | undefined;
  /** Counted from the margin, not from where the other lines begin. */
  readonly firstLine: number | undefined;
  /** Times the height of the font, or points. */
  readonly lineHeight: { readonly amount: number | undefined; readonly isRelative: boolean };
  readonly breakBefore: boolean | undefined;
  readonly keepWithNext: boolean | undefined;
  readonly text: TextStyle;
}

const ALIGNMENTS: Readonly<Record<number, ParagraphStyle['alignment']>> = {
  0: 'left',
  1: 'right',
  2: 'center',
  3: 'justify',
};
/** As the language of the text has it. */
const NATURAL = 4;

export function paragraphStyleFrom(found: FoundParagraphStyle): ParagraphStyle {
  const { left, right, firstLine, before, after, background, breakBefore, keepWithNext, text } = found;
  const alignment = ALIGNMENTS[found.alignment ?? NATURAL];
  const { amount = 0, isRelative } = found.lineHeight;
  return {
    ...(alignment === undefined ? {} : { alignment }),
    ...(left === undefined ? {} : { left }),
    ...(right === undefined ? {} : { right }),
    ...(firstLine === undefined ? {} : { firstLine: firstLine - (left ?? 0) }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(amount > 0 ? { lineHeight: isRelative ? { factor: amount } : { points: amount } } : {}),
    ...(background === undefined ? {} : { background }),
    ...(breakBefore ? { breakBefore } : {}),
    ...(keepWithNext ? { keepWithNext } : {}),
    text,
  };
}
