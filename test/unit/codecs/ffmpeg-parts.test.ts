import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BufferSource, EncodedPacketSink, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loopVideo } from '../../../bench/inputs/video.ts';
import { createEngine, type ConvertOptions, type Engine } from '../../../engine/index.ts';
import { expectNothingLeft, mostAtOnce } from '../../support/divided-conversions.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../../support/temporary-directory.ts';

const FILM = join(import.meta.dirname, '../../../corpus/sources/mp4/h264-aac-tags.mp4');
const SECONDS = 11;
const FRAMES = 25 * SECONDS;
/** Large enough to be worth dividing; effort and quality keep it quick. */
const OPTIONS = { width: 400, quality: 40, effort: 1 } as const;
const TIMEOUT_MS = 120_000;

let scratch: TemporaryDirectory;
let video: Uint8Array;
/** Slots and memory for several workers of the media lane, and a single slot. */
let wide: Engine;
let narrow: Engine;

beforeAll(async () => {
  scratch = await temporaryDirectory();
  video = await loopVideo(readFileSync(FILM), SECONDS, 'mp4');
  const engineOf = (slots: number): Engine =>
    createEngine({ slots, memoryMB: 6000, scratchDir: join(scratch.path, String(slots)) });
  wide = engineOf(3);
  narrow = engineOf(1);
});

afterAll(async () => {
  await wide.close();
  await narrow.close();
  await scratch[Symbol.asyncDispose]();
});

async function bytesFrom(engine: Engine, options: ConvertOptions, input: Uint8Array = video): Promise<Uint8Array> {
  const { artifacts } = await engine.convert(input, options);
  const [artifact] = artifacts;
  if (!artifact) throw new Error('Expected a result.');
  return 'bytes' in artifact ? artifact.bytes : readFileSync(artifact.path);
}

interface Track {
  /** Milliseconds at which packets are shown, rising. */
  readonly times: readonly number[];
  readonly contents: readonly string[];
}

/** Every packet of the first tracks, read by another demuxer than the one of the codec. */
async function tracksOf(file: Uint8Array): Promise<{ video: Track; audio: Track }> {
  using input = new Input({ source: new BufferSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const read = async (track: typeof video | typeof audio): Promise<Track> => {
    const packets = [];
    for await (const packet of new EncodedPacketSink(track!).packets()) packets.push(packet);
    packets.sort((a, b) => a.timestamp - b.timestamp);
    return {
      times: packets.map(({ timestamp }) => Math.round(timestamp * 1000)),
      contents: packets.map(({ data }) => Buffer.from(data).toString('base64')),
    };
  };
  return { video: await read(video), audio: await read(audio) };
}

describe('a long film', () => {
  it.each(['mp4', 'webm'])(
    'becomes %s in idle workers with the frames, times and sound that one worker gives it, and no step back on the way',
    async (to) => {
      const seen: number[] = [];
      const dividing = bytesFrom(wide, { to, options: OPTIONS, onProgress: (fraction) => seen.push(fraction) });
      expect(await mostAtOnce(wide, dividing)).toBeGreaterThan(1);
      const divided = await tracksOf(await dividing);
      const whole = await tracksOf(await bytesFrom(narrow, { to, options: OPTIONS }));
      expect(divided.video.times).toHaveLength(FRAMES);
      expect(divided.video.times).toEqual(whole.video.times);
      expect(divided.audio).toEqual(whole.audio);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(seen.at(-1)).toBe(1);
    },
    TIMEOUT_MS,
  );

  it(
    'is divided where it lies when it is a file, and keeps its trim',
    async () => {
      const path = join(scratch.path, 'film.mp4');
      const outDir = join(scratch.path, 'results');
      await mkdir(outDir);
      await writeFile(path, video);
      const options = { ...OPTIONS, start: 0.5, duration: 10.02 };
      const dividing = wide.convert(path, { to: 'mov', outDir, options });
      expect(await mostAtOnce(wide, dividing)).toBeGreaterThan(1);
      const [artifact] = (await dividing).artifacts;
      const divided = await tracksOf(readFileSync((artifact as { path: string }).path));
      const whole = await tracksOf(await bytesFrom(narrow, { to: 'mov', options }));
      expect(divided.video.times).toEqual(whole.video.times);
      expect(divided.audio).toEqual(whole.audio);
    },
    TIMEOUT_MS,
  );

  it(
    'leaves nothing behind when it is aborted while its parts are at work',
    async () => {
      const [scratchDir, outDir] = [join(scratch.path, '3'), join(scratch.path, 'aborted')];
      await expectNothingLeft(wide, { input: video, scratchDir, outDir, to: 'mp4', options: OPTIONS });
    },
    TIMEOUT_MS,
  );

  it(
    'is converted in one piece when a part cannot be, and says so',
    async () => {
      const damaged = video.slice();
      // The last third of the images, which lie in one block before the index: decoders go on, with what they make up.
      for (let at = Math.round(damaged.length * 0.7); at < damaged.length * 0.75; at += 97) damaged[at]! ^= 0xff;
      const { warnings, report } = await wide.convert(damaged, { to: 'mp4', options: OPTIONS });
      expect(warnings.map(({ code }) => code)).toEqual(['fallback_used', 'input_repaired']);
      expect(report.checks.every(({ ok }) => ok)).toBe(true);
    },
    TIMEOUT_MS,
  );
});
