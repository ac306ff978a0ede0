import { unionOf } from '../geometry.ts';
import { type Glyph, isBlank } from '../model.ts';
import type { DrawnPage } from './drawn-page.ts';
import { cleanGlyphText } from './unicode.ts';
import { SPAN_TEXTS } from './thresholds.ts';

const { MAX_CLUSTER } = SPAN_TEXTS;

interface OpenSpan {
  /** Glyphs of the page before it. */
  readonly start: number;
  readonly text: string | undefined;
}

/** Gives the glyphs of a page the texts that its marked content says they stand for. */
export class SpanTexts {
  readonly #texts: readonly (string | undefined)[];
  readonly #open: OpenSpan[] = [];
  #begun = 0;
  #formDepth = 0;

  constructor(texts: readonly (string | undefined)[]) {
    this.#texts = texts;
  }

  /** Content of forms is not the page's own. */
  enterForm(): void {
    this.#formDepth++;
  }

  leaveForm(): void {
    this.#formDepth--;
  }

  begin(tag: unknown, glyphCount: number): void {
    const isOwn = this.#formDepth === 0 && tag !== 'OC';
    this.#open.push({ start: glyphCount, text: isOwn ? this.#texts[this.#begun++] : undefined });
  }

  /** Ends the innermost marked content of a page, which may join its last glyphs where nobody knows their places. */
  end({ glyphs, hidden }: Pick<DrawnPage, 'glyphs' | 'hidden'>, mayJoin: boolean): void {
    const { start, text } = this.#open.pop() ?? {};
    if (start === undefined || !text) return;
    const shown = glyphs.slice(start);
    if (shown.length === 0 || shown.some((glyph) => hidden.has(glyph))) return;
    glyphs.splice(start, shown.length, ...withText(shown, [...cleanGlyphText(text)], mayJoin));
  }
}

const MARK = /\p{M}/u;

/**
 * A character for each glyph, or one glyph with all of them for a cluster of letters: where marks are painted does not
 * tell in which order they are written.
 */
function withText(glyphs: readonly Glyph[], characters: readonly string[], mayJoin: boolean): readonly Glyph[] {
  if (characters.every((text) => isBlank({ text }))) return glyphs;
  const isCluster = mayJoin && glyphs.length <= MAX_CLUSTER;
  const isMarked = characters.some((character) => MARK.test(character));
  if (characters.length === glyphs.length && !(isCluster && isMarked))
    return glyphs.map((glyph, index) => ({ ...glyph, text: characters[index]! }));
  if (!isCluster) return glyphs;
  const advance = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
  return [{ ...glyphs[0]!, ...unionOf(glyphs)!, ...inkOf(glyphs), advance, text: characters.join('') }];
}

/** Pieces of one large symbol reach from the first to the last of them. */
function inkOf(glyphs: readonly Glyph[]): Pick<Glyph, 'ink'> {
  const inks = glyphs.flatMap(({ ink }) => ink ?? []);
  if (inks.length < glyphs.length) return {};
  return { ink: { y0: Math.min(...inks.map(({ y0 }) => y0)), y1: Math.max(...inks.map(({ y1 }) => y1)) } };
}
