import type { RunContext } from '../../../../contract/codec.ts';
import { openZip, type ZipArchive, type ZipEntry } from '../../../../io/zip.ts';
import { corrupt } from '../../failures.ts';
import { textOfValue, type Entry, type Listing } from '../../model.ts';
import { readFlatLayer } from '../flatgeobuf/reader.ts';
import { filesOf, listOf, tellLeftOut } from '../packed-files.ts';
import type { OpenMap } from './library.ts';
import { entriesOfMap, mapTexts, readingOf, type GdalReading, type GdalSource } from './reader.ts';

/** Tables that not every geodatabase has. */
const OF_THE_FORMAT = /^GDB_/i;
/** The table of an image in a geodatabase is named after it. */
const IMAGE = /^fras_ras_(.+)$/i;

/** File geodatabases of ESRI in a ZIP: each is a folder of tables. */
export function readFileGeodatabase(bytes: Uint8Array, context: RunContext): Listing {
  const zip = openZip(bytes, context.limits);
  const files = filesOf(zip);
  const folders = new Set(files.filter(({ name }) => /\.gdbtable$/i.test(name)).map(({ name }) => folderOf(name)));
  if (folders.size === 0) throw corrupt('it holds no table of a file geodatabase (.gdbtable)');
  const byFolder = Map.groupBy(files, ({ name }) => folderOf(name));
  const reading = readingOf(context);
  const entries = [...folders].flatMap((folder) => entriesOfFolder(zip, byFolder.get(folder)!, reading));
  tellLeftOut(
    files.filter(({ name }) => !folders.has(folderOf(name))),
    context,
  );
  return { entries };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function entriesOfFolder(zip: ZipArchive, entries: readonly ZipEntry[], reading: GdalReading): Entry[] {
  const files = new Map(
    entries.map((entry) => [`map.gdb/${entry.name.slice(folderOf(entry.name).length).toLowerCase()}`, zip.read(entry)]),
  );
  const adapt: GdalSource['adapt'] = (layer, info) => mapTexts(layer, info, 'DateTime', momentOf);
  const source = { files, main: 'map.gdb', driver: 'OpenFileGDB', adapt };
  return entriesOfMap(source, reading, (map) => {
    const names = tablesOf(map, reading);
    for (const [number, name] of names)
      if (!OF_THE_FORMAT.test(name) && !files.has(`map.gdb/a${number.toString(16).padStart(8, '0')}.gdbtable`))
        throw corrupt(`the file of the table "${name.slice(0, 80)}" is missing`);
    tellImages([...names.values()], reading.context);
  });
}

/** The names of all tables by the numbers of their files, from the first of them. The library passes over those without a file. */
function tablesOf(map: OpenMap, { budget, context }: GdalReading): ReadonlyMap<number, string> {
  const bytes = map.flatGeobuf('-sql', 'SELECT FID AS number, Name FROM GDB_SystemCatalog');
  const { found } = bytes ? readFlatLayer(bytes, { budget }, context) : { found: [] };
  return new Map(found.map(({ values: [number, name] }) => [Number(textOfValue(number!)), textOfValue(name!)]));
}

/** The library (3.8) rounds what lies before 1970 up to the next second. */
function momentOf(text: string): string {
  const [, moment, zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z?)$/.exec(text) ?? [];
  const milliseconds = moment === undefined ? 0 : Date.parse(`${moment}Z`);
  return milliseconds < 0 ? new Date(milliseconds - 1000).toISOString().replace('.000Z', zone!) : text;
}

function tellImages(tables: readonly string[], context: RunContext): void {
  const names = tables.flatMap((name) => IMAGE.exec(name)?.[1] ?? []);
  if (names.length === 0) return;
  context.warn({
    code: 'picture_dropped',
    message: `Images of the geodatabase are left out: ${listOf(names)}.`,
    details: { images: names.length },
  });
}
