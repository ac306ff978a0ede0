import { to_svg } from 'vtracer-wasm';
import type { RunContext } from '../../contract/codec.ts';
import type { OptionValues } from '../../formats/options.ts';
import { resizeFor, type Size } from '../../content/raster/size.ts';
import type { RgbaImage } from '../../content/raster/inspect/raster.ts';
import { nearestColour, reduceColours, type Rgb } from './palette.ts';
import { loadForTracing, openPng, type TracedPng } from './image.ts';
import { separateShape } from './shape.ts';

/** Settings of the tracer, as its own application names them. */
const SETTINGS = {
  binary: false,
  mode: 'spline',
  hierarchical: 'stacked',
  /** Radians: sharper turns are corners. */
  cornerThreshold: Math.PI / 3,
  /** Radians: curves are joined at turns below. */
  spliceThreshold: Math.PI / 4,
  lengthThreshold: 4,
  maxIterations: 10,
  /** Pixels of the smallest shape. */
  filterSpeckle: 4,
  /** Shapes are of one colour each: what is similar was made the same before. */
  colorPrecision: 0,
  layerDifference: 0,
  /** Digits behind the point. */
  pathPrecision: 1,
};

/** More make drawings of photographs many megabytes large, and those of graphics no better. */
const DEFAULT_COLOURS = 48;

/** Pixels that are traced: more take seconds, and show no more. */
const TRACED_PIXELS = 1_200_000;
/** Changes of colour from pixel to pixel: about 20 bytes each in the drawing. */
const MAX_CHANGES = 200_000;

/** Makes shapes of one colour each of an image. */
export function traceImage(bytes: Uint8Array, options: OptionValues, context: RunContext): string {
  const png = openPng(bytes);
  const { size } = png;
  const { image, shape, palette } = simplify(png, options.colours ?? DEFAULT_COLOURS, context);
  const paths = inColours(tracedPaths(image), palette);
  context.progress(0.8);
  context.signal.throwIfAborted();
  const clip = shape && tracedPaths({ ...image, data: shape }, { binary: true });
  warnOfTracing(shape !== undefined, context);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${frameOf(size, image, options)}>`,
    ...(clip === undefined
      ? [paths]
      : [`<clipPath id="shape">${clip}</clipPath>`, '<g clip-path="url(#shape)">', paths, '</g>']),
    '</svg>\n',
  ].join('\n');
}

/** The attributes of the root that show the traced pixels in the size that is asked for. */
function frameOf(size: Size, traced: Size, options: OptionValues): string {
  const { scaled, result } = resizeFor(size, options) ?? { scaled: size, result: size };
  const width = (traced.width * result.width) / scaled.width;
  const height = (traced.height * result.height) / scaled.height;
  const box = [(traced.width - width) / 2, (traced.height - height) / 2, width, height].map((side) => +side.toFixed(3));
  const stretched = options.fit === 'fill' ? ' preserveAspectRatio="none"' : '';
  return `width="${result.width}" height="${result.height}" viewBox="${box.join(' ')}"${stretched}`;
}

interface Simplified {
  /** Opaque, in the colours of the palette. */
  readonly image: RgbaImage;
  readonly palette: readonly Rgb[];
  readonly shape: Uint8Array | undefined;
}

/** An image in few colours; one that is busy all over, such as a photograph of leaves, is made smaller. */
function simplify(png: TracedPng, colours: number, context: RunContext): Simplified {
  const simplified = simplifyTo(png, colours, TRACED_PIXELS);
  context.progress(0.3);
  context.signal.throwIfAborted();
  const { width, height, data } = simplified.image;
  const changes = countChanges(data);
  if (changes <= MAX_CHANGES) return simplified;
  return simplifyTo(png, colours, Math.floor((width * height * MAX_CHANGES) / changes));
}

function simplifyTo(png: TracedPng, colours: number, maxPixels: number): Simplified {
  const image = loadForTracing(png, maxPixels);
  const shape = separateShape(image);
  const palette = reduceColours(image, colours);
  return { image, palette, shape };
}

function countChanges(data: Uint8Array): number {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  let changes = 0;
  for (let at = 1; at < pixels.length; at++) if (pixels[at] !== pixels[at - 1]) changes++;
  return changes;
}

/** The tracer's `<path>` elements, without the document around them. */
function tracedPaths({ width, height, data }: RgbaImage, settings: Partial<typeof SETTINGS> = {}): string {
  const svg = to_svg(data, width, height, { ...SETTINGS, ...settings });
  return svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>')).trim();
}

/** The tracer mixes the colour of a shape from all that lies on it. */
function inColours(paths: string, palette: readonly Rgb[]): string {
  return paths.replaceAll(/fill="#([0-9a-f]{6})"/gi, (_, code: string) => {
    const mixed = [0, 2, 4].map((at) => Number.parseInt(code.slice(at, at + 2), 16)) as Rgb;
    return `fill="#${Buffer.from(nearestColour(mixed, palette)).toString('hex')}"`;
  });
}

function warnOfTracing(hasShape: boolean, context: RunContext): void {
  const edges = hasShape ? ' What was half transparent is either there or not.' : '';
  const message = `The drawing was traced from pixels: shapes of one colour each, nearly what the image shows.${edges}`;
  context.warn({ code: 'feature_dropped', message });
}
