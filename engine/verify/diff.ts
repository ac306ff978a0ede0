import { diffDocuments } from '../content/document/diff.ts';
import { diffArchive } from '../content/archive/diff.ts';
import { diffFormula } from '../content/document/formula/diff.ts';
import { diffMail } from '../content/mail/diff.ts';
import { diffFonts } from '../content/font/diff.ts';
import { diffBlank } from '../content/raster/compare/blank.ts';
import { MAX_LISTED_DIFFERENCES, type Diff, type Difference } from '../contract/differences.ts';
import { diffRaster } from '../content/raster/diff.ts';
import { diffPageContent } from '../content/pages/diff.ts';
import { diffRecords } from '../content/records/diff.ts';
import { diffWorkbooks } from '../content/workbook/diff.ts';
import { diffTimeline } from '../content/timeline/diff.ts';
import { diffCues } from '../content/cues/diff.ts';
import type { Expectation } from '../contract/report.ts';
import type { Facts } from '../contract/facts.ts';

/** The diff of every kind of content; each yields nothing where it does not apply. */
const DIFFS: readonly Diff[] = [
  diffDocuments,
  diffPageContent,
  diffRaster,
  diffTimeline,
  diffCues,
  diffArchive,
  diffBlank,
  diffFormula,
  diffRecords,
  diffWorkbooks,
  diffFonts,
  diffMail,
];

/** Differences that are counted one by one; a result with more is refused whatever they are. */
const MAX_COUNTED_DIFFERENCES = 10_000;

/** What was found different: the first of them, those to refuse before those to tell, and how many there are. */
export interface Differences {
  readonly listed: readonly Difference[];
  readonly count: number;
}

export const NO_DIFFERENCES: Differences = { listed: [], count: 0 };

/** Aligns what the source says with what the outputs say. */
export function diffFacts(source: Facts, outputs: readonly Facts[], expectation: Expectation): Differences {
  return DIFFS.map((diff) => listDifferences(diff(source, outputs, expectation))).reduce(
    joinDifferences,
    NO_DIFFERENCES,
  );
}

export function listDifferences(differences: Iterable<Difference>): Differences {
  const refused: Difference[] = [];
  const told: Difference[] = [];
  let count = 0;
  for (const difference of differences) {
    const list = difference.severity === 'refuse' ? refused : told;
    if (list.length < MAX_LISTED_DIFFERENCES) list.push(difference);
    if (++count === MAX_COUNTED_DIFFERENCES) break;
  }
  return { listed: [...refused, ...told].slice(0, MAX_LISTED_DIFFERENCES), count };
}

export function joinDifferences(a: Differences, b: Differences): Differences {
  return { listed: listDifferences([...a.listed, ...b.listed]).listed, count: a.count + b.count };
}
