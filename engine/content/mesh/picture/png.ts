import type { RunContext, Step } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { FormatId } from '../../../formats/index.ts';
import { rgbOf } from '../../raster/colour.ts';
import { encodePng } from '../../raster/png/encoder.ts';
import type { Colour, Scene } from '../model.ts';
import { decodedTextures, drawScene, type DrawOptions } from './draw.ts';

/** Pixels of the longer side where the caller says nothing. */
const DEFAULT_SIDE = 1024;
/** Axes that point up where the format does not say so: by what the programs do that write it. */
const UPRIGHT: Partial<Record<FormatId, 'z'>> = { stl: 'z', ply: 'z', off: 'z' };
const NOTHING: Colour = [0, 0, 0, 0];

/** A picture of a model on nothing, or on the background that is asked for. */
export function drawPng(scene: Scene, { from, options }: Step, context: RunContext): Uint8Array {
  const shot = { ...sizeOf(options, context), ...lookOf(scene, { from, options }) };
  const image = drawScene(scene, shot, decodedTextures(scene, context.signal), context.signal);
  return encodePng({ ...image, channels: 4 });
}

/** Pixels of a picture. Throws `input_too_complex` for more than the limits allow. */
export function sizeOf({ width: across, height: down }: Step['options'], { limits }: RunContext) {
  const width = across ?? down ?? DEFAULT_SIDE;
  const height = down ?? across ?? DEFAULT_SIDE;
  const allowed = limits.pixels / 4; // it is drawn at twice the size
  if (width * height <= allowed) return { width, height };
  throw new ConversionError({
    code: 'input_too_complex',
    message: `An image of ${width} × ${height} pixels is too large to be drawn; at most ${Math.floor(allowed)} pixels are allowed. Ask for a smaller width or height.`,
    details: { limit: 'pixels', allowed, found: width * height },
  });
}

/** From where a model is looked at, and in which colours. */
export function lookOf(
  scene: Scene,
  { from, options }: Pick<Step, 'from' | 'options'>,
): Omit<DrawOptions, 'width' | 'height'> {
  return {
    view: options.view ?? 'angle',
    up: scene.space?.up ?? UPRIGHT[from] ?? 'y',
    background: options.background === undefined ? NOTHING : colourOf(options.background),
    ...(options.modelColour !== undefined && { colour: colourOf(options.modelColour) }),
  };
}

/** Of `#rrggbb`. */
function colourOf(text: string): Colour {
  const [red, green, blue] = rgbOf(text);
  return [red / 255, green / 255, blue / 255, 1];
}
