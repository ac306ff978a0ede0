import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import magick from '../../../engine/codecs/magick/codec.ts';
import vips from '../../../engine/codecs/vips/codec.ts';
import { differenceOf, WHOLE } from '../../../engine/content/raster/compare/image-difference.ts';
import type { Facts, Thumbnail } from '../../../engine/contract/facts.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const benches = {} as Record<'vips' | 'magick', RunnerBench>;
beforeAll(async () => {
  benches.vips = await startRunner(vips);
  benches.magick = await startRunner(magick);
});
afterAll(async () => {
  await benches.vips[Symbol.asyncDispose]();
  await benches.magick[Symbol.asyncDispose]();
});

/** Red and green lines of one pixel. */
function stripes(width: number, height: number, format: 'png' | 'tiff'): Promise<Buffer> {
  const data = Buffer.alloc(3 * width * height);
  for (let at = 0; at < width * height; at++) data[3 * at + ((at % width) % 2)] = 255;
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  return (format === 'png' ? image.png() : image.tiff()).toBuffer();
}

const EDGES: Readonly<Record<'vips' | 'magick', readonly [from: 'png' | 'tiff', edge: string]>> = {
  vips: ['png', 'still'],
  magick: ['tiff', 'stand-in-pages'],
};

async function made(codec: 'vips' | 'magick', width: number, height: number): Promise<Uint8Array> {
  const [from, edge] = EDGES[codec];
  const [jpeg] = await benches[codec].convert(await stripes(width, height, from), from, 'jpg', edge);
  return jpeg!;
}

function seen({ raster }: Facts): Thumbnail {
  return raster!.thumbnails![0]!;
}

async function distance(expected: Thumbnail, file: Uint8Array, reader: RunnerBench, format: FormatId): Promise<number> {
  const found = seen(await reader.inspect(file, format));
  return differenceOf({ thumbnail: expected, region: WHOLE }, { thumbnail: found, region: WHOLE }, { cells: 12 })
    .deltaE;
}

describe('a JPEG of few pixels', () => {
  it.each(['vips', 'magick'] as const)('keeps the colour of lines of one pixel: %s', async (codec) => {
    const jpeg = await made(codec, 100, 100);
    expect((await sharp(jpeg).metadata()).chromaSubsampling).toBe('4:4:4');
  });

  it.each(['vips', 'magick'] as const)('has half the chroma where it is a photograph: %s', async (codec) => {
    const jpeg = await made(codec, 400, 300);
    expect((await sharp(jpeg).metadata()).chromaSubsampling).toBe('4:2:0');
  });

  it.each(['vips', 'magick'] as const)('is read pixel by pixel: %s', async (reader) => {
    const png = await stripes(100, 100, 'png');
    const expected = seen(await benches.vips.inspect(png, 'png'));
    expect(await distance(expected, await made('vips', 100, 100), benches[reader], 'jpg')).toBeLessThan(1.5);
  });
});
