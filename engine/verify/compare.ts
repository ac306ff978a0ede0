import type { Facts } from '../contract/facts.ts';
import type { Comparison, Expectation } from '../contract/report.ts';
import { compareArchive } from '../content/archive/diff.ts';
import { readsBarcodes, showsBarcode } from '../content/barcode/compare.ts';
import { compareCoverages } from '../content/grid/diff.ts';
import { compareCues } from '../content/cues/compare.ts';
import { diffCues } from '../content/cues/diff.ts';
import { compareBook } from '../content/document/book/compare.ts';
import { compareFigures } from '../content/document/compare/figures.ts';
import { compareStructure } from '../content/document/compare/structure.ts';
import { compareTablesInText } from '../content/document/compare/tables-in-text.ts';
import { compareText } from '../content/document/compare/text.ts';
import { diffDocuments } from '../content/document/diff.ts';
import { compareFormula } from '../content/document/formula/diff.ts';
import { compareDrawing } from '../content/drawing/compare.ts';
import { compareFonts } from '../content/font/diff.ts';
import { compareListings } from '../content/listing/diff.ts';
import { compareDrawnMap } from '../content/listing/map/diff-drawing.ts';
import { compareMail } from '../content/mail/diff.ts';
import { compareMeshes } from '../content/mesh/diff.ts';
import { diffModelPicture } from '../content/mesh/diff-picture.ts';
import { compareArchival } from '../content/pages/compare/archival.ts';
import { comparePages } from '../content/pages/compare/pages.ts';
import { compareTablesOfPages } from '../content/pages/compare/tables-of-pages.ts';
import { diffPageContent } from '../content/pages/diff.ts';
import { compareAnimation } from '../content/raster/compare/animation.ts';
import { diffBlank } from '../content/raster/compare/blank.ts';
import { compareRaster } from '../content/raster/diff.ts';
import { compareRecords } from '../content/records/compare.ts';
import { diffRecords } from '../content/records/diff.ts';
import { compareMedia } from '../content/timeline/compare/media.ts';
import { diffTimeline } from '../content/timeline/diff.ts';
import { compareSheets } from '../content/workbook/compare.ts';
import { diffWorkbooks } from '../content/workbook/diff.ts';
import { collectFindings, joinFindings, NO_FINDINGS, type Findings } from './findings.ts';

/** Every comparison there is; each finds nothing where it does not apply. Reports list what they found in this order. */
const COMPARISONS: readonly Comparison[] = [
  compareArchive,
  compareMedia,
  compareAnimation,
  diffDocuments,
  diffPageContent,
  compareRaster,
  diffTimeline,
  compareText,
  compareStructure,
  compareFigures,
  comparePages,
  diffBlank,
  compareRecords,
  diffRecords,
  compareSheets,
  diffWorkbooks,
  compareTablesOfPages,
  compareTablesInText,
  compareCues,
  diffCues,
  compareFormula,
  compareFonts,
  compareListings,
  compareDrawnMap,
  compareMail,
  compareMeshes,
  compareCoverages,
  diffModelPicture,
  compareDrawing,
  compareBook,
  compareArchival,
];

/** Compares what the plan promised with what a reader found in the outputs. */
export function compareFacts(source: Facts, outputs: readonly Facts[], expectation: Expectation): Findings {
  if (readsBarcodes(expectation)) return NO_FINDINGS;
  const expected = showsBarcode(expectation) ? withoutText(expectation) : expectation;
  return joinFindings(...COMPARISONS.map((compare) => collectFindings(compare(source, outputs, expected))));
}

/** The text is in the bars alone: only a reader of codes finds it there. */
function withoutText(expectation: Expectation): Expectation {
  return { ...expectation, kept: expectation.kept.filter((feature) => feature !== 'text') };
}

const DEPTHS = ['signature', 'structure', 'content'] as const;

/** How far a comparison reached: no further than the shallowest inspection; contents of which nothing could be compared are not verified. */
export function comparedDepth(
  { checks, differences }: Findings,
  source: Facts,
  outputs: readonly Facts[],
): Facts['depth'] {
  const shallowest = Math.min(...[source, ...outputs].map(({ depth }) => DEPTHS.indexOf(depth)));
  const depth = DEPTHS[shallowest] ?? 'signature';
  return depth === 'content' && checks.length === 0 && differences.count === 0 ? 'structure' : depth;
}
