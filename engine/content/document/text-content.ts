import type { Feature } from '../../formats/features.ts';
import type { DocumentFacts } from '../../contract/facts.ts';
import { joinText } from './inspect-text.ts';
import { OutlineBuilder } from './outline.ts';

/**
 * Where text belongs: in the reading order, beside it (notes, text boxes), in the margins of
 * the pages (headers, footers), in the file alone, where its
 * pages do not show it (speaker notes, hidden slides and sheets), or in a formula.
 */
export type Place = 'body' | 'aside' | 'margin' | 'unshown' | 'formula';

type Count = 'links' | 'tables' | 'headings';

/** What a reader has found in a document so far: its text page by page, and counts. */
export class Content {
  figures = 0;
  /** Drawings, charts and vector images. */
  shapes = 0;
  formulas = 0;
  links = 0;
  /** Of these, those that no page need show. */
  unshownFigures = 0;
  unshownLinks = 0;
  marginFigures = 0;
  tables = 0;
  headings = 0;
  titles = 0;
  hiddenPages = 0;
  hasMetadata = false;
  /** Characters that are shown, without white space, and those of them that nobody reads. */
  shownChars = 0;
  faintChars = 0;
  title: string | undefined;
  readonly outline: OutlineBuilder;
  readonly #pages: string[][] = [[]];
  readonly #asides: string[] = [];
  readonly #margins: string[] = [];
  readonly #unshown: string[] = [];
  readonly #formulas: string[] = [];
  readonly #maxChars: number;
  #charsLeft: number;
  #isFull = false;
  #pagesStarted = 0;

  constructor(maxChars: number) {
    this.outline = new OutlineBuilder(maxChars);
    this.#maxChars = maxChars;
    this.#charsLeft = maxChars;
  }

  /** No more text is kept: the limit is reached. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Nothing more was read: what is here is the beginning. */
  stop(): void {
    this.#isFull = true;
  }

  startPage(): void {
    if (this.#pagesStarted > 0) this.#pages.push([]);
    this.#pagesStarted++;
  }

  append(text: string, place: Place = 'body'): void {
    if (this.#isFull) return;
    if (text.length > this.#charsLeft) this.#isFull = true;
    const piece = text.slice(0, this.#charsLeft);
    this.#charsLeft -= piece.length;
    if (place === 'aside') this.#asides.push(piece);
    else if (place === 'margin') this.#margins.push(piece);
    else if (place === 'unshown') this.#unshown.push(piece);
    else if (place === 'formula') this.#formulas.push(piece);
    else this.#pages.at(-1)!.push(piece);
  }

  /**
   * The facts; with its number of pages where the format has pages of its own, without those counts that its reader
   * cannot know.
   */
  document({
    hasPages,
    unknown = [],
  }: {
    readonly hasPages: boolean;
    readonly unknown?: readonly Count[];
  }): DocumentFacts {
    const counts = { links: this.links, tables: this.tables, headings: this.headings };
    const pages = this.#pages.map((pieces) => pieces.join(''));
    const margins = distinctLines(this.#margins);
    const unshown = distinctLines(this.#unshown);
    const formulas = this.#formulas.join('').replace(/ {2,}/g, ' ').trim();
    // Two text boxes may well say the same.
    const asides = [margins, this.#asides.join('')]
      .filter((text) => text.trim() !== '')
      .join('\n')
      .replace(/\n{2,}/g, '\n');
    return {
      ...(hasPages && this.#pagesStarted > 0 ? { pages: this.#pagesStarted } : {}),
      text: joinText({ pages, asides }, this.#maxChars),
      ...(this.outline.blocks.length > 0 ? { blocks: this.outline.blocks } : {}),
      ...(margins.trim() === '' ? {} : { margins }),
      ...(unshown.trim() === '' ? {} : { unshown }),
      ...(formulas === '' ? {} : { formulas }),
      ...(this.title === undefined ? {} : { title: this.title }),
      ...(this.#isFull ? { excerpt: true } : {}),
      figures: this.figures,
      ...(this.unshownFigures > 0 ? { unshownFigures: this.unshownFigures } : {}),
      ...(this.marginFigures > 0 ? { marginFigures: this.marginFigures } : {}),
      ...(this.unshownLinks > 0 ? { unshownLinks: this.unshownLinks } : {}),
      ...(this.titles > 0 ? { titles: this.titles } : {}),
      ...(this.faintChars > 0 ? { faintShare: this.faintChars / this.shownChars } : {}),
      ...(this.hiddenPages > 0 ? { hiddenPages: this.hiddenPages } : {}),
      ...Object.fromEntries(Object.entries(counts).filter(([name]) => !unknown.includes(name as Count))),
    };
  }

  /** What the document has of what most documents can carry. */
  features(): Feature[] {
    const features: Feature[] = ['look', 'pages'];
    if (this.#hasText()) features.push('text', 'structure');
    if (this.figures > 0) features.push('figures');
    if (this.shapes > 0) features.push('vector');
    if (this.hasMetadata) features.push('metadata');
    return features;
  }

  #hasText(): boolean {
    const pieces = [...this.#pages.flat(), ...this.#asides, ...this.#margins, ...this.#unshown];
    return pieces.some((piece) => /[\p{L}\p{N}]/u.test(piece));
  }
}

/** Sections repeat their headers: each distinct line counts once. */
function distinctLines(pieces: readonly string[]): string {
  return [...new Set(pieces.join('').split('\n'))].join('\n');
}
