import { describe, expect, it } from 'vitest';
import type { Thumbnail } from '../../../../engine/contract/facts.ts';
import { stepFaults } from '../../../../engine/content/timeline/compare/video-steps.ts';
import { WHOLE } from '../../../../engine/content/raster/compare/image-difference.ts';

const SIDE = 16;
const PACE = 10;

/** A bright bar that stands further right with each frame. */
function bar(frame: number): Thumbnail {
  const rgb = new Uint8Array(SIDE * SIDE * 3).fill(20);
  for (let y = 0; y < SIDE; y++) rgb.fill(230, 3 * (y * SIDE + frame), 3 * (y * SIDE + frame + 3));
  return { frame, width: SIDE, height: SIDE, rgb };
}

/** As lossy codecs leave it. */
function coded({ rgb, ...frame }: Thumbnail): Thumbnail {
  return { ...frame, rgb: rgb.map((value, at) => value + ((at * 7) % 5) - 2) };
}

const frames = Array.from({ length: 10 }, (_, at) => bar(at));
const faultsOf = (order: readonly number[], before = frames) =>
  stepFaults(
    [{ atMs: 0, before, after: order.map((at) => coded(frames[at]!)) }],
    { expectedRegion: WHOLE, foundRegion: WHOLE },
    PACE,
  );

describe('the frames of an image of a video', () => {
  it.each([
    ['all', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['without the first', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['without the last', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ])('are right: %s', (_, order) => {
    expect(faultsOf(order)).toEqual([]);
  });

  it.each([
    ['the first two', [1, 0, 2, 3, 4, 5, 6, 7, 8, 9], 0],
    ['two in the middle', [0, 1, 2, 4, 3, 5, 6, 7, 8, 9], 300],
    ['the last two', [0, 1, 2, 3, 4, 5, 6, 7, 9, 8], 800],
  ])('are exchanged: %s', (_, order, atMs) => {
    expect(faultsOf(order)).toEqual([{ kind: 'frame_order', atMs, found: 'exchanged frames' }]);
  });

  it.each([
    ['the first, and all others later', [0, 0, 1, 2, 3, 4, 5, 6, 7, 8], 100],
    ['one in place of the next', [0, 1, 2, 3, 3, 5, 6, 7, 8, 9], 400],
    ['one in place of the last', [0, 1, 2, 3, 4, 5, 6, 7, 8, 8], 900],
  ])('are shown again: %s', (_, order, atMs) => {
    expect(faultsOf(order)).toEqual([{ kind: 'frame_frozen', atMs, found: 'the frame before' }]);
  });

  it('may stand still where those of the source do, one earlier or later', () => {
    const halting = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4].map((at) => frames[at]!);
    expect(faultsOf([0, 1, 1, 2, 2, 3, 3, 4, 4, 4], halting)).toEqual([]);
    expect(faultsOf([0, 0, 0, 1, 1, 2, 2, 3, 3, 4], halting)).toEqual([]);
  });
});
