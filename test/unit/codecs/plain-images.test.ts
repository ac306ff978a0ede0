import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import imageReaderCodec from '../../../engine/codecs/image-reader/codec.ts';
import magickCodec from '../../../engine/codecs/magick/codec.ts';
import vipsCodec from '../../../engine/codecs/vips/codec.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import type { Facts } from '../../../engine/contract/facts.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';

let own: RunnerBench;
let magick: RunnerBench;
let vips: RunnerBench;
beforeAll(async () => {
  [own, magick, vips] = await Promise.all([
    startRunner(imageReaderCodec),
    startRunner(magickCodec),
    startRunner(vipsCodec),
  ]);
});
afterAll(async () => {
  for (const runner of [own, magick, vips]) await runner[Symbol.asyncDispose]();
});

const source = (name: string): Uint8Array => readFileSync(new URL(`../../../corpus/sources/${name}`, import.meta.url));

async function written(name: string, from: FormatId, to: FormatId): Promise<Uint8Array> {
  const [bytes] = await vips.convert(source(name), from, to, edgeBetween(vipsCodec, from, to));
  return bytes!;
}

/** Facts without what is seen and who has seen it; resolutions are rounded in other places. */
function headerOf({ raster, ...facts }: Facts): object {
  const pixelsPerInch = raster!.pixelsPerInch?.toFixed(1);
  return { ...facts, reader: undefined, raster: { ...raster, thumbnails: undefined, pixelsPerInch } };
}

describe('what is plain is read as a library reads it', () => {
  it.each([
    ['png/flat-shapes-and-letters.png', 'png', 'png'],
    ['png/flat-shapes-and-letters.png', 'png', 'jpg'],
    ['png/card-fading-to-transparent.png', 'png', 'png'],
    ['png/card-fading-to-transparent.png', 'png', 'jpg'],
    ['jpg/grey-restart-each-row.jpg', 'jpg', 'jpg'],
  ] as const)('%s as %s → %s', async (name, from, to) => {
    const bytes = await written(name, from, to);
    const found = await own.inspect(bytes, to);
    const expected = await magick.inspect(bytes, to);
    expect(headerOf(found)).toEqual(headerOf(expected));
    const [mine, theirs] = [found, expected].map(({ raster }) => raster!.thumbnails![0]!);
    const distances = mine!.rgb.map((value, index) => Math.abs(value - theirs!.rgb[index]!));
    expect(distances.reduce((sum, distance) => sum + distance, 0) / distances.length).toBeLessThan(1);
    expect(mine!.alpha?.length).toBe(theirs!.alpha?.length);
  });
});

describe('what is not plain is left to a library', () => {
  it.each([
    ['jpg/cmyk-without-profile.jpg', 'jpg'],
    ['jpg/orientation-6-exif.jpg', 'jpg'],
    ['png/display-p3-stripes.png', 'png'],
    ['png/palette-interlaced.png', 'png'],
    ['png/gradient-16bit-alpha.png', 'png'],
  ] as const)('%s', async (name, format) => {
    expect(await own.inspect(source(name), format)).toMatchObject({ isUnread: true, depth: 'signature' });
  });

  it('a PNG with a wrong checksum', async () => {
    const bytes = Uint8Array.from(await written('png/flat-shapes-and-letters.png', 'png', 'png'));
    bytes[bytes.length - 1]! ^= 1;
    expect(await own.inspect(bytes, 'png')).toMatchObject({ isUnread: true });
  });
});
