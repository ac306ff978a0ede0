import { describe, expect, it } from 'vitest';
import type { RasterFacts, Thumbnail } from '../../../../engine/contract/facts.ts';
import { FRAME_GRID } from '../../../../engine/contract/samples.ts';
import { isSeenWhole, paceOf, sampleOfImage, thinned } from '../../../../engine/content/timeline/image-frames.ts';

function thumbnail(frame: number): Thumbnail {
  return { frame, width: 1, height: 1, rgb: Uint8Array.of(frame, frame, frame) };
}

function animation(...delaysMs: readonly number[]): RasterFacts {
  const thumbnails = delaysMs.map((_, frame) => thumbnail(frame));
  const frames = delaysMs.length;
  return { width: 1, height: 1, frames, sequence: 'animation', alpha: false, bitsPerChannel: 8, delaysMs, thumbnails };
}

const STILL: RasterFacts = { ...animation(0), sequence: 'single', delaysMs: undefined };

const shown = (image: RasterFacts, atMs: number, lengthMs: number): number[] =>
  sampleOfImage(image, { atMs, lengthMs, kinds: ['video'] }).frames!.map(({ frame }) => frame);

describe('what an image shows over time', () => {
  it('is each frame as long as it is shown', () => {
    expect(shown(animation(250, 500, 125), 0, 1000)).toEqual([0, 0, 1, 1, 1, 1, 2]);
  });

  it('may be looked at from some moment on', () => {
    expect(shown(animation(250, 500, 125), 500, 250)).toEqual([1, 1]);
    expect(shown(animation(250, 500, 125), 900, 1000)).toEqual([]);
  });

  it('is the same for ever where it stands still', () => {
    expect(shown(STILL, 5000, 1000)).toEqual(Array.from({ length: FRAME_GRID }, () => 0));
  });

  it('is known where every frame was seen', () => {
    const seen = animation(100, 100, 100);
    expect([isSeenWhole(seen), isSeenWhole(STILL)]).toEqual([true, true]);
    expect(isSeenWhole({ ...seen, thumbnails: seen.thumbnails!.slice(1) })).toBe(false);
    expect(isSeenWhole({ ...seen, sequence: 'pages' })).toBe(false);
  });

  it('may be looked at as often as it changes', () => {
    const even = animation(100, 100, 200, 100);
    expect(paceOf(even)).toBeCloseTo(10);
    expect(paceOf(animation(66, 67, 67))).toBeCloseTo(15);
    expect(paceOf(animation(70, 60, 70, 70, 60, 70))).toBeCloseTo(15);
    expect(paceOf(animation(200, 200))).toBeUndefined(); // the usual grid sees all of it
    expect(paceOf(animation(100, 140, 100))).toBeUndefined();
    const seen = sampleOfImage(even, { atMs: 0, lengthMs: 500, kinds: ['video'] }, 10);
    expect(seen.frames!.map(({ frame }) => frame)).toEqual([0, 1, 2, 2, 3]);
    expect(thinned(seen, 10).frames!.map(({ frame }) => frame)).toEqual(shown(even, 0, 500));
  });
});
