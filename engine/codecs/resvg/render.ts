import type { Hop, RunContext } from '../../codec.ts';
import type { OptionValues } from '../../formats/options.ts';
import { resizeFor, type Size } from '../../models/raster-size.ts';
import { draw, openDrawing, type Canvas, type Drawing } from './draw.ts';
import { requireSize } from './failure.ts';
import { opaqueChannels, opaquePng } from './opaque-png.ts';
import type { Survey } from './survey.ts';

/** Draws a PNG in the size that the options ask for, and tells what of the drawing it does not show. */
export async function renderPng(survey: Survey, { options }: Hop, context: RunContext): Promise<Uint8Array> {
  const drawing = openDrawing(survey);
  const canvas = canvasFor(drawing.size, options);
  requireSize(canvas, context.limits);
  context.signal.throwIfAborted();
  const drawn = draw(drawing, canvas, (rendering) => {
    const { pixels } = rendering;
    const channels = opaqueChannels(pixels);
    return channels === undefined ? { png: rendering.asPng() } : { pixels, channels };
  });
  context.signal.throwIfAborted();
  warnOfLosses(drawing, context);
  if (drawn.png) return drawn.png;
  return opaquePng(drawn.pixels, { ...canvas, channels: drawn.channels, dpi: options.dpi ?? OWN_DPI });
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

/** What the library draws of what stands in the drawing itself. */
const DRAWABLE_PICTURE = /^data:(?:image\/(?:png|jpe?g|gif|svg\+xml)|text\/xml)?[;,]/i;
const MAX_NAMED = 5;

function warnOfLosses({ survey, fonts }: Drawing, context: RunContext): void {
  const outside = survey.outsideParts + survey.pictures.filter((address) => !/^data:/i.test(address)).length;
  if (outside > 0) {
    const message = `${counted(outside, 'picture')} of other files or addresses left out: only the drawing itself is read.`;
    context.warn({ code: 'picture_dropped', message });
  }
  const unknown = survey.pictures.filter((address) => /^data:/i.test(address) && !DRAWABLE_PICTURE.test(address));
  if (unknown.length > 0) {
    const message = `${counted(unknown.length, 'embedded picture')} left out: only PNG, JPEG, GIF and SVG are drawn.`;
    context.warn({ code: 'picture_dropped', message });
  }
  if (survey.foreignObjects > 0) {
    const message = `${counted(survey.foreignObjects, 'part')} in HTML (foreignObject) left out: only SVG is drawn.`;
    context.warn({ code: 'text_dropped', message });
  }
  if (survey.animations > 0) {
    const message = 'The drawing moves: it is shown as it stands without its animations.';
    context.warn({ code: 'feature_dropped', message });
  }
  if (fonts.substituted.length > 0) {
    const message = `Fonts that are not here were replaced by similar ones: ${listed(fonts.substituted)}.`;
    context.warn({ code: 'font_substituted', message, details: { fonts: fonts.substituted } });
  }
  if (fonts.missing.length > 0) {
    const message = `No font here has ${counted(fonts.missing.length, 'character')}: ${listed(fonts.missing)}.`;
    context.warn({ code: 'text_dropped', message, details: { characters: fonts.missing } });
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}
