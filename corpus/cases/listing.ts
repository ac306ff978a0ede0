import type { Case } from '../case.ts';

type Pair = readonly [from: Case['from'], source: string, to: Case['to'], options?: Case['options']];

function casesOf(edge: string, comparator: Case['comparator'], pairs: readonly Pair[]): Case[] {
  return pairs.map(([from, source, to, options]) => ({
    codec: 'listing',
    edge,
    from,
    source,
    to,
    comparator,
    ...(options && { options }),
  }));
}

const SOURCES = {
  po: 'contexts-plurals-fuzzy-obsolete.po',
  pot: 'template-plural.pot',
  mo: 'big-endian-context-plural.mo',
  xliff: 'groups-codes-states.xlf',
  xliff2: 'segments-notes.xlf',
  tmx: 'memory-codes.tmx',
  qtts: 'numerus-unfinished.ts',
  xcstrings: 'plural-variations.xcstrings',
  androidstrings: 'escapes-arrays-plurals.xml',
  applestrings: 'comments-escapes.strings',
  stringsdict: 'plural-forms.stringsdict',
  resx: 'comment-lines-bitmap.resx',
  arb: 'plural-description.arb',
  m3u: 'extended-stream-plain.m3u8',
  pls: 'two-tracks.pls',
  xspf: 'all-fields.xspf',
  jspf: 'two-tracks.jspf',
  wpl: 'two-tracks.wpl',
  asx: 'any-case.asx',
  cue: 'disc-two-performers.cue',
  bookmarks: 'folders-tags-note.html',
  chromebookmarks: 'bar-folder-other.json',
  xbel: 'folder-times.xbel',
  adr: 'folder.adr',
  rss: 'contents-categories-enclosure.rss',
  atom: 'xhtml-enclosure.atom',
  jsonfeed: 'two-items.json',
  url: 'page.url',
  desktop: 'page.desktop',
  webloc: 'page.webloc',
  swatches: 'four-models-group.ase',
  aco: 'five-models-names.aco',
  act: 'three-colours.act',
  gpl: 'names.gpl',
  jascpal: 'three-colours.pal',
  riffpal: 'three-colours.pal',
  hexpal: 'three-colours.hex',
  paintnet: 'three-colours.txt',
  soc: 'names.soc',
  sketchpalette: 'numbers.sketchpalette',
  kpl: 'group.kpl',
  geojson: 'kinds-hole-properties.geojson',
  geojsonl: 'two-features.geojsonl',
  topojson: 'shared-arc-grid.topojson',
  gpx: 'waypoint-route-segments-times.gpx',
  kml: 'harbour-folders-hole-data.kml',
  kmz: 'harbour-folders-hole-data.kmz',
  shapefile: 'four-layers-code-pages-grids.shp.zip',
  shp: 'multipoints.shp',
  gml: 'three-layers-axis-orders.gml',
  fgb: 'utm-index-kinds.fgb',
  mapinfo: 'two-layers-grid-kinds.mif.zip',
  mif: 'objects-curves-label.mif',
  tcx: 'run-with-gap.tcx',
  wkt: 'kinds.wkt',
  igc: 'three-fixes.igc',
  nmea: 'two-positions.nmea',
  osm: 'nodes-ways.osm',
} as const satisfies Partial<Record<Case['from'], string>>;

type Source = keyof typeof SOURCES;

/** From one format to the next, so that each is read and written. */
function chain(edge: string, formats: readonly Source[], read: readonly Source[] = []): Case[] {
  const pairs = formats.map((from, index): Pair => [from, SOURCES[from], formats[(index + 1) % formats.length]!]);
  return casesOf(edge, 'exact', [...pairs, ...read.map((from): Pair => [from, SOURCES[from], formats[0]!])]);
}

const MAPS = [
  'geojson',
  'kml',
  'gpx',
  'topojson',
  'geojsonl',
  'kmz',
  'wkt',
  'shapefile',
  'gml',
  'fgb',
  'mapinfo',
] as const;
const MAPS_READ = ['shp', 'mif', 'tcx', 'igc', 'nmea', 'osm'] as const;
/** A system for every map that says which it has: with the northing first, of an older datum, of UTM, of a sphere. */
const SYSTEMS = { shapefile: 'EPSG:3035', gml: 'EPSG:31467', fgb: 'UTM 32N', wkt: 'EPSG:3857' } as const;
const OF_SYSTEMS = Object.keys(SYSTEMS) as (keyof typeof SYSTEMS)[];

function placedAs(to: keyof typeof SYSTEMS, from: Case['from'], source: string): Pair {
  return [from, source, to, { crs: SYSTEMS[to] }];
}

/** One of them after the other, but none to itself. */
function targetBeside(from: Source, index: number): keyof typeof SYSTEMS {
  const target = OF_SYSTEMS[index % OF_SYSTEMS.length]!;
  return target === from ? OF_SYSTEMS[(index + 1) % OF_SYSTEMS.length]! : target;
}

const PALETTES = [
  ...(['swatches', 'aco', 'gpl', 'act', 'soc', 'jascpal'] as const),
  ...(['sketchpalette', 'riffpal', 'kpl', 'hexpal', 'paintnet'] as const),
] as const;

/** Every format is read and written, comes to data, and what can be drawn is drawn. */
export const cases: readonly Case[] = [
  ...chain('translation', [
    ...(['po', 'xliff', 'xliff2', 'tmx', 'xcstrings', 'arb', 'stringsdict'] as const),
    ...(['androidstrings', 'applestrings', 'resx', 'qtts', 'mo', 'pot'] as const),
  ]),
  ...chain('playlist', ['m3u', 'xspf', 'pls', 'jspf', 'wpl', 'asx', 'cue']),
  ...chain(
    'link',
    ['bookmarks', 'xbel', 'chromebookmarks', 'adr', 'rss', 'atom', 'jsonfeed'],
    ['url', 'desktop', 'webloc'],
  ),
  ...chain('palette', PALETTES),
  ...chain('map', MAPS, MAPS_READ),
  ...casesOf('map-crs', 'exact', [
    ...[...MAPS, ...MAPS_READ].map((from, index) => placedAs(targetBeside(from, index), from, SOURCES[from])),
  ]),
  ...(Object.keys(SOURCES) as Source[])
    .filter((from) => ![...MAPS, ...MAPS_READ].some((each) => each === from))
    .flatMap((from) => casesOf('records', 'exact', [[from, SOURCES[from], 'json']])),
  ...[...MAPS, ...MAPS_READ].flatMap((from) => casesOf('features', 'exact', [[from, SOURCES[from], 'json']])),
  ...casesOf('entries', 'exact', [
    ...(
      [
        'po',
        'pot',
        'mo',
        'xliff',
        'xliff2',
        'tmx',
        'qtts',
        'xcstrings',
        'androidstrings',
        'applestrings',
        'stringsdict',
        'resx',
        'arb',
      ] as const
    ).map((to): Pair => ['json', 'translations-two-texts.json', to]),
    ...(['m3u', 'pls', 'xspf', 'jspf', 'wpl', 'asx', 'cue'] as const).map((to): Pair => [
      'json',
      'playlist-two-tracks.json',
      to,
    ]),
    ...(['bookmarks', 'xbel', 'chromebookmarks', 'adr', 'rss', 'atom', 'jsonfeed'] as const).map((to): Pair => [
      'json',
      'links-two-in-a-folder.json',
      to,
    ]),
    ...PALETTES.map((to): Pair => ['json', 'palette-three-names.json', to]),
    ...MAPS.map((to): Pair => ['json', 'places-point-line.json', to]),
  ]),
  ...casesOf(
    'entries-placed',
    'exact',
    MAPS.map((to): Pair => ['json', 'places-swiss-metres.json', to, { sourceCrs: 'EPSG:2056' }]),
  ),
  ...casesOf(
    'entries-crs',
    'exact',
    OF_SYSTEMS.map((to) => placedAs(to, 'json', 'places-point-line.json')),
  ),
  ...casesOf(
    'drawing',
    'exact',
    [...PALETTES, ...MAPS, ...MAPS_READ].map((from): Pair => [from, SOURCES[from], 'svg']),
  ),
];

const OTHERS = [
  ...(['translations-two-texts', 'playlist-two-tracks', 'links-two-in-a-folder'] as const).map(
    (name) => `json/${name}.json`,
  ),
  ...(['palette-three-names', 'places-point-line', 'places-swiss-metres'] as const).map((name) => `json/${name}.json`),
  ...(['translations', 'playlist', 'links', 'palette', 'places'] as const).map((name) => `csv/${name}-as-rows.csv`),
  'arff/dates-quotes-sparse.arff',
  'ldif/lists-base64-folded.ldif',
  'reg/kinds-deleted.reg',
  'torrent/one-file.torrent',
];

/** Made by GDAL, another writer than ours. */
const BY_GDAL: readonly string[] = ['shapefile', 'shp', 'gml', 'fgb', 'mapinfo', 'mif'];

/** Made by `corpus/make/lists.ts` and `corpus/make/maps.py`. */
export const origins = Object.fromEntries(
  [...Object.entries(SOURCES).map(([format, name]) => `${format}/${name}`), ...OTHERS].map((path) => [
    `sources/${path}`,
    BY_GDAL.includes(path.split('/')[0]!)
      ? 'ours: `corpus/make/maps.py` (GDAL)'
      : 'ours: `corpus/make/lists.ts` (written out by hand, or field by field)',
  ]),
);
