import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunContext } from '../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { systemNamed } from '../../../engine/content/listing/map/epsg-codes.ts';
import {
  entryOfFeature,
  featureOfEntry,
  mapPositions,
  type Feature,
  type Geometry,
  type Position,
} from '../../../engine/content/listing/map/features.ts';
import { inSystem } from '../../../engine/content/listing/map/reproject.ts';
import { readListing } from '../../../engine/content/listing/read.ts';
import { writeListing } from '../../../engine/content/listing/write.ts';
import { startParquet } from '../../../engine/content/records/parquet.ts';
import type { Damage, Harm, Scenario } from '../scenario.ts';
import { BYTE_DAMAGES } from './bytes.ts';

type Target = 'geojson' | 'kml' | 'gml' | 'fgb' | 'shapefile' | 'wkt' | 'mapinfo' | 'geoparquet';
/** Changed features; nothing where there is nothing to change. */
type Change = (features: readonly Feature[]) => readonly Feature[] | undefined;

const context = {
  limits: DEFAULT_LIMITS,
  warn: () => undefined,
  signal: new AbortController().signal,
} as unknown as RunContext;

/** Changes the first feature for which there is a change. */
function one(change: (feature: Feature) => Feature | undefined): Change {
  return (features) => {
    const changes = features.map(change);
    const at = changes.findIndex((changed) => changed !== undefined);
    return at < 0 ? undefined : features.with(at, changes[at]!);
  };
}

function geometries(change: (geometry: Geometry) => Geometry | undefined): Change {
  return one((feature) => {
    const geometry = feature.geometry && change(feature.geometry);
    return geometry && { ...feature, geometry };
  });
}

const places =
  (change: (position: Position) => Position): Change =>
  (features) =>
    features.map((feature) => ({
      ...feature,
      ...(feature.geometry && { geometry: mapPositions(feature.geometry, change) }),
    }));

function properties(
  change: (values: Readonly<Record<string, unknown>>) => Record<string, unknown> | undefined,
): Change {
  return one((feature) => {
    const changed = change(feature.properties ?? {});
    return changed && { ...feature, properties: changed };
  });
}

const DAMAGES: readonly (readonly [name: string, harm: Harm, change: Change])[] = [
  ['the first feature lost', 'block', (features) => features.slice(1)],
  ['the last feature lost', 'block', (features) => features.slice(0, -1)],
  ['a feature twice', 'block', (features) => [...features, features[0]!]],
  ['longitude and latitude exchanged', 'order', places(([x = 0, y = 0, ...rest]) => [y, x, ...rest])],
  ['everything a hundred metres north', 'number', places(([x = 0, y = 0, ...rest]) => [x, y + 0.001, ...rest])],
  ['everything half a metre east', 'number', places(([x = 0, ...rest]) => [x + 5e-6, ...rest])],
  ['positions rounded to a hundred metres', 'number', places(([x = 0, y = 0, ...rest]) => [Math.round(x * 1e3) / 1e3, Math.round(y * 1e3) / 1e3, ...rest])], // prettier-ignore
  ['west for east', 'number', places(([x = 0, ...rest]) => [-x, ...rest])],
  [
    'a position lost',
    'number',
    geometries((geometry) =>
      geometry.type === 'LineString' ? { ...geometry, coordinates: geometry.coordinates.slice(0, -1) } : undefined,
    ),
  ],
  [
    'a line backwards',
    'order',
    geometries((geometry) =>
      geometry.type === 'LineString' ? { ...geometry, coordinates: geometry.coordinates.toReversed() } : undefined,
    ),
  ],
  [
    'a hole lost',
    'block',
    geometries((geometry) =>
      geometry.type === 'Polygon' && geometry.coordinates.length > 1
        ? { ...geometry, coordinates: geometry.coordinates.slice(0, 1) }
        : undefined,
    ),
  ],
  [
    'a part lost',
    'block',
    geometries((geometry) =>
      geometry.type === 'MultiPolygon' && geometry.coordinates.length > 1
        ? { ...geometry, coordinates: geometry.coordinates.slice(1) }
        : undefined,
    ),
  ],
  ['a geometry lost', 'block', one(({ geometry, ...feature }) => geometry && feature)],
  ['a name lost', 'text', one(({ name, ...feature }) => (name === undefined ? undefined : feature))],
  ['a name in the wrong encoding', 'text', one((feature) => (/[^ -~]/.test(feature.name ?? '') ? { ...feature, name: Buffer.from(feature.name!).toString('latin1') } : undefined))], // prettier-ignore
  [
    'a property lost',
    'text',
    properties((values) => {
      const [first, ...others] = Object.entries(values);
      return first && Object.fromEntries(others);
    }),
  ],
  [
    'a number changed',
    'number',
    properties((values) => {
      const [name, value] = Object.entries(values).find(([, each]) => typeof each === 'number') ?? [];
      return name === undefined ? undefined : { ...values, [name]: (value as number) + 1 };
    }),
  ],
  [
    'properties of two features exchanged',
    'order',
    ([first, second, ...others]) =>
      first && second && JSON.stringify(first.properties) !== JSON.stringify(second.properties)
        ? [
            { ...first, properties: second.properties ?? {} },
            { ...second, properties: first.properties ?? {} },
            ...others,
          ]
        : undefined,
  ],
];

async function startLibrary(): Promise<void> {
  const file = createRequire(import.meta.url).resolve('parquet-wasm/esm/parquet_wasm_bg.wasm');
  startParquet({ parquet: await WebAssembly.compile(readFileSync(file)) });
}

/** What a bug of a writer of maps could do. */
function damagesOf(to: Target, crs?: string): Damage[] {
  return DAMAGES.map(([name, harm, change]) => ({
    name,
    harm,
    async apply(result) {
      if (to === 'geoparquet') await startLibrary();
      const { entries } = await readListing(result, to, context);
      const before = entries.map(featureOfEntry);
      const after = change(before);
      if (after === undefined || JSON.stringify(after) === JSON.stringify(before)) return undefined;
      const listing = { entries: after.map(entryOfFeature) };
      if (crs === undefined) return writeListing(listing, to, { context });
      const system = systemNamed(crs);
      return writeListing(inSystem(listing, system, context), to, { system, context });
    },
  }));
}

const SOURCES = 'corpus/sources';
const PAIRS: readonly (readonly [source: string, to: Target, crs?: string])[] = [
  [`${SOURCES}/geojson/kinds-hole-properties.geojson`, 'fgb'],
  [`${SOURCES}/fgb/utm-index-kinds.fgb`, 'geojson'],
  [`${SOURCES}/gml/three-layers-axis-orders.gml`, 'kml'],
  [`${SOURCES}/shapefile/four-layers-code-pages-grids.shp.zip`, 'gml'],
  [`${SOURCES}/geojson/kinds-hole-properties.geojson`, 'shapefile'],
  [`${SOURCES}/geojson/kinds-hole-properties.geojson`, 'fgb', 'EPSG:25832'],
  [`${SOURCES}/fgb/utm-index-kinds.fgb`, 'gml', 'EPSG:31467'],
  [`${SOURCES}/gml/three-layers-axis-orders.gml`, 'shapefile', 'EPSG:3857'],
  [`${SOURCES}/geojson/kinds-hole-properties.geojson`, 'mapinfo'],
  [`${SOURCES}/mapinfo/two-layers-grid-kinds.mif.zip`, 'geojson'],
  [`${SOURCES}/geojson/kinds-hole-properties.geojson`, 'geoparquet'],
  [`${SOURCES}/filegdb/layers-codes-grids.gdb.zip`, 'geojson'],
  [`${SOURCES}/maptab/site-lake-image.tab.zip`, 'geojson'],
  [`${SOURCES}/geoparquet/utm-index-two-geometries.geoparquet`, 'kml'],
  [`${SOURCES}/geojson/kinds-hole-properties.geojson`, 'geoparquet', 'EPSG:25832'],
];

export const SCENARIOS: readonly Scenario[] = PAIRS.map(([source, to, crs]) => ({
  family: 'map',
  source,
  to,
  ...(crs && { options: { crs } }),
  damages: [...damagesOf(to, crs), ...BYTE_DAMAGES],
}));
