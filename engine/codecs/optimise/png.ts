import { constants as zlib, deflateSync, inflateSync } from 'node:zlib';
import { optimise } from '@jsquash/oxipng/codec/pkg/squoosh_oxipng.js';
import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { OptionValues } from '../../formats/options.ts';
import { truncatedImage } from '../../content/raster/failures.ts';
import { PNG_SIGNATURE, pngChunk, pngChunks } from '../../content/raster/png/chunks.ts';
import { isTruncatedRaster } from '../../content/raster/truncation.ts';
import { withoutPngMetadata } from './png-metadata.ts';

/** Levels of OxiPNG go from 1 to 6; its default is 2. Beyond 4 the time grows and the gain hardly does. */
const LEVELS_AN_EFFORT = 0.6;
/** Above this many pixels level 1 must do: it takes half the time, and the file is up to 7 % larger. */
const LARGE_PIXELS = 16_000_000;

/** Where the header says the sides, how many bits a sample has, and whether the rows are interlaced. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const BIT_DEPTH_AT = 24;
const INTERLACE_AT = 28;

/**
 * Writes a PNG again with OxiPNG, which finds filters, palettes and bit depths that hold the same pixels in fewer bytes.
 * Invisible colours below full transparency stay.
 */
export function optimisePng(bytes: Uint8Array, options: OptionValues, context: RunContext): Uint8Array {
  try {
    return optimised(bytes, options, context);
  } catch (error) {
    throw explainFailure(error);
  }
}

function optimised(bytes: Uint8Array, options: OptionValues, context: RunContext): Uint8Array {
  const source = prepared(bytes, options);
  const isInterlaced = source[INTERLACE_AT] === 1;
  const mayStay = options.progressive === undefined || options.progressive === isInterlaced;
  const KEEP_INVISIBLE_COLOURS = false;
  const input = mayStay ? source : inflated(source, context);
  const smallest = optimise(input, levelFor(source, options), options.progressive ?? false, KEEP_INVISIBLE_COLOURS);
  const result = mayStay && smallest.byteLength >= source.byteLength ? source : smallest;
  if (source[BIT_DEPTH_AT] === 16 && result[BIT_DEPTH_AT] !== 16) {
    context.warn({
      code: 'depth_reduced',
      message: 'The 16 bits of each channel only repeat 8, which are written instead: nothing of the image changes.',
      lost: ['depth'],
    });
  }
  return result;
}

function levelFor(bytes: Uint8Array, { effort }: OptionValues): number {
  if (effort !== undefined) return Math.ceil(effort * LEVELS_AN_EFFORT);
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return header.getUint32(WIDTH_AT) * header.getUint32(HEIGHT_AT) > LARGE_PIXELS ? 1 : 2;
}

/** The file without what is not wanted, if it is one that can be optimised as a whole. */
function prepared(bytes: Uint8Array, options: OptionValues): Uint8Array {
  if (isTruncatedRaster(bytes, 'png')) throw truncatedImage();
  if ([...pngChunks(bytes)].some(({ type }) => type === 'acTL')) {
    throw new ConversionError({
      code: 'conversion_failed',
      message: 'The PNG is animated, and its frames cannot be optimised. Send it as APNG.',
    });
  }
  return withoutPngMetadata(bytes, options);
}

/**
 * The same image with its rows as they are, not deflated. OxiPNG gives back what it got when its own result is larger,
 * interlaced or not: from this it always has something to gain.
 */
function inflated(bytes: Uint8Array, { limits }: RunContext): Uint8Array {
  const chunks = [...pngChunks(bytes)];
  const data = chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content);
  const rows = inflateSync(Buffer.concat(data), { maxOutputLength: limits.expandedBytes });
  const stored = pngChunk('IDAT', deflateSync(rows, { level: zlib.Z_NO_COMPRESSION }));
  const first = chunks.findIndex(({ type }) => type === 'IDAT');
  const parts = chunks.flatMap(({ type, whole }, index) =>
    type !== 'IDAT' ? [whole] : index === first ? [stored] : [],
  );
  return Buffer.concat([PNG_SIGNATURE, ...parts]);
}

/** OxiPNG throws an Error for what it cannot read, and traps when it runs out of memory or is wrong about itself. */
function explainFailure(error: unknown): unknown {
  if (error instanceof ConversionError) return error;
  const isTrap = error instanceof WebAssembly.RuntimeError;
  return new ConversionError(
    {
      code: 'conversion_failed',
      message: isTrap
        ? 'The optimiser stopped inside this image. Ask for a smaller width to have it re-encoded.'
        : 'The image is damaged and cannot be optimised. Save it again with an image editor, or send another copy.',
      discardWorker: isTrap,
    },
    { cause: error },
  );
}
