import { GifDisposeMethod, MagickImageCollection, type IMagickImage } from '@imagemagick/magick-wasm';
import type { Step, RunContext } from '../../contract/codec.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import type { BytesArtifact } from '../../contract/artifact.ts';
import { truncatedImage } from '../../content/raster/failures.ts';
import { selectedPages } from '../../content/pages/page-selection.ts';
import { isTruncatedRaster } from '../../content/raster/truncation.ts';
import { relabelIcon } from '../../content/raster/icon/windows-icon.ts';
import { checkLimits } from '../../contract/check-limits.ts';
import { rasterFacts } from '../../content/raster/inspect/facts.ts';
import { isAnimated, readHeader, type ImageHeader } from './header.ts';
import { imageOfPixels, rgbaOf } from './pixels.ts';
import { prepare } from './prepare.ts';
import { forEachFrame, isAnimation, withImage, type EncodedImage } from './read.ts';
import { showImage } from './thumbnails.ts';
import { writeImage, writeImages } from './write.ts';
import { outputNameOf } from '../../formats/output-name.ts';

/** Converts one image file. Which pages or frames are taken, and into how many files, is the edge's promise. */
export function convertImage(
  { name, bytes }: Pick<BytesArtifact, 'name' | 'bytes'>,
  step: Step,
  jobContext: RunContext,
): BytesArtifact[] {
  const context = warningOnce(jobContext);
  const { from, to, edge, options } = step;
  const header = readHeader(bytes, from, context.limits);
  checkLimits(rasterFacts(header, { format: from, sizeBytes: bytes.byteLength, reader: 'magick' }), context.limits);
  if (isTruncatedRaster(bytes, from)) throw truncatedImage();
  if (isRelabelling(step)) return [{ name: outputNameOf(name, to), format: to, bytes: relabelIcon(bytes, step.to) }];
  const encoded = { bytes, format: from, header };
  if (edge === 'frames' || edge === 'pages')
    return [{ name: outputNameOf(name, to), format: to, bytes: mergeImages(encoded, step, context) }];
  const frames = framesOf(header, step, context);
  return frames.map((frame, index) => {
    context.signal.throwIfAborted();
    context.progress(index / frames.length);
    const written = withImage(encoded, frame, (image) => {
      if (header.frames === 1) showImage(image, context);
      prepare(image, header, step, context);
      return writeImage(image, to, options);
    });
    return {
      name: outputNameOf(name, to, frames.length > 1 ? index + 1 : undefined),
      format: to,
      bytes: written,
    };
  });
}

/** What is true of every page or frame is said once. */
function warningOnce(context: RunContext): RunContext {
  const said = new Set<string>();
  return {
    ...context,
    warn(warning) {
      if (said.has(warning.message)) return;
      said.add(warning.message);
      context.warn(warning);
    },
  };
}

type WindowsIcon = Extract<FormatId, 'ico' | 'cur'>;
const WINDOWS_ICONS: readonly FormatId[] = ['ico', 'cur'] satisfies WindowsIcon[];

/** An icon becomes a cursor, or back, with all of its images as they are, unless something else is asked for. */
function isRelabelling(step: Step): step is Step & { readonly to: WindowsIcon } {
  const isPlain = Object.values(step.options).every((value) => value === undefined);
  return isPlain && WINDOWS_ICONS.includes(step.from) && WINDOWS_ICONS.includes(step.to);
}

/** The frames or pages that the edge takes, counted from 0. */
function framesOf({ frames, others }: ImageHeader, { edge, from, to, options }: Step, context: RunContext): number[] {
  const selected = selectedPages(options.pages, frames);
  if (edge === 'each-page' || edge === 'stand-in-pages') return selected;
  if (frames > 1) {
    const why = formatOf(to).many ? 'this conversion takes one' : `${to} holds no animation`;
    context.warn({ code: 'frames_dropped', message: `One of ${frames} frames was taken: ${why}.` });
  }
  if (others > 0) {
    const message = `The first of ${others + 1} images in the ${from} file was taken.`;
    context.warn({ code: 'frames_dropped', message });
  }
  return selected.slice(0, 1);
}

/** One file of all pages or frames that are taken, these with their delays. */
function mergeImages(encoded: EncodedImage, step: Step, context: RunContext): Uint8Array {
  const { header } = encoded;
  const selected = selectedPages(step.options.pages, header.frames);
  const merged = MagickImageCollection.create();
  const add = (image: IMagickImage, frame: number): void => {
    context.signal.throwIfAborted();
    context.progress(merged.length / selected.length);
    prepare(image, header, step, context);
    merged.push(frameOf(image, header, step.to, frame));
  };
  try {
    if (isAnimation(encoded)) drawFrames(encoded, selected, add);
    else for (const frame of selected) withImage(encoded, frame, (image) => add(image, frame));
    return writeImages(merged, step.to, step.options);
  } finally {
    merged.dispose();
  }
}

/** Frames are drawn in the order of the animation: those that were asked for in another one need a canvas each. */
function drawFrames(
  encoded: EncodedImage,
  selected: readonly number[],
  add: (image: IMagickImage, frame: number) => void,
): void {
  const isAscending = selected.every((frame, index) => index === 0 || frame > selected[index - 1]!);
  if (isAscending) forEachFrame(encoded, selected, add);
  else for (const frame of selected) forEachFrame(encoded, [frame], add);
}

const TICKS_PER_SECOND = 100; // what GIF counts in

function frameOf(image: IMagickImage, { delaysMs, loops }: ImageHeader, to: FormatId, frame: number): IMagickImage {
  const copy = imageOfPixels({ width: image.width, height: image.height, data: rgbaOf(image) });
  if (!isAnimated(to)) return copy;
  copy.animationTicksPerSecond = TICKS_PER_SECOND;
  copy.animationDelay = Math.round(((delaysMs[frame] ?? 0) * TICKS_PER_SECOND) / 1000);
  copy.animationIterations = loops;
  if (!copy.isOpaque) copy.gifDisposeMethod = GifDisposeMethod.Background;
  return copy;
}
