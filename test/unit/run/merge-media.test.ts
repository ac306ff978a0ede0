import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type ConversionResult, type FormatId } from '../../../engine/index.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const at = (path: string): string => join(SOURCES, path);

const WAV = at('wav/sweep-stereo-16bit-tags.wav');
const MP3 = at('mp3/sweep-tags-cover.mp3');
const SURROUND = at('flac/surround-5.1.flac');
const FILM = at('mp4/h264-aac-tags.mp4');
const ROTATED = at('mp4/h264-rotated-90.mp4');
const SILENT = at('mp4/h264-without-audio.mp4');
const OTHER = at('mkv/mpeg4-flac.mkv');

const engine = sharedEngine();

function bytesOf({ artifacts }: Pick<ConversionResult, 'artifacts'>): Uint8Array {
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('expected bytes');
  return artifact.bytes;
}

const foundBy = ({ report }: ConversionResult): Record<string, string | number> =>
  Object.fromEntries(report.checks.map(({ name, found }) => [name, found]));

const RED = { r: 220, g: 30, b: 30 };
const GREEN = { r: 20, g: 160, b: 60 };
const BLUE = { r: 30, g: 60, b: 220 };

type Colour = typeof RED & { readonly alpha?: number };

function image(colour: Colour, [width, height]: readonly [number, number], format: 'png' | 'jpeg' | 'webp' = 'png') {
  const channels = colour.alpha === undefined ? 3 : 4;
  return sharp({ create: { width, height, channels, background: colour } })
    .toFormat(format)
    .toBuffer();
}

/** Colour of the middle of each image of a film, and of its left edge. */
async function coloursOf(film: Uint8Array, fps: number): Promise<{ middle: Colour; edge: Colour }[]> {
  const { artifacts } = await engine.convert(film, { to: 'png', options: { fps } });
  const colours = [];
  for (const artifact of artifacts) {
    const { data, info } = await sharp(bytesOf({ artifacts: [artifact] }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixel = (x: number): Colour => {
      const start = 3 * (Math.floor(info.height / 2) * info.width + x);
      return { r: data[start]!, g: data[start + 1]!, b: data[start + 2]! };
    };
    colours.push({ middle: pixel(Math.floor(info.width / 2)), edge: pixel(1) });
  }
  return colours;
}

/** Largest difference that chroma subsampling and two encoders make of a plain colour. */
const COLOUR_TOLERANCE = 12;

function expectColour(found: Colour, { r, g, b }: Colour): void {
  const distance = Math.max(Math.abs(found.r - r), Math.abs(found.g - g), Math.abs(found.b - b));
  expect(distance, `${JSON.stringify(found)} for ${r}, ${g}, ${b}`).toBeLessThan(COLOUR_TOLERANCE);
}

describe('pictures', () => {
  it('become a film, each for its time, fitted into the largest', async () => {
    const series = [
      await image(RED, [96, 64]),
      await image(GREEN, [32, 32], 'jpeg'),
      await image({ ...BLUE, alpha: 0 }, [96, 64], 'webp'),
    ];
    const fileNames = ['shot-01.png', 'shot-02.jpg', 'shot-03.webp'];
    const result = await engine.merge(series, { to: 'mp4', options: { fps: 2 }, fileNames });
    expect(result.artifacts[0]!.name).toBe('shot.mp4');
    expect(foundBy(result)).toMatchObject({ frames: 3, size: '96 × 64', duration: '1.50 s' });
    const [first, second, third] = await coloursOf(bytesOf(result), 2);
    expectColour(first!.middle, RED);
    expectColour(second!.middle, GREEN);
    expectColour(second!.edge, { r: 0, g: 0, b: 0 });
    // What is transparent is white in a film.
    expectColour(third!.middle, { r: 255, g: 255, b: 255 });
  });

  it.each<[FormatId, number]>([
    ['webm', 4],
    ['mov', 1],
    ['mkv', 25],
    ['avi', 5],
    ['mpg', 10],
  ])('become a %s of %d a second', async (to, fps) => {
    const series = await Promise.all([RED, GREEN, BLUE, RED].map((colour) => image(colour, [64, 48])));
    const result = await engine.merge(series, { to, options: { fps }, verify: 'full' });
    expect(foundBy(result).size).toBe('64 × 48');
    expect(Number(foundBy(result).frames)).toBeGreaterThanOrEqual(4);
  });

  it.each<FormatId>(['gif', 'apng', 'webp'])('become a %s that keeps what is transparent', async (to) => {
    const half = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="24" fill="#123456"/></svg>',
    );
    const series = [await image(RED, [64, 64]), half, await image(GREEN, [64, 32])];
    const result = await engine.merge(series, { to, verify: 'full' });
    expect(foundBy(result)).toMatchObject({ frames: 3, size: '64 × 64', delays: '3000 ms', loops: 'for ever' });
    expect(result.report.lost).not.toContain('alpha');
    expect(foundBy(result)).toHaveProperty('images compared');
  });

  it('come out of an archive in the order of their numbers, without what systems put beside them', async () => {
    const archive = zipSync({
      'shots/shot-10.jpg': await image(BLUE, [32, 32], 'jpeg'),
      'shots/shot-9.png': await image(GREEN, [32, 32]),
      'shots/shot-1.png': await image(RED, [32, 32]),
      'shots/.hidden': Buffer.from('hidden'),
      '__MACOSX/shots/shot-1.png': Buffer.from('not a picture'),
    });
    const fileNames = ['series.zip'];
    const result = await engine.merge([archive], { to: 'mp4', options: { fps: 2 }, fileNames });
    expect(result.artifacts[0]!.name).toBe('shot.mp4');
    const colours = await coloursOf(bytesOf(result), 2);
    expect(colours).toHaveLength(3);
    for (const [index, expected] of [RED, GREEN, BLUE].entries()) expectColour(colours[index]!.middle, expected);
    const gif = await engine.merge([archive, await image(GREEN, [32, 32])], { to: 'gif', verify: 'full' });
    expect(foundBy(gif)).toMatchObject({ frames: 4 });
  });

  it.each([
    ['nothing in it', {}, 'empty_file'],
    ['a file among the pictures that is none', { 'a.txt': Buffer.from('text') }, 'unsupported_conversion'],
    ['another archive in it', { 'a.zip': zipSync({ 'b.txt': Buffer.from('text') }) }, 'unsupported_conversion'],
  ])('in an archive with %s are refused', async (_name, files, code) => {
    const archive = zipSync(files);
    await expect(engine.merge([archive], { to: 'mp4', fileNames: ['a.zip'] })).rejects.toMatchObject({ code });
  });

  it('of a camera are scaled to what screens show, unless a size is asked', async () => {
    const series = await Promise.all([RED, GREEN].map((colour) => image(colour, [2400, 1200])));
    const result = await engine.merge(series, { to: 'mp4' });
    expect(foundBy(result).size).toBe('1920 × 960');
    expect(result.warnings.map(({ code }) => code)).toContain('feature_dropped');
    const asked = await engine.merge(series, { to: 'mp4', options: { width: 120, height: 120, fit: 'cover' } });
    expect(foundBy(asked).size).toBe('120 × 120');
    expect(asked.warnings).toEqual([]);
  });
});

describe('sounds', () => {
  it('without loss follow each other sample by sample', async () => {
    const result = await engine.merge([WAV, WAV], { to: 'wav' });
    const samples = (file: Uint8Array): Buffer => {
      const buffer = Buffer.from(file);
      const start = buffer.indexOf('data') + 8;
      return buffer.subarray(start, start + buffer.readUInt32LE(start - 4));
    };
    const one = samples(readFileSync(WAV));
    expect(samples(bytesOf(result)).equals(Buffer.concat([one, one]))).toBe(true);
  });

  it('of one codec are copied packet by packet', async () => {
    const result = await engine.merge([MP3, MP3, MP3], { to: 'mp3' });
    const frames = (file: Uint8Array): number => Buffer.from(file).toString('latin1').split('\xff\xfb').length;
    expect(foundBy(result)['audio duration']).toBe('3.13 s');
    expect(frames(bytesOf(result))).toBeGreaterThan(2.8 * frames(readFileSync(MP3)));
  });

  it('of several kinds get the channels and the rate of the best', async () => {
    const result = await engine.merge([MP3, SURROUND], { to: 'flac' });
    expect(foundBy(result)).toMatchObject({ channels: 6, 'sample rate': 48_000 });
  });

  it('are taken out of films where others are sounds', async () => {
    const result = await engine.merge([FILM, MP3], { to: 'm4a', options: { audioBitrate: 96 } });
    expect(foundBy(result)).toMatchObject({ 'audio tracks': 1, channels: 2 });
  });
});

describe('films', () => {
  it('of one kind are copied packet by packet', async () => {
    const result = await engine.merge([FILM, FILM], { to: 'mp4' });
    expect(foundBy(result)).toMatchObject({ frames: 50, 'video duration': '2.00 s', size: '160 × 120' });
    expect(bytesOf(result).byteLength).toBeGreaterThan(1.9 * readFileSync(FILM).byteLength);
  });

  it('are compared part by part', async () => {
    const hdr = at('mp4/hevc-hdr10.mp4');
    const { report } = await engine.merge([hdr, FILM, ROTATED], { to: 'mp4', verify: 'full' });
    expect(report.verified).toBe('content');
    expect(report.checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['pictures', 'sound']));
  });

  it('of several kinds follow each other, fitted, and silent where they have no sound', async () => {
    const result = await engine.merge([SILENT, FILM, ROTATED, OTHER], { to: 'mp4' });
    expect(foundBy(result)).toMatchObject({ 'audio tracks': 1, 'video tracks': 1, frames: 100, size: '160 × 120' });
    const colours = await coloursOf(bytesOf(result), 2);
    // The one that stands upright has bars.
    expectColour(colours[5]!.edge, { r: 0, g: 0, b: 0 });
  });

  it('are not joined with images or sounds', async () => {
    const still = await image(RED, [32, 32]);
    await expect(engine.merge([FILM, still], { to: 'mp4' })).rejects.toMatchObject({ code: 'unsupported_conversion' });
    await expect(engine.merge([FILM, MP3], { to: 'mp4' })).rejects.toMatchObject({ code: 'unsupported_conversion' });
  });
});
