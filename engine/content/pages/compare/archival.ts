import type { Check, Compare } from '../../../contract/report.ts';
import type { PdfFacts } from '../../../contract/facts.ts';

/** Names that a message holds. */
const MAX_NAMED_FONTS = 12;

/**
 * Compares a PDF with the standard that was asked for: what its metadata claim, its output intent, and that its fonts
 * are in it. Where nothing was asked for, fonts that are missing in a PDF that was made here are told.
 */
export const compareArchival: Compare = (source, outputs, { to, options }) => {
  const found = outputs.map(({ pdf }) => pdf).filter((pdf) => pdf !== undefined);
  if (to !== 'pdf' || found.length === 0 || found.length < outputs.length) return [];
  const wanted = /^pdfa-(.*)$/.exec(options.pdfStandard ?? '')?.[1];
  if (wanted !== undefined) return found.flatMap((pdf) => checkStandard(pdf, wanted));
  // What becomes of a PDF has the fonts that it had.
  if (source.format === 'pdf') return [];
  const names = [...new Set(found.flatMap(({ foreignFonts }) => foreignFonts))];
  return names.length === 0 ? [] : [{ ...checkFonts(names), ok: true, missing: names.slice(0, MAX_NAMED_FONTS) }];
};

function checkStandard({ archival = 'none', hasOutputIntent, foreignFonts }: PdfFacts, wanted: string): Check[] {
  return [
    { name: 'PDF/A metadata', ok: archival === wanted, expected: wanted, found: archival },
    { name: 'output intent', ok: hasOutputIntent, expected: 1, found: hasOutputIntent ? 1 : 0 },
    checkFonts(foreignFonts),
  ];
}

function checkFonts(foreign: readonly string[]): Check {
  const found = foreign.length === 0 ? 'all' : `all but ${foreign.slice(0, MAX_NAMED_FONTS).join(', ')}`;
  return { name: EMBEDDED_FONTS, ok: foreign.length === 0, expected: 'all', found };
}

export const EMBEDDED_FONTS = 'embedded fonts';
