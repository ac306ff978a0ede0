import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import ffmpeg from '../../../../../engine/codecs/ffmpeg/codec.ts';
import { CoreLoader } from '../../../../../engine/codecs/ffmpeg/core.ts';
import { compileBinary } from '../../../../../engine/pool/modules.ts';
import { compareSamples } from '../../../../../engine/content/timeline/compare/samples.ts';
import type { DifferenceKind } from '../../../../../engine/contract/differences.ts';
import type { Facts } from '../../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';
import { momentsOf, movedTo } from '../../../../../engine/content/timeline/moments.ts';
import type { Place } from '../../../../../engine/contract/samples.ts';
import { startRunner, type RunnerBench } from '../../../../support/runner.ts';

const TIMEOUT_MS = 60_000;
const SECONDS = 4;

let loader: CoreLoader;
let reader: RunnerBench;
let source: Uint8Array;
let facts: Facts;

beforeAll(async () => {
  loader = new CoreLoader(await compileBinary(ffmpeg.wasm!.core!));
  reader = await startRunner(ffmpeg);
  source = await encode(
    [
      ...['-f', 'lavfi', '-i', `testsrc2=s=160x120:r=25:d=${SECONDS},scroll=h=0.011`],
      // A rising tone on the left, another with a beat on the right.
      ...['-f', 'lavfi', '-i', `aevalsrc=0.4*sin(900*t*(1+t))|0.3*sin(5000*t)*sin(9*t):s=44100:d=${SECONDS}`],
    ],
    ['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'pcm_s16le', '-f', 'matroska'],
  );
  facts = await reader.inspect(source, 'mkv');
}, TIMEOUT_MS);
afterAll(() => reader[Symbol.asyncDispose]());

/** What FFmpeg makes of inputs, with filters that no conversion has. */
async function encode(inputs: readonly string[], output: readonly string[], file?: Uint8Array): Promise<Uint8Array> {
  const core = await loader.start();
  const log: string[] = [];
  core.setLogger(({ message }) => void log.push(message));
  if (file) core.FS.writeFile('/input', file);
  const code = loader.run(core, 'exec', ['-nostdin', ...inputs, ...output, '/output']);
  if (code !== 0) throw new Error(log.join('\n'));
  return core.FS.readFile('/output').slice();
}

const COARSE = ['-c:v', 'mpeg4', '-q:v', '20', '-c:a', 'libmp3lame', '-q:a', '6', '-f', 'matroska'] as const;

function remade(...filters: readonly string[]): Promise<Uint8Array> {
  return encode(['-i', '/input'], [...filters, ...COARSE], source);
}

const EXPECTATION: Expectation = {
  from: 'mkv',
  to: 'mkv',
  kept: ['video', 'animation', 'audio'],
  lost: [],
  gone: [],
  operations: ['recode'],
  takes: 'one',
  gives: 'one',
  options: {},
};

async function compared(
  result: Uint8Array,
  changes: Partial<Expectation> = {},
  place: Place = { atMs: 0 },
): Promise<ReturnType<typeof compareSamples>> {
  const expectation = { ...EXPECTATION, ...changes };
  const pairs = movedTo(momentsOf(facts, expectation, 'quick'), place);
  const before = await reader.sample(
    source,
    'mkv',
    pairs.map((pair) => pair.before),
  );
  const after = await reader.sample(
    result,
    expectation.to,
    pairs.map((pair) => pair.after),
  );
  return compareSamples({ pairs, before, after }, { facts, expectation, place });
}

describe('a result that plays what its source does', () => {
  it.each<[string, () => Promise<Uint8Array>, Partial<Expectation>]>([
    ['at a coarse quality', () => remade(), {}],
    ['at half the frame rate', () => remade('-vf', 'fps=12.5'), { options: { fps: 12.5 } }],
    ['in half the size', () => remade('-s', '80x60'), { options: { width: 80 } }],
    ['turned as asked', () => remade('-vf', 'transpose=clock'), { options: { rotate: '90' } }],
    ['from a start', () => remade('-ss', '1', '-t', '2'), { options: { start: 1, duration: 2 } }],
    ['with one channel', () => remade('-ac', '1'), { options: { channels: 1 } }],
    ['louder as asked', () => remade('-af', 'volume=4dB'), { options: { volume: 4 } }],
    ['later by the delay of a codec', () => remade('-af', 'adelay=60|60'), {}],
    ['in speech alone', () => remade('-ar', '16000'), { options: { sampleRate: 16_000 } }],
  ])(
    '%s',
    async (_name, make, changes) => {
      const { checks, differences, isWhole } = await compared(await make(), changes);
      expect(differences.map(({ message }) => message)).toEqual([]);
      expect(checks.map(({ name }) => name)).toEqual(['sound', 'pictures']);
      expect(isWhole).toBe(true);
    },
    TIMEOUT_MS,
  );
});

describe('a result that holds more than its source', () => {
  /** Two seconds of something else before it, and bars at its sides. */
  const joined = (): Promise<Uint8Array> =>
    remade('-vf', 'pad=320:120:-1:-1,tpad=start_duration=2:color=green', '-af', 'adelay=2000|2000');
  const shape = { width: 320, height: 120 };

  it(
    'is compared where the source is in it',
    async () => {
      const { differences, isWhole } = await compared(await joined(), {}, { atMs: 2000, shape });
      expect(differences).toEqual([]);
      expect(isWhole).toBe(true);
    },
    TIMEOUT_MS,
  );

  it.each<[string, Place]>([
    ['at another time', { atMs: 0, shape }],
    ['without its bars', { atMs: 2000 }],
  ])(
    'and has it %s, is refused',
    async (_name, place) => {
      const { differences } = await compared(await joined(), {}, place);
      expect(differences.length).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});

describe('a result that plays something else differs', () => {
  it.each<[string, DifferenceKind, readonly string[]]>([
    ['green frames', 'frame_changed', ['-vf', 'lutyuv=y=0:u=0:v=0']],
    ['black frames', 'frame_changed', ['-vf', 'lutyuv=y=16:u=128:v=128']],
    ['a second of green', 'frame_changed', ['-vf', 'drawbox=c=green:t=fill:enable=between(t\\,2\\,3)']],
    ['frames darker by a fifth', 'brightness_changed', ['-vf', 'lutrgb=r=val*0.8:g=val*0.8:b=val*0.8']],
    ['less contrast', 'brightness_changed', ['-vf', 'lutrgb=r=16+val*0.75:g=16+val*0.75:b=16+val*0.75']],
    ['exchanged colours', 'frame_changed', ['-vf', 'shuffleplanes=0:2:1']],
    ['grey frames', 'frame_changed', ['-vf', 'lutyuv=u=128:v=128']],
    ['upside down', 'frame_changed', ['-vf', 'vflip']],
    ['mirrored', 'frame_changed', ['-vf', 'hflip']],
    ['a frozen frame', 'frame_frozen', ['-vf', 'loop=loop=-1:size=1', '-t', String(SECONDS)]],
    ['a second of a frozen frame', 'frame_frozen', ['-vf', 'loop=loop=25:size=1:start=50,trim=end=4']],
    ['half a second of a frozen frame', 'frame_frozen', ['-vf', 'loop=loop=13:size=1:start=50,trim=end=4']],
    ['frames in reverse', 'frames_reversed', ['-vf', 'reverse']],
    ['frames half a second later', 'moment_shifted', ['-vf', 'tpad=start_duration=0.5', '-t', '4']],
    ['frames at twice the speed', 'frame_changed', ['-vf', 'setpts=PTS/2,tpad=stop=-1:stop_mode=clone', '-t', '4']],
    ['silence', 'track_silent', ['-af', 'volume=0']],
    ['silence from the middle on', 'audio_missing', ['-af', 'volume=0:enable=gte(t\\,2)']],
    ['half a second of silence', 'audio_missing', ['-af', 'volume=0:enable=between(t\\,2\\,2.5)']],
    ['noise', 'level_changed', ['-af', 'aeval=random(0)-0.5:c=same']],
    ['added noise', 'audio_changed', ['-af', 'aeval=val(0)+0.05*(random(0)-0.5)|val(1)+0.05*(random(1)-0.5)']],
    ['a twentieth of the loudness', 'level_changed', ['-af', 'volume=0.1']],
    ['exchanged channels', 'channels_exchanged', ['-af', 'pan=stereo|c0=c1|c1=c0']],
    ['one channel of two', 'channel_silent', ['-af', 'pan=stereo|c0=c0|c1=0*c1']],
    ['a higher pitch', 'audio_changed', ['-af', 'asetrate=47628,aresample=44100,atempo=0.9259']],
    ['audio in reverse', 'audio_changed', ['-af', 'areverse']],
    ['audio half a second later', 'moment_shifted', ['-af', 'adelay=500|500', '-t', '4']],
    ['clipped audio', 'level_changed', ['-af', 'aeval=max(-0.1\\,min(0.1\\,val(0)))|max(-0.1\\,min(0.1\\,val(1)))']],
    ['audio without its highs', 'level_changed', ['-af', 'lowpass=f=600:p=2,lowpass=f=600:p=2']],
  ])(
    '%s',
    async (_name, kind, filters) => {
      const { differences } = await compared(await remade(...filters));
      expect(differences.map((one) => one.kind)).toContain(kind);
    },
    TIMEOUT_MS,
  );

  it(
    'no frames that can be decoded',
    async () => {
      const result = await remade();
      result.fill(0x55, Math.round(result.length * 0.05));
      const { differences } = await compared(result);
      expect(differences.map(({ kind }) => kind)).toEqual(['audio_missing', 'video_missing']);
    },
    TIMEOUT_MS,
  );
});
