import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';

/** What image libraries fail of, in the words that every codec of images uses. */

export function truncatedImage(options?: ErrorOptions): ConversionError {
  return new ConversionError(
    { code: 'input_truncated', message: 'The image is truncated: its end is missing. Send the complete file.' },
    options,
  );
}

export function damagedImage(options?: ErrorOptions): ConversionError {
  return new ConversionError(
    {
      code: 'input_corrupt',
      message: 'The image is damaged and cannot be decoded. Save it again with an image editor, or send another copy.',
    },
    options,
  );
}

/** Nobody knows the state of the library afterwards: its worker is given up. */
export function stoppedLibrary(options?: ErrorOptions): ConversionError {
  return new ConversionError(
    {
      code: 'conversion_failed',
      message: 'The image library stopped inside this image. Check the file, or save it again with an image editor.',
      discardWorker: true,
    },
    options,
  );
}

/** Some writers report success and write nothing. */
export function emptyImage(format: FormatId): ConversionError {
  return new ConversionError({
    code: 'conversion_failed',
    message: 'The image library wrote an empty file. Try another target format.',
    details: { format },
  });
}
