import { scanXml, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';
import type { Content, Place } from '../text-content.ts';

/** Where texts of these kinds are. */
const PLACES: Readonly<Record<string, Place>> = {
  header: 'margin',
  footnote: 'aside',
  textbox: 'aside',
  note: 'unshown',
};
/** Parts that are no content: templates of pages and slides, styles, and what a text says to no reader. */
const SKIPPED = new Set([
  'section-prototypes',
  'theme-list',
  'stylesheet',
  'printingss',
  'tabular-prototypes',
  'calc-engine',
  'ui-state',
  'sticky-notes',
  'annotation',
  'comments',
  'footnote-mark',
  'deleted',
  'wrap',
  'thumbnails',
]);

/**
 * Gathers the text of iWork '05 to '09 as it stands in the index, whatever its styles: what a converter that follows
 * them must have found as well.
 */
export function scanIWorkXml(source: string, content: Content, maxDepth: number): void {
  scanXml(source, new Scanner(content), maxDepth, { doctype: 'skip' });
}

class Scanner implements XmlHandler {
  readonly #content: Content;
  readonly #places: Place[] = [];
  #isPresentation = false;
  #skipDepth = 0;
  #paragraphs = 0;
  #inCell = 0;
  #images = 0;

  constructor(content: Content) {
    this.#content = content;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipDepth > 0 || SKIPPED.has(name)) {
      this.#skipDepth++;
      return;
    }
    switch (name) {
      case 'presentation':
        this.#isPresentation = true;
        return;
      case 'slide':
        this.#content.startPage();
        return;
      case 'text-storage':
        this.#places.push(this.#placeOf(attributes.get('kind') ?? 'body'));
        return;
      case 'p':
        this.#paragraphs++;
        return;
      case 'tab':
        return this.#append('\t');
      case 'lnbr':
      case 'br':
      case 'crbr':
        return this.#append('\n');
      case 'link':
        if (/^(?:https?|mailto|ftp|#)/i.test(attributes.get('href') ?? '')) this.#content.links++;
        return;
      case 'tabular-model':
        this.#inCell++;
        this.#content.tables++;
        return;
      case 'ct':
        // Cells are written in the order of their places; a table that floats has none in the text.
        if (this.#inCell > 0) this.#content.append(`${attributes.get('s') ?? ''}\n`, this.#cellPlace());
        return;
      case 'media':
        this.#images++;
        return;
      case 'data':
        this.#countImage(attributes.get('path') ?? '');
        return;
      case 'bezier':
        this.#content.shapes++;
    }
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--;
      return;
    }
    if (name === 'p') {
      this.#append('\n');
      this.#paragraphs--;
    } else if (name === 'text-storage') this.#places.pop();
    else if (name === 'tabular-model') this.#inCell--;
  }

  text(value: string): void {
    if (this.#skipDepth === 0 && this.#paragraphs > 0) this.#append(value);
  }

  #append(value: string): void {
    if (this.#paragraphs > 0) this.#content.append(value, this.#places.at(-1) ?? 'body');
  }

  /** Boxes on slides are their content; in a text they are beside it. */
  #placeOf(kind: string): Place {
    const place = PLACES[kind] ?? 'body';
    return this.#isPresentation && kind === 'textbox' ? 'body' : place;
  }

  #cellPlace(): Place {
    return this.#isPresentation ? 'body' : 'aside';
  }

  /** Each image has a file that is shown; small copies of it and what it was made of do not count. */
  #countImage(path: string): void {
    if (this.#images === 0 || !/\.(?:png|jpe?g|gif|tiff?|bmp)$/i.test(path)) return;
    this.#images--;
    this.#content.figures++;
  }
}
