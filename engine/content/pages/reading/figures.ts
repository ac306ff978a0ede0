import { areaOf, type Box, centreInside, contains, heightOf, intersect, unionOf, widthOf } from '../geometry.ts';
import { type Fill, type Glyph, isBlank, type PageImage, type Rule } from '../model.ts';
import { centreLineOf } from './drawing-parts.ts';
import type { DrawnImage, DrawnPage, FormRange } from './drawn-page.ts';
import { FIGURES } from './thresholds.ts';
import { type DrawArea, shownBox } from './vector-drawings.ts';

const { MIN_SIDE, MAX_SHARE, MAX_IMAGE_SHARE, MARGIN, INK } = FIGURES;

/** The text of the labels of a figure; undefined where they are no labels. */
export type DescribeFigure = (labels: readonly Glyph[], figure: Box) => string | undefined;

type FormPage = Omit<DrawnPage, 'glyphs' | 'images'> & {
  readonly glyphs: readonly Glyph[];
  readonly images: readonly DrawnImage[];
};

interface DiagramPage<DrawnFill extends Fill> {
  readonly glyphs: readonly Glyph[];
  readonly rules: readonly Rule[];
  readonly fills: readonly DrawnFill[];
  readonly images: readonly PageImage[];
}

/**
 * The figures of a page, each of them one image with all that is drawn in it, its labels among it, whose text is its
 * description. What has a link in it stays in parts, and so does a text with a ground.
 */
export class Figures {
  readonly images: PageImage[] = [];
  readonly #links: readonly Box[];
  readonly #describe: DescribeFigure | undefined;
  readonly #draw: DrawArea | undefined;

  constructor(links: readonly Box[], describe: DescribeFigure | undefined, draw: DrawArea | undefined) {
    this.#links = links;
    this.#describe = describe;
    this.#draw = draw;
  }

  /** Takes the figures that were placed on the page as a whole; returns what is left. */
  takeForms(page: FormPage): FormPage {
    let left = page;
    const outermost = page.forms.toSorted((a, b) => a.start - b.start || b.end - a.end);
    let end = -Infinity;
    for (const form of outermost) {
      if (form.start < end) continue;
      const taken = this.#takeForm(left, form);
      if (!taken) continue;
      left = taken;
      end = form.end;
    }
    return left;
  }

  #takeForm(page: FormPage, { start, end }: FormRange): FormPage | undefined {
    const isOwn = ({ order = -1 }: { readonly order?: number }): boolean => order >= start && order < end;
    const vectors = page.vectors.filter(isOwn);
    if (vectors.every(({ isFrame }) => isFrame)) return undefined;
    const images = page.images.filter(isOwn);
    const letters = page.glyphs.filter((glyph) => isOwn(glyph) && !isBlank(glyph));
    const straight = [...page.rules.filter(isOwn).map(centreLineOf), ...page.fills.filter(isOwn)];
    const parts = [...vectors.map(shownBox), ...straight, ...images.map(({ box }) => box), ...letters.map(withInk)];
    const whole = intersect(unionOf(parts)!, { x0: 0, y0: 0, x1: page.width, y1: page.height });
    if (!hasSizeOfFigure(whole, page)) return undefined;
    if (images.some(({ box }) => areaOf(box) > MAX_IMAGE_SHARE * areaOf(whole))) return undefined;
    const isInside = (glyph: Glyph): boolean => isOwn(glyph) || centreInside(glyph, whole);
    const order = Math.min(...vectors.map((path) => path.order));
    if (!this.#add(whole, page.glyphs.filter(isInside), order)) return undefined;
    const isOther = (part: { readonly order?: number }): boolean => !isOwn(part);
    return {
      ...page,
      glyphs: page.glyphs.filter((glyph) => !isInside(glyph)),
      vectors: page.vectors.filter(isOther),
      rules: page.rules.filter(isOther),
      fills: page.fills.filter(isOther),
      specks: page.specks.filter(isOther),
      images: page.images.filter(isOther),
    };
  }

  /** Takes the diagrams that have labels; returns what is left. */
  takeDiagrams<DrawnFill extends Fill>(page: DiagramPage<DrawnFill>): DiagramPage<DrawnFill> {
    let left = page;
    for (const diagram of page.images.filter(({ isDiagram }) => isDiagram)) left = this.#takeDiagram(left, diagram);
    return left;
  }

  #takeDiagram<DrawnFill extends Fill>(page: DiagramPage<DrawnFill>, diagram: PageImage): DiagramPage<DrawnFill> {
    const labels = page.glyphs.filter((glyph) => contains(diagram, glyph, MARGIN));
    if (labels.every(isBlank)) return page;
    const whole = unionOf([diagram, ...labels.map(withInk)])!;
    const taken = new Set<unknown>(labels);
    // What is only partly in it would be cut.
    const isCut = (box: Box): boolean => centreInside(box, whole) && !contains(whole, box, MARGIN);
    const cut = [...page.glyphs.filter((glyph) => !taken.has(glyph) && !isBlank(glyph)), ...page.images];
    if (cut.some(isCut) || !this.#add(whole, labels, diagram.order)) return page;
    const isOutside = (box: Box): boolean => !contains(whole, box, MARGIN);
    return {
      glyphs: page.glyphs.filter((glyph) => !taken.has(glyph)),
      rules: page.rules.filter((rule) => isOutside(centreLineOf(rule))),
      fills: page.fills.filter(isOutside),
      images: page.images.filter(isOutside),
    };
  }

  #add(whole: Box, glyphs: readonly Glyph[], order: number): boolean {
    const letters = glyphs.filter((glyph) => !isBlank(glyph));
    const alt = letters.length === 0 ? '' : this.#describe?.(glyphs, whole);
    if (alt === undefined || this.#links.some((link) => centreInside(link, whole))) return false;
    const image = this.#draw?.(whole);
    if (!image) return false;
    this.images.push({ ...whole, ...image, order, ...(alt !== '' && { alt }) });
    return true;
  }
}

/** Letters reach a little out of their boxes. */
function withInk({ x0, y0, x1, y1 }: Glyph): Box {
  return { x0: x0 - INK, y0, x1: x1 + INK, y1 };
}

function hasSizeOfFigure(box: Box, page: { readonly width: number; readonly height: number }): boolean {
  return Math.min(widthOf(box), heightOf(box)) >= MIN_SIDE && areaOf(box) <= MAX_SHARE * page.width * page.height;
}
