import { selectedPages } from '../../pages/page-selection.ts';
import type { Size } from '../size.ts';
import type { RasterFacts, Thumbnail } from '../../../contract/facts.ts';
import { orientThumbnail, preShrinkOf } from '../inspect/raster.ts';
import type { Expectation } from '../../../contract/report.ts';
import { geometryOf, type Geometry } from './geometry.ts';

/** A frame of the source and where it must be found again. */
export interface ExpectedFrame {
  /** Counted from 0. */
  readonly frame: number;
  /** Place among the outputs, and the frame within that output. */
  readonly output: number;
  readonly outputFrame: number;
}

/** The frames or pages that the path takes, each with the place where it must be found. */
export function expectedFrames(
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  expectation: Expectation,
): ExpectedFrame[] {
  const selected = selectedPages(expectation.options.pages, source.frames);
  const taken = expectation.takes === 'all' ? selected : selected.slice(0, 1);
  const isMany = expectation.gives === 'many';
  const frames = taken.map((frame, index) =>
    isMany ? { frame, output: index, outputFrame: 0 } : { frame, output: 0, outputFrame: index },
  );
  const [output] = outputs;
  if (expectation.options.fps !== undefined && source.sequence === 'animation' && output)
    return atPace(frames, source, output, expectation.options.fps);
  const mayMerge = !isMany && source.sequence === 'animation' && output && output.frames < frames.length;
  return mayMerge ? alongTimeline(frames, source, output) : frames;
}

/** Writers join equal frames that follow each other: then what is shown at a frame's time is what counts. */
function alongTimeline(frames: readonly ExpectedFrame[], source: RasterFacts, output: RasterFacts): ExpectedFrame[] {
  const starts = startsOf(frames.map(({ frame }) => source.delaysMs?.[frame] ?? 0));
  const outputStarts = startsOf(output.delaysMs ?? []);
  return frames.map((expected, index) => {
    const outputFrame = outputStarts.findLastIndex((start) => start <= starts[index]! + ROUNDED_MS);
    return { ...expected, outputFrame: Math.max(0, outputFrame) };
  });
}

/** At a pace that was asked for, each image shows what the source does nearest to its time: others are doubled or left out. */
function atPace(
  frames: readonly ExpectedFrame[],
  source: RasterFacts,
  output: RasterFacts,
  fps: number,
): ExpectedFrame[] {
  const starts = startsOf(frames.map(({ frame }) => source.delaysMs?.[frame] ?? 0));
  return startsOf(output.delaysMs ?? [0]).flatMap((time, outputFrame) => {
    const shown = starts.findLastIndex((start) => start < time + 500 / fps);
    return shown < 0 ? [] : [{ ...frames[shown]!, outputFrame }];
  });
}

/** GIF counts hundredths of a second. */
const ROUNDED_MS = 5;

function startsOf(delaysMs: readonly number[]): number[] {
  let start = 0;
  return delaysMs.map((delay) => {
    const before = start;
    start += delay;
    return before;
  });
}

/** Two thumbnails that show the same frame, and which part of each shows the same. */
export interface ThumbnailPair extends Geometry {
  readonly frame: number;
  /** Turned as it was asked for. */
  readonly expected: Thumbnail;
  readonly found: Thumbnail;
  /** Both were shrunk by whole pixels, from opposite ends of the image: their cells are not quite of the same pixels. */
  readonly isShrunkApart: boolean;
}

/** EXIF orientations that turn clockwise by so many degrees. */
const ORIENTATION_OF = { '90': 6, '180': 3, '270': 8 } as const;

/** The frames that both readers have sampled. */
export function thumbnailPairs(
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  frames: readonly ExpectedFrame[],
  expectation: Expectation,
): ThumbnailPair[] {
  return frames.flatMap(({ frame, output, outputFrame }) => {
    const seen = source.thumbnails?.find((thumbnail) => thumbnail.frame === frame);
    const found = outputs[output]?.thumbnails?.find((thumbnail) => thumbnail.frame === outputFrame);
    if (!seen || !found) return [];
    const expected = turned(seen, expectation.options.rotate);
    const { pixelShape } = source;
    const { width, height } = sizeOfThumbnail(seen, source);
    const geometry = geometryOf({ width, height, pixelShape }, expectation);
    const isShrunkApart = expectation.options.rotate !== undefined && [width, height].some(isShrunkWithRest);
    return [{ frame, expected, found, isShrunkApart, ...geometry }];
  });
}

/** Whether pixels are left over when a side is shrunk by a whole factor. */
function isShrunkWithRest(side: number): boolean {
  return side % preShrinkOf(side) !== 0;
}

/** An image as it was asked to be turned, clockwise. */
export function turned(image: Thumbnail, rotate: Expectation['options']['rotate']): Thumbnail {
  return rotate ? orientThumbnail(image, ORIENTATION_OF[rotate]) : image;
}

export function sizeOfThumbnail({ imageWidth, imageHeight }: Thumbnail, { width, height }: Size): Size {
  return { width: imageWidth ?? width, height: imageHeight ?? height };
}
