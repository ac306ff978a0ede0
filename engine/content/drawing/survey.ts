import { ConversionError } from '../../contract/errors.ts';
import { scanXml, type XmlAttributes, type XmlHandler } from '../../io/xml.ts';
import type { Limits } from '../../contract/limits.ts';
import { costlyPrimitive, type CostlyPrimitive } from './filters.ts';
import { attributesOf, type Span } from './markup.ts';
import { selectorSteps } from './style-sheet.ts';

/** The root element: its start tag is the span; `close` is its end tag, empty when the start tag is the only one. */
export interface RootElement extends Span {
  readonly width?: string;
  readonly height?: string;
  readonly viewBox?: string;
  readonly close: Span;
}

/** A place that styles text: an attribute (without its quotes) or the content of a style sheet. */
export interface FontUse extends Span {
  readonly kind: 'families' | 'declarations' | 'sheet';
  /** With its references resolved. */
  readonly value: string;
}

/** What a walk over a drawing found, before anything is drawn. */
export interface Survey {
  readonly source: string;
  readonly root: RootElement;
  readonly fontUses: readonly FontUse[];
  /** The characters that are drawn as text. */
  readonly text: string;
  /** Of these, what is level or upright: slanted labels, and characters along a path, are read by no reader of pages. */
  readonly straightText: string;
  readonly hasShapes: boolean;
  readonly hasMetadata: boolean;
  /** Addresses of the images: `data:` and others. */
  readonly images: readonly string[];
  /** Addresses that parts of it lead to. */
  readonly links: readonly string[];
  /** Elements drawn from other files, HTML inside the drawing, and things that move: none is drawn. */
  readonly outsideParts: number;
  readonly foreignObjects: number;
  readonly animations: number;
  readonly costlyPrimitives: readonly CostlyPrimitive[];
}

const SHAPES: ReadonlySet<string> = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);
const METADATA: ReadonlySet<string> = new Set(['metadata', 'title', 'desc']);
const ANIMATIONS: ReadonlySet<string> = new Set(['animate', 'animateTransform', 'animateMotion', 'set']);
const IMAGE_ELEMENTS: ReadonlySet<string> = new Set(['image', 'feImage']);

/** Walks a drawing. Throws `input_corrupt` if it is no well-formed SVG, `input_too_complex` if it nests too deeply. */
export function surveyDrawing(source: string, limits: Limits): Survey {
  const surveyor = new Surveyor(source);
  scanXml(source, surveyor, limits.nesting, { doctype: 'skip' });
  const survey = surveyor.finish();
  requireMatchable(survey, surveyor.extent);
  return survey;
}

/** Steps of the library's matching of selectors, which take some seconds. */
const MOST_SELECTOR_STEPS = 1e9;

/** Selectors of many parts over deeply nested elements would keep the library busy for ever. */
function requireMatchable({ fontUses }: Survey, { elements, deepest }: { elements: number; deepest: number }): void {
  const sheets = fontUses.filter(({ kind }) => kind === 'sheet');
  const steps = sheets.reduce((sum, { value }) => sum + selectorSteps(value, deepest), 0) * elements;
  if (steps <= MOST_SELECTOR_STEPS) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: 'The style sheet of the drawing has selectors of too many parts. Simplify it.',
    details: { limit: 'selectors' },
  });
}

class Surveyor implements XmlHandler {
  readonly #source: string;
  readonly #fontUses: FontUse[] = [];
  readonly #images: string[] = [];
  readonly #links: string[] = [];
  readonly #text: string[] = [];
  readonly #straightText: string[] = [];
  /** Degrees by which each of the open elements is turned, with those around it; NaN for text along a path. */
  readonly #turns: number[] = [];
  readonly #costlyPrimitives: CostlyPrimitive[] = [];
  /** The filter that is being read, or was last. */
  #filter = { id: '', isShare: false };
  readonly #counts = { shapes: 0, metadata: 0, outside: 0, foreign: 0, animations: 0 };
  #root: Omit<RootElement, 'close'> | undefined;
  #close: Span | undefined;
  #depth = 0;
  /** All elements, and the most that lie in each other. */
  readonly extent = { elements: 0, deepest: 0 };
  #textDepth = 0;
  #sheet: { readonly start: number; css: string } | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  open(name: string, attributes: XmlAttributes, start: number, end: number): void {
    this.#depth++;
    this.extent.elements++;
    this.extent.deepest = Math.max(this.extent.deepest, this.#depth);
    if (!this.#root) this.#openRoot(name, attributes, start, end);
    this.#noteFonts(start, end);
    this.#turns.push(
      name === 'textPath' ? Number.NaN : (this.#turns.at(-1) ?? 0) + turnOf(attributes.get('transform')),
    );
    const costly = costlyPrimitive(name, attributes, this.#filter);
    if (costly) this.#costlyPrimitives.push(costly);
    if (name === 'text' || this.#textDepth > 0) this.#textDepth++;
    else if (name === 'style') this.#sheet = { start: end, css: '' };
    else if (SHAPES.has(name)) this.#counts.shapes++;
    else if (METADATA.has(name)) this.#counts.metadata++;
    else if (ANIMATIONS.has(name)) this.#counts.animations++;
    else if (name === 'foreignObject') this.#counts.foreign++;
    else if (IMAGE_ELEMENTS.has(name)) this.#noteImage(attributes.get('href') ?? '');
    else if (name === 'filter')
      this.#filter = {
        id: attributes.get('id') ?? '',
        isShare: attributes.get('primitiveUnits') === 'objectBoundingBox',
      };
    else if (name === 'a') this.#links.push(attributes.get('href')?.trim() ?? '');
    else if (name === 'use' && isOutside(attributes.get('href') ?? '')) this.#counts.outside++;
  }

  close(_name: string, start: number, end: number): void {
    this.#depth--;
    this.#turns.pop();
    if (this.#textDepth > 0) this.#textDepth--;
    if (this.#sheet) {
      const { start: from, css } = this.#sheet;
      if (start >= from && css !== '') this.#fontUses.push({ kind: 'sheet', start: from, end: start, value: css });
      this.#sheet = undefined;
    }
    if (this.#depth === 0) this.#close ??= { start, end };
  }

  text(value: string): void {
    if (this.#sheet) this.#sheet.css += value;
    else if (this.#textDepth > 0) {
      this.#text.push(value);
      if (isStraight(this.#turns.at(-1) ?? 0)) this.#straightText.push(value);
    }
  }

  finish(): Survey {
    if (!this.#root || !this.#close) throw noDrawing();
    const { shapes, metadata, outside, foreign, animations } = this.#counts;
    return {
      source: this.#source,
      root: { ...this.#root, close: this.#close },
      fontUses: this.#fontUses,
      text: this.#text.join(' '),
      straightText: this.#straightText.join(' '),
      hasShapes: shapes > 0,
      hasMetadata: metadata > 0,
      images: this.#images,
      links: this.#links.filter((address) => address !== ''),
      outsideParts: outside,
      foreignObjects: foreign,
      animations,
      costlyPrimitives: this.#costlyPrimitives,
    };
  }

  #openRoot(name: string, attributes: XmlAttributes, start: number, end: number): void {
    if (name !== 'svg') throw noDrawing();
    const [width, height, viewBox] = ['width', 'height', 'viewBox'].map((key) => attributes.get(key)?.trim());
    this.#root = { start, end, width, height, viewBox };
  }

  #noteImage(address: string): void {
    if (address !== '' && !address.startsWith('#')) this.#images.push(address.trim());
  }

  #noteFonts(start: number, end: number): void {
    if (!/\s(?:style|font-family)\s*=/.test(this.#source.slice(start, end))) return;
    for (const attribute of attributesOf(this.#source, { start, end })) {
      if (attribute.name === 'font-family') this.#fontUses.push({ ...attribute, kind: 'families' });
      else if (attribute.name === 'style') this.#fontUses.push({ ...attribute, kind: 'declarations' });
    }
  }
}

/** Degrees by which a list of transformations turns (CSS Transforms 1, section 8). */
function turnOf(transform: string | undefined): number {
  if (transform === undefined) return 0;
  let turn = 0;
  for (const [, name, list = ''] of transform.matchAll(/(rotate|matrix|skewY)\s*\(([^)]*)\)/g)) {
    const [a = 0, b = 0] = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    turn += name === 'matrix' ? (Math.atan2(b, a) * 180) / Math.PI : a;
  }
  return turn;
}

/** Degrees off the horizontal or the vertical from which text is slanted. */
const MIN_SLANT = 2.5;

function isStraight(turn: number): boolean {
  return Math.abs(turn - Math.round(turn / 90) * 90) < MIN_SLANT;
}

function isOutside(address: string): boolean {
  return address !== '' && !address.startsWith('#');
}

function noDrawing(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The file is not an SVG drawing: its outermost element is not <svg>. Save it again as SVG.',
  });
}
