import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/optimise/codec.ts';
import vips from '../../../engine/codecs/vips/codec.ts';
import { FORMATS } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { readSegments } from '../../../engine/content/raster/jpeg/segments.ts';
import { pngChunk } from '../../../engine/content/raster/png/chunks.ts';
import { Graph } from '../../../engine/planner/graph.ts';
import { Planner } from '../../../engine/planner/planner.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const source = (path: string): Uint8Array => new Uint8Array(readFileSync(join(SOURCES, path)));

/** Whole MCUs, upright, with camera, position, preview, XMP and a comment. */
const PHOTO = source('jpg/camera-position-preview.jpg');
/** Orientation 8, and no side of whole MCUs. */
const LYING_ODD = source('jpg/progressive-restarts-odd-size-lying.jpg');
/** Orientation 6, whole MCUs. */
const LYING = source('jpg/orientation-6-exif.jpg');
const TWO = source('jpg/two-pictures-with-index.jpg');
const CMYK = source('jpg/cmyk-without-profile.jpg');
const GREY = source('jpg/grey-restart-each-row.jpg');

const ALPHA_PNG = source('png/card-fading-to-transparent.png');
const DEEP_PNG = source('png/gradient-16bit-alpha.png');
const PALETTE_PNG = source('png/palette-interlaced.png');
const LYING_PNG = source('png/lying-with-position.png');

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
});
beforeEach(() => {
  bench.warnings.length = 0;
});

async function jpeg(bytes: Uint8Array, options: OptionValues = {}): Promise<Uint8Array> {
  const [result] = await bench.convert(bytes, 'jpg', 'jpg', 'coefficients', options);
  return result!;
}

async function png(bytes: Uint8Array, options: OptionValues = {}): Promise<Uint8Array> {
  const [result] = await bench.convert(bytes, 'png', 'png', 'filters', options);
  return result!;
}

/** Pixels as they are stored, 16 bits a channel, decoded by another library. */
async function pixelsOf(bytes: Uint8Array): Promise<Buffer> {
  const { data } = await sharp(bytes)
    .pipelineColourspace('rgb16')
    .toColourspace('rgb16')
    .ensureAlpha()
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  return data;
}

/** Pixels as a viewer shows them, with their size. */
async function shown(image: Sharp): Promise<{ size: string; data: Buffer }> {
  const { data, info } = await image.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { size: `${info.width} × ${info.height}`, data };
}

/** A turned image is rounded in another order: no value is further off than this. */
const ROUNDING = 4;

async function expectSameView(found: Uint8Array, expected: Sharp): Promise<void> {
  const [a, b] = await Promise.all([shown(sharp(found).autoOrient()), shown(expected)]);
  expect(a.size).toBe(b.size);
  const worst = a.data.reduce((most, value, index) => Math.max(most, Math.abs(value - b.data[index]!)), 0);
  expect(worst).toBeLessThanOrEqual(ROUNDING);
}

const upright = async (bytes: Uint8Array): Promise<Sharp> => sharp(await sharp(bytes).autoOrient().png().toBuffer());

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

const markersOf = (bytes: Uint8Array): string[] =>
  readSegments(bytes).segments.map(({ marker }) => marker.toString(16));

describe('JPEG', () => {
  it.for([
    ['sequential', PHOTO],
    ['progressive', LYING_ODD],
    ['grey', GREY],
    ['CMYK', CMYK],
    ['with another picture behind', TWO],
  ] as const)('becomes smaller, and not one pixel changes: %s', async ([, bytes]) => {
    for (const options of [{ stripLocation: true }, { effort: 10, progressive: true }, { progressive: false }]) {
      const result = await jpeg(bytes, options);
      expect((await pixelsOf(result)).equals(await pixelsOf(bytes))).toBe(true);
    }
    expect((await jpeg(bytes)).byteLength).toBeLessThan(bytes.byteLength);
  });

  it('keeps the metadata to the last bit', async () => {
    const result = await jpeg(PHOTO);
    const metadata = (bytes: Uint8Array): unknown =>
      readSegments(bytes)
        .segments.filter(({ marker }) => marker >= 0xe0)
        .map(({ marker, payload }) => [marker, textOf(payload)]);
    expect(metadata(result)).toEqual(metadata(PHOTO));
  });

  it('is given back as it was when nothing is to be gained', async () => {
    const smallest = await jpeg(PHOTO);
    expect(await jpeg(smallest)).toEqual(smallest);
    const sequential = await jpeg(PHOTO, { progressive: false });
    expect(await jpeg(sequential, { progressive: false })).toEqual(sequential);
  });

  it('is sequential or progressive as it is asked', async () => {
    expect(markersOf(await jpeg(PHOTO, { progressive: true }))).toContain('c2');
    expect(markersOf(await jpeg(LYING_ODD, { progressive: false }))).toContain('c0');
  });

  it.for(['90', '180', '270'] as const)('is turned by %s degrees', async (rotate) => {
    for (const bytes of [PHOTO, LYING, LYING_ODD]) {
      await expectSameView(await jpeg(bytes, { rotate }), (await upright(bytes)).rotate(Number(rotate)));
    }
  });

  it('is stored upright where whole blocks allow it, and without the preview that lies on its side', async () => {
    const turned = await jpeg(PHOTO, { rotate: '90' });
    const { width, height, orientation, exif } = await sharp(turned).metadata();
    expect({ width, height, orientation }).toEqual({ width: 112, height: 160, orientation: 1 });
    expect(exif!.length).toBeLessThan(300);
    expect(exif!.readUInt32BE(6 + 80 + 2 + 8)).toBe(112); // the width that EXIF says
    expect(textOf(turned)).toContain('Camera Inc.');
    await expectSameView(await jpeg(LYING), await upright(LYING));
    expect((await sharp(await jpeg(LYING)).metadata()).orientation).toBe(1);
  });

  it('keeps its orientation as a tag where blocks would be cut', async () => {
    for (const [options, orientation] of [
      [{}, 8],
      [{ rotate: '90' }, 1],
      [{ rotate: '180' }, 6],
      [{ strip: true }, 8],
      [{ strip: true, rotate: '270' }, 3],
    ] as const) {
      const found = await sharp(await jpeg(LYING_ODD, options)).metadata();
      expect([found.width, found.height, found.orientation ?? 1]).toEqual([95, 63, orientation]);
    }
  });

  it('loses metadata, but neither its profile nor what says how to show it', async () => {
    const withProfile = new Uint8Array(await sharp(PHOTO).keepMetadata().withIccProfile('p3').jpeg().toBuffer());
    const stripped = await jpeg(withProfile, { strip: true });
    const { icc, exif, xmp } = await sharp(stripped).metadata();
    expect([icc !== undefined, exif, xmp]).toEqual([true, undefined, undefined]);
    expect(markersOf(await jpeg(PHOTO, { strip: true })).slice(0, 2)).toEqual(['e0', 'db']);
    const ink = await jpeg(CMYK, { strip: true });
    expect(markersOf(ink)).toContain('ee');
    expect((await pixelsOf(ink)).equals(await pixelsOf(CMYK))).toBe(true);
  });

  it('loses its position alone', async () => {
    const result = await jpeg(PHOTO, { stripLocation: true });
    expect(textOf(result)).not.toMatch(/GPS/);
    const { exif, xmp } = await sharp(result).metadata();
    expect(exif!.readUInt16BE(6 + 8)).toBe(3); // entries: one less
    expect(exif!.subarray(6 + 172, 6 + 220).every((byte) => byte === 0)).toBe(true);
    expect(xmp!.toString()).toContain('Test card');
    expect(textOf(result)).toContain('Made for the corpus');
    expect(bench.warnings).toEqual([]);
  });

  it('keeps the images behind it where their index says', async () => {
    for (const options of [{}, { rotate: '90' }, { stripLocation: true }] as const) {
      const result = Buffer.from(await jpeg(TWO, options));
      const header = result.indexOf('MPF\0') + 4;
      const [firstBytes, secondBytes, secondAt] = [54, 70, 74].map((at) => result.readUInt32BE(header + at));
      expect(firstBytes! + secondBytes!).toBe(result.byteLength);
      const second = result.subarray(header + secondAt!, header + secondAt! + secondBytes!);
      expect(await sharp(second).metadata()).toMatchObject({ width: 80, height: 56 });
    }
    expect(textOf(await jpeg(TWO, { strip: true }))).not.toContain('MPF');
  });

  it('loses what stands behind it with its position, if that may hold one', async () => {
    const trailer = Buffer.from('ftypmp42 a short film');
    const film = new Uint8Array(Buffer.concat([PHOTO, trailer]));
    expect(Buffer.from(await jpeg(film)).subarray(-trailer.length)).toEqual(trailer);
    expect(bench.warnings).toEqual([]);
    expect(await jpeg(film, { stripLocation: true })).toEqual(await jpeg(PHOTO, { stripLocation: true }));
    expect(bench.warnings).toMatchObject([{ code: 'tags_dropped' }]);
    expect(await jpeg(film, { strip: true })).toEqual(await jpeg(PHOTO, { strip: true }));
  });

  it('says in XMP what it says in EXIF', async () => {
    const xmp = (bytes: Uint8Array): string | undefined => /tiff:Orientation="(\d)"/.exec(textOf(bytes))?.[1];
    const segment = Buffer.from('http://ns.adobe.com/xap/1.0/\0<x tiff:Orientation="6"/>');
    const header = Buffer.from([0xff, 0xe1, 0, segment.length + 2]);
    const withXmp = (bytes: Uint8Array): Uint8Array =>
      new Uint8Array(Buffer.concat([bytes.subarray(0, 2), header, segment, bytes.subarray(2)]));
    expect(xmp(await jpeg(withXmp(LYING)))).toBe('1');
    expect(xmp(await jpeg(withXmp(LYING_ODD), { rotate: '180' }))).toBe('6');
    expect(xmp(await jpeg(withXmp(LYING_ODD), { rotate: '270' }))).toBe('3');
  });

  it('with EXIF that nobody can read loses all of it with its position, and says so', async () => {
    const broken = PHOTO.slice();
    const at = Buffer.from(broken).indexOf('Exif') + 6;
    broken.set([0xff, 0xff, 0xff, 0xff], at + 4); // where the first directory stands
    expect(textOf(await jpeg(broken, { stripLocation: true }))).not.toContain('Exif');
    expect(bench.warnings).toMatchObject([{ code: 'tags_dropped' }]);
    await expectSameView(await jpeg(broken, { rotate: '90' }), (await upright(PHOTO)).rotate(90));
  });

  it('with a preview that leads beyond EXIF is shown as before', async () => {
    const lying = source('jpg/camera-position-preview.jpg');
    const exif = Buffer.from(lying.buffer).indexOf('Exif') + 6;
    lying[exif + 8 + 2 + 12 + 9] = 6; // the orientation
    lying[exif + 232 + 2 + 12 + 8] = 0x7f; // the size of the preview
    for (const rotate of [undefined, '90'] as const) {
      const expected = (await upright(lying)).rotate(Number(rotate ?? 0));
      await expectSameView(await jpeg(lying, { ...(rotate && { rotate }) }), expected);
    }
    expect((await sharp(await jpeg(lying)).metadata()).orientation).toBe(1);
  });

  it('is refused when it has no coefficients that could be kept', async () => {
    const arithmetic = PHOTO.slice();
    arithmetic[Buffer.from(arithmetic).lastIndexOf(Uint8Array.of(0xff, 0xc0, 0, 17)) + 1] = 0xc9;
    await expect(jpeg(arithmetic)).rejects.toMatchObject({ code: 'conversion_failed' });
    await expect(jpeg(PHOTO.subarray(0, 4000))).rejects.toMatchObject({ code: 'input_truncated' });
  });
});

describe('PNG', () => {
  it.for([
    ['alpha', ALPHA_PNG],
    ['16 bits', DEEP_PNG],
    ['a palette', PALETTE_PNG],
    ['metadata', LYING_PNG],
  ] as const)('becomes smaller, and not one pixel changes: %s', async ([, bytes]) => {
    for (const options of [{}, { effort: 1 }, { effort: 10 }, { progressive: true }, { strip: true }] as const) {
      const result = await png(bytes, options);
      expect((await pixelsOf(result)).equals(await pixelsOf(bytes))).toBe(true);
      expect(result[28]).toBe('progressive' in options ? 1 : 0);
    }
    expect((await png(bytes)).byteLength).toBeLessThan(bytes.byteLength);
    expect(bench.warnings).toEqual([]);
  });

  it('is given back as it was when nothing is to be gained', async () => {
    const smallest = await png(ALPHA_PNG);
    expect(await png(smallest)).toEqual(smallest);
  });

  it('keeps its metadata and its profile', async () => {
    const withProfile = new Uint8Array(await sharp(LYING_PNG).keepMetadata().withIccProfile('p3').png().toBuffer());
    const before = await sharp(withProfile).metadata();
    const after = await sharp(await png(withProfile)).metadata();
    expect([after.exif, after.icc, after.orientation]).toEqual([before.exif, before.icc, before.orientation]);
    const stripped = await sharp(await png(withProfile, { strip: true })).metadata();
    expect(stripped.icc).toEqual(before.icc);
    expect(textOf(await png(LYING_PNG))).toContain('Made for the corpus');
  });

  it('loses its metadata, but not the way it lies', async () => {
    const result = await png(LYING_PNG, { strip: true });
    expect(textOf(result)).not.toMatch(/Camera|Comment|xmp/);
    expect((await sharp(result).metadata()).orientation).toBe((await sharp(LYING_PNG).metadata()).orientation);
    expect(textOf(result)).toContain('eXIf');
  });

  it('loses its position alone', async () => {
    const hidden = pngChunk('tEXt', Buffer.from('Raw profile type exif\0\nexif\n 4\n45786966'));
    const compressed = pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\u0001\0\0\0'));
    const bytes = Buffer.concat([LYING_PNG.subarray(0, 33), hidden, compressed, LYING_PNG.subarray(33)]);
    const result = textOf(await png(bytes, { stripLocation: true }));
    expect(result).not.toMatch(/GPS|Raw profile/);
    expect(result).toMatch(/Test card/);
    expect(result).toMatch(/Camera Inc\./);
    expect(result).toMatch(/Made for the corpus/);
    expect(result.split('XML:com.adobe.xmp')).toHaveLength(2);
  });

  it('of 16 bits that only repeat 8 says that it has 8 now', async () => {
    const samples = Uint16Array.from({ length: 64 * 64 * 3 }, (_, index) => (index % 200) * 0x0101);
    const raw = { width: 64, height: 64, channels: 3 } as const;
    const deep = await sharp(samples, { raw }).toColourspace('rgb16').png().toBuffer();
    expect(deep[24]).toBe(16);
    const result = await png(new Uint8Array(deep));
    expect(result[24]).toBeLessThanOrEqual(8);
    expect(bench.warnings).toMatchObject([{ code: 'depth_reduced', lost: ['depth'] }]);
  });

  it('is refused when it is damaged, truncated or animated, and the next one is not', async () => {
    const damaged = ALPHA_PNG.slice();
    damaged[damaged.byteLength - 100]! ^= 0xff;
    await expect(png(damaged)).rejects.toMatchObject({ code: 'conversion_failed' });
    await expect(png(damaged, { progressive: true })).rejects.toMatchObject({ code: 'conversion_failed' });
    await expect(png(ALPHA_PNG.subarray(0, 900))).rejects.toMatchObject({ code: 'input_truncated' });
    const animated = Buffer.concat([
      ALPHA_PNG.subarray(0, 33),
      pngChunk('acTL', Buffer.alloc(8, 1)),
      ALPHA_PNG.subarray(33),
    ]);
    await expect(png(animated)).rejects.toMatchObject({ code: 'conversion_failed' });
    expect((await png(ALPHA_PNG)).byteLength).toBeLessThan(ALPHA_PNG.byteLength);
  });
});

describe('plans', () => {
  const planner = new Planner(new Graph([codec, vips], FORMATS));
  const codecOf = (format: 'jpg' | 'png', options: OptionValues = {}): string =>
    planner.plan({ from: format, to: format, options }).steps[0]!.codec;

  it('optimise as long as no option needs the pixels', () => {
    expect(planner.plan({ from: 'jpg', to: 'jpg' })).toMatchObject({ generations: 0, lost: [] });
    for (const options of [{}, { strip: true }, { stripLocation: true }, { progressive: true }, { effort: 9 }]) {
      expect([codecOf('jpg', options), codecOf('png', options)]).toEqual(['optimise', 'optimise']);
    }
    expect(codecOf('jpg', { rotate: '90' })).toBe('optimise');
    expect(codecOf('png', { width: 40 })).toBe('vips');
    expect([codecOf('jpg', { quality: 60 }), codecOf('jpg', { width: 40, strip: true })]).toEqual(['vips', 'vips']);
  });
});
