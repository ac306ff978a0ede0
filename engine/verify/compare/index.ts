import type { Facts } from '../facts.ts';
import type { Check, Compare, PlanPromise } from '../report.ts';
import { compareAnimation } from './animation.ts';
import { compareArchival } from './archival.ts';
import { compareArchive } from './archive.ts';
import { compareBook } from './book.ts';
import { compareCues } from './cues.ts';
import { compareDrawing } from './drawing.ts';
import { compareFigures } from './figures.ts';
import { compareFonts } from './fonts.ts';
import { compareMedia } from './media.ts';
import { comparePages } from './pages.ts';
import { compareRaster } from './raster.ts';
import { compareRecords } from './records.ts';
import { compareSheets } from './sheets.ts';
import { compareStructure } from './structure.ts';
import { compareTablesInText } from './tables-in-text.ts';
import { compareTablesOfPages } from './tables-of-pages.ts';
import { compareText } from './text.ts';
import { compareUnshown } from './unshown.ts';

/** Every comparison there is; each returns no checks where it does not apply. */
const COMPARISONS: readonly Compare[] = [
  compareArchive,
  compareMedia,
  compareAnimation,
  compareRaster,
  compareText,
  compareUnshown,
  compareStructure,
  compareFigures,
  comparePages,
  compareRecords,
  compareSheets,
  compareTablesOfPages,
  compareTablesInText,
  compareCues,
  compareFonts,
  compareDrawing,
  compareBook,
  compareArchival,
];

/** Compares what the plan promised with what a reader found in the outputs. */
export function compareFacts(source: Facts, outputs: readonly Facts[], promise: PlanPromise): Check[] {
  return COMPARISONS.flatMap((compare) => compare(source, outputs, promise));
}
