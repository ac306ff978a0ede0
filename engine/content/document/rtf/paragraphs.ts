import { Numbering, type NumberedList } from '../docx/numbering.ts';
import type { ListPlace } from '../model.ts';
import { BODY_OUTLINE_LEVEL, resolveStyles, type HeadingStyle, type WordStyle } from '../ooxml/word-styles.ts';
import type { ParagraphEnd } from '../word/story.ts';

/** What the paragraph is that comes next. */
export interface ParagraphState {
  readonly style: string;
  readonly outlineLevel?: number;
  /** `0` for none; that of its style if absent. */
  readonly list?: string;
  readonly level?: number;
  readonly isInTable: boolean;
  /** How many tables it is in, where these are nested. */
  readonly tables: number;
  /** A list of programs before Word 97, in which paragraphs have their labels themselves. */
  readonly oldList?: { readonly isOrdered: boolean };
}

export const PLAIN_PARAGRAPH: ParagraphState = { style: '0', isInTable: false, tables: 1 };

/** What a control word makes of the paragraph; nothing if it is about something else. */
export function readParagraph(state: ParagraphState, word: string, number: number): ParagraphState | undefined {
  switch (word) {
    case 'pard':
      return PLAIN_PARAGRAPH;
    case 's':
      return { ...state, style: String(number) };
    case 'outlinelevel':
      return { ...state, outlineLevel: number };
    case 'ls':
      return { ...state, list: String(number) };
    case 'ilvl':
      return { ...state, level: number };
    case 'intbl':
      return { ...state, isInTable: number !== 0 };
    case 'itap':
      return { ...state, tables: number };
  }
  return undefined;
}

/** What paragraphs are by their styles and lists. */
export class RtfParagraphs {
  #styles: ReadonlyMap<string, HeadingStyle> = new Map();
  #numbering = new Numbering(new Map());

  setStyles(styles: ReadonlyMap<string, WordStyle>): void {
    this.#styles = new Map(resolveStyles(styles).map((style) => [style.id, style]));
  }

  setLists(lists: ReadonlyMap<string, NumberedList>): void {
    this.#numbering = new Numbering(lists);
  }

  /** What a paragraph is that ends; it counts in its list. `oldLabel` is what is in the text for its label. */
  end(state: ParagraphState, oldLabel: string): ParagraphEnd {
    const { outlineLevel = BODY_OUTLINE_LEVEL, isInTable, tables } = state;
    const style = this.#styles.get(state.style);
    const own = outlineLevel < BODY_OUTLINE_LEVEL ? { level: outlineLevel + 1 } : undefined;
    const heading = style && style.level > 0 ? style : own;
    const list = this.#placeInList(state, style, oldLabel);
    return { depth: isInTable ? Math.max(1, tables) : 0, ...(heading && { heading }), ...(list && { list }) };
  }

  #placeInList(state: ParagraphState, style: HeadingStyle | undefined, oldLabel: string): ListPlace | undefined {
    const { list = style?.list, level = style?.listLevel, oldList } = state;
    // What is said for old programs counts for nothing where a list is named, whether it is there or not.
    if (list !== undefined) return this.#numbering.next({ list, level }, state.style);
    if (!oldList) return undefined;
    const { isOrdered } = oldList;
    return { level: 0, isOrdered, ...(isOrdered && oldLabel !== '' && { label: oldLabel }) };
  }
}
