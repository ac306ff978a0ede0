import { mkdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createEngine, formatOf, type Engine, type FormatId } from '../../engine/index.ts';
import { CodecBench } from '../../test/support/codec-bench.ts';
import { structuralSimilarity } from '../../test/support/compare/image-distance.ts';
import { compareContenders, throughCodec, throughEngine, TIMEOUT_MS, type Contender } from '../contenders.ts';
import type { BenchInput } from '../inputs/index.ts';
import { ImageInputs, type ImageId } from '../inputs/images.ts';
import type { Sample } from '../measure.ts';
import { runNative } from '../native-process.ts';
import { Sharp } from '../peers/sharp.ts';
import type { Comparison, Figure, Quality, Skipped } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { IMAGE_CASES, type ImageCase } from './image-cases.ts';
import { measureStart, measureWear } from './image-figures.ts';

interface Fixture {
  readonly engine: Engine;
  readonly codecs: CodecBench;
  readonly sharp: Sharp;
  readonly context: SuiteContext;
  readonly outputs: string;
}

/**
 * Conversions of images in turns with ImageMagick and others, started again for every file, and with sharp, which stays
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
      const input = await inputs.file(imageCase.image, imageCase.from);
      const isOffered = imageCase.from === imageCase.to || offered.has(`${imageCase.from}>${imageCase.to}`);
      if (!isOffered) skipped.push({ work, reason: 'this engine does not convert it' });
      else if (!input) skipped.push({ work, reason: `nothing on this machine writes ${imageCase.from}` });
      else comparisons.push(await compare({ engine, codecs, sharp, context, outputs }, imageCase, input, skipped));
    }
  }
  const figures: Figure[] = [...(await measureStart(context, inputs)), ...(await measureWear(context, inputs))];
  return { comparisons, figures, skipped };
}

function titleOf({ image, from, to, options = {} }: ImageCase): string {
  const settings = Object.entries(options).map(([name, value]) =>
    value === true ? `, ${name}` : `, ${name} ${value}`,
  );
  return `${from} → ${to}, ${image}${settings.join('')}`;
}

async function compare(
  fixture: Fixture,
  imageCase: ImageCase,
  input: BenchInput,
  skipped: Skipped[],
): Promise<Comparison> {
  const { engine, codecs, context, outputs } = fixture;
  const round = {
    work: titleOf(imageCase),
    input,
    ours: throughEngine(engine, imageCase, input, context),
    codec: await throughCodec(engine, codecs, imageCase, input),
    rivals: [...(await throughPrograms(imageCase, input)), ...throughSharp(fixture, imageCase, input)],
    perTurn: SHORT[imageCase.image],
    outputs,
    judge: await judgeOf(fixture, imageCase, input),
  };
  return compareContenders(round, context, skipped);
}

/** Conversions a turn of images that take little. */
const SHORT: Partial<Record<ImageId, number>> = { small: 20 };

async function throughPrograms({ programs = [], to }: ImageCase, input: BenchInput): Promise<Contender[]> {
  const contenders: Contender[] = [];
  for (const { peer, note, wanted, arguments: argumentsOf } of programs) {
    const installed = await peer.find();
    if (!installed) continue;
    const { name, version, program } = installed;
    const convert = async (outDir: string): Promise<{ sample: Sample; path: string }> => {
      const path = join(outDir, fileNameOf(input, to));
      const sample = await runNative([program, ...argumentsOf(input.path, path)], { timeoutMs: TIMEOUT_MS });
      return { sample, path };
    };
    contenders.push({ name: note === undefined ? name : `${name} (${note})`, version, wanted, convert });
  }
  return contenders;
}

function throughSharp({ sharp }: Fixture, { sharps = [], to }: ImageCase, input: BenchInput): Contender[] {
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
  { sharp, outputs }: Fixture,
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
