import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../corpus/cases.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../../engine/contract/limits.ts';
import type { FormatId } from '../../../../engine/formats/index.ts';
import type { OptionValues } from '../../../../engine/formats/options.ts';
import { readLottie } from '../../../../engine/content/drawing/lottie/reader.ts';
import { drawnAnimation } from '../../../../engine/content/drawing/lottie/timing.ts';

const sampleOf = (from: FormatId, source: string) =>
  readLottie(readFileSync(sourcePath({ from, source })), from, DEFAULT_LIMITS);

describe('an animation', () => {
  it('says its size, its pace and its length', () => {
    expect(sampleOf('lottie', 'disc-sixty-frames.json')).toMatchObject({
      ...{ width: 80, height: 80, framesPerSecond: 60, seconds: 1 },
      ...{ hasText: false, missingImages: 0, others: 0 },
    });
  });

  it('comes out of its package with its images', () => {
    const { json, ...known } = sampleOf('dotlottie', 'image-two-animations.lottie');
    expect(known).toMatchObject({ width: 64, height: 64, missingImages: 0, others: 1 });
    const { assets } = JSON.parse(json) as { assets: { p: string; u: string; e: number }[] };
    expect(assets).toMatchObject([{ u: '', e: 1 }]);
    expect(assets[0]!.p).toMatch(/^data:image\/png;base64,iVBOR/);
  });

  it('tells of text, and of images that are somewhere else', () => {
    const parts = { assets: [{ id: 'a', p: 'img_0.png', u: 'images/', e: 0 }], layers: [{ ty: 5 }] };
    const source = { fr: 25, ip: 5, op: 30, w: 10, h: 10, ...parts };
    const bytes = new TextEncoder().encode(JSON.stringify(source));
    expect(readLottie(bytes, 'lottie', DEFAULT_LIMITS)).toMatchObject({
      ...{ seconds: 1, hasText: true, missingImages: 1 },
    });
  });
});

describe('images of an animation', () => {
  const fast = sampleOf('lottie', 'disc-sixty-frames.json');
  const drawn = (options: OptionValues, limits: Partial<Limits> = {}) =>
    drawnAnimation(fast, options, { ...DEFAULT_LIMITS, ...limits });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

  it('come at half of sixty frames a second, and play as long', () => {
    const { size, delaysMs, frames, isSmaller } = drawn({});
    expect([size, isSmaller]).toEqual([{ width: 80, height: 80 }, false]);
    expect([frames.length, frames[1], frames.at(-1)]).toEqual([30, 2, 58]);
    expect([sum(delaysMs), Math.min(...delaysMs), Math.max(...delaysMs)]).toEqual([1000, 33, 34]);
  });

  it('come at the pace and in the size that are asked for', () => {
    const { size, delaysMs, frames } = drawn({ fps: 8, width: 40 });
    expect([size, sum(delaysMs)]).toEqual([{ width: 40, height: 40 }, 1000]);
    expect(frames).toEqual([0, 7.5, 15, 22.5, 30, 37.5, 45, 52.5]);
  });

  it('are smaller where all of them would have too many pixels', () => {
    const { size, isSmaller } = drawn({}, { pixels: 30 * 40 * 40 });
    expect([size, isSmaller]).toEqual([{ width: 40, height: 40 }, true]);
  });
});
