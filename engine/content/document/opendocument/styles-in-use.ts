import type { XmlAttributes } from '../../../io/xml.ts';
import type { TextStyle } from '../model.ts';

/** What the styles of a document say that its text does not, gathered while they are walked. */
export class StylesInUse {
  readonly #texts = new Map<string, TextStyle>();
  readonly #numbered = new Set<string>();
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
        return this.#isText ? this.#setText(attributes) : undefined;
      case 'drawing-page-properties':
        if (attributes.get('visibility') === 'hidden') this.#hiddenPages.add(this.#name);
        return;
      case 'list-style':
        this.#list = attributes.get('name') ?? '';
        return;
      case 'list-level-style-number':
        this.#numbered.add(this.#list);
    }
  }

  #setText(attributes: XmlAttributes): void {
    const bold = /^(?:bold|[6-9]00)$/.test(attributes.get('font-weight') ?? '');
    const italic = /^(?:italic|oblique)$/.test(attributes.get('font-style') ?? '');
    if (bold || italic) this.#texts.set(this.#name, { ...(bold && { bold }), ...(italic && { italic }) });
  }

  /** How text of a style looks; undefined where nothing is said. */
  text(name: string | undefined): TextStyle | undefined {
    return name === undefined ? undefined : this.#texts.get(name);
  }

  /** Whether the items of lists of this style are numbered. */
  isNumbered(name: string): boolean {
    return this.#numbered.has(name);
  }

  /** Whether slides of this style are hidden (`presentation:visibility`, ODF 1.3 part 3, 20.406). */
  hidesPage(name: string): boolean {
    return this.#hiddenPages.has(name);
  }
}
