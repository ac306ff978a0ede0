import type { DocumentFacts } from '../../../contract/facts.ts';
import type { Check, Compare } from '../../../contract/report.ts';

/** What carries a document's structure, by the name of its check. */
const COUNTS = ['headings', 'tables', 'links'] as const;
type CountName = (typeof COUNTS)[number];
/** Share that must be found: formats draw the line between a heading and a bold paragraph differently. */
const MIN_SHARE = 0.5;

/** Compares the counts of headings, tables and links: they may be counted differently, but they must not vanish. */
export const compareStructure: Compare = (source, outputs, expectation) => {
  if (!expectation.kept.includes('structure') || !source.document) return [];
  const documents = outputs.map(({ document }) => document).filter((document) => document !== undefined);
  if (documents.length < outputs.length || expectation.takes === 'first' || expectation.options.pages !== undefined)
    return [];
  if ([source.document, ...documents].some(({ excerpt }) => excerpt)) return [];
  // What is known block by block is aligned.
  if (source.document.blocks && documents.every(({ blocks }) => blocks)) return [];
  // A PDF has links as areas: one for every line, and one for every entry of a table of contents.
  const names = source.document.pages === undefined ? COUNTS : COUNTS.filter((name) => name !== 'links');
  // The title of a document is a heading for some formats, and is beside the text of others.
  const { headings, titles = 0 } = source.document;
  const expected = headings ? { ...source.document, headings: headings - titles } : source.document;
  return names.flatMap((name) => checkCount(name, expected, documents));
};

function checkCount(name: CountName, source: DocumentFacts, outputs: readonly DocumentFacts[]): Check[] {
  const isOnPages = outputs.some(({ pages }) => pages !== undefined);
  const unshown = name === 'links' && isOnPages ? (source.unshownLinks ?? 0) : 0;
  const expected = (source[name] ?? 0) - unshown;
  const counts = outputs.map((output) => output[name]).filter((count) => count !== undefined);
  if (expected === 0 || counts.length < outputs.length || counts.length === 0) return [];
  const found = counts.reduce((sum, count) => sum + count, 0);
  return [{ name, feature: 'structure', ok: found >= Math.ceil(expected * MIN_SHARE), expected, found }];
}
