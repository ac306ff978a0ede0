import type { Comparison } from '../../../contract/report.ts';
import { compareListings } from '../diff.ts';

/** A drawing that became a map: its lines are the features, which no drawing has as records. */
export const compareDrawnMap: Comparison = (source, outputs, expectation) => {
  const { kept } = expectation;
  if (!source.listing || kept.includes('records') || !kept.includes('vector')) return [];
  return compareListings(source, outputs, { ...expectation, kept: [...kept, 'records'] });
};
