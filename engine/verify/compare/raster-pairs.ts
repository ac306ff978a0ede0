import { iconSides } from '../../models/icon-sizes.ts';
import { selectedPages } from '../../models/page-selection.ts';
import { resizeFor, type Size } from '../../models/raster-size.ts';
import type { RasterFacts, Thumbnail } from '../facts.ts';
import type { PlanPromise } from '../report.ts';
import { WHOLE, type Region } from './picture-difference.ts';

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
  promise: PlanPromise,
): ExpectedFrame[] {
  const selected = selectedPages(promise.options.pages, source.frames);
  const taken = promise.takes === 'all' ? selected : selected.slice(0, 1);
  const isMany = promise.gives === 'many';
  const frames = taken.map((frame, index) =>
    isMany ? { frame, output: index, outputFrame: 0 } : { frame, output: 0, outputFrame: index },
  );
  const [output] = outputs;
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
export interface ThumbnailPair {
  readonly frame: number;
  readonly expected: Thumbnail;
  readonly expectedRegion: Region;
  readonly found: Thumbnail;
  readonly foundRegion: Region;
  readonly expectedSize: Size;
}

/** The frames that both readers have sampled. */
export function thumbnailPairs(
  source: RasterFacts,
  outputs: readonly RasterFacts[],
  frames: readonly ExpectedFrame[],
  promise: PlanPromise,
): ThumbnailPair[] {
  return frames.flatMap(({ frame, output, outputFrame }) => {
    const expected = source.thumbnails?.find((thumbnail) => thumbnail.frame === frame);
    const found = outputs[output]?.thumbnails?.find((thumbnail) => thumbnail.frame === outputFrame);
    if (!expected || !found) return [];
    return [{ frame, expected, found, ...geometryOf(sizeOfThumbnail(expected, source), promise) }];
  });
}

export function sizeOfThumbnail({ pictureWidth, pictureHeight }: Thumbnail, { width, height }: Size): Size {
  return { width: pictureWidth ?? width, height: pictureHeight ?? height };
}

type Geometry = Pick<ThumbnailPair, 'expectedRegion' | 'foundRegion' | 'expectedSize'>;

/** What a picture of this size becomes: its size, the part of it that is left, and the part of the result it fills. */
export function geometryOf(source: Size, { options, to }: Pick<PlanPromise, 'options' | 'to'>): Geometry {
  const { scaled, result } = resizeFor(source, options) ?? { scaled: source, result: source };
  const expectedRegion = centreOf(scaled, result);
  if (to !== 'ico') return { expectedRegion, foundRegion: WHOLE, expectedSize: result };
  const [side] = iconSides(result);
  const square = { width: side, height: side };
  const inIcon = resizeFor(result, square)!.result;
  return { expectedRegion, foundRegion: centreOf(square, inIcon), expectedSize: square };
}

/** The middle of a picture, at whole pixels, as a part of it. */
function centreOf(whole: Size, part: Size): Region {
  return {
    left: Math.floor((whole.width - part.width) / 2) / whole.width,
    top: Math.floor((whole.height - part.height) / 2) / whole.height,
    width: part.width / whole.width,
    height: part.height / whole.height,
  };
}
