import { scanXml, type XmlAttributes, type XmlHandler } from '../../../io/xml.ts';
import type { Relationship } from '../ooxml/package.ts';
import { EQUATION_PICTURE, type HeadingStyle } from '../ooxml/word-styles.ts';
import type { Content, Place } from '../text-content.ts';
import { countPicture } from '../picture-content.ts';
import { FieldTracker } from './fields.ts';

/** The same content for older programs, what was deleted or moved away, and former properties. */
const SKIPPED = new Set(['Fallback', 'del', 'moveFrom', 'pPrChange', 'rPrChange']);
const FORMULAS = new Set(['oMath', 'oMathPara']);
/** Notes that Word keeps for its own separator lines. */
const SEPARATOR_NOTES = new Set(['separator', 'continuationSeparator', 'continuationNotice']);
const CHARACTERS: Readonly<Record<string, string>> = { tab: '\t', ptab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };
const SHAPES = new Set(['wsp', 'chart', 'wgp', 'relIds']);

export interface StoryPart {
  readonly maxDepth: number;
  readonly headingStyles: ReadonlyMap<string, HeadingStyle>;
  readonly relationships: readonly Relationship[];
  /** Where the part's text belongs: `body` if absent. */
  readonly place?: Place;
}

/** Adds one part of a WordprocessingML document to what was found. */
export function scanStory(source: string, content: Content, part: StoryPart): void {
  scanXml(source, new StoryScanner(content, part), part.maxDepth);
}

class StoryScanner implements XmlHandler {
  readonly #content: Content;
  readonly #headingStyles: ReadonlyMap<string, HeadingStyle>;
  readonly #place: Place;
  /** Parts that are pictures, by the id that refers to them. */
  readonly #targets: ReadonlyMap<string, string>;
  #skipDepth = 0;
  #textBoxDepth = 0;
  #inText = false;
  #formulaDepth = 0;
  #inFieldCode = false;
  #inRunProperties = false;
  #hidden = false;
  #isHeading = false;
  #isTitle = false;
  #paragraphHasText = false;
  readonly #fields = new FieldTracker();
  /** The text of each open shape: whether it is bent, and so drawn as outlines, is said behind it. */
  readonly #shapes: { readonly pieces: string[]; isBent: boolean }[] = [];
  /** Cells of each open table, and whether it holds another table: then it only arranges the page. */
  readonly #tables: { cells: number; isLayout: boolean }[] = [];

  constructor(content: Content, { relationships, headingStyles, place = 'body' }: StoryPart) {
    this.#content = content;
    this.#headingStyles = headingStyles;
    this.#place = place;
    this.#targets = new Map(relationships.filter(({ external }) => !external).map(({ id, target }) => [id, target]));
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipDepth > 0 || SKIPPED.has(name) || isSeparatorNote(name, attributes)) {
      this.#skipDepth++;
      return;
    }
    if (this.#formulaDepth > 0 || FORMULAS.has(name)) {
      this.#formulaDepth++;
      this.#inText = name === 't';
      return;
    }
    this.#count(name, attributes);
    switch (name) {
      case 'p':
        this.#isHeading = false;
        this.#isTitle = false;
        this.#paragraphHasText = false;
        break;
      case 'pStyle':
        this.#setStyle(this.#headingStyles.get(attributes.get('val') ?? ''));
        break;
      case 'outlineLvl':
        this.#isHeading = Number(attributes.get('val')) < 9;
        this.#isTitle = false;
        break;
      case 'r':
        this.#hidden = false;
        break;
      case 'rPr':
        this.#inRunProperties = true;
        break;
      case 'vanish':
        this.#hidden = this.#inRunProperties && !isOff(attributes.get('val'));
        break;
      case 't':
        this.#inText = true;
        break;
      case 'instrText':
        this.#inFieldCode = true;
        break;
      case 'fldChar':
        if (this.#fields.mark(attributes)) this.#content.links++;
        break;
      case 'fldSimple':
        this.#fields.openSimple(attributes);
        break;
      case 'tbl':
        for (const table of this.#tables) table.isLayout = true;
        this.#tables.push({ cells: 0, isLayout: false });
        break;
      case 'tc':
        if (this.#tables.length > 0) this.#tables.at(-1)!.cells++;
        break;
      case 'txbxContent':
        this.#textBoxDepth++;
        break;
      case 'wsp':
        this.#shapes.push({ pieces: [], isBent: false });
        break;
      case 'docPr':
        if (attributes.get('name') === EQUATION_PICTURE) this.#appendFormula(attributes.get('descr') ?? '');
        break;
      case 'prstTxWarp':
        if (this.#shapes.length > 0) this.#shapes.at(-1)!.isBent = attributes.get('prst') !== 'textNoShape';
        break;
    }
    const character = CHARACTERS[name];
    if (character !== undefined && !this.#inRunProperties) this.#append(character);
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--;
      return;
    }
    if (this.#formulaDepth > 0) {
      this.#formulaDepth--;
      this.#inText = false;
      // letters of another style, and what stands over and under a bar, are words of their own
      if (name !== 't') this.#appendFormula(' ');
      return;
    }
    switch (name) {
      case 'p':
        this.#countHeading();
        this.#isHeading = false;
        this.#append('\n');
        break;
      case 'rPr':
        this.#inRunProperties = false;
        break;
      case 't':
        this.#inText = false;
        break;
      case 'instrText':
        this.#inFieldCode = false;
        break;
      case 'fldSimple':
        this.#fields.closeSimple();
        break;
      case 'tbl':
        this.#closeTable();
        break;
      case 'txbxContent':
        this.#textBoxDepth--;
        break;
      case 'wsp':
        this.#closeShape();
        break;
    }
  }

  #appendFormula(text: string): void {
    this.#content.append(text, 'formula');
  }

  text(value: string): void {
    if (this.#skipDepth > 0) return;
    if (this.#formulaDepth > 0) {
      if (this.#inText) this.#appendFormula(value);
      return;
    }
    if (this.#inFieldCode) this.#fields.addCode(value);
    if (!this.#inText || this.#hidden || this.#fields.inPageNumber) return;
    this.#paragraphHasText ||= value.trim() !== '';
    this.#append(value);
  }

  #setStyle(heading: HeadingStyle | undefined): void {
    this.#isHeading = heading !== undefined;
    this.#isTitle = heading?.isTitle ?? false;
  }

  #countHeading(): void {
    if (!this.#isHeading || !this.#paragraphHasText) return;
    this.#content.headings++;
    if (this.#isTitle) this.#content.titles++;
  }

  #count(name: string, attributes: XmlAttributes): void {
    if (name === 'hyperlink') this.#content.links++;
    if (name === 'blip') countPicture(this.#content, this.#targets.get(attributes.get('embed') ?? ''));
    if (name === 'imagedata') countPicture(this.#content, this.#targets.get(attributes.get('id') ?? ''));
    if (SHAPES.has(name)) this.#content.shapes++;
  }

  /** A single cell is a frame, not a table. */
  #closeTable(): void {
    const table = this.#tables.pop();
    if (table && table.cells > 1 && !table.isLayout) this.#content.tables++;
  }

  #closeShape(): void {
    const { pieces = [], isBent = false } = this.#shapes.pop() ?? {};
    const place = this.#place === 'body' ? 'aside' : this.#place;
    for (const piece of pieces) this.#content.append(piece, isBent ? 'unshown' : place);
  }

  #append(value: string): void {
    const shape = this.#textBoxDepth > 0 ? this.#shapes.at(-1) : undefined;
    if (shape) {
      shape.pieces.push(value);
      return;
    }
    const isBox = this.#place === 'body' && this.#textBoxDepth > 0;
    this.#content.append(value, isBox ? 'aside' : this.#place);
  }
}

function isSeparatorNote(name: string, attributes: XmlAttributes): boolean {
  return (name === 'footnote' || name === 'endnote') && SEPARATOR_NOTES.has(attributes.get('type') ?? '');
}

/** How OOXML writes a switched-off property (ECMA-376 22.9.2.7). */
function isOff(value: string | undefined): boolean {
  return value === '0' || value === 'false' || value === 'off';
}
