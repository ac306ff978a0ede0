import type { RunContext } from '../../contract/codec.ts';
import type { ReadableListing } from '../../formats/lists.ts';
import type { Listing } from './model.ts';

type Reader = (bytes: Uint8Array, context: RunContext) => Listing | Promise<Listing>;

/** Every reader is imported when the first file of its format comes. */
const READERS: Readonly<Record<ReadableListing, () => Promise<Reader>>> = {
  po: async () => limited((await import('./translation/po.ts')).readPo),
  pot: async () => limited((await import('./translation/po.ts')).readPo),
  mo: async () => limited((await import('./translation/mo.ts')).readMo),
  xliff: async () => limited((await import('./translation/xliff.ts')).readXliff),
  xliff2: async () => limited((await import('./translation/xliff.ts')).readXliff),
  tmx: async () => limited((await import('./translation/tmx.ts')).readTmx),
  qtts: async () => limited((await import('./translation/qt.ts')).readQt),
  xcstrings: async () => (await import('./translation/apple.ts')).readStringCatalogue,
  androidstrings: async () => limited((await import('./translation/android.ts')).readAndroid),
  applestrings: async () => limited((await import('./translation/apple.ts')).readAppleStrings),
  stringsdict: async () => (await import('./translation/apple.ts')).readStringsdict,
  resx: async () => limited((await import('./translation/named-texts.ts')).readResx),
  arb: async () => (await import('./translation/named-texts.ts')).readArb,
  m3u: async () => limited((await import('./playlist/text-lists.ts')).readM3u),
  pls: async () => limited((await import('./playlist/text-lists.ts')).readPls),
  cue: async () => limited((await import('./playlist/text-lists.ts')).readCueSheet),
  xspf: async () => limited((await import('./playlist/xml-lists.ts')).readXspf),
  jspf: async () => (await import('./playlist/xml-lists.ts')).readJspf,
  wpl: async () => limited((await import('./playlist/xml-lists.ts')).readWpl),
  asx: async () => limited((await import('./playlist/xml-lists.ts')).readAsx),
  bookmarks: async () => limited((await import('./link/netscape.ts')).readNetscapeBookmarks),
  chromebookmarks: async () => limited((await import('./link/browser.ts')).readChromeBookmarks),
  xbel: async () => limited((await import('./link/browser.ts')).readXbel),
  adr: async () => limited((await import('./link/browser.ts')).readHotlist),
  url: async () => (await import('./link/browser.ts')).readInternetShortcut,
  desktop: async () => (await import('./link/browser.ts')).readInternetShortcut,
  webloc: async () => (await import('./link/browser.ts')).readWebLocation,
  rss: async () => limited((await import('./link/feeds.ts')).readRss),
  atom: async () => limited((await import('./link/feeds.ts')).readAtom),
  jsonfeed: async () => (await import('./link/feeds.ts')).readJsonFeed,
  swatches: async () => limited((await import('./palette/adobe.ts')).readSwatchExchange),
  aco: async () => limited((await import('./palette/adobe.ts')).readPhotoshopSwatches),
  act: async () => (await import('./palette/adobe.ts')).readColourTable,
  gpl: async () => limited((await import('./palette/text-palettes.ts')).readGimpPalette),
  jascpal: async () => (await import('./palette/text-palettes.ts')).readJascPalette,
  riffpal: async () => (await import('./palette/text-palettes.ts')).readRiffPalette,
  hexpal: async () => (await import('./palette/text-palettes.ts')).readHexPalette,
  paintnet: async () => (await import('./palette/text-palettes.ts')).readPaintNet,
  soc: async () => limited((await import('./palette/text-palettes.ts')).readOfficeColours),
  sketchpalette: async () => (await import('./palette/text-palettes.ts')).readSketchPalette,
  kpl: async () => limited((await import('./palette/text-palettes.ts')).readKritaPalette),
  geojson: async () => limited((await import('./map/geojson.ts')).readGeoJson),
  geojsonl: async () => limited((await import('./map/geojson.ts')).readGeoJsonLines),
  topojson: async () => limited((await import('./map/geojson.ts')).readTopoJson),
  gpx: async () => limited((await import('./map/gpx.ts')).readGpx),
  tcx: async () => limited((await import('./map/gpx.ts')).readTcx),
  kml: async () => (await import('./map/kml.ts')).readKml,
  kmz: async () => (await import('./map/kml.ts')).readKmz,
  shapefile: async () => (await import('./map/shapefile/reader.ts')).readShapefile,
  shp: async () => (await import('./map/shapefile/reader.ts')).readBareShapefile,
  gpkg: async () => (await import('./map/geopackage/reader.ts')).readGeoPackage,
  wkt: async () => (await import('./map/plain-maps.ts')).readWkt,
  gml: async () => (await import('./map/gml/reader.ts')).readGml,
  fgb: async () => (await import('./map/flatgeobuf/reader.ts')).readFlatGeobuf,
  mapinfo: async () => (await import('./map/mapinfo/reader.ts')).readMapInfo,
  mif: async () => (await import('./map/mapinfo/reader.ts')).readBareMapInfo,
  geoparquet: async () => (await import('./map/geoparquet/reader.ts')).readGeoParquet,
  filegdb: async () => (await import('./map/gdal/geodatabase.ts')).readFileGeodatabase,
  maptab: async () => (await import('./map/gdal/mapinfo-tables.ts')).readMapInfoTables,
  s57: async () => (await import('./map/gdal/formats.ts')).readSeaChart,
  gmt: async () => (await import('./map/gdal/formats.ts')).readGmt,
  igc: async () => limited((await import('./map/plain-maps.ts')).readIgc),
  nmea: async () => limited((await import('./map/plain-maps.ts')).readNmea),
  osm: async () => limited((await import('./map/plain-maps.ts')).readOsm),
};

/** Reads a list. Throws what is wrong with the file by name. */
export async function readListing(bytes: Uint8Array, format: ReadableListing, context: RunContext): Promise<Listing> {
  const read = await READERS[format]();
  return read(bytes, context);
}

function limited(read: (bytes: Uint8Array, limits: RunContext['limits']) => Listing): Reader {
  return (bytes, { limits }) => read(bytes, limits);
}
