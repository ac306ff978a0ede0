import type { RunContext } from '../../../contract/codec.ts';
import { numberOf, valueOfJson, type Entry, type Listing } from '../model.ts';
import type { ReferenceSystem } from './epsg-codes.ts';
import { featureOfEntry, linesOfGeometry, mapPositions, type Geometry } from './features.ts';
import { inDegrees, projectionOf, requireArea, tellProjection } from './reference-systems.ts';

/** Positions between two looks at the signal. */
const BETWEEN_SIGNALS = 65_536;

/**
 * A map in the coordinates of a system, for writers that say which it is: its longitudes become eastings, and its
 * latitudes northings. Throws `unsupported_conversion` for a map that lies outside of the system.
 */
export function inSystem(listing: Listing, system: ReferenceSystem, context: RunContext): Listing {
  const { fromDegrees, accuracy } = projectionOf(system.definition);
  let positions = 0;
  const entries = listing.entries.map((entry) => {
    const { geometry } = featureOfEntry(entry);
    if (!geometry) return entry;
    const places = linesOfGeometry(geometry).flat();
    if (Math.floor(positions / BETWEEN_SIGNALS) < Math.floor((positions += places.length) / BETWEEN_SIGNALS))
      context.signal.throwIfAborted();
    requireArea(system, places, accuracy);
    return fromDegrees ? withGeometry(entry, mapPositions(geometry, fromDegrees)) : entry;
  });
  const how =
    accuracy === 'exact'
      ? 'They are exact to two metres.'
      : 'Its datum is an older one: they are exact to some ten metres.';
  context.warn({
    code: 'coordinates_converted',
    message: `The coordinates became those of the reference system "${system.name}" (EPSG:${system.code}). ${how}`,
    details: { system: system.name, code: system.code, accuracy },
  });
  return { ...listing, entries };
}

/**
 * A map whose coordinates are of a system, in degrees: its longitudes were eastings, and its latitudes northings. Throws
 * `unsupported_conversion` for one that lies outside of the system.
 */
export function fromSystem(listing: Listing, system: ReferenceSystem, context: RunContext): Listing {
  const projection = projectionOf(system.definition);
  const { toDegrees, accuracy } = projection;
  const entries = listing.entries.map((entry, index) => {
    if (index % BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
    const { geometry } = featureOfEntry(entry);
    if (!geometry) return entry;
    const placed = toDegrees ? inDegrees(geometry, toDegrees) : geometry;
    requireArea(system, linesOfGeometry(placed).flat(), accuracy);
    return withGeometry(entry, placed);
  });
  tellProjection(projection, context);
  return { ...listing, entries };
}

function withGeometry(entry: Entry, geometry: Geometry): Entry {
  if (geometry.type !== 'Point') return new Map([...entry, ['geometry', valueOfJson(geometry)]]);
  const [x, y] = geometry.coordinates;
  return new Map([...entry, ['longitude', numberOf(x)!], ['latitude', numberOf(y)!]]);
}
