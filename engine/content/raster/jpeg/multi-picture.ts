import { readTiffDirectories } from '../tiff/directories.ts';
import { TiffStructure } from '../tiff/structure.ts';
import { appContent, appSegment, headerSegments, isApp, type JpegSegment } from './segments.ts';

/** Fields of the index of a Multi-Image file (CIPA DC-007, section 5.2.3). */
const NUMBER_OF_IMAGES = 0xb001;
const ENTRIES = 0xb002;
const ENTRY_BYTES = 16;

/** How many images a Multi-Image file holds, by its index; the library reads the first one. */
export function countMpoImages(file: Uint8Array): number {
  for (const segment of headerSegments(file)) {
    if (!isApp(segment, 'multiPicture')) continue;
    const [directory] = readTiffDirectories(appContent(segment, 'multiPicture'));
    return directory?.values(NUMBER_OF_IMAGES)[0] ?? 1;
  }
  return 1;
}

/** By how many bytes things moved when a file with several images was written again. */
interface Moves {
  /** The TIFF header of the index, from which offsets are counted. */
  readonly header: number;
  /** The images behind the first one. */
  readonly others: number;
}

/**
 * The index of several images for places that have changed: gain maps and previews behind the image are found by it. The
 * first image's own size changes as the others move. A damaged index stays as it is.
 */
export function movedIndex(segment: JpegSegment, { header, others }: Moves): JpegSegment {
  const moved = appContent(segment, 'multiPicture').slice();
  try {
    const index = new TiffStructure(moved);
    const entries = index.find(index.first, ENTRIES);
    if (!entries) return segment;
    const { valueAt, count } = entries;
    for (let image = 0; image < count / ENTRY_BYTES; image++) {
      const sizeAt = valueAt + image * ENTRY_BYTES + 4;
      const offsetAt = sizeAt + 4;
      const offset = index.uint32(offsetAt);
      if (image === 0) index.setOffset(sizeAt, index.uint32(sizeAt) + others);
      else if (offset !== 0) index.setOffset(offsetAt, offset + others - header);
    }
    return appSegment('multiPicture', moved);
  } catch (error) {
    if (error instanceof RangeError) return segment;
    throw error;
  }
}
