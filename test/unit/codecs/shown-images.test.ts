import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Codec } from '../../../engine/contract/codec.ts';
import magick from '../../../engine/codecs/magick/codec.ts';
import vips from '../../../engine/codecs/vips/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import type { Thumbnail } from '../../../engine/contract/facts.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
/** A JPEG is looked at in a fraction of its size, and converted in full. */
const FURTHEST_APART = 6;

interface ShownCase {
  readonly file: string;
  readonly from: FormatId;
  readonly edge: string;
  readonly options?: OptionValues;
}

const BY_VIPS: readonly ShownCase[] = [
  { file: 'png/card-fading-to-transparent.png', from: 'png', edge: 'still' },
  { file: 'png/gradient-16bit-alpha.png', from: 'png', edge: 'still' },
  { file: 'png/display-p3-stripes.png', from: 'png', edge: 'still' },
  { file: 'jpg/orientation-6-exif.jpg', from: 'jpg', edge: 'still' },
  { file: 'jpg/cmyk-without-profile.jpg', from: 'jpg', edge: 'still' },
  { file: 'webp/lossy-alpha.webp', from: 'webp', edge: 'first-frame' },
];
const BY_MAGICK: readonly ShownCase[] = [
  { file: 'bmp/alpha-32bit.bmp', from: 'bmp', edge: 'decode' },
  { file: 'heic/lossy-alpha.heic', from: 'heic', edge: 'decode' },
];

async function lookAndConvert(runner: RunnerBench, { file, from, edge, options }: ShownCase): Promise<Thumbnail[][]> {
  const bytes = await readFile(join(SOURCES, file));
  const looked = (await runner.inspect(bytes, from)).raster!.thumbnails!;
  runner.shown.length = 0;
  await runner.convert(bytes, from, 'png', edge, options);
  return [[...looked], [...runner.shown]];
}

function expectAlike(codec: Codec, cases: readonly ShownCase[]): void {
  let runner: RunnerBench;
  beforeAll(async () => {
    runner = await startRunner(codec);
  });
  afterAll(() => runner[Symbol.asyncDispose]());
  it.each(cases)('$file', async (shownCase) => {
    const [[looked], shown] = (await lookAndConvert(runner, shownCase)) as [[Thumbnail], Thumbnail[]];
    expect(shown).toHaveLength(1);
    const { rgb, alpha, ...rest } = shown[0]!;
    expect(rest).toEqual({ ...looked, rgb: undefined, alpha: undefined });
    expect(furthestApart(rgb, looked.rgb)).toBeLessThanOrEqual(FURTHEST_APART);
    expect(alpha !== undefined).toBe(looked.alpha !== undefined);
    if (alpha) expect(furthestApart(alpha, looked.alpha!)).toBeLessThanOrEqual(FURTHEST_APART);
  });
}

function furthestApart(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - other[index]!)), 0);
}

describe('what vips shows while it converts is what a look would have seen', () => expectAlike(vips, BY_VIPS));
describe('what magick shows while it converts is what a look would have seen', () => expectAlike(magick, BY_MAGICK));

describe('what a look would see better is not shown', () => {
  it.each<ShownCase>([
    { file: 'gif/animated-three-frames-loop-2.gif', from: 'gif', edge: 'first-frame' },
    { file: 'jpg/orientation-6-exif.jpg', from: 'jpg', edge: 'still', options: { width: 20 } },
  ])('$file: more frames, or more pixels', async (shownCase) => {
    await using runner = await startRunner(vips);
    const [, shown] = await lookAndConvert(runner, shownCase);
    expect(shown).toEqual([]);
  });
});
