import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNative } from '../native-process.ts';
import { ffmpegArgumentsFrom } from '../peers/ffmpeg.ts';
import type { InstalledPeer } from '../peers/peer.ts';
import { describeSize, type BenchInput } from './index.ts';
import { encodePng, photographPixels } from './photograph.ts';
import { encodeWav } from './audio.ts';

/** A window moves over an image that is larger, with the noise of a sensor: everything changes in every frame. */
const IMAGE = { width: 1600, height: 960 } as const;
const window = (width: number, height: number, rate: number): string =>
  `crop=${width}:${height}:x='mod(n*3,iw-ow)':y='mod(n,ih-oh)',noise=alls=4:allf=t,fps=${rate}`;

const VIDEOS = {
  second: { seconds: 1, size: [640, 360], rate: 25, kbits: 800 },
  short: { seconds: 3, size: [1280, 720], rate: 25, kbits: 4000 },
  medium: { seconds: 30, size: [1280, 720], rate: 25, kbits: 4200 },
  minute: { seconds: 60, size: [1280, 720], rate: 25, kbits: 4000 },
  large: { seconds: 95, size: [1280, 720], rate: 25, kbits: 4100 },
} as const;

const AUDIO_INPUTS = { oneSecond: 1, oneMinute: 60, video: 100 } as const;

export type VideoId = keyof typeof VIDEOS;
export type AudioId = keyof typeof AUDIO_INPUTS;

const TIMEOUT_MS = 600_000;
/** Videos and audio of the bench, made when they are first asked for, by native FFmpeg alone. */
export class MediaInputs {
  readonly #directory: string;
  readonly #ffmpeg: InstalledPeer;
  readonly #made = new Map<string, Promise<BenchInput>>();

  constructor(directory: string, ffmpeg: InstalledPeer) {
    this.#directory = directory;
    this.#ffmpeg = ffmpeg;
  }

  /** H.264 and AAC, as cameras and services give them. */
  video(id: VideoId, format: 'mp4' | 'mov'): Promise<BenchInput> {
    return this.#once(`${id}.${format}`, (path) => this.#makeVideo(id, format, path));
  }

  audio(id: AudioId, format: 'wav' | 'mp3'): Promise<BenchInput> {
    return this.#once(`${id}.${format}`, (path) => this.#makeAudio(id, format, path));
  }

  async #makeVideo(id: VideoId, format: 'mp4' | 'mov', path: string): Promise<string> {
    const { seconds, size, rate, kbits } = VIDEOS[id];
    const [width, height] = size;
    const image = await this.#once('picture.png', async (file) => {
      const { width: wide, height: high } = IMAGE;
      await writeFile(file, encodePng(photographPixels(wide, high), wide, high));
      return `${wide}×${high} px`;
    });
    const audio = await this.audio('video', 'wav');
    const video = ['-i', audio.path, '-t', String(seconds), '-vf', window(width, height, rate), '-c:v', 'libx264'];
    const quick = ['-preset', 'superfast', '-b:v', `${kbits}k`, '-pix_fmt', 'yuv420p', '-g', '50'];
    const tracks = [...video, ...quick, '-c:a', 'aac', '-b:a', '128k'];
    await this.#run(image.path, path, tracks, ['-loop', '1', '-framerate', String(rate)]);
    return `${seconds} s, H.264 ${width}×${height} at ${rate}, and AAC`;
  }

  async #makeAudio(id: AudioId, format: 'wav' | 'mp3', path: string): Promise<string> {
    const seconds = AUDIO_INPUTS[id];
    if (format === 'wav') await writeFile(path, encodeWav(seconds));
    else await this.#run((await this.audio(id, 'wav')).path, path, ['-b:a', '192k']);
    return `${seconds} s, stereo, 44.1 kHz`;
  }

  #once(name: string, make: (path: string) => Promise<string>): Promise<BenchInput> {
    const path = join(this.#directory, name);
    const made = this.#made.get(name) ?? this.#describe(path, make);
    this.#made.set(name, made);
    return made;
  }

  async #describe(path: string, make: (path: string) => Promise<string>): Promise<BenchInput> {
    const description = await make(path);
    return { path, description: `${description}, ${describeSize((await stat(path)).size)}` };
  }

  async #run(
    input: string,
    output: string,
    settings: readonly string[],
    ofInput: readonly string[] = [],
  ): Promise<void> {
    const args = ffmpegArgumentsFrom({ path: input, settings: ofInput }, output, settings);
    await runNative([this.#ffmpeg.program, ...args], { timeoutMs: TIMEOUT_MS });
  }
}
