import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createEngine, formatOf, type Engine, type FormatId } from '../../engine/index.ts';
import { CodecBench } from '../../test/support/codec-bench.ts';
import { structuralSimilarity } from '../../test/support/compare/picture-distance.ts';
import { contest } from '../contest.ts';
import type { BenchInput } from '../inputs/index.ts';
import { ImageInputs, type PictureId } from '../inputs/images.ts';
import { measurementOf, ratioOf, type Measurement, type Sample } from '../measure.ts';
import { runNative } from '../native-process.ts';
import { Sharp } from '../peers/sharp.ts';
import type { Comparison, Figure, PeerMeasurement, Quality, Skipped } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { IMAGE_CASES, type ImageCase } from './image-cases.ts';
import { measureStart, measureWear } from './image-figures.ts';

/** Ours runs untimed at least so often and so long: V8 compiles hot WASM functions anew, while they run. */
const WARM_UPS = 5;
const WARM_UP_MS = 2_000;
/** No conversion of the bench takes so long unless something is wrong. */
const TIMEOUT_MS = 120_000;

interface Arena {
  readonly engine: Engine;
  readonly codecs: CodecBench;
  readonly sharp: Sharp;
  readonly context: SuiteContext;
  readonly outputs: string;
}

/** One of those that do the same conversion. */
interface Entrant {
  readonly name: string;
  readonly version: string;
  readonly wanted?: number;
  /** Does it once, into the empty folder if it writes files. What runs in this process is measured from outside. */
  readonly convert: (outDir: string) => Promise<{ readonly sample?: Sample; readonly path?: string }>;
}

/**
 * Conversions of pictures in turns with ImageMagick and others, started anew for every file, and with sharp, which stays
 * loaded. Ours are measured twice: file to file through the engine with its verification, and the codec's part alone.
 */
export async function runImageSuite(context: SuiteContext): Promise<SuiteContent> {
  await using sharp = await Sharp.start();
  if (!sharp) return { skipped: [{ work: 'images', reason: 'sharp, which makes the inputs, is not installed' }] };
  const comparisons: Comparison[] = [];
  const skipped: Skipped[] = [];
  const outputs = join(context.directory, 'outputs');
  await mkdir(outputs);
  const inputs = new ImageInputs(context.directory, sharp);
  {
    await using engine = createEngine({ scratchDir: join(context.directory, 'scratch') });
    await using codecs = new CodecBench();
    const offered = new Set(engine.pairs().map(([from, to]) => `${from}>${to}`));
    for (const imageCase of IMAGE_CASES) {
      const work = titleOf(imageCase);
      const input = await inputs.file(imageCase.picture, imageCase.from);
      const isOffered = imageCase.from === imageCase.to || offered.has(`${imageCase.from}>${imageCase.to}`);
      if (!isOffered) skipped.push({ work, reason: 'this engine does not convert it' });
      else if (!input) skipped.push({ work, reason: `nothing on this machine writes ${imageCase.from}` });
      else comparisons.push(await compare({ engine, codecs, sharp, context, outputs }, imageCase, input, skipped));
    }
  }
  const figures: Figure[] = [...(await measureStart(context, inputs)), ...(await measureWear(context, inputs))];
  return { comparisons, figures, skipped };
}

function titleOf({ picture, from, to, options = {} }: ImageCase): string {
  const settings = Object.entries(options).map(([name, value]) =>
    value === true ? `, ${name}` : `, ${name} ${value}`,
  );
  return `${from} → ${to}, ${picture}${settings.join('')}`;
}

async function compare(arena: Arena, imageCase: ImageCase, input: BenchInput, skipped: Skipped[]): Promise<Comparison> {
  const { context, outputs } = arena;
  const work = titleOf(imageCase);
  const ours = throughEngine(arena, imageCase, input);
  const codec = await throughCodec(arena, imageCase, input);
  const rivals = await able([...(await throughPrograms(imageCase, input)), ...throughSharp(arena, imageCase, input)], {
    work,
    outputs,
    skipped,
  });
  context.log(`${work}: ${[ours, codec, ...rivals].map(({ name }) => name).join(', ')}`);
  for (const entrant of [ours, codec]) await warmUp(entrant, outputs);
  const entrants = [ours, codec, ...rivals];
  const last = entrants.map(() => '');
  const contestants = entrants.map(({ name, convert }, index) => ({
    name,
    run: () =>
      averageOf(SHORT[imageCase.picture] ?? 1, async () => {
        const { sample, path = '' } = await convert(await mkdtemp(join(outputs, 'turn-')));
        last[index] = path; // what one writes is the same every time
        return sample;
      }),
  }));
  const samples = await contest(contestants, { rounds: context.rounds, signal: context.signal });
  const [own, ownCodec, ...others] = samples.map((taken) => measurementOf(taken));
  const judge = await judgeOf(arena, imageCase, input);
  const qualities: (Quality | undefined)[] = [];
  for (const path of last) qualities.push(path === '' ? undefined : await judge(path));
  const comparison: Comparison = {
    work,
    phase: 'warm',
    input: input.description,
    ours: own!,
    codec: ownCodec!,
    quality: qualities[0],
    peers: rivals.map((rival, index) => peerOf(rival, own!, others[index]!, qualities[index + 2])),
  };
  await rm(outputs, { recursive: true });
  await mkdir(outputs);
  return comparison;
}

/** Conversions a turn: systems count CPU time in ticks of several milliseconds, as long as a short conversion takes. */
const SHORT: Partial<Record<PictureId, number>> = { small: 20 };

/** What one of several runs took on average. Work in this process, which has no sample, is measured from outside. */
async function averageOf(runs: number, run: () => Promise<Sample | undefined>): Promise<Sample> {
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const counted: Sample[] = [];
  for (let done = 0; done < runs; done++) {
    const sample = await run();
    if (sample) counted.push(sample);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const total =
    counted.length === 0
      ? [{ userMs: user / 1000, systemMs: system / 1000, wallMs: performance.now() - started }]
      : counted;
  const mean = (read: (sample: Sample) => number): number =>
    total.reduce((sum, sample) => sum + read(sample), 0) / runs;
  return {
    userMs: mean(({ userMs }) => userMs),
    systemMs: mean(({ systemMs = 0 }) => systemMs),
    wallMs: mean(({ wallMs }) => wallMs),
  };
}

function peerOf(
  { name, version, wanted }: Entrant,
  ours: Measurement,
  theirs: Measurement,
  quality: Quality | undefined,
): PeerMeasurement {
  const target = wanted === undefined ? {} : { target: 1 / wanted };
  return { name, version, ...theirs, ratio: ratioOf(ours, theirs), ...target, quality };
}

async function warmUp({ convert }: Entrant, outputs: string): Promise<void> {
  const started = performance.now();
  for (let run = 0; run < WARM_UPS || performance.now() - started < WARM_UP_MS; run++) {
    const outDir = await mkdtemp(join(outputs, 'warm-'));
    await convert(outDir);
    await rm(outDir, { recursive: true });
  }
}

/** Everyone does the work once, untimed: files come into the page cache. Who fails does not take part, and is named. */
async function able(
  entrants: readonly Entrant[],
  { work, outputs, skipped }: { readonly work: string; readonly outputs: string; readonly skipped: Skipped[] },
): Promise<Entrant[]> {
  const passed: Entrant[] = [];
  for (const entrant of entrants) {
    const [attempt] = await Promise.allSettled([entrant.convert(await mkdtemp(join(outputs, 'try-')))]);
    if (attempt.status === 'fulfilled') passed.push(entrant);
    else skipped.push({ work, reason: `${entrant.name} failed: ${String(attempt.reason)}` });
  }
  return passed;
}

function throughEngine({ engine, context }: Arena, { to, options }: ImageCase, input: BenchInput): Entrant {
  return {
    name: 'athanor',
    version: '',
    convert: async (outDir) => {
      const { artifacts } = await engine.convert(input.path, { to, options, outDir, signal: context.signal });
      const [artifact] = artifacts;
      return artifact && 'path' in artifact ? { path: artifact.path } : {};
    },
  };
}

/** The hops of the plan in the engine's own workers, with nothing around them. */
async function throughCodec(
  { engine, codecs }: Arena,
  { to, options }: ImageCase,
  input: BenchInput,
): Promise<Entrant> {
  const { hops } = await engine.planFile(input.path, { to, options });
  const source = { name: basename(input.path), format: hops[0]!.from, bytes: await readFile(input.path) };
  return {
    name: 'codec alone',
    version: '',
    convert: async () => {
      let artifacts: Parameters<CodecBench['convert']>[0] = [source];
      for (const hop of hops) ({ artifacts } = await codecs.convert(artifacts, hop, TIMEOUT_MS));
      return {};
    },
  };
}

async function throughPrograms({ programs = [], to }: ImageCase, input: BenchInput): Promise<Entrant[]> {
  const entrants: Entrant[] = [];
  for (const { peer, note, wanted, arguments: argumentsOf } of programs) {
    const installed = await peer.find();
    if (!installed) continue;
    const { name, version, program } = installed;
    const convert = async (outDir: string): Promise<{ sample: Sample; path: string }> => {
      const path = join(outDir, fileNameOf(input, to));
      const sample = await runNative([program, ...argumentsOf(input.path, path)], { timeoutMs: TIMEOUT_MS });
      return { sample, path };
    };
    entrants.push({ name: note === undefined ? name : `${name} (${note})`, version, wanted, convert });
  }
  return entrants;
}

function throughSharp({ sharp }: Arena, { sharps = [], to }: ImageCase, input: BenchInput): Entrant[] {
  return sharps.map(({ note, wanted, ...settings }) => ({
    name: note === undefined ? sharp.name : `${sharp.name} (${note})`,
    version: sharp.version,
    wanted,
    convert: async (outDir) => {
      const path = join(outDir, fileNameOf(input, to));
      return { sample: await sharp.run({ input: input.path, output: path, ...settings }), path };
    },
  }));
}

function fileNameOf({ path }: BenchInput, to: FormatId): string {
  return `${basename(path, extname(path))}.${formatOf(to).extensions[0]}`;
}

/** Formats that lose something: how like the source a result still is belongs to its price. */
const LOSSY: readonly FormatId[] = ['jpg', 'webp', 'avif', 'gif'];

/** Says how large a result is, and how like the source where the target is lossy and sharp reads both. */
async function judgeOf(
  { sharp, outputs }: Arena,
  { from, to, options = {} }: ImageCase,
  input: BenchInput,
): Promise<(path: string) => Promise<Quality>> {
  const isComparable = LOSSY.includes(to) && from !== 'heic' && options['width'] === undefined;
  const pixelsOf = async (path: string): Promise<Uint8Array> => {
    const output = join(outputs, 'pixels.raw');
    await sharp.run({ input: path, output, format: 'raw', flatten: true });
    return readFile(output);
  };
  const before = isComparable ? await pixelsOf(input.path) : undefined;
  const [, width, height] = /(\d+)×(\d+)/.exec(input.description) ?? [];
  return async (path) => {
    const { byteLength } = await readFile(path);
    if (!before) return { bytes: byteLength };
    return {
      bytes: byteLength,
      ssim: structuralSimilarity(before, await pixelsOf(path), Number(width), Number(height)),
    };
  };
}
