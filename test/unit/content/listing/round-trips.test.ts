import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CORPUS } from '../../../../corpus/cases.ts';
import { compareListings } from '../../../../engine/content/listing/diff.ts';
import { featureOfEntry } from '../../../../engine/content/listing/map/features.ts';
import { factsOfListing } from '../../../../engine/content/listing/facts.ts';
import {
  LISTING_FORMATS,
  LISTING_KINDS,
  type ListingKind,
  type ReadableListing,
  type WritableListing,
} from '../../../../engine/formats/lists.ts';
import { readListing } from '../../../../engine/content/listing/read.ts';
import { writeListing } from '../../../../engine/content/listing/write.ts';
import { startParquet } from '../../../../engine/content/records/parquet.ts';
import type { RunContext } from '../../../../engine/contract/codec.ts';
import type { Facts } from '../../../../engine/contract/facts.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';

const context = {
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  warn: () => undefined,
} as unknown as RunContext;

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('parquet-wasm/esm/parquet_wasm_bg.wasm');
  startParquet({ parquet: await WebAssembly.compile(readFileSync(file)) });
});

function sampleOf(format: string): Uint8Array {
  const folder = join(CORPUS, 'sources', format);
  return readFileSync(join(folder, readdirSync(folder)[0]!));
}

async function factsOf(bytes: Uint8Array, format: ReadableListing, kind: ListingKind): Promise<Facts> {
  const listing = await readListing(bytes, format, context);
  return factsOfListing(
    listing,
    kind,
    { format, sizeBytes: bytes.byteLength, reader: 'listing' },
    { request: { effort: 'full' }, context },
  );
}

async function differences(from: ReadableListing, to: WritableListing, kind: ListingKind): Promise<readonly string[]> {
  const bytes = sampleOf(from);
  const written = await writeListing(await readListing(bytes, from, context), to, { context });
  const expectation = { from, to, kept: ['records'], options: {} } as unknown as Expectation;
  const found = compareListings(await factsOf(bytes, from, kind), [await factsOf(written, to, kind)], expectation);
  return [...found].flatMap((one) =>
    'ok' in one ? (one.ok ? [] : [`${one.name}: ${one.expected}, ${one.found}`]) : [one.message],
  );
}

describe.each(LISTING_KINDS)('lists of the kind %s', (kind) => {
  const { both: listed, read } = LISTING_FORMATS[kind];
  const both: readonly WritableListing[] = kind === 'map' ? [...listed, 'gpkg', 'geoparquet'] : listed;
  const sources: readonly ReadableListing[] = [...both, ...read];

  it.each(sources)('keep what each format holds when they come from %s', async (from) => {
    for (const to of both) expect(await differences(from, to, kind), `${from} to ${to}`).toEqual([]);
  });
});

describe('a map', () => {
  it.each([
    ['gpx', '<gpx version="1.1"><rte><name>Trek</name></rte><trk><name>Walk</name><trkseg/></trk></gpx>'],
    ['geojson', '{"type":"Feature","properties":{},"geometry":{"type":"MultiLineString","coordinates":[]}}'],
  ] as const)('has no geometry where %s names no position', async (format, text) => {
    const { entries } = await readListing(new TextEncoder().encode(text), format, context);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) expect(featureOfEntry(entry).geometry).toBeUndefined();
  });
});
