import type { Step, RunContext } from '../../contract/codec.ts';
import type { OptionValues } from '../../formats/options.ts';
import { resizeFor, type Size } from '../../content/raster/size.ts';
import { warnOfLosses } from '../../content/drawing/losses.ts';
import { draw, openDrawing, type Canvas } from './draw.ts';
import { requireSize } from './failure.ts';
import { BoxShrink } from '../../content/raster/inspect/box-shrink.ts';
import { preShrinkOf, thumbnailOf } from '../../content/raster/inspect/raster.ts';
import { imageOf, type Rendering } from '../../content/drawing/resvg.ts';
import { fewestChannels, keepChannels, PngEncoder } from '../../content/raster/png/encoder.ts';
import type { Survey } from '../../content/drawing/survey.ts';

/** Pixels that are handed to the encoder at a time. */
const PIXELS_PER_STEP = 500_000;

/** A PNG without an alpha channel: what is drawn of it next has nothing to fill, and nothing to warn of. */
async function opaquePng(
  pixels: Uint8Array,
  { width, height, channels, dpi }: Size & { readonly channels: 1 | 3; readonly dpi: number },
): Promise<Uint8Array> {
  using encoder = new PngEncoder({ width, height, channels, dpi });
  const rows = Math.max(1, Math.floor(PIXELS_PER_STEP / width));
  for (let row = 0; row < height; row += rows) {
    const band = pixels.subarray(row * width * 4, Math.min(height, row + rows) * width * 4);
    await encoder.add(keepChannels(band, 4, channels));
  }
  return new Uint8Array(Buffer.concat(await encoder.finish()));
}

/** Draws a PNG in the size that the options ask for, and tells what of the drawing it does not show. */
export async function renderPng(survey: Survey, { options }: Step, context: RunContext): Promise<Uint8Array> {
  const drawing = openDrawing(survey);
  const canvas = canvasFor(drawing.size, options);
  requireSize(canvas, context.limits);
  context.signal.throwIfAborted();
  const drawn = draw(drawing, { ...canvas, limits: context.limits }, (rendering) => {
    showDrawn(rendering, drawing.size, canvas, context);
    const { pixels } = rendering;
    const channels = fewestChannels(pixels, 4);
    return channels === 4 ? { png: rendering.asPng() } : { pixels, channels };
  });
  context.signal.throwIfAborted();
  warnOfLosses(drawing.survey, drawing.fonts, context);
  if (drawn.png) return drawn.png;
  return opaquePng(drawn.pixels, { ...canvas, channels: drawn.channels, dpi: options.dpi ?? OWN_DPI });
}

/** Shows a drawing as it is drawn, where it is drawn in its own size: finer than for an inspection alone, and only once. */
function showDrawn(rendering: Rendering, size: Size, canvas: Canvas, { preview }: Pick<RunContext, 'preview'>): void {
  const isOwnSize = size.width === canvas.width && size.height === canvas.height && canvas.background === undefined;
  if (!preview || !isOwnSize) return;
  const { width, height, data } = imageOf(rendering);
  const factors = { factorX: preShrinkOf(width), factorY: preShrinkOf(height) };
  const box = new BoxShrink({ width, height, hasAlpha: true, ...factors });
  box.add(data);
  preview([thumbnailOf(box.finish(), { frame: 0, imageWidth: width, imageHeight: height })]);
}

/** A drawing's own pixels are 1/96 inch (CSS Values 4, section 6.2). */
const OWN_DPI = 96;

function canvasFor({ width, height }: Size, options: OptionValues): Canvas {
  const scale = (options.dpi ?? OWN_DPI) / OWN_DPI;
  const drawn = { width: scaled(width, scale), height: scaled(height, scale) };
  const { result } = resizeFor(drawn, options) ?? { result: drawn };
  const isCut = options.fit === 'cover' && options.width !== undefined && options.height !== undefined;
  return { ...result, fit: isCut ? 'cover' : 'fill', background: options.background };
}

function scaled(length: number, scale: number): number {
  return Math.max(1, Math.round(length * scale));
}
