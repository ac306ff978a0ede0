import type { RunContext } from '../../../contract/codec.ts';
import type { ZipArchive, ZipEntry } from '../../../io/zip.ts';

/* Maps of several files, which come in a ZIP. */

/** What operating systems put into a ZIP. */
const LITTER = /(^|\/)(__macosx\/|\.ds_store$|\._|thumbs\.db$)/;
/** Names that a message lists. */
const NAMED = 5;

export function filesOf({ entries }: ZipArchive): ZipEntry[] {
  return entries.filter(({ name, isDirectory }) => !isDirectory && !LITTER.test(name.toLowerCase()));
}

/** The name of a file without its folders and its extension: that of the layer. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/\.[^.]*$/, '');
}

/** Tells which files of the ZIP are none of its maps. */
export function tellLeftOut(files: readonly ZipEntry[], context: RunContext): void {
  if (files.length === 0) return;
  context.warn({
    code: 'feature_dropped',
    message: `The ZIP holds ${files.length} other files beside its maps, which are left out: ${listOf(files.map(({ name }) => name.slice(-80)))}.`,
    details: { files: files.length },
  });
}

/** The first names of a list, for a message. */
export function listOf(names: readonly string[]): string {
  return `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ', …' : ''}`;
}
