import { MAPS_OF_GDAL } from '../../engine/formats/lists.ts';
import type { Case } from '../case.ts';

type Source = (typeof MAPS_OF_GDAL)[number];

const SOURCES: Readonly<Record<Source, string>> = {
  filegdb: 'layers-codes-grids.gdb.zip',
  maptab: 'site-lake-image.tab.zip',
  s57: 'island-soundings-buoy.000',
  gmt: 'areas-hole-utm.gmt',
};

function caseOf(edge: string, from: Source, to: Case['to'], crs?: string): Case {
  const rest: Partial<Case> = crs === undefined ? {} : { options: { crs } };
  return { codec: 'gdal', edge, from, source: SOURCES[from], to, comparator: 'exact', ...rest };
}

const DRAWING = 'plan-labels-levels.dgn';

export const cases: readonly Case[] = [
  ...MAPS_OF_GDAL.map((from) => caseOf('map', from, 'geojson')),
  ...(['geojsonl', 'topojson', 'kml', 'shapefile', 'gml', 'fgb'] as const).map((to) => caseOf('map', 'filegdb', to)),
  ...(['gpx', 'kmz', 'wkt', 'mapinfo'] as const).map((to) => caseOf('map', 'maptab', to)),
  caseOf('map-crs', 'filegdb', 'gml', 'EPSG:2056'),
  caseOf('map-crs', 'maptab', 'wkt', 'EPSG:3857'),
  caseOf('map-crs', 's57', 'shapefile', 'UTM 32N'),
  caseOf('map-crs', 'gmt', 'fgb', 'EPSG:3035'),
  ...MAPS_OF_GDAL.map((from) => caseOf('features', from, 'json')),
  ...MAPS_OF_GDAL.map((from) => caseOf('drawing', from, 'svg')),
  { codec: 'gdal', edge: 'draw', from: 'dgn', source: DRAWING, to: 'svg', comparator: 'exact' },
  {
    ...{ codec: 'gdal', edge: 'elements', from: 'dgn', source: DRAWING, to: 'geojson', comparator: 'exact' },
    options: { sourceCrs: 'EPSG:25832' },
  },
];

export const origins = Object.fromEntries(
  Object.entries({ ...SOURCES, dgn: DRAWING }).map(([format, source]) => [
    `sources/${format}/${source}`,
    'ours: `corpus/make/program-maps.py` (GDAL)',
  ]),
);
