import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comparator } from '../../../corpus/case.ts';
import type { FormatId } from '../../../engine/formats/index.ts';
import { CodecBench } from '../../support/codec-bench.ts';
import { COMPARATORS } from '../../support/compare/index.ts';
import { readPng } from '../../support/compare/png.ts';
import { signalToNoise } from '../../support/compare/sound-distance.ts';
import { textSimilarity } from '../../support/compare/text-similarity.ts';

const CORPUS = join(import.meta.dirname, '../../../corpus');

let bench: CodecBench;
beforeAll(() => {
  bench = new CodecBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

function file(path: string): Uint8Array {
  return readFileSync(join(CORPUS, path));
}

/** Names of the findings that are wrong when `found` stands for `golden`. */
async function wrong(
  comparator: Comparator,
  format: FormatId,
  golden: Uint8Array,
  found: Uint8Array,
): Promise<string[]> {
  const findings = await COMPARATORS[comparator]({ format, golden, found, writer: 'none' }, {}, bench);
  expect(findings.length).toBeGreaterThan(0);
  return findings.filter(({ ok }) => !ok).map(({ name }) => name);
}

/** A PNG of eight-bit RGBA pixels. */
function png(
  width: number,
  height: number,
  pixel: (x: number, y: number) => readonly [number, number, number, number],
): Buffer {
  const rows = Buffer.alloc((width * 4 + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(pixel(x, y), y * (width * 4 + 1) + 1 + x * 4);
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length, 0);
    head.write(type, 4, 'latin1');
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(data, crc32(head.subarray(4))));
    return Buffer.concat([head, data, check]);
  };
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const GRADIENT = (x: number, y: number) => [x * 4, y * 4, ((x ^ y) & 8) * 16, 255] as const;

describe('images', () => {
  it('are read as they were written', () => {
    const { width, height, rgba } = readPng(png(60, 40, GRADIENT));
    expect([width, height]).toEqual([60, 40]);
    expect([...rgba.subarray((5 * 60 + 7) * 4, (5 * 60 + 7) * 4 + 4)]).toEqual([...GRADIENT(7, 5)]);
  });

  it.each([
    [
      'a colour shift of five in a hundred',
      ['mean ΔE'],
      (x: number, y: number) => GRADIENT(x, y).map((v, c) => (c === 0 ? v * 0.9 : v)),
    ],
    [
      'a picture that is half transparent',
      ['mean alpha difference'],
      (x: number, y: number) => GRADIENT(x, y).with(3, 128),
    ],
    ['a picture that is shifted', ['SSIM'], (x: number, y: number) => GRADIENT(x, (y + 3) % 40)],
    ['another size', ['size'], undefined],
  ])('are not the same after %s', async (_name, expected, change) => {
    const golden = png(60, 40, GRADIENT);
    const pixel = change as ((x: number, y: number) => readonly [number, number, number, number]) | undefined;
    const found = pixel ? png(60, 40, pixel) : png(59, 40, GRADIENT);
    expect(await wrong('image', 'png', golden, golden)).toEqual([]);
    expect(await wrong('image', 'png', golden, found)).toEqual(expect.arrayContaining(expected));
  });

  it('are not the same when an animation plays another number of times', async () => {
    const golden = file('sources/gif/animated-three-frames-loop-2.gif');
    const found = Buffer.from(golden);
    found.writeUInt16LE(7, found.indexOf('NETSCAPE2.0') + 13);
    expect(await wrong('image', 'gif', golden, golden)).toEqual([]);
    expect(await wrong('image', 'gif', golden, found)).toEqual(['loops']);
  });

  it('are not the same without their metadata', async () => {
    const golden = Buffer.from(file('sources/jpg/orientation-6-exif.jpg'));
    const { width, height, rgba } = readPng(png(32, 32, GRADIENT));
    const pixels = sharp(rgba, { raw: { width, height, channels: 4 } }).jpeg();
    const bare = await pixels.clone().toBuffer();
    const tagged = await pixels.withExif({ IFD0: { Artist: 'Somebody' } }).toBuffer();
    expect(await wrong('image', 'jpg', golden, golden)).toEqual([]);
    expect(await wrong('image', 'jpg', tagged, bare)).toEqual(['metadata']);
  });

  it('are not the same when sixteen bits hold no more than eight', async () => {
    const [width, height] = [64, 64];
    const deep = (value: (at: number) => number): Promise<Buffer> =>
      sharp(
        Uint16Array.from({ length: width * height }, (_, at) => value(at)),
        {
          raw: { width, height, channels: 1 },
        },
      )
        .toColourspace('grey16')
        .png()
        .toBuffer();
    const golden = await deep((at) => at * 15);
    const coarse = await deep((at) => ((at * 15) >> 8) * 257);
    expect(await wrong('image', 'png', golden, golden)).toEqual([]);
    expect(await wrong('image', 'png', golden, coarse)).toContain('bits of a channel');
  });
});

describe('sound', () => {
  const rate = 8_000;
  const sweep = (shift: number, channel: number): number =>
    Math.sin(((shift / rate) * (300 + channel * 150) + (shift / rate) ** 2 * 200) * 2 * Math.PI);
  const stereo = (change: (at: number, channel: number) => number): Float32Array =>
    Float32Array.from({ length: rate * 2 }, (_, at) => change(at >> 1, at & 1));
  const golden = stereo(sweep);

  it('is laid over what it is compared with', () => {
    expect(
      signalToNoise(
        golden,
        stereo((at, channel) => sweep(at - 200, channel)),
        2,
        rate,
      ),
    ).toBeGreaterThan(60);
  });

  it.each([
    ['swapped channels', (at: number, channel: number) => sweep(at, 1 - channel)],
    ['a silent channel', (at: number, channel: number) => (channel === 0 ? sweep(at, 0) : 0)],
    ['noise', (at: number, channel: number) => sweep(at, channel) + 0.2 * Math.sin(at * at)],
    ['half the loudness', (at: number, channel: number) => sweep(at, channel) / 2],
  ])('is not the same with %s', (_name, change) => {
    expect(signalToNoise(golden, stereo(change), 2, rate)).toBeLessThan(20);
  });

  it('is not the same with other tags or another length', async () => {
    const tagged = file('golden/ffmpeg.audio.wav.sweep-stereo-16bit-tags.mp3');
    expect(await wrong('audio', 'mp3', tagged, tagged)).toEqual([]);
    const other = file('golden/ffmpeg.audio.wav.sweep-stereo-16bit-tags.start=0.25.duration=0.5.channels=1.mp3');
    expect(await wrong('audio', 'mp3', tagged, other)).toEqual(
      expect.arrayContaining(['audio milliseconds', 'channels']),
    );
    expect(await wrong('audio', 'mp3', tagged, file('sources/mp3/sweep-tags-cover.mp3'))).toEqual(['tags']);
  });
});

describe('films', () => {
  it('are not the same with other images, sound or subtitles', async () => {
    const golden = file('sources/mp4/h264-aac-tags.mp4');
    expect(await wrong('video', 'mp4', golden, golden)).toEqual([]);
    expect(await wrong('video', 'mp4', golden, file('sources/mp4/h264-without-audio.mp4'))).toContain('audio tracks');
    expect(await wrong('video', 'mp4', golden, file('sources/mp4/h264-rotated-90.mp4'))).toContain('size');
    expect(await wrong('video', 'mp4', golden, file('sources/mp4/h264-aac-subtitles.mp4'))).toEqual(['subtitles']);
  });

  it('are not the same when their frames differ', async () => {
    const golden = file('golden/ffmpeg.film.apng.test-card-animated.mov');
    const frames = await wrong('video', 'mov', golden, Buffer.from(golden));
    expect(frames).toEqual([]);
    const damaged = Buffer.from(golden);
    const data = damaged.indexOf('mdat') + 8;
    for (let at = data + 900; at < damaged.length - 200; at += 40) damaged[at] = damaged[at]! ^ 0xff;
    await expect(wrong('video', 'mov', golden, damaged)).resolves.toContain('least SSIM of a frame');
  });
});

describe('text', () => {
  const words = Array.from({ length: 300 }, (_, index) => `word${index}`);

  it('may be wrapped otherwise', () => {
    expect(textSimilarity(words.join(' '), words.join('\n'))).toBe(1);
  });

  it('is not the same with sentences lost, turned or doubled', () => {
    const text = words.join(' ');
    expect(textSimilarity(text, words.slice(0, 270).join(' '))).toBeLessThan(0.98);
    expect(textSimilarity(text, words.toReversed().join(' '))).toBeLessThan(0.5);
    expect(textSimilarity(text, `${text} ${text}`)).toBeLessThan(0.98);
    expect(textSimilarity('a', 'b')).toBe(0);
    expect(textSimilarity('', '')).toBe(1);
  });
});

describe('archives', () => {
  it('are the same when their entries are, in any order', async () => {
    const one = zipSync({ 'a.txt': Buffer.from('one'), 'b.txt': Buffer.from('two') });
    const same = zipSync({ 'b.txt': Buffer.from('two'), 'a.txt': Buffer.from('one') }, { level: 0 });
    expect(await wrong('archive', 'zip', one, same)).toEqual([]);
    const other = zipSync({ 'a.txt': Buffer.from('one'), 'b.txt': Buffer.from('too') });
    expect(await wrong('archive', 'zip', one, other)).toEqual(['b.txt']);
    expect(await wrong('archive', 'zip', one, zipSync({ 'a.txt': Buffer.from('one') }))).toEqual(['entries', 'b.txt']);
  });
});
