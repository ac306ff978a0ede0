import type { OptionValues } from '../../formats/options.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of an image after it was turned by the degrees of the option `rotate`. */
export function turnedSize({ width, height }: Size, rotate: OptionValues['rotate']): Size {
  return rotate === '90' || rotate === '270' ? { width: height, height: width } : { width, height };
}

/** How an image becomes the size that was asked for: it is scaled, then its middle is cut out. */
interface Resize {
  readonly scaled: Size;
  /** Size of the result: the same as `scaled` unless something is cut away. */
  readonly result: Size;
}

/**
 * What the options `width`, `height` and `fit` mean for an image of this size; `undefined` when it keeps its own.
 * One of the two alone keeps the proportions, and so do both without `fit`.
 */
export function resizeFor(source: Size, { width, height, fit = 'inside' }: OptionValues): Resize | undefined {
  if (width === undefined && height === undefined) return undefined;
  const scaleX = (width ?? Number.POSITIVE_INFINITY) / source.width;
  const scaleY = (height ?? Number.POSITIVE_INFINITY) / source.height;
  const hasBoth = width !== undefined && height !== undefined;
  if (hasBoth && fit === 'fill') return { scaled: { width, height }, result: { width, height } };
  if (hasBoth && fit === 'cover') {
    const scaled = scale(source, Math.max(scaleX, scaleY));
    return { scaled: atLeast(scaled, { width, height }), result: { width, height } };
  }
  const scaled = scale(source, Math.min(scaleX, scaleY));
  return { scaled, result: scaled };
}

function scale({ width, height }: Size, factor: number): Size {
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

function atLeast(size: Size, least: Size): Size {
  return { width: Math.max(size.width, least.width), height: Math.max(size.height, least.height) };
}
