import type { Resolution } from '../model.ts';
import { readTiffDirectories, type TiffDirectory } from '../tiff/directories.ts';

const ORIENTATION = 274;
const X_RESOLUTION = 282;
const Y_RESOLUTION = 283;
const RESOLUTION_UNIT = 296;
const CM_PER_INCH = 2.54;

/** How an image is to be shown. */
export interface Display {
  /** EXIF, 1 to 8: how a viewer turns the image. */
  readonly orientation: number;
  readonly resolution?: Resolution;
}

/** What EXIF, without its marker, says of how to show the image; damaged EXIF says nothing. */
export function readExif(exif: Uint8Array | undefined): Display {
  try {
    const [directory] = exif ? readTiffDirectories(exif) : [];
    return directory ? readDisplay(directory) : { orientation: 1 };
  } catch (error) {
    if (error instanceof RangeError) return { orientation: 1 };
    throw error;
  }
}

/** The same of a directory of EXIF or TIFF; in units, 1 is only an aspect ratio, 2 (if absent) inches, 3 centimetres. */
export function readDisplay(directory: TiffDirectory): Display {
  const [orientation = 1] = directory.values(ORIENTATION);
  const [x] = directory.fractions(X_RESOLUTION);
  const [y] = directory.fractions(Y_RESOLUTION);
  const [unit = 2] = directory.values(RESOLUTION_UNIT);
  const factor = unit === 3 ? CM_PER_INCH : 1;
  const hasResolution = x !== undefined && y !== undefined && unit !== 1;
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    ...(hasResolution && { resolution: { x: x * factor, y: y * factor } }),
  };
}
