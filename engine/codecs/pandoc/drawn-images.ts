import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Limits } from '../../contract/limits.ts';
import type { BookImage } from '../../content/document/book/book.ts';
import { fitFonts } from '../../content/drawing/fonts.ts';
import { requireBoundedFiltersOf } from '../../content/drawing/filters.ts';
import { withEdits } from '../../content/drawing/markup.ts';
import { namespaceEdits } from '../../content/drawing/namespaces.ts';
import { expandedBytes, textOf } from '../../content/drawing/source.ts';
import { surveyDrawing } from '../../content/drawing/survey.ts';
import type { Size } from '../../content/raster/size.ts';
import { withDrawing, withRendering } from '../../content/drawing/resvg.ts';

/** Targets that pandoc writes with drawings that many of their readers leave blank, or with none. */
const WITHOUT_DRAWINGS: ReadonlySet<FormatId> = new Set(['docx', 'odt', 'pptx', 'rtf']);
/** Pixels of the result for one of the drawing: prints have more of them than screens. */
const SCALE = 2;
/** Pixels of a side, at most: a page of paper has no more at 300 dpi. */
const MAX_SIDE = 3_000;

/** An image, and the size in which it is shown where that is another than its own. */
export interface DrawnImage extends BookImage {
  readonly size?: Size;
}

export function needsDrawnImages(to: FormatId): boolean {
  return WITHOUT_DRAWINGS.has(to);
}

/** The image as PNG where it is a drawing. One that cannot be drawn stays as it is. */
export function drawn(image: BookImage, limits: Limits): DrawnImage {
  if (image.type !== 'image/svg+xml') return image;
  try {
    return { type: 'image/png', ...draw(image.bytes, limits) };
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      const message = 'A drawing of the book needs more memory than one conversion may use. Simplify it.';
      const details = { limit: 'memoryBytes' };
      throw new ConversionError({ code: 'input_too_complex', message, details, discardWorker: true }, { cause: error });
    }
    // The library's own refusals have no type of their own.
    if (error instanceof ConversionError || (error instanceof Error && error.name === 'Error')) return image;
    throw error;
  }
}

function draw(svg: Uint8Array, limits: Limits): { readonly bytes: Uint8Array; readonly size: Size } {
  const survey = surveyDrawing(textOf(expandedBytes(svg, limits)), limits);
  const fonts = fitFonts(survey);
  const source = withEdits(survey.source, [...fonts.edits, ...namespaceEdits(survey)]);
  const font = { fontBuffers: [...fonts.files] };
  const size = withDrawing(source, { font }, ({ width, height }) => ({
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
  }));
  const scale = Math.min(SCALE, MAX_SIDE / Math.max(size.width, size.height));
  requireBoundedFiltersOf(survey, size, { enlargement: scale, limits });
  const fitTo = { mode: 'zoom', value: scale } as const;
  return withDrawing(source, { font, fitTo }, (drawing) =>
    withRendering(drawing, (rendering) => ({ bytes: rendering.asPng(), size })),
  );
}
