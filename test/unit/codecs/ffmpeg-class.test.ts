import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FFmpeg } from '@ffmpeg/ffmpeg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import codec from '../../../engine/codecs/ffmpeg/codec.ts';
import { CoreLoader } from '../../../engine/codecs/ffmpeg/core.ts';
import { resolveFormat, type FormatId } from '../../../engine/formats/index.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { loadFFmpegClass } from '../../support/ffmpeg-class/load.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';

/**
 * The official class gets the very arguments that the codec gave to its own instance of the same core. Where its results
 * are other bytes, the instance was prepared wrongly or its files were: they are in memory there, and not here.
 */

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const JOB = '/job';

type Case = readonly [source: string, to: FormatId, options?: OptionValues];

const CASES: readonly Case[] = [
  // Streams that are copied
  ['mov/h264-aac-tags.mov', 'mp4'],
  ['mp4/h264-aac-subtitles.mp4', 'mkv'],
  ['mp4/h264-rotated-90.mp4', 'mov'],
  ['mp4/h264-aac-tags.mp4', 'm4a'],
  // Sound
  ['wav/sweep-stereo-16bit-tags.wav', 'mp3'],
  ['mp3/sweep-tags-cover.mp3', 'wav'],
  ['flac/surround-5.1.flac', 'ogg', { channels: 2 }],
  ['flac/sweep-mono-24bit-tags.flac', 'm4a', { audioCodec: 'alac' }],
  ['ogg/sweep-vorbis-tags.ogg', 'flac', { sampleRate: 22_050 }],
  ['m4a/sweep-aac-tags-cover.m4a', 'ogg'],
  // Images
  ['mkv/mpeg4-flac.mkv', 'mp4', { width: 96 }],
  ['mov/mjpeg-pcm.mov', 'avi', { start: 0.2, duration: 0.4 }],
  ['mp4/h264-without-audio.mp4', 'gif', { width: 64 }],
  ['gif/test-card-animated.gif', 'apng'],
  ['mov/h264-aac-tags.mov', 'webp', { width: 32, duration: 0.4 }],
  // Subtitles
  ['mp4/h264-aac-subtitles.mp4', 'srt'],
  ['mkv/h264-ass-styles.mkv', 'ass'],
];

/** The encoders that need more than the 64 KiB of stack which the class leaves them. */
const BEYOND_THE_STACK: readonly Case[] = [
  ['wav/sweep-stereo-16bit-tags.wav', 'opus'],
  ['mov/mjpeg-pcm.mov', 'webm', { mute: true }],
];

let ours: RunnerBench;
let official: FFmpeg;

beforeAll(async () => {
  ours = await startRunner(codec);
  official = await loadFFmpegClass();
  await official.createDir(JOB);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  official.terminate();
  await ours[Symbol.asyncDispose]();
});

function titled(cases: readonly Case[]): [string, Case][] {
  return cases.map((wanted) => [`${wanted[0]} to ${wanted[1]} ${JSON.stringify(wanted[2] ?? {})}`, wanted]);
}

interface Conversion {
  readonly output: Uint8Array;
  /** Arguments of the core, run after run: some results need a file to be made before. */
  readonly runs: readonly (readonly string[])[];
}

async function convert(source: Uint8Array, from: FormatId, to: FormatId, options: OptionValues): Promise<Conversion> {
  const run = vi.spyOn(CoreLoader.prototype, 'run');
  const [output] = await ours.convert(source, from, to, edgeBetween(codec, from, to), options);
  const runs = run.mock.calls.filter(([, tool]) => tool === 'exec').map(([, , args]) => args);
  return { output: output!, runs };
}

async function repeat(ffmpeg: FFmpeg, source: Uint8Array, runs: Conversion['runs']): Promise<Uint8Array> {
  await ffmpeg.writeFile(`${JOB}/input`, Uint8Array.from(source));
  for (const args of runs) expect(await ffmpeg.exec([...args])).toBe(0);
  return (await ffmpeg.readFile(`${JOB}/output`)) as Uint8Array;
}

/** What the codec writes, and what the class does with its arguments. */
async function compare(ffmpeg: FFmpeg, [path, to, options = {}]: Case): Promise<[Uint8Array, Uint8Array | string]> {
  const source = readFileSync(join(SOURCES, path));
  const { output, runs } = await convert(source, resolveFormat(path.slice(0, path.indexOf('/')))!, to, options);
  expect(runs.length).toBeGreaterThan(0);
  expect(output.byteLength).toBeGreaterThan(0);
  return [output, await repeat(ffmpeg, source, runs).catch(String)];
}

describe('the official class, given the same arguments, writes the same bytes', () => {
  it.each(titled(CASES))('%s', async (_title, conversion) => {
    const [found, expected] = await compare(official, conversion);
    expect(expected).toBeInstanceOf(Uint8Array);
    expect(Buffer.compare(found, expected as Uint8Array)).toBe(0);
  });
});

describe('where the official class runs out of stack, the codec goes on', () => {
  it.each(titled(BEYOND_THE_STACK))('%s', async (_title, conversion) => {
    const lost = await loadFFmpegClass();
    try {
      await lost.createDir(JOB);
      const [found, expected] = await compare(lost, conversion);
      // What lies below the stack decides whether its loss is noticed.
      if (typeof expected === 'string') expect(expected).toBe('RuntimeError: memory access out of bounds');
      else expect(Buffer.compare(found, expected)).toBe(0);
    } finally {
      lost.terminate();
    }
  });
});
