import type { Limits } from '../../contract/limits.ts';
import type { Size } from '../../content/raster/size.ts';
import { withDrawing, withRendering } from '../../content/drawing/resvg.ts';
import { fitFonts, type FittedFonts } from '../../content/drawing/fonts.ts';
import { namespaceEdits, SVG_NAMESPACE } from '../../content/drawing/namespaces.ts';
import { filterUses, requireBoundedFilters, viewBoxOf } from '../../content/drawing/filters.ts';
import { attributesOf, withEdits, type Edit } from '../../content/drawing/markup.ts';
import type { RootElement, Survey } from '../../content/drawing/survey.ts';

/** A drawing that is ready to be drawn in any size. */
interface Drawing {
  readonly survey: Survey;
  readonly fonts: FittedFonts;
  /** Pixels of 1/96 inch, as a browser shows it. */
  readonly size: Size;
}

/** How the drawing lies on the canvas: stretched to it, or covering it. */
export interface Canvas extends Size {
  readonly fit?: 'fill' | 'cover';
  /** Colour under the drawing as #rrggbb; transparent if absent. */
  readonly background?: string;
}

/** Finds the fonts and the size of a drawing. It may be of any size: what it is drawn on has limits. */
export function openDrawing(survey: Survey): Drawing {
  const fonts = fitFonts(survey);
  return { survey, fonts, size: measure(survey, fonts) };
}

/** Draws, hands the pixels to `use` and frees them. Throws `input_too_complex` for filters that would take minutes. */
export function draw<T>(
  { survey, fonts, size }: Drawing,
  { limits, ...canvas }: Canvas & { readonly limits: Limits },
  use: Parameters<typeof withRendering<T>>[1],
): T {
  const { root, source, costlyPrimitives } = survey;
  const unit = viewBoxOf(root) ?? size;
  const scale = Math.max(canvas.width / unit.width, canvas.height / unit.height);
  requireBoundedFilters(costlyPrimitives, filterUses(source), canvas, { scale, limits });
  const edits = [...fonts.edits, ...namespaceEdits(survey), ...frameEdits(root, source, size, canvas)];
  const options = { background: canvas.background, font: { fontBuffers: [...fonts.files] } };
  return withDrawing(withEdits(source, edits), options, (drawing) => withRendering(drawing, use));
}

/**
 * The size that the root element says: its start tag alone tells the library. Only when it says nothing are all
 * elements looked at, for what they cover.
 */
function measure(survey: Survey, fonts: FittedFonts): Size {
  const { root, source } = survey;
  const box = viewBoxOf(root);
  const isTold = box !== undefined || (isLength(root.width) && isLength(root.height));
  const edits = [...fonts.edits, ...namespaceEdits(survey)];
  const isEmptyTag = root.close.start === root.close.end;
  const body: Edit = { start: root.end, end: root.close.start, replacement: '' };
  const inner = edits.filter(({ start }) => start < root.end);
  const svg = withEdits(source, isTold && !isEmptyTag ? [...inner, body] : edits);
  const { width, height } = withDrawing(
    svg,
    { font: { fontBuffers: isTold ? [] : [...fonts.files] } },
    (drawing): Size => ({ width: drawing.width, height: drawing.height }),
  );
  // One side alone: the other follows the proportions, as in browsers.
  if (box && isLength(root.width) && !isLength(root.height)) {
    return { width, height: Math.max(1, Math.round((width * box.height) / box.width)) };
  }
  if (box && isLength(root.height) && !isLength(root.width)) {
    return { width: Math.max(1, Math.round((height * box.width) / box.height)), height };
  }
  return box && !isLength(root.width) && !isLength(root.height) ? enlarged({ width, height }) : { width, height };
}

/** What browsers take for the width of a drawing that says nothing of it (CSS 2.1, 10.3.2). */
const LEAST_LONGER_SIDE = 300;

/** A box of coordinates alone says the proportions: icons in a box of 8 units are not of 8 pixels. A whole factor keeps edges on pixels. */
function enlarged({ width, height }: Size): Size {
  const factor = Math.max(1, Math.ceil(LEAST_LONGER_SIDE / Math.max(width, height)));
  return { width: width * factor, height: height * factor };
}

function isLength(text: string | undefined): boolean {
  return text !== undefined && /^\+?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:px|pt|pc|mm|cm|in|em|ex)?$/i.test(text);
}

/** Puts the drawing in its own size into a frame of the canvas's size. */
function frameEdits(root: RootElement, source: string, size: Size, { width, height, fit }: Canvas): Edit[] {
  const stated = attributesOf(source, root).filter(({ name }) => ['x', 'y', 'width', 'height'].includes(name));
  const isAsStated = ['width', 'height'].every((side) => stated.some(({ name }) => name === side));
  if (isAsStated && isLength(root.width) && isLength(root.height) && size.width === width && size.height === height) {
    return [];
  }
  const preserve = fit === 'cover' ? 'xMidYMid slice' : 'none';
  const frame = `<svg xmlns="${SVG_NAMESPACE}" width="${width}" height="${height}" viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="${preserve}">`;
  const tagEnd = root.end - (source[root.end - 2] === '/' ? 2 : 1);
  return [
    { start: root.start, end: root.start, replacement: frame },
    ...stated.map(({ from, end }) => ({ start: from, end: end + 1, replacement: '' })),
    { start: tagEnd, end: tagEnd, replacement: ` width="${size.width}" height="${size.height}"` },
    { start: root.close.end, end: root.close.end, replacement: '</svg>' },
  ];
}
