import type { Facts } from '../../../contract/facts.ts';
import type { Compare } from '../../../contract/report.ts';
import { selectedPages } from '../page-selection.ts';

/** Compares the number of pages where at least one side is a document; images among themselves are counted where they are seen. */
export const comparePages: Compare = (source, outputs, expectation) => {
  if (!expectation.kept.includes('pages')) return [];
  if (!source.document && outputs.every(({ document }) => !document)) return [];
  if (source.raster && outputs.every(({ raster }) => raster)) return []; // counted with their images
  const available = pagesOf(source);
  const counts = outputs.map(pagesOf).filter((count) => count !== undefined);
  if (available === undefined || counts.length === 0 || counts.length < outputs.length) return [];
  const expected = expectation.takes === 'first' ? 1 : selectedPages(expectation.options.pages, available).length;
  const found = counts.reduce((sum, count) => sum + count, 0);
  return [{ name: 'pages', feature: 'pages', ok: found === expected, expected, found }];
};

function pagesOf({ document, raster }: Facts): number | undefined {
  if (document) return document.pages;
  return raster?.sequence === 'animation' ? undefined : raster?.frames;
}
