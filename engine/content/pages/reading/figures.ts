import { areaOf, type Box, centreInside, contains, heightOf, intersect, unionOf, widthOf } from '../geometry.ts';
import { type Fill, type Glyph, isBlank, type PageImage, type Rule } from '../model.ts';
import { centreLineOf } from './drawing-parts.ts';
import type { DrawnImage, DrawnPage, FormRange } from './drawn-page.ts';
import { FIGURES } from './thresholds.ts';
import { type DrawArea, shownBox } from './vector-drawings.ts';

const { MIN_SIDE, MAX_SHARE, MAX_IMAGE_SHARE, MARGIN, INK, REACH, MAX_FRAME_GROWTH } = FIGURES;

/** A number at an axis, with its unit. */
const TICK = /^[-+\u2212]?[\d.,\u2019 ]+\s?(?:%|[eE][-+]?\d+|[kKM])?$/;

/** Whether a text is a number as it is at an axis. */
export function isTick(text: string): boolean {
  return TICK.test(text.trim());
}

/** What is written in a figure. */
export interface FigureText {
  /** All of it, as the description of the figure. */
  readonly alt: string;
  /** What is written instead of drawn: labels above the drawing, and turned texts, which stay on the page. */
  readonly written?: { readonly labels: readonly Glyph[]; readonly turned: readonly Glyph[] };
}

/** The text of a figure; undefined where its letters are no labels. */
export type DescribeFigure = (letters: readonly Glyph[], figure: Box) => FigureText | undefined;

/** A page of which some of what was drawn may be taken. */
export type FormPage = Omit<DrawnPage, 'glyphs' | 'images'> & {
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
 * The figures of a page, each of them one image with all that is drawn in it and with its labels, which are drawn or
 * text above it. What has a link in it stays in parts, and so does a text with a ground.
 */
export class Figures {
  readonly images: PageImage[] = [];
  #labelled = 0;
  readonly #links: readonly Box[];
  readonly #describe: DescribeFigure | undefined;
  readonly #draw: DrawArea | undefined;

  constructor(links: readonly Box[], describe: DescribeFigure | undefined, draw: DrawArea | undefined) {
    this.#links = links;
    this.#describe = describe;
    this.#draw = draw;
  }

  /** How many figures are drawn with letters in them. */
  get labelled(): number {
    return this.#labelled;
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
    const taken = this.#add(whole, page.glyphs.filter(isInside), order);
    if (!taken) return undefined;
    const isOther = (part: { readonly order?: number }): boolean => !isOwn(part);
    return {
      ...page,
      glyphs: page.glyphs.filter((glyph) => !taken.has(glyph)),
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
    const frame = frameAround(diagram, page.rules);
    for (const area of frame ? [frame, diagram] : [diagram]) {
      const left = this.#takeArea(page, area, diagram.order);
      if (left) return left;
    }
    return page;
  }

  #takeArea<DrawnFill extends Fill>(
    page: DiagramPage<DrawnFill>,
    area: Box,
    order: number,
  ): DiagramPage<DrawnFill> | undefined {
    const inside = page.glyphs.filter((glyph) => contains(area, glyph, MARGIN));
    const labels = [...new Set([...inside, ...ticksBeside(area, page.glyphs)])];
    if (labels.every(isBlank)) return undefined;
    const whole = unionOf([area, ...labels.map(withInk)])!;
    const own = new Set<unknown>(labels);
    // What is only partly in it would be cut.
    const isCut = (box: Box): boolean => centreInside(box, whole) && !contains(whole, box, MARGIN);
    const others = [...page.glyphs.filter((glyph) => !own.has(glyph) && !isBlank(glyph)), ...page.images];
    const taken = others.some(isCut) ? undefined : this.#add(whole, labels, order);
    if (!taken) return undefined;
    const isOutside = (box: Box): boolean => !contains(whole, box, MARGIN);
    return {
      glyphs: page.glyphs.filter((glyph) => !taken.has(glyph)),
      rules: page.rules.filter((rule) => isOutside(centreLineOf(rule))),
      fills: page.fills.filter(isOutside),
      images: page.images.filter(isOutside),
    };
  }

  /** The letters that are in the figure, if it is one. */
  #add(whole: Box, glyphs: readonly Glyph[], order: number): ReadonlySet<Glyph> | undefined {
    const text = glyphs.every(isBlank) ? { alt: '' } : this.#describe?.(glyphs, whole);
    if (!text || this.#links.some((link) => centreInside(link, whole))) return undefined;
    const { alt, written } = text;
    const image = this.#draw?.(whole, { withoutText: written !== undefined });
    if (!image) return undefined;
    const taken = new Set(glyphs).difference(new Set(written?.turned));
    if (taken.size > (written?.labels.length ?? 0) && alt !== '') this.#labelled++;
    this.images.push({
      ...whole,
      ...image,
      order,
      ...(alt !== '' && { alt }),
      ...(written && { labels: written.labels.map((glyph) => movedTo(whole, glyph)) }),
    });
    return taken;
  }
}

/** The box of four lines that is drawn around a diagram with its labels, where it is not much larger. */
function frameAround(diagram: Box, rules: readonly Rule[]): Box | undefined {
  const sides = (axis: Rule['axis'], from: number, to: number): Rule[] =>
    rules.filter((rule) => rule.axis === axis && rule.start <= from + MARGIN && rule.end >= to - MARGIN);
  const across = sides('h', diagram.x0, diagram.x1);
  const along = sides('v', diagram.y0, diagram.y1);
  const before = (list: readonly Rule[], edge: number): Rule[] =>
    list.filter(({ position }) => position <= edge + MARGIN);
  const behind = (list: readonly Rule[], edge: number): Rule[] =>
    list.filter(({ position }) => position >= edge - MARGIN);
  for (const top of before(across, diagram.y0)) {
    for (const bottom of behind(across, diagram.y1)) {
      const box = { x0: top.start, x1: top.end, y0: top.position, y1: bottom.position };
      const isSide = (rule: Rule, x: number): boolean =>
        Math.abs(rule.position - x) < MARGIN && rule.start <= box.y0 + MARGIN && rule.end >= box.y1 - MARGIN;
      const isClosed =
        Math.abs(bottom.start - box.x0) < MARGIN &&
        Math.abs(bottom.end - box.x1) < MARGIN &&
        before(along, diagram.x0).some((rule) => isSide(rule, box.x0)) &&
        behind(along, diagram.x1).some((rule) => isSide(rule, box.x1));
      const isClose =
        widthOf(box) < MAX_FRAME_GROWTH * widthOf(diagram) && heightOf(box) < MAX_FRAME_GROWTH * heightOf(diagram);
      if (isClosed && isClose) return box;
    }
  }
  return undefined;
}

/** The numbers along the axes of a diagram: lines of digits beside it. */
function ticksBeside(area: Box, glyphs: readonly Glyph[]): Glyph[] {
  const reach = { x0: area.x0 - REACH, y0: area.y0 - MARGIN, x1: area.x1 + REACH, y1: area.y1 + REACH };
  const isBeside = (line: readonly Glyph[]): boolean =>
    line.every((glyph) => contains(reach, glyph, MARGIN)) && !line.every((glyph) => contains(area, glyph, MARGIN));
  return linesOf(glyphs)
    .filter((line) => isBeside(line) && isTick(line.map(({ text }) => text).join('')))
    .flat();
}

/** Glyphs that follow each other on a baseline, in the order in which they are painted. */
function linesOf(glyphs: readonly Glyph[]): Glyph[][] {
  const lines: Glyph[][] = [];
  for (const glyph of glyphs) {
    const last = lines.at(-1)?.at(-1);
    const gap = last && Math.hypot(glyph.originX - last.originX, glyph.baseline - last.baseline) - last.advance;
    if (last && last.rotation === glyph.rotation && gap! < glyph.size && gap! > -glyph.size) lines.at(-1)!.push(glyph);
    else lines.push([glyph]);
  }
  return lines;
}

/** Letters reach a little out of their boxes. */
function withInk({ x0, y0, x1, y1 }: Glyph): Box {
  return { x0: x0 - INK, y0, x1: x1 + INK, y1 };
}

/** A letter with its place from the upper left corner of a box. */
function movedTo({ x0, y0 }: Box, glyph: Glyph): Glyph {
  return {
    ...glyph,
    x0: glyph.x0 - x0,
    x1: glyph.x1 - x0,
    originX: glyph.originX - x0,
    y0: glyph.y0 - y0,
    y1: glyph.y1 - y0,
    baseline: glyph.baseline - y0,
  };
}

function hasSizeOfFigure(box: Box, page: { readonly width: number; readonly height: number }): boolean {
  return Math.min(widthOf(box), heightOf(box)) >= MIN_SIDE && areaOf(box) <= MAX_SHARE * page.width * page.height;
}
