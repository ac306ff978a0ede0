import type { RunContext } from '../../contract/codec.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import type { WritableListing } from '../../formats/lists.ts';
import type { ReferenceSystem } from './map/epsg-codes.ts';
import type { Listing } from './model.ts';

/** Maps that say which reference system their coordinates are of take one; WGS 84 if absent. */
type Writer = (listing: Listing, system: ReferenceSystem | undefined, context: RunContext) => string | Uint8Array;

/** Every writer is imported when the first file of its format is to be written. */
const WRITERS: Readonly<Record<WritableListing, () => Promise<Writer>>> = {
  po: async () => {
    const { writePo } = await import('./translation/po.ts');
    return (listing) => writePo(listing, false);
  },
  pot: async () => {
    const { writePo } = await import('./translation/po.ts');
    return (listing) => writePo(listing, true);
  },
  mo: async () => (await import('./translation/mo.ts')).writeMo,
  xliff: async () => (await import('./translation/xliff.ts')).writeXliff,
  xliff2: async () => (await import('./translation/xliff.ts')).writeXliff2,
  tmx: async () => (await import('./translation/tmx.ts')).writeTmx,
  qtts: async () => (await import('./translation/qt.ts')).writeQt,
  xcstrings: async () => (await import('./translation/apple.ts')).writeStringCatalogue,
  androidstrings: async () => (await import('./translation/android.ts')).writeAndroid,
  applestrings: async () => (await import('./translation/apple.ts')).writeAppleStrings,
  stringsdict: async () => (await import('./translation/apple.ts')).writeStringsdict,
  resx: async () => (await import('./translation/named-texts.ts')).writeResx,
  arb: async () => (await import('./translation/named-texts.ts')).writeArb,
  m3u: async () => (await import('./playlist/text-lists.ts')).writeM3u,
  pls: async () => (await import('./playlist/text-lists.ts')).writePls,
  cue: async () => (await import('./playlist/text-lists.ts')).writeCueSheet,
  xspf: async () => (await import('./playlist/xml-lists.ts')).writeXspf,
  jspf: async () => (await import('./playlist/xml-lists.ts')).writeJspf,
  wpl: async () => (await import('./playlist/xml-lists.ts')).writeWpl,
  asx: async () => (await import('./playlist/xml-lists.ts')).writeAsx,
  bookmarks: async () => (await import('./link/netscape.ts')).writeNetscapeBookmarks,
  chromebookmarks: async () => (await import('./link/browser.ts')).writeChromeBookmarks,
  xbel: async () => (await import('./link/browser.ts')).writeXbel,
  adr: async () => (await import('./link/browser.ts')).writeHotlist,
  rss: async () => (await import('./link/feeds.ts')).writeRss,
  atom: async () => (await import('./link/feeds.ts')).writeAtom,
  jsonfeed: async () => (await import('./link/feeds.ts')).writeJsonFeed,
  swatches: async () => (await import('./palette/adobe.ts')).writeSwatchExchange,
  aco: async () => (await import('./palette/adobe.ts')).writePhotoshopSwatches,
  act: async () => (await import('./palette/adobe.ts')).writeColourTable,
  gpl: async () => (await import('./palette/text-palettes.ts')).writeGimpPalette,
  jascpal: async () => (await import('./palette/text-palettes.ts')).writeJascPalette,
  riffpal: async () => (await import('./palette/text-palettes.ts')).writeRiffPalette,
  hexpal: async () => (await import('./palette/text-palettes.ts')).writeHexPalette,
  paintnet: async () => (await import('./palette/text-palettes.ts')).writePaintNet,
  soc: async () => (await import('./palette/text-palettes.ts')).writeOfficeColours,
  sketchpalette: async () => (await import('./palette/text-palettes.ts')).writeSketchPalette,
  kpl: async () => (await import('./palette/text-palettes.ts')).writeKritaPalette,
  geojson: async () => (await import('./map/geojson.ts')).writeGeoJson,
  geojsonl: async () => (await import('./map/geojson.ts')).writeGeoJsonLines,
  topojson: async () => (await import('./map/geojson.ts')).writeTopoJson,
  gpx: async () => (await import('./map/gpx.ts')).writeGpx,
  kml: async () => (await import('./map/kml.ts')).writeKml,
  kmz: async () => (await import('./map/kml.ts')).writeKmz,
  shapefile: async () => (await import('./map/shapefile/writer.ts')).writeShapefile,
  gpkg: async () => (await import('./map/geopackage/writer.ts')).writeGeoPackage,
  gml: async () => (await import('./map/gml/writer.ts')).writeGml,
  fgb: async () => (await import('./map/flatgeobuf/writer.ts')).writeFlatGeobuf,
  mapinfo: async () => (await import('./map/mapinfo/writer.ts')).writeMapInfo,
  geoparquet: async () => (await import('./map/geoparquet/writer.ts')).writeGeoParquet,
  wkt: async () => (await import('./map/plain-maps.ts')).writeWkt,
};

/** Writes a list. What the format has no place for is left out: `heldTexts` says what that is. */
export async function writeListing(
  listing: Listing,
  format: WritableListing,
  { system, context }: { readonly system?: ReferenceSystem; readonly context: RunContext },
): Promise<Uint8Array> {
  const write = await WRITERS[format]();
  const written = write(listing, system, context);
  return typeof written === 'string' ? utf8Bytes(written) : written;
}
