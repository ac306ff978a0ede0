import { difference, type Difference } from '../../contract/differences.ts';
import type { Facts, Thumbnail } from '../../contract/facts.ts';
import type { Diff } from '../../contract/report.ts';
import { isUniform } from '../raster/compare/blank.ts';
import { equalBytes } from '../../io/bytes.ts';
import { FILLED } from './picture/camera.ts';
import { framesOfTurn } from './picture/turntable.ts';

/** Share of the image by which a model may be smaller, larger or beside its place: edges fade into what is behind. */
const ROUNDING = 0.06;
/** Opacity of 255 from which on something is seen. */
const SEEN = 16;

/**
 * An image of a model shows something; and where nothing is behind the model, it fills the image as it was drawn. What
 * it shows is not compared: nothing but the renderer knows.
 */
export const diffModelPicture: Diff = function* (source, outputs, { options }) {
  const [thumbnail, ...others] = outputs[0]?.raster?.thumbnails ?? [];
  if (source.mesh && outputs.length === 1 && options.turntable !== undefined)
    yield* diffTurn(outputs[0]!, options.turntable);
  if (!source.mesh || outputs.length > 1 || !thumbnail || others.length > 0) return;
  if (isUniform(thumbnail) && !thumbnail.alpha) yield difference('result_blank', {}, { feature: 'look' });
  const box = shownBox(thumbnail);
  if (box === 'nothing') yield difference('result_blank', {}, { feature: 'look' });
  else if (box && !isWhole(box, outputs[0]!)) yield difference('pixels_part_changed', {}, { feature: 'look' });
};

/** Left, top, right and bottom as shares of the image. */
type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Where anything can be seen; undefined where something is behind everything. */
function shownBox({ alpha, width, height }: Thumbnail): Box | 'nothing' | undefined {
  if (!alpha) return undefined;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! < SEEN) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return right === 0 ? 'nothing' : [left / width, top / height, right / width, bottom / height];
}

/** In the middle, and as large as it was drawn in one direction at least. */
function isWhole([left, top, right, bottom]: Box, { raster }: Facts): boolean {
  const pixel = 2 / Math.min(raster!.width, raster!.height);
  const rounding = ROUNDING + pixel;
  const isCentred = Math.abs(left + right - 1) <= 2 * rounding && Math.abs(top + bottom - 1) <= 2 * rounding;
  return isCentred && Math.abs(Math.max(right - left, bottom - top) - FILLED) <= rounding;
}

/** A model that turns has as many frames as were asked for, shows something in each of them, and differs from one to the next. */
function* diffTurn({ raster }: Facts, seconds: number): Generator<Difference> {
  const frames = framesOfTurn(seconds);
  if (!raster) return;
  if (raster.frames !== frames)
    yield difference('image_timing', {}, { feature: 'animation', expected: frames, found: raster.frames });
  const thumbnails = raster.thumbnails ?? [];
  for (const thumbnail of thumbnails)
    if (isUniform(thumbnail) && (!thumbnail.alpha || shownBox(thumbnail) === 'nothing'))
      yield difference('result_blank', {}, { feature: 'look' });
  if (thumbnails.length > 1 && thumbnails.every(({ rgb }) => equalBytes(rgb, thumbnails[0]!.rgb)))
    yield difference('image_frozen', {}, { feature: 'animation' });
}
