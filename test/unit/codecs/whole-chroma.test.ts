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

interface Made {
  readonly codec: 'vips' | 'magick';
  readonly to: 'jpg' | 'avif';
}

async function made({ codec, to }: Made, width: number, height: number): Promise<Uint8Array> {
  const [from, edge] = EDGES[codec];
  const [image] = await benches[codec].convert(await stripes(width, height, from), from, to, edge);
  return image!;
}

async function subsampling(image: Uint8Array, { to }: Made): Promise<string | undefined> {
  if (to === 'jpg') return (await sharp(image).metadata()).chromaSubsampling;
  // AV1 Codec ISO Media File Format Binding, section 2.3.3.
  const flags = image[Buffer.from(image).indexOf('av1C') + 6]!;
  return ({ 0b00: '4:4:4', 0b10: '4:2:2', 0b11: '4:2:0' } as Record<number, string>)[(flags >> 2) & 0b11];
}

function seen({ raster }: Facts): Thumbnail {
  return raster!.thumbnails![0]!;
}

async function distance(expected: Thumbnail, file: Uint8Array, reader: RunnerBench, format: FormatId): Promise<number> {
  const found = seen(await reader.inspect(file, format));
  return differenceOf({ thumbnail: expected, region: WHOLE }, { thumbnail: found, region: WHOLE }, { cells: 12 })
    .deltaE;
}

const WAYS: readonly Made[] = (['vips', 'magick'] as const).flatMap((codec) =>
  (['jpg', 'avif'] as const).map((to) => ({ codec, to })),
);

describe('an image of few pixels', () => {
  it.each(WAYS)('keeps the colour of lines of one pixel: $to of $codec', async (way) => {
    const image = await made(way, 100, 100);
    expect(await subsampling(image, way)).toBe('4:4:4');
  });

  it.each(WAYS)('has half the chroma where it is a photograph: $to of $codec', async (way) => {
    const image = await made(way, 400, 300);
    expect(await subsampling(image, way)).toBe('4:2:0');
  });

  it.each(['vips', 'magick'] as const)('is read pixel by pixel: %s', async (reader) => {
    const png = await stripes(100, 100, 'png');
    const expected = seen(await benches.vips.inspect(png, 'png'));
    for (const to of ['jpg', 'avif'] as const) {
      const image = await made({ codec: 'vips', to }, 100, 100);
      expect(await distance(expected, image, benches[reader], to), to).toBeLessThan(1.5);
    }
  });
});
