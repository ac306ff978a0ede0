import type { Case } from '../case.ts';

const SOURCE = 'utm-index-two-geometries.geoparquet';

function caseOf(
  edge: string,
  from: Case['from'],
  source: string,
  to: Case['to'],
  comparator: Case['comparator'],
  crs?: string,
): Case {
  return { codec: 'geoparquet', edge, from, source, to, comparator, ...(crs && { options: { crs } }) };
}

const TARGETS = [
  'geojson',
  'geojsonl',
  'topojson',
  'gpx',
  'kml',
  'kmz',
  'shapefile',
  'gml',
  'fgb',
  'wkt',
  'mapinfo',
] as const;

/** A file for each of the other maps. */
const OTHERS = [
  ['geojson', 'kinds-hole-properties.geojson'],
  ['geojsonl', 'two-features.geojsonl'],
  ['topojson', 'shared-arc-grid.topojson'],
  ['gpx', 'waypoint-route-segments-times.gpx'],
  ['kml', 'harbour-folders-hole-data.kml'],
  ['kmz', 'harbour-folders-hole-data.kmz'],
  ['shapefile', 'four-layers-code-pages-grids.shp.zip'],
  ['gml', 'three-layers-axis-orders.gml'],
  ['fgb', 'utm-index-kinds.fgb'],
  ['mapinfo', 'two-layers-grid-kinds.mif.zip'],
  ['mif', 'objects-curves-label.mif'],
  ['shp', 'multipoints.shp'],
  ['tcx', 'run-with-gap.tcx'],
  ['wkt', 'kinds.wkt'],
  ['igc', 'three-fixes.igc'],
  ['nmea', 'two-positions.nmea'],
  ['osm', 'nodes-ways.osm'],
] as const;

export const cases: readonly Case[] = [
  ...TARGETS.map((to) => caseOf('map', 'geoparquet', SOURCE, to, 'exact')),
  ...(['shapefile', 'gml', 'fgb', 'wkt'] as const).map((to) =>
    caseOf('map-crs', 'geoparquet', SOURCE, to, 'exact', 'EPSG:2056'),
  ),
  ...OTHERS.map(([from, source]) => caseOf('build-crs', from, source, 'geoparquet', 'records', 'EPSG:3857')),
  caseOf('entries-crs', 'json', 'places-point-line.json', 'geoparquet', 'records', 'EPSG:3857'),
  caseOf('features', 'geoparquet', SOURCE, 'json', 'exact'),
  caseOf('drawing', 'geoparquet', SOURCE, 'svg', 'exact'),
  ...OTHERS.map(([from, source]) => caseOf('build', from, source, 'geoparquet', 'records')),
  caseOf('entries', 'json', 'places-point-line.json', 'geoparquet', 'records'),
];

export const origins = { [`sources/geoparquet/${SOURCE}`]: 'ours: `corpus/make/geoparquet.py` (pyarrow)' };
