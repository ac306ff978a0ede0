import type { FormatId } from '../../../formats/index.ts';
import type { Compare } from '../../../contract/report.ts';

/** Share of the images that must be found: formats may hold a repeated one once, or join neighbouring tiles. */
const MIN_SHARE = 0.5;

/** Formats with headers and footers of their own; the others may leave them out. */
const MARGINAL: ReadonlySet<FormatId> = new Set(['docx', 'docm', 'odt', 'fodt', 'doc', 'rtf', 'pdf']);

/**
 * Compares how many images documents hold. A PDF draws one image in many tiles and masks, so of its images only
 * one must be found.
 */
export const compareFigures: Compare = (source, outputs, expectation) => {
  if (!expectation.kept.includes('figures') || !source.document) return [];
  // With text laid over it the image of a scanned page is its background.
  if (expectation.operations.includes('infer') && expectation.to === 'pdf') return [];
  const documents = outputs.map(({ document }) => document).filter((document) => document !== undefined);
  if (documents.length < outputs.length || expectation.takes === 'first' || expectation.options.pages !== undefined)
    return [];
  if ([source.document, ...documents].some(({ excerpt }) => excerpt)) return [];
  const { figures, unshownFigures = 0, marginFigures = 0 } = source.document;
  const hidden = documents.some(({ pages }) => pages !== undefined) ? unshownFigures : 0;
  const expected = figures - hidden - (MARGINAL.has(expectation.to) ? 0 : marginFigures);
  if (expected === 0 || documents.length === 0) return [];
  const found = documents.reduce((sum, { figures }) => sum + figures, 0);
  const required = source.document.pages === undefined ? Math.ceil(expected * MIN_SHARE) : 1;
  return [{ name: 'figures', feature: 'figures', ok: found >= required, expected, found }];
};
