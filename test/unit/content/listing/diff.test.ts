import { describe, expect, it } from 'vitest';
import { compareListings } from '../../../../engine/content/listing/diff.ts';
import { factsOfListing } from '../../../../engine/content/listing/facts.ts';
import { readListing } from '../../../../engine/content/listing/read.ts';
import { writeListing } from '../../../../engine/content/listing/write.ts';
import type { WritableListing } from '../../../../engine/formats/lists.ts';
import type { RunContext } from '../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';

/** So few characters that the facts of a source end before its last entry. */
const context = {
  limits: { ...DEFAULT_LIMITS, verifiedTextChars: 2000 },
  signal: new AbortController().signal,
  warn: () => undefined,
} as unknown as RunContext;

/** Points that lie in another order on the map than in the file. */
function mapOf(change: (place: number) => string = (place) => `Bay ${place}`): Buffer {
  const features = Array.from({ length: 100 }, (_, place) => ({
    type: 'Feature',
    properties: { name: change(place), depth: place },
    geometry: { type: 'Point', coordinates: [(place * 37) % 101, (place * 61) % 83] },
  }));
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
}

async function findingsOf(source: Buffer, written: Buffer, to: WritableListing): Promise<readonly unknown[]> {
  const listing = await readListing(source, 'geojson', context);
  const bytes = await writeListing(await readListing(written, 'geojson', context), to, { context });
  const result = await readListing(bytes, to, context);
  const basics = { sizeBytes: 1, reader: 'listing' };
  const [from, found] = await Promise.all([
    factsOfListing(listing, 'map', { ...basics, format: 'geojson' }, { request: { effort: 'quick' }, context }),
    factsOfListing(result, 'map', { ...basics, format: to }, { request: { effort: 'quick', isResult: true }, context }),
  ]);
  expect(from.listing!.entries.length).toBeLessThan(100);
  const expectation = { from: 'geojson', to, kept: ['records'], options: {} } as unknown as Expectation;
  return [...compareListings(from, [found], expectation)].map((one) => ('ok' in one ? one.ok : one.kind));
}

describe('a map whose source is known in part', () => {
  it.each<WritableListing>(['fgb', 'geojsonl'])('is found in %s, whatever the order there', async (to) => {
    expect(await findingsOf(mapOf(), mapOf(), to)).toEqual([true]);
  });

  it('lacks what is nowhere in the result', async () => {
    const depths = mapOf().toString().replace('"depth":1,', '"depth":900,').replace('"depth":1}', '"depth":900}');
    expect(await findingsOf(mapOf(), Buffer.from(depths), 'fgb')).toEqual([true, 'record_missing']);
  });
});

describe('a list with an order of its own', () => {
  it('has names that belong to other entries, where two have changed places', async () => {
    const swapped = mapOf((place) => `Bay ${place === 0 ? 1 : place === 1 ? 0 : place}`);
    expect(await findingsOf(mapOf(), swapped, 'fgb')).toEqual([true, 'value_changed', 'value_changed']);
  });
});
