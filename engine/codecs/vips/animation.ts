import type { Step, RunContext } from '../../contract/codec.ts';
import { turnedSize } from '../../content/raster/size.ts';
import { describe, isTurned, resize, toWritableColours, turn, warnOfMetadata } from './prepare.ts';
import { loadImage, type EncodedImage, type ImageHeader } from './load.ts';
import { NativeScope } from './native-scope.ts';
import { encode } from './save.ts';
import { showDecoded } from './thumbnails.ts';
import type { VipsImage, VipsLibrary } from './start.ts';

/** Writes the chosen frames of an animation into one file, with their delays and the loop count. */
export function writeAnimation(
  vips: VipsLibrary,
  encoded: EncodedImage,
  header: ImageHeader,
  frames: readonly number[],
  step: Step,
  context: RunContext,
): Uint8Array {
  using scope = new NativeScope();
  const isWhole = frames.length === header.frames && frames.every((frame, index) => frame === index);
  const isResized = step.options.width !== undefined || step.options.height !== undefined;
  const inOrder = isWhole && !isResized && !isTurned(step);
  const original = turnedSize(header, step.options.rotate);
  const loaded = loadImage(vips, scope, encoded, { page: 'all', sequential: inOrder });
  const all = showDecoded(scope, loaded, header, 1, context);
  warnOfMetadata(all, step, context);
  const coloured = toWritableColours(scope, all, step, context);
  if (inOrder) return encode(vips, describe(scope, coloured, step), step, context);
  const parts = frames.map((frame) => {
    const part = scope.keep(coloured.crop(0, frame * header.height, all.width, header.height));
    return resize(scope, turn(scope, part, step), step, original);
  });
  return encode(vips, describe(scope, joinFrames(vips, scope, parts, frames, header), step), step, context);
}

/** All frames one below the other, as vips keeps animations, with what it needs to know of them. */
function joinFrames(
  vips: VipsLibrary,
  scope: NativeScope,
  parts: readonly VipsImage[],
  frames: readonly number[],
  header: ImageHeader,
): VipsImage {
  const strip = scope.keep(scope.keep(vips.Image.arrayjoin([...parts], { across: 1 })).copy());
  strip.setInt('page-height', parts[0]!.height);
  strip.setInt('n-pages', parts.length);
  if (header.delaysMs.length > 0) {
    strip.setArrayInt(
      'delay',
      frames.map((frame) => header.delaysMs[frame] ?? 0),
    );
  }
  return strip;
}
