import { optimise } from '@jsquash/oxipng/codec/pkg/squoosh_oxipng.js';
import type { RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { OptionValues } from '../../formats/options.ts';
import { truncatedImage } from '../../models/image-failures.ts';
import { isTruncatedRaster } from '../../models/raster-truncation.ts';
import { chunksOf, withoutPngMetadata } from './png-metadata.ts';

/** Of OxiPNG, from 1 to 6: beyond 4 the time grows and the gain hardly does. */
const DEFAULT_LEVEL = 2;
const LEVELS_AN_EFFORT = 0.6;

/** Where the header says how many bits a sample has, and whether the rows are interlaced. */
const BIT_DEPTH_AT = 24;
const INTERLACE_AT = 28;

/**
 * Writes a PNG anew with OxiPNG, which finds filters, palettes and bit depths that hold the same pixels in fewer bytes.
 * Invisible colours below full transparency stay.
 */
export function optimisePng(bytes: Uint8Array, options: OptionValues, context: RunContext): Uint8Array {
  const source = prepared(bytes, options);
  const isInterlaced = source[INTERLACE_AT] === 1;
  const level = options.effort === undefined ? DEFAULT_LEVEL : Math.ceil(options.effort * LEVELS_AN_EFFORT);
  const optimised = runOxiPng(source, level, options.progressive ?? false);
  const mayStay = options.progressive === undefined || options.progressive === isInterlaced;
  const result = mayStay && optimised.byteLength >= source.byteLength ? source : optimised;
  if (source[BIT_DEPTH_AT] === 16 && result[BIT_DEPTH_AT] !== 16) {
    context.warn({
      code: 'depth_reduced',
      message: 'The 16 bits of each channel only repeat 8, which are written instead: nothing of the picture changes.',
      lost: ['depth'],
    });
  }
  return result;
}

/** The file without what is not wanted, if it is one that can be optimised as a whole. */
function prepared(bytes: Uint8Array, options: OptionValues): Uint8Array {
  if (isTruncatedRaster(bytes, 'png')) throw truncatedImage();
  if (chunksOf(bytes).some(({ type }) => type === 'acTL')) {
    throw new ConversionError({
      code: 'conversion_failed',
      message: 'The PNG is animated, and its frames cannot be optimised. Send it as APNG.',
    });
  }
  return withoutPngMetadata(bytes, options);
}

function runOxiPng(bytes: Uint8Array, level: number, isInterlaced: boolean): Uint8Array {
  const KEEP_INVISIBLE_COLOURS = false;
  try {
    return optimise(bytes, level, isInterlaced, KEEP_INVISIBLE_COLOURS);
  } catch (error) {
    const isTrap = error instanceof WebAssembly.RuntimeError; // it ran out of memory, or was wrong about itself
    throw new ConversionError(
      {
        code: 'conversion_failed',
        message: isTrap
          ? 'The optimiser stopped inside this image. Ask for a smaller width to have it encoded anew.'
          : 'The image is damaged and cannot be optimised. Save it again with an image editor, or send another copy.',
        discardWorker: isTrap,
      },
      { cause: error },
    );
  }
}
