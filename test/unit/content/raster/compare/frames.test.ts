import { describe, expect, it } from 'vitest';
import type { FormatId } from '../../../../../engine/formats/index.ts';
import type { Facts } from '../../../../../engine/contract/facts.ts';
import { factsOfImages, landscape, type Paint } from '../../../../support/images.ts';
import { expectation, failures, SIZE, still } from './compare-images.ts';

/** The same scene with the sun further to the right: neighbouring frames differ little. */
const scene =
  (step: number): Paint =>
  (x, y) =>
    Math.hypot(x - 0.15 - step * 0.15, y - 0.2) < 0.1 ? [255, 240, 120] : landscape(x, y);
const FRAMES = [scene(0), scene(1), scene(2), scene(3)];
const DELAYS = [100, 200, 300, 400];

describe('animations', () => {
  const animation = (format: FormatId, frames: readonly Paint[], delaysMs: readonly number[], loops = 2): Facts =>
    factsOfImages({ format, ...SIZE, frames, delaysMs, loops });
  const source = animation('gif', FRAMES, DELAYS);
  const promised = expectation({ from: 'gif', kept: ['look', 'animation'], takes: 'all' });

  it('keep their frames, delays and loops', () => {
    expect(failures(source, [animation('webp', FRAMES, DELAYS)], promised)).toEqual([]);
    expect(failures(source, [animation('webp', FRAMES, [100, 100, 300, 500])], promised)).toEqual(['image_timing']);
    expect(failures(source, [animation('webp', FRAMES, DELAYS, 0)], promised)).toEqual(['image_loops']);
  });

  it('may be timed in hundredths of a second, if no frame is late', () => {
    const fast = animation('apng', FRAMES, [33, 34, 33, 34]);
    expect(failures(fast, [animation('gif', FRAMES, [30, 40, 30, 30])], promised)).toEqual([]);
    expect(failures(fast, [animation('gif', FRAMES, [40, 40, 30, 30])], promised)).toEqual(['image_timing']);
  });

  it('with a lost frame are found', () => {
    const lost = animation('webp', FRAMES.slice(0, 3), DELAYS.slice(0, 3));
    expect(failures(source, [lost], promised)).toContain('image_timing');
    const stretched = animation('webp', [FRAMES[0]!, FRAMES[2]!, FRAMES[3]!], [300, 300, 400]);
    expect(failures(source, [stretched], promised)).not.toEqual([]);
    const extra = animation('webp', [...FRAMES, scene(4)], [...DELAYS, 100]);
    expect(failures(source, [extra], promised)).toContain('image_count');
  });

  it('with frames in another order are found, however alike they are', () => {
    const swapped = animation('webp', [FRAMES[0]!, FRAMES[2]!, FRAMES[1]!, FRAMES[3]!], DELAYS);
    expect(failures(source, [swapped], promised)).toContain('frame_order');
  });

  it('may join equal frames', () => {
    const paused = animation('gif', [FRAMES[0]!, FRAMES[0]!, FRAMES[1]!], [100, 100, 100]);
    expect(failures(paused, [animation('webp', [FRAMES[0]!, FRAMES[1]!], [200, 100])], promised)).toEqual([]);
    const frozen = animation('gif', [FRAMES[0]!, FRAMES[0]!], [100, 100]);
    expect(failures(frozen, [still('webp', FRAMES[0]!)], promised)).toEqual([]);
  });

  it('may come at the pace that was asked for', () => {
    const asked = { ...promised, options: { fps: 10 } };
    const starts = DELAYS.map((_, at) => DELAYS.slice(0, at).reduce((sum, delay) => sum + delay, 0));
    const shown = Array.from(
      { length: 10 },
      (_, at) => FRAMES[starts.findLastIndex((start) => start < 100 * at + 50)]!,
    );
    const paced = (frames: readonly Paint[]): Facts => animation('apng', frames, Array(frames.length).fill(100));
    expect(DELAYS.reduce((sum, delay) => sum + delay, 0)).toBe(1000);
    expect(failures(source, [paced(shown)], asked)).toEqual([]);
    expect(failures(source, [paced(shown.slice(0, 5))], asked)).toContain('image_timing');
    expect(failures(source, [paced([...shown, ...shown])], asked)).toContain('image_count');
    expect(failures(source, [paced(shown.toReversed())], asked)).not.toEqual([]);
  });

  it('give their first frame, or the one asked for', () => {
    const first = expectation({ from: 'gif', to: 'png', takes: 'first' });
    expect(failures(source, [still('png', FRAMES[0]!)], first)).toEqual([]);
    expect(failures(source, [still('png', FRAMES[2]!)], { ...first, options: { pages: '3' } })).toEqual([]);
    expect(failures(source, [still('png', () => [9, 9, 9])], { ...first, options: { pages: '3' } })).not.toEqual([]);
  });

  it('become pages', () => {
    const pages = factsOfImages({ format: 'tiff', ...SIZE, frames: FRAMES });
    expect(failures(source, [pages], { ...promised, to: 'tiff', kept: ['look'] })).toEqual([]);
  });
});

describe('pages', () => {
  const source = factsOfImages({ format: 'tiff', ...SIZE, frames: FRAMES });
  const each = expectation({ from: 'tiff', to: 'png', takes: 'all', gives: 'many' });
  const files = (frames: readonly Paint[]): Facts[] => frames.map((paint) => still('png', paint));

  it('become one file each', () => {
    expect(failures(source, files(FRAMES), each)).toEqual([]);
    expect(failures(source, files(FRAMES.slice(1)), each)).toContain('image_count');
    expect(failures(source, files([FRAMES[1]!, FRAMES[0]!, FRAMES[2]!, FRAMES[3]!]), each)).toContain('frame_order');
  });

  it('are those that were asked for', () => {
    const promised = { ...each, options: { pages: '2-3' } };
    expect(failures(source, files([FRAMES[1]!, FRAMES[2]!]), promised)).toEqual([]);
    expect(failures(source, files([FRAMES[1]!]), promised)).toContain('image_count');
  });

  it('keep their own sizes', () => {
    const wide = factsOfImages({ format: 'tiff', width: 320, height: 120, frames: [landscape] });
    const mixed: Facts = {
      ...source,
      raster: {
        ...source.raster!,
        frames: 2,
        thumbnails: [source.raster!.thumbnails![0]!, { ...wide.raster!.thumbnails![0]!, frame: 1 }],
      },
    };
    const outputs = [still('png', FRAMES[0]!), still('png', landscape, { height: 120 })];
    expect(failures(mixed, outputs, each)).toEqual([]);
    expect(failures(mixed, [outputs[0]!, still('png', landscape)], each)).toContain('image_size');
  });
});
