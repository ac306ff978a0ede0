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

const FAINT: TextStyle = { isFaint: true };
/** The name of the style that all others are based on. */
const DEFAULT = '';
/** Styles that are based on each other. */
const MAX_PARENTS = 16;
/** Points below which no text is read. */
const MIN_POINTS = 3;

/** Whether nobody reads a text of a style; undefined where the style does not say. */
function faintness(attributes: XmlAttributes): boolean | undefined {
  const [colour, size] = [attributes.get('color'), attributes.get('font-size')];
  const isTiny = size !== undefined && /^[\d.]+pt$/.test(size) && Number.parseFloat(size) < MIN_POINTS;
  if (isTiny) return true;
  const background = attributes.get('background-color') ?? 'transparent';
  return colour === undefined ? undefined : /^#f{6}$/i.test(colour) && background === 'transparent';
}

/** What the styles of a document say that its text does not, gathered while they are walked. */
export class StylesInUse {
  readonly #texts = new Map<string, TextStyle>();
  /** By style and level, from 0; levels with bullets are not here. */
  readonly #numbered = new Map<string, NumberedLevel>();
  /** Whether nobody reads the text of paragraphs, where its own style says nothing else. */
  readonly #faint = new Map<string, boolean>();
  readonly #parents = new Map<string, string>();
  readonly #hiddenTexts = new Set<string>();
  readonly #hiddenPages = new Set<string>();
  /** Where the images lie that areas are filled with, by their names, and the names of those of shapes by their styles. */
  readonly #fillImages = new Map<string, string>();
  readonly #fills = new Map<string, string | undefined>();
  #name = '';
  #isText = false;
  #list = '';

  open(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'style':
        this.#name = attributes.get('name') ?? '';
        this.#isText = attributes.get('family') === 'text';
        if (!this.#isText) this.#parents.set(this.#name, attributes.get('parent-style-name') ?? DEFAULT);
        return;
      case 'default-style':
        this.#isText = false;
        if (attributes.get('family') === 'paragraph') this.#name = DEFAULT;
        return;
      case 'text-properties':
        if (attributes.get('display') === 'none') this.#hiddenTexts.add(this.#name);
        if (this.#isText) return this.#setText(attributes);
        return this.#setFaint(faintness(attributes));
      case 'fill-image':
        this.#fillImages.set(attributes.get('name') ?? '', attributes.get('href') ?? '');
        return;
      case 'graphic-properties': {
        const fill = attributes.get('fill');
        if (fill !== undefined)
          this.#fills.set(this.#name, fill === 'bitmap' ? attributes.get('fill-image-name') : undefined);
        return;
      }
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

  #setFaint(isFaint: boolean | undefined): void {
    if (isFaint !== undefined) this.#faint.set(this.#name, isFaint);
  }

  #setText(attributes: XmlAttributes): void {
    const position = /^\s*(-?[1-9]\d*%|super|sub)/.exec(attributes.get('text-position') ?? '')?.[1];
    const script: TextStyle['script'] =
      position === undefined ? undefined : /^(?:-|sub)/.test(position) ? 'sub' : 'super';
    const bold = /^(?:bold|[6-9]00)$/.test(attributes.get('font-weight') ?? '');
    const italic = /^(?:italic|oblique)$/.test(attributes.get('font-style') ?? '');
    const isFaint = faintness(attributes);
    const style = {
      ...(bold && { bold }),
      ...(italic && { italic }),
      ...(script && { script }),
      ...(isFaint !== undefined && { isFaint }),
    } as const;
    if (Object.keys(style).length > 0) this.#texts.set(this.#name, style);
  }

  /** The formatting of a named style; undefined where nothing is said. */
  text(name: string | undefined): TextStyle | undefined {
    return name === undefined ? undefined : this.#texts.get(name);
  }

  /** The style of the text of paragraphs of a style. */
  paragraphText(name: string | undefined): TextStyle | undefined {
    let style = name ?? DEFAULT;
    for (let depth = 0; !this.#faint.has(style) && style !== DEFAULT && depth < MAX_PARENTS; depth++)
      style = this.#parents.get(style) ?? DEFAULT;
    return this.#faint.get(style) ? FAINT : undefined;
  }

  /** How the items of lists of this style are numbered at a level, from 0; undefined if they are not. */
  numberedLevel(name: string, level: number): NumberedLevel | undefined {
    return this.#numbered.get(`${name} ${level}`);
  }

  /** Whether text or paragraphs of a style are hidden (`text:display`, ODF 1.3 part 3, 20.425). */
  hidesText(name: string | undefined): boolean {
    return name !== undefined && this.#hiddenTexts.has(name);
  }

  /** Where the image lies that shapes of a style are filled with (`draw:fill-image`, ODF 1.3 part 3, 16.40.6). */
  fillImage(name: string | undefined): string | undefined {
    let style = name ?? DEFAULT;
    for (let depth = 0; !this.#fills.has(style) && style !== DEFAULT && depth < MAX_PARENTS; depth++)
      style = this.#parents.get(style) ?? DEFAULT;
    const image = this.#fills.get(style);
    return image === undefined ? undefined : this.#fillImages.get(image);
  }

  /** Whether slides of this style are hidden (`presentation:visibility`, ODF 1.3 part 3, 20.406). */
  hidesPage(name: string): boolean {
    return this.#hiddenPages.has(name);
  }
}
