import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine, type ConversionResult } from '../../../engine/index.ts';
import { mergeFacts } from '../../../engine/run/merged-facts.ts';
import type { Facts } from '../../../engine/contract/facts.ts';
import { factsOfImages, landscape } from '../../support/images.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const at = (path: string): string => join(SOURCES, path);

const JPG = at('jpg/orientation-6-exif.jpg');
const PNG = at('png/card-fading-to-transparent.png');
const TIFF = at('tiff/three-pages-lzw.tiff');
const HEIC = at('heic/lossy-alpha.heic');
const SVG = at('svg/gradients-clip-mask-filter.svg');
const GIF = at('gif/animated-three-frames-loop-2.gif');
const PDF = at('pdf/rotated-page.pdf');
const REPORT = at('pdf/header-footer-page-numbers.pdf');

const engine = sharedEngine();

function bytesOf({ artifacts }: ConversionResult): Buffer {
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('expected bytes');
  return Buffer.from(artifact.bytes);
}

const stepsOf = ({ plan }: ConversionResult): string[] =>
  plan.steps.map(({ codec, from, to }) => `${codec}: ${from} > ${to}`);
const checksOf = ({ report }: ConversionResult): Record<string, string | number> =>
  Object.fromEntries(report.checks.map(({ name, found }) => [name, found]));

describe('what files can be joined into', () => {
  it('is told by their formats, with what is lost and the options', async () => {
    const targets = await engine.mergeTargets(['png', 'pdf', 'png']);
    const pdf = targets.find(({ id }) => id === 'pdf');
    expect(pdf?.options.map(({ id }) => id)).toContain('pageSize');
    expect(targets.map(({ id }) => id)).toEqual(expect.arrayContaining(['pdf', 'tiff', 'mp4', 'zip']));
    expect(targets.map(({ id }) => id)).not.toContain('docx');
    const goneOf = (to: string): readonly string[] => targets.find(({ id }) => id === to)!.gone;
    expect(goneOf('gif')).toEqual(expect.arrayContaining(['text', 'vector']));
    expect(goneOf('pdf')).toEqual([]);
  });

  it('is only what they really become', async () => {
    const targets = await engine.mergeTargets(['heic', 'svg']);
    const others = targets.filter(({ id }) => ['pdf', 'tiff', 'gif', 'webp', 'cbz', 'zip'].includes(id));
    expect(others).toHaveLength(6);
    for (const { id } of others) await engine.merge([HEIC, SVG], { to: id });
  });

  it('is a ZIP of everything else, and nothing of a format that there is not', async () => {
    expect((await engine.mergeTargets(['csv', 'mp3'])).map(({ id }) => id)).toEqual(['zip']);
    await expect(engine.mergeTargets(['nonsense'])).rejects.toMatchObject({ code: 'unknown_source_format' });
  });
});

describe('pictures', () => {
  it('become the pages of one PDF, JPEG byte for byte', async () => {
    const result = await engine.merge([JPG, PNG, TIFF], { to: 'pdf', verify: 'full' });
    expect(stepsOf(result)).toEqual(['picture-pdf: jpg > pdf']);
    expect(bytesOf(result).includes(readFileSync(JPG))).toBe(true);
    expect(result.artifacts[0]!.name).toBe('orientation-6-exif.pdf');
    expect(result.report).toMatchObject({ verified: 'content', lost: ['metadata'] });
    expect(checksOf(result)).toMatchObject({ pages: 5, 'images compared': 5 });
  });

  it('that cannot stand on a page as they are, are converted without loss first, drawings as drawings', async () => {
    const result = await engine.merge([HEIC, SVG, GIF], { to: 'pdf' });
    expect(stepsOf(result)).toEqual([
      ...['magick: heic > png', 'picture-pdf: png > pdf'],
      'typst: svg > pdf',
      ...['vips: gif > png', 'picture-pdf: png > pdf'],
      'pdf-edit: pdf > pdf',
    ]);
    expect(checksOf(result)).toMatchObject({ pages: 3 });
    expect(result.warnings.map(({ code }) => code)).toContain('frames_dropped');
  });

  it('get their paper, and a quality where one is asked for', async () => {
    const result = await engine.merge([JPG, PNG], { to: 'pdf', options: { pageSize: 'a4', quality: '40' } });
    expect(stepsOf(result)).toEqual(['vips: jpg > jpg', 'vips: png > jpg', 'picture-pdf: jpg > pdf']);
    expect(result.plan.steps.map(({ options }) => options)).toEqual([
      { quality: 40 },
      { quality: 40 },
      { pageSize: 'a4' },
    ]);
    expect(bytesOf(result).includes('/MediaBox [0 0 841.8898 595.2756]')).toBe(true);
  });

  it('are taken from streams, several at a time', async () => {
    const streams = [createReadStream(JPG), createReadStream(PNG)];
    const result = await engine.merge(streams, { to: 'pdf', fileNames: ['one.jpg', 'two.png'] });
    expect(result.artifacts[0]!.name).toBe('one.pdf');
    expect(checksOf(result)).toMatchObject({ pages: 2 });
  });
});

describe('PDFs', () => {
  it('keep their text and their order among images', async () => {
    let furthest = 0;
    const result = await engine.merge([REPORT, JPG, PDF], {
      to: 'pdf',
      onProgress(fraction) {
        expect(fraction).toBeGreaterThan(furthest);
        furthest = fraction;
      },
    });
    expect(stepsOf(result)).toEqual(['picture-pdf: jpg > pdf', 'pdf-edit: pdf > pdf']);
    expect(result.plan.kept).toContain('text');
    expect(checksOf(result)).toMatchObject({ pages: 5 });
    expect(furthest).toBe(1);
  });

  it('are never turned into images of their text', async () => {
    const refusal = engine.merge([PDF, JPG], { to: 'pdf', options: { quality: 50, delimiter: ';' } });
    await expect(refusal).rejects.toMatchObject({ code: 'invalid_options', details: { options: ['delimiter'] } });
  });

  it('keep their size where images get paper', async () => {
    const result = await engine.merge([PDF, JPG], { to: 'pdf', options: { pageSize: 'letter' } });
    expect(checksOf(result)).toMatchObject({ pages: 2 });
    expect(bytesOf(result).toString('latin1')).toMatch(/MediaBox\s*\[\s*0 0 792 612\s*\]/);
  });
});

describe('what cannot be joined', () => {
  it.each([
    ['a sound among pictures', [JPG, at('mp3/sweep-tags-cover.mp3')], 'pdf', {}, 'unsupported_conversion'],
    ['a target that holds one', [JPG, PNG], 'jpg', {}, 'unsupported_conversion'],
    ['an option without effect', [JPG, PNG], 'pdf', { sampleRate: 44_100 }, 'invalid_options'],
    ['a value out of bounds', [JPG, PNG], 'pdf', { dpi: 1 }, 'invalid_options'],
  ] as const)('%s is refused', async (_name, inputs, to, options, code) => {
    await expect(engine.merge(inputs, { to, options })).rejects.toMatchObject({ code });
  });

  it('a damaged file among others is named', async () => {
    const whole = readFileSync(JPG);
    const fileNames = ['first.jpg', 'cut off.png'];
    const cut = readFileSync(PNG).subarray(0, 200);
    await expect(engine.merge([whole, cut], { to: 'pdf', fileNames })).rejects.toMatchObject({
      ...{ message: expect.stringMatching(/^cut off\.png: /), details: { file: 'cut off.png' } },
    });
    await expect(engine.merge([cut], { to: 'pdf', fileNames: ['cut off.png'] })).rejects.toMatchObject({
      message: expect.not.stringContaining('cut off.png: '),
    });
  });

  it('more pages than are allowed', async () => {
    await using strict = createEngine({ limits: { pages: 3 } });
    await expect(strict.merge([JPG, TIFF], { to: 'pdf' })).rejects.toMatchObject({
      code: 'input_too_complex',
      details: { limit: 'pages', allowed: 3, found: 4 },
    });
  });
});

describe('what the joined file must hold', () => {
  const image = factsOfImages({ format: 'jpg', width: 40, height: 30, frames: [landscape] });
  const animation = factsOfImages({
    format: 'gif',
    width: 20,
    height: 30,
    frames: [landscape, landscape],
    delaysMs: [100, 100],
  });
  const document: Facts = {
    format: 'pdf',
    sizeBytes: 100,
    reader: 'pdfium',
    depth: 'content',
    features: ['look', 'text', 'pages'],
    document: { pages: 2, text: 'one\ftwo', figures: 1 },
    raster: { width: 612, height: 792, frames: 2, sequence: 'pages', alpha: false, bitsPerChannel: 8, thumbnails: [] },
  };

  it('is every page, an animation as one, each with its own size', () => {
    const { raster } = mergeFacts([image, animation, image], { merges: 'pages' });
    expect(raster).toMatchObject({ frames: 3, sequence: 'pages' });
    expect(raster!.thumbnails!.map(({ frame, imageWidth }) => [frame, imageWidth])).toEqual([
      [0, 40],
      [1, 20],
      [2, 40],
    ]);
  });

  it('is text where it stood, with an empty page for an image', () => {
    const joined = mergeFacts([image, document, image], { merges: 'pages' });
    expect(joined.document).toMatchObject({ pages: 4, text: '\fone\ftwo\f', figures: 1 });
    expect(joined.raster).toMatchObject({ frames: 4 });
    expect(joined.features.toSorted()).toEqual([...new Set([...image.features, 'look', 'text', 'pages'])].toSorted());
  });
});

describe('what joined recordings must hold', () => {
  const film = (media: Facts['media']): Facts => ({
    format: 'mp4',
    sizeBytes: 100,
    reader: 'mediabunny',
    depth: 'structure',
    features: ['video', 'audio'],
    media,
  });
  const video = { kind: 'video', codec: 'h264', width: 64, height: 48, framesPerSecond: 10 } as const;
  const audio = { kind: 'audio', codec: 'aac', channels: 2, sampleRate: 44_100 } as const;

  it('is each part whole before the next, its largest size and its most channels', () => {
    const first = film({
      durationMs: 3000,
      tracks: [
        { ...video, durationMs: 2000 },
        { ...audio, durationMs: 3000 },
      ],
      tags: { title: 'one' },
    });
    const second = film({
      durationMs: 2000,
      tracks: [
        { ...video, width: 128, height: 96, durationMs: 2000 },
        { ...audio, channels: 6, durationMs: 1500 },
      ],
      tags: {},
    });
    const { media } = mergeFacts([first, second], { merges: 'parts' });
    expect(media).toMatchObject({ durationMs: 5000, tags: {} });
    const [images, sound] = media!.tracks;
    // Four seconds of images in five: while the first part's sound goes on, there are none.
    expect(images).toMatchObject({ durationMs: 5000, width: 128, height: 96, framesPerSecond: 8 });
    expect(sound).toMatchObject({ durationMs: 4500, channels: 6, sampleRate: 44_100 });
  });
});
