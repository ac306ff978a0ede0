import type { Facts } from '../../contract/facts.ts';
import type { Expectation } from '../../contract/report.ts';
import { kindOfListing } from '../../formats/lists.ts';
import { sampledRows } from '../records/samples.ts';
import { placedRows, recordsOf } from './placed-rows.ts';

/** Facts of a table whose places are of a reference system that the caller names: as the features, in degrees, that they become. */
export async function factsOfPlaces(source: Facts, { to, options }: Expectation): Promise<Facts> {
  const { sourceCrs } = options;
  const records = recordsOf(source);
  if (sourceCrs === undefined || source.listing || !records || kindOfListing(to) !== 'map') return source;
  const { samples, columns = [], rows: count } = records;
  const { rowsInDegrees } = await import('./map/rows-in-degrees.ts');
  const rows = rowsInDegrees(placedRows(sampledRows(samples, columns), columns), sourceCrs);
  return { ...source, listing: { count, entries: rows.map((row) => [...row].flat()) } };
}
