import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import ffmpeg from '../../../../../engine/codecs/ffmpeg/codec.ts';
import { CoreLoader } from '../../../../../engine/codecs/ffmpeg/core.ts';
import { isRefused } from '../../../../../engine/verify/verdict.ts';
import { NO_DIFFERENCES } from '../../../../../engine/verify/diff.ts';
import { compileBinary } from '../../../../../engine/pool/modules.ts';
import { compareSamples } from '../../../../../engine/content/timeline/compare/samples.ts';
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
  return compareSamples({ pairs, before, after }, facts, expectation, place);
}

describe('a result that plays what its source does', () => {
  it.each<[string, () => Promise<Uint8Array>, Partial<Expectation>]>([
    ['at a coarse quality', () => remade(), {}],
    ['at half the pace', () => remade('-vf', 'fps=12.5'), { options: { fps: 12.5 } }],
    ['in half the size', () => remade('-s', '80x60'), { options: { width: 80 } }],
    ['turned as asked', () => remade('-vf', 'transpose=clock'), { options: { rotate: '90' } }],
    ['from a start', () => remade('-ss', '1', '-t', '2'), { options: { start: 1, duration: 2 } }],
    ['with one channel', () => remade('-ac', '1'), { options: { channels: 1 } }],
    ['later by the delay of a codec', () => remade('-af', 'adelay=60|60'), {}],
  ])(
    '%s',
    async (_name, make, changes) => {
      const { checks, isWhole } = await compared(await make(), changes);
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
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
      const { checks, isWhole } = await compared(await joined(), {}, { atMs: 2000, shape });
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
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
      const { checks } = await compared(await joined(), {}, place);
      expect(checks.some(({ ok }) => !ok)).toBe(true);
    },
    TIMEOUT_MS,
  );
});

describe('a result that plays something else is refused', () => {
  it.each<[string, 'pictures' | 'sound', readonly string[]]>([
    ['green pictures', 'pictures', ['-vf', 'lutyuv=y=0:u=0:v=0']],
    ['black pictures', 'pictures', ['-vf', 'lutyuv=y=16:u=128:v=128']],
    ['exchanged colours', 'pictures', ['-vf', 'shuffleplanes=0:2:1']],
    ['grey pictures', 'pictures', ['-vf', 'lutyuv=u=128:v=128']],
    ['upside down', 'pictures', ['-vf', 'vflip']],
    ['mirrored', 'pictures', ['-vf', 'hflip']],
    ['a frozen picture', 'pictures', ['-vf', 'loop=loop=-1:size=1', '-t', String(SECONDS)]],
    ['pictures that run twice as fast', 'pictures', ['-vf', 'setpts=PTS/2,tpad=stop=-1:stop_mode=clone', '-t', '4']],
    ['silence', 'sound', ['-af', 'volume=0']],
    ['silence from the middle on', 'sound', ['-af', 'volume=0:enable=gte(t\\,1.2)']],
    ['noise', 'sound', ['-af', 'aeval=random(0)-0.5:c=same']],
    ['a hundredth of the loudness', 'sound', ['-af', 'volume=0.05']],
    ['exchanged channels', 'sound', ['-af', 'pan=stereo|c0=c1|c1=c0']],
    ['one channel of two', 'sound', ['-af', 'pan=stereo|c0=c0|c1=0*c1']],
    ['another pitch', 'sound', ['-af', 'asetrate=40000,aresample=44100']],
    ['a sound that runs twice as fast', 'sound', ['-af', 'asetrate=88200,aresample=44100,apad', '-t', '4']],
  ])(
    '%s',
    async (_name, broken, filters) => {
      const { checks } = await compared(await remade(...filters));
      expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual([broken]);
      expect(isRefused({ checks, differences: NO_DIFFERENCES })).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    'no pictures that can be decoded',
    async () => {
      const result = await remade();
      result.fill(0x55, Math.round(result.length * 0.05));
      const { checks } = await compared(result);
      expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
        ['sound', false],
        ['pictures', false],
      ]);
    },
    TIMEOUT_MS,
  );
});
