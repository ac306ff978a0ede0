import type { XmlAttributes } from '../../../io/xml.ts';
import type { TextStyle } from '../model.ts';

/** How one level of a numbered list is counted and written (ODF 1.3 part 3, 16.33). */
export interface NumberedLevel {
  readonly start: number;
  readonly format: string;
  readonly prefix: string;
  readonly suffix: string;
  /** How many levels the label shows, this one included. */
  readonly shownLevels: number;
}

/** What the styles of a document say that its text does not, gathered while they are walked. */
export class StylesInUse {
  readonly #texts = new Map<string, TextStyle>();
  /** By style and level, from 0; levels with bullets are not here. */
  readonly #numbered = new Map<string, NumberedLevel>();
  readonly #hiddenTexts = new Set<string>();
  readonly #hiddenPages = new Set<string>();
  #name = '';
  #isText = false;
  #list = '';

  open(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'style':
        this.#name = attributes.get('name') ?? '';
        this.#isText = attributes.get('family') === 'text';
        return;
      case 'text-properties':
        if (attributes.get('display') === 'none') this.#hiddenTexts.add(this.#name);
        return this.#isText ? this.#setText(attributes) : undefined;
      case 'drawing-page-properties':
        if (attributes.get('visibility') === 'hidden') this.#hiddenPages.add(this.#name);
        return;
      case 'list-style':
        this.#list = attributes.get('name') ?? '';
        return;
      case 'list-level-style-number':
      case 'list-level-style-bullet':
      case 'list-level-style-image':
        return this.#setLevel(name, attributes);
    }
  }

  #setLevel(name: string, attributes: XmlAttributes): void {
    const format = attributes.get('num-format') ?? '1';
    // A number without a format is no number.
    if (name !== 'list-level-style-number' || format === '') return;
    this.#numbered.set(`${this.#list} ${Number(attributes.get('level') ?? 1) - 1}`, {
      start: Number(attributes.get('start-value') ?? 1),
      format,
      prefix: attributes.get('num-prefix') ?? '',
      suffix: attributes.get('num-suffix') ?? '',
      shownLevels: Number(attributes.get('display-levels') ?? 1),
    });
  }

  #setText(attributes: XmlAttributes): void {
    const bold = /^(?:bold|[6-9]00)$/.test(attributes.get('font-weight') ?? '');
    const italic = /^(?:italic|oblique)$/.test(attributes.get('font-style') ?? '');
    if (bold || italic) this.#texts.set(this.#name, { ...(bold && { bold }), ...(italic && { italic }) });
  }

  /** The formatting of a named style; undefined where nothing is said. */
  text(name: string | undefined): TextStyle | undefined {
    return name === undefined ? undefined : this.#texts.get(name);
  }

  /** How the items of lists of this style are numbered at a level, from 0; undefined if they are not. */
  numberedLevel(name: string, level: number): NumberedLevel | undefined {
    return this.#numbered.get(`${name} ${level}`);
  }

  /** Whether text or paragraphs of a style are hidden (`text:display`, ODF 1.3 part 3, 20.425). */
  hidesText(name: string | undefined): boolean {
    return name !== undefined && this.#hiddenTexts.has(name);
  }

  /** Whether slides of this style are hidden (`presentation:visibility`, ODF 1.3 part 3, 20.406). */
  hidesPage(name: string): boolean {
    return this.#hiddenPages.has(name);
  }
}
