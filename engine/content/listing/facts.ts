import type { InspectRequest, RunContext } from '../../contract/codec.ts';
import type { Facts } from '../../contract/facts.ts';
import type { ListingFacts } from '../../contract/listing-facts.ts';
import { factsOfData } from '../records/inspect-source.ts';
import { formatOf } from '../../formats/index.ts';
import type { ListingKind } from '../../formats/lists.ts';
import { isSortedFormat } from './held.ts';
import type { Listing } from './model.ts';
import { cellsOfEntry, sourceOfListing } from './rows.ts';

/** What a list says, as a list and, unless it is a result, as the table that it is. */
export async function factsOfListing(
  listing: Listing,
  kind: ListingKind,
  basics: Pick<Facts, 'format' | 'sizeBytes' | 'reader'>,
  { request, context }: { readonly request: InspectRequest; readonly context: RunContext },
): Promise<Facts> {
  const { verifiedTextChars } = context.limits;
  if (request.isResult) {
    const chars = isSortedFormat(basics.format) ? Infinity : verifiedTextChars;
    const { carries } = formatOf(basics.format);
    return { ...basics, depth: 'content', features: carries, listing: entriesToCompare(listing, chars) };
  }
  const facts = await factsOfData(basics, { ...request, onlyHead: false }, context, async () =>
    sourceOfListing(listing, kind),
  );
  return { ...facts, listing: entriesToCompare(listing, verifiedTextChars) };
}

/** Facts of a drawing with those of the map that it becomes where the caller says how it lies. */
export async function factsOfPlacedDrawing(
  drawing: Facts,
  listing: Listing,
  about: { readonly request: InspectRequest; readonly context: RunContext },
): Promise<Facts> {
  const { listing: entries, records } = await factsOfListing(listing, 'map', drawing, about);
  return { ...drawing, ...(entries && { listing: entries }), ...(records && { records }) };
}

function entriesToCompare({ entries }: Listing, chars: number): ListingFacts {
  const compared: string[][] = [];
  let left = chars;
  for (const entry of entries) {
    const cells = cellsOfEntry(entry);
    left -= cells.reduce((sum, cell) => sum + cell.length, 0);
    if (left < 0) break;
    compared.push(cells);
  }
  return { count: entries.length, entries: compared };
}
