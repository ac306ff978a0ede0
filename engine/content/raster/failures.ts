import { ConversionError } from '../../contract/errors.ts';

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

/** A writer failed at what a reader has read, or wrote nothing: most take further copies of an image, which may be large. */
export function unwrittenImage(options?: ErrorOptions): ConversionError {
  return new ConversionError(
    {
      code: 'conversion_failed',
      message: 'The image library could not write the image. Ask for a smaller size, or choose another target format.',
    },
    options,
  );
}
