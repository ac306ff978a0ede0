import type { Facts } from '../contract/facts.ts';
import type { Check, Compare, Expectation } from '../contract/report.ts';
import { compareAnimation } from '../content/raster/compare/animation.ts';
import { compareArchival } from '../content/pages/compare/archival.ts';
import { checkArchive } from '../content/archive/diff.ts';
import { compareBook } from '../content/document/book/compare.ts';
import { compareCues } from '../content/cues/compare.ts';
import { compareDrawing } from '../content/drawing/compare.ts';
import { compareFigures } from '../content/document/compare/figures.ts';
import { checkFormula } from '../content/document/formula/diff.ts';
import { checkMail } from '../content/mail/diff.ts';
import { checkFonts } from '../content/font/diff.ts';
import { compareMedia } from '../content/timeline/compare/media.ts';
import { comparePages } from '../content/pages/compare/pages.ts';
import { compareRaster } from '../content/raster/compare/raster.ts';
import { compareRecords } from '../content/records/compare.ts';
import { compareSheets } from '../content/workbook/compare.ts';
import { compareStructure } from '../content/document/compare/structure.ts';
import { compareTablesInText } from '../content/document/compare/tables-in-text.ts';
import { compareTablesOfPages } from '../content/pages/compare/tables-of-pages.ts';
import { compareText } from '../content/document/compare/text.ts';

/** Every comparison there is; each returns no checks where it does not apply. */
const COMPARISONS: readonly Compare[] = [
  checkArchive,
  compareMedia,
  compareAnimation,
  compareRaster,
  compareText,
  compareStructure,
  compareFigures,
  comparePages,
  compareRecords,
  compareSheets,
  compareTablesOfPages,
  compareTablesInText,
  compareCues,
  checkFormula,
  checkFonts,
  checkMail,
  compareDrawing,
  compareBook,
  compareArchival,
];

/** Compares what the plan promised with what a reader found in the outputs. */
export function compareFacts(source: Facts, outputs: readonly Facts[], expectation: Expectation): Check[] {
  return COMPARISONS.flatMap((compare) => compare(source, outputs, expectation));
}
