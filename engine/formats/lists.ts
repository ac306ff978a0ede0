import type { FormatId } from './index.ts';

/** The kinds of lists, which are families of formats too. */
export type ListingKind = 'translation' | 'playlist' | 'link' | 'palette' | 'map';

/** What is read and written of each kind, and what is only read. */
export const LISTING_FORMATS = {
  translation: {
    both: [
      ...(['po', 'pot', 'mo', 'xliff', 'xliff2', 'tmx', 'qtts', 'xcstrings'] as const),
      ...(['androidstrings', 'applestrings', 'stringsdict', 'resx', 'arb'] as const),
    ],
    read: [],
  },
  playlist: { both: ['m3u', 'pls', 'xspf', 'jspf', 'wpl', 'asx', 'cue'], read: [] },
  link: {
    both: ['bookmarks', 'chromebookmarks', 'xbel', 'adr', 'rss', 'atom', 'jsonfeed'],
    read: ['url', 'webloc', 'desktop'],
  },
  palette: {
    both: [
      ...(['swatches', 'aco', 'act', 'gpl', 'jascpal', 'riffpal'] as const),
      ...(['hexpal', 'paintnet', 'soc', 'sketchpalette', 'kpl'] as const),
    ],
    read: [],
  },
  map: {
    both: ['geojson', 'geojsonl', 'topojson', 'gpx', 'kml', 'kmz', 'shapefile', 'gml', 'fgb', 'wkt', 'mapinfo'],
    read: ['shp', 'mif', 'tcx', 'igc', 'nmea', 'osm'],
  },
} as const satisfies Record<ListingKind, { readonly both: readonly FormatId[]; readonly read: readonly FormatId[] }>;

/** Maps that say which reference system their coordinates are of; the others are in degrees of WGS 84. */
export const MAPS_OF_SYSTEMS = ['shapefile', 'gml', 'fgb', 'wkt'] as const satisfies readonly FormatId[];

/** Maps of other programs, which a codec of their own reads by a library. */
export const MAPS_OF_GDAL = ['filegdb', 'maptab', 's57', 'gmt'] as const satisfies readonly FormatId[];

type Formats = (typeof LISTING_FORMATS)[ListingKind];
/** A map that needs a library or a database beside the common code: codecs of their own convert these. */
const MAPS_OF_LIBRARIES = ['gpkg', 'geoparquet'] as const satisfies readonly FormatId[];
export type WritableListing = Formats['both'][number] | (typeof MAPS_OF_LIBRARIES)[number];
export type ReadableListing = WritableListing | Formats['read'][number] | (typeof MAPS_OF_GDAL)[number];

export const LISTING_KINDS = Object.keys(LISTING_FORMATS) as ListingKind[];

/** The kind of a format; undefined for one that is no list. */
export function kindOfListing(format: FormatId): ListingKind | undefined {
  if ([...MAPS_OF_LIBRARIES, ...MAPS_OF_GDAL].some((each) => each === format)) return 'map';
  return LISTING_KINDS.find((kind) => {
    const { both, read } = LISTING_FORMATS[kind];
    return [...both, ...read].some((each) => each === format);
  });
}
