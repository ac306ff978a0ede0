import type { RunContext } from '../../../../contract/codec.ts';
import { openZip, type ZipArchive, type ZipEntry } from '../../../../io/zip.ts';
import { corrupt } from '../../failures.ts';
import type { Entry, Listing } from '../../model.ts';
import { filesOf, listOf, tellLeftOut } from '../packed-files.ts';
import { startedGdal, type MapFiles } from './library.ts';
import { entriesOfMap, readingOf, type GdalReading } from './reader.ts';

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
  const source = { files, main: 'map.gdb', driver: 'OpenFileGDB' };
  tellImages(imagesOf(source), reading.context);
  return entriesOfMap(source, reading);
}

/** The names of images, which are no layers. */
function imagesOf(source: MapFiles): string[] {
  using map = startedGdal().open({ ...source, options: ['LIST_ALL_TABLES=YES'] });
  return map.layers.flatMap(({ name }) => IMAGE.exec(name)?.[1] ?? []);
}

function tellImages(names: readonly string[], context: RunContext): void {
  if (names.length === 0) return;
  context.warn({
    code: 'picture_dropped',
    message: `Images of the geodatabase are left out: ${listOf(names)}.`,
    details: { images: names.length },
  });
}
