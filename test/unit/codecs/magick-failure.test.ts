import { MagickError, MagickErrorSeverity } from '@imagemagick/magick-wasm';
import { describe, expect, it } from 'vitest';
import { explainFailure } from '../../../engine/codecs/magick/failure.ts';

const NO_IMAGE = new Uint8Array(16);

describe('what the image library failed of', () => {
  it.each([
    [
      'conversion_failed',
      "UnableToEncodeImageFile `' @ error/jp2.c/WriteJP2Image/1276",
      MagickErrorSeverity.CoderError,
    ],
    ['input_corrupt', "InsufficientImageDataInFile `' @ error/pcx.c/ReadPCXImage/432", MagickErrorSeverity.CoderError],
    [
      'input_too_complex',
      "cache resources exhausted `' @ error/cache.c/OpenPixelCache/4119",
      MagickErrorSeverity.CacheError,
    ],
  ])('is %s when it says "%s"', (code, text, severity) => {
    const failure = explainFailure(Object.assign(new MagickError(text), { severity }), NO_IMAGE, 'pcx');
    expect(failure).toMatchObject({ code, discardWorker: false });
    expect(String(failure.cause)).toContain(text);
  });
});
