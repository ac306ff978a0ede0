import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePng, photographPixels } from '../../../../../bench/inputs/photograph.ts';
import { screenshotPixels } from '../../../../../bench/inputs/screenshot.ts';
import magick from '../../../../../engine/codecs/magick/codec.ts';
import vips from '../../../../../engine/codecs/vips/codec.ts';
import type { Thumbnail } from '../../../../../engine/contract/facts.ts';
import { thumbnailOf } from '../../../../../engine/content/raster/inspect/raster.ts';
import { shrunkPng } from '../../../../../engine/content/raster/inspect/shrunk-png.ts';
import { startRunner, type RunnerBench } from '../../../../support/runner.ts';

const PHOTO = { width: 700, height: 530 } as const;
const WINDOW = { width: 640, height: 300 } as const;

const photo = encodePng(photographPixels(PHOTO.width, PHOTO.height), PHOTO.width, PHOTO.height);
const translucent = encodePng(screenshotPixels(WINDOW.width, WINDOW.height), WINDOW.width, WINDOW.height, 4);

let library: RunnerBench;
beforeAll(async () => {
  library = await startRunner(vips);
});
afterAll(() => library[Symbol.asyncDispose]());

/** The thumbnail that libvips makes of the same file, by its own inflation, filters and averages. */
async function byVips(bytes: Uint8Array): Promise<Thumbnail> {
  return (await library.inspect(bytes, 'png')).raster!.thumbnails![0]!;
}

function byUs(bytes: Uint8Array, { width, height }: { readonly width: number; readonly height: number }): Thumbnail {
  return thumbnailOf(shrunkPng(bytes)!, { frame: 0, imageWidth: width, imageHeight: height });
}

function mostApart(one: Uint8Array, other: Uint8Array): number {
  expect(one).toHaveLength(other.length);
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - other[index]!)), 0);
}

describe('a plain PNG', () => {
  it('looks as another reader sees it, within the rounding of averages', async () => {
    expect(mostApart(byUs(photo, PHOTO).rgb, (await byVips(photo)).rgb)).toBeLessThanOrEqual(1);
  });

  it('keeps its transparency apart from its colours', async () => {
    const [ours, theirs] = [byUs(translucent, WINDOW), await byVips(translucent)];
    expect(mostApart(ours.alpha!, theirs.alpha!)).toBeLessThanOrEqual(1);
    expect(mostApart(ours.rgb, theirs.rgb)).toBeLessThanOrEqual(2);
  });

  it('is read with every filter of its rows', async () => {
    const [filtered] = await library.convert(photo, 'png', 'png', 'still', { effort: 9 });
    expect(byUs(filtered!, PHOTO)).toEqual(byUs(photo, PHOTO));
  });

  it('is left to a library when it is truncated, or not what it seems', () => {
    expect(shrunkPng(photo.subarray(0, photo.length / 2))).toBeUndefined();
    const damaged = Uint8Array.from(photo, (byte, index) => (index === 2_000 ? byte ^ 0xff : byte));
    expect(shrunkPng(damaged)).toBeUndefined();
    expect(shrunkPng(new Uint8Array(100))).toBeUndefined();
  });

  it('is left to a library when it has few colours', async () => {
    await using runner = await startRunner(magick);
    const [grey] = await runner.convert(photo, 'png', 'pgm', 'encode');
    const [png] = await runner.convert(grey!, 'pgm', 'png', 'decode');
    expect(shrunkPng(png!)).toBeUndefined();
  });
});
