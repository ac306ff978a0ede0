import { ConversionError } from '../../contract/errors.ts';
import { TiffStructure } from '../../content/raster/tiff/structure.ts';

const NEW_SUBFILE_TYPE = 254;
/** The image is a smaller version of another one. */
const REDUCED = 1;

/**
 * The pages of a TIFF, each as a file of its own that begins with it: the same bytes with another first directory (TIFF
 * 6.0, section 2). What is no TIFF, or has no chain of directories, is given on as it is.
 */
export function* tiffPages(file: Uint8Array, maxPages: number): Generator<Uint8Array> {
  const pages = pagesOf(file);
  if (pages.length < 2) {
    yield file;
    return;
  }
  if (pages.length > maxPages) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The TIFF has ${pages.length} pages; at most ${maxPages} are recognised at once. Split it first.`,
      details: { limit: 'frames', allowed: maxPages, found: pages.length },
    });
  }
  for (const offset of pages) {
    const page = file.slice();
    const structure = new TiffStructure(page);
    structure.setOffset(structure.firstAt, offset);
    yield page;
  }
}

/** Offsets of the directories of whole pages, in their order; a chain that leads out of the file ends there. */
function pagesOf(file: Uint8Array): number[] {
  const pages: number[] = [];
  try {
    const structure = new TiffStructure(file);
    if (structure.kind === 'none') return [];
    for (const directory of structure.chain(structure.first)) {
      structure.offset(structure.linkAt(directory)); // throws where the directory leads beyond the end
      if (!isReduced(structure, directory)) pages.push(directory);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return pages;
}

function isReduced(structure: TiffStructure, directory: number): boolean {
  const kind = structure.find(directory, NEW_SUBFILE_TYPE);
  return kind !== undefined && (structure.uint32(kind.valueAt) & REDUCED) !== 0;
}
