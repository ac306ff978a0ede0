import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import { requireBoundedFiltersOf } from '../../content/drawing/filters.ts';
import { surveyDrawing } from '../../content/drawing/survey.ts';
import type { Size } from '../../content/raster/size.ts';

/** Typst draws what has a filter with four pixels for each point. */
export const FILTER_ENLARGEMENT = 3;

/** Throws `input_too_complex` for an image in SVG whose filters would take minutes. */
export function requireBoundedImage(drawing: string, size: Size, limits: Limits): void {
  if (!/<(?:\w+:)?filter\b/.test(drawing)) return;
  try {
    requireBoundedFiltersOf(surveyDrawing(drawing, limits), size, { enlargement: FILTER_ENLARGEMENT, limits });
  } catch (error) {
    // Typst tells which images are damaged.
    if (!(error instanceof ConversionError) || error.code !== 'input_corrupt') throw error;
  }
}
