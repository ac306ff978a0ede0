import type { RunContext } from '../../../../contract/codec.ts';
import { DataObject, type DataSource, type DataValue } from '../../../records/model.ts';
import { encodeTable } from '../../../records/parquet.ts';
import type { Listing } from '../../model.ts';
import { cellsByName } from '../../rows.ts';
import { requireSystem, WGS_84, type ReferenceSystem } from '../epsg-codes.ts';
import { featureOfEntry, hasHeight, linesOfGeometry, type Geometry } from '../features.ts';
import { boxOf } from '../rings.ts';
import { writeWkb } from '../wkb.ts';
import { columnNames, GEOMETRY_COLUMN, LAYER_COLUMN, METADATA_KEY, VERSION } from './layout.ts';
import { projJsonOf } from './proj-json.ts';

/** GeoParquet 1.1: a column for each property, and well-known binary for the geometries. */
export function writeGeoParquet({ entries }: Listing, system = requireSystem(WGS_84), context: RunContext): Uint8Array {
  const features = entries.map(featureOfEntry);
  const rows = entries.map(cellsByName);
  const columns = columnNames(new Set(rows.flatMap((cells) => [...cells.keys()])));
  const isLayered = features.some(({ layer }) => layer !== undefined);
  const geometries = features.map(({ geometry }) =>
    geometry && linesOfGeometry(geometry).flat().length > 0 ? geometry : undefined,
  );
  const names = [...(isLayered ? [LAYER_COLUMN] : []), ...columns.values(), GEOMETRY_COLUMN];
  // A column of nothing would have no type.
  const nowhere = geometries.some(Boolean) ? null : writeWkb({ type: 'GeometryCollection', geometries: [] }, false);
  const source: DataSource = {
    isList: true,
    columns: names,
    *rows() {
      for (const [index, cells] of rows.entries()) {
        const geometry = geometries[index];
        const values = [...columns.keys()].map((cell): DataValue => {
          const value = cells.get(cell) ?? null;
          return value === '' ? null : value;
        });
        const layer = isLayered ? [features[index]!.layer ?? null] : [];
        const place = geometry ? writeWkb(geometry, hasHeight(geometry)) : nowhere;
        yield new DataObject(names, [...layer, ...values, place]);
      }
    },
  };
  return encodeTable(source, context, new Map([[METADATA_KEY, JSON.stringify(metadataOf(geometries, system))]]));
}

function metadataOf(all: readonly (Geometry | undefined)[], system: ReferenceSystem): object {
  const geometries = all.filter((geometry) => geometry !== undefined);
  const types = new Set(geometries.map((geometry) => `${geometry.type}${hasHeight(geometry) ? ' Z' : ''}`));
  return {
    version: VERSION,
    primary_column: GEOMETRY_COLUMN,
    columns: {
      [GEOMETRY_COLUMN]: {
        encoding: 'WKB',
        geometry_types: [...types].sort(),
        // Without one it is WGS 84 with the longitude first.
        ...(system.code !== WGS_84 && { crs: projJsonOf(system) }),
        ...(geometries.length > 0 && { bbox: boxAround(geometries) }),
      },
    },
  };
}

/** West, south, east and north; with the lowest and the highest where there are heights. */
function boxAround(geometries: readonly Geometry[]): readonly number[] {
  const places = geometries.flatMap((geometry) => linesOfGeometry(geometry).flat());
  const [west, south, east, north] = boxOf(places);
  let [lowest, highest] = [Infinity, -Infinity];
  for (const [, , height = NaN] of places)
    if (Number.isFinite(height)) [lowest, highest] = [Math.min(lowest, height), Math.max(highest, height)];
  return lowest > highest ? [west, south, east, north] : [west, south, lowest, east, north, highest];
}
