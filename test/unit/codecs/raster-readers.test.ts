import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import magickCodec from '../../../engine/codecs/magick/codec.ts';
import vipsCodec from '../../../engine/codecs/vips/codec.ts';
import { ConversionError } from '../../../engine/contract/errors.ts';
import type { FeatureSet } from '../../../engine/formats/features.ts';
import { formatOf, resolveFormat, type FormatId } from '../../../engine/formats/index.ts';
import type { Codec, EdgeSpec } from '../../../engine/contract/codec.ts';
import { compareRaster } from '../../../engine/content/raster/diff.ts';
import { collectFindings } from '../../../engine/verify/findings.ts';
import type { Facts, Thumbnail } from '../../../engine/contract/facts.ts';
import type { Expectation } from '../../../engine/contract/report.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const MAX_BYTES = 400_000;
/** The memory of the library never shrinks: after so many files it is started again, as the engine replaces its worker. */
const FILES_PER_START = 100;

const FORMATS: readonly FormatId[] = [...vipsCodec.inspects, ...magickCodec.inspects];
const FILES = hasCorpora ? listFiles() : [];

interface RealFile {
  readonly path: string;
  readonly format: FormatId;
}

function listFiles(): RealFile[] {
  const lines = readFileSync(join(CORPORA, 'INDEX.tsv'), 'utf8').trimEnd().split('\n').slice(1);
  return lines.flatMap((line) => {
    const [path, , , , , , size] = line.split('\t') as [string, ...string[]];
    const format = resolveFormat(path.slice(path.lastIndexOf('.') + 1));
    const isOurs = path.startsWith('image/') && format !== undefined && FORMATS.includes(format);
    return isOurs && Number(size) <= MAX_BYTES ? [{ path, format }] : [];
  });
}

/** Files that the two readers see in different ways, and why. */
const SEEN_DIFFERENTLY: Readonly<Record<string, string>> = {
  'border_touching_layers.gif': 'the ground below frames that do not fill the canvas is not defined',
  'oob.gif': 'its frame lies outside of its canvas',
  'tbbn3p08.png': 'only ImageMagick applies the chunk gAMA',
};

function isSeenDifferently(path: string): boolean {
  return Object.hasOwn(SEEN_DIFFERENTLY, path.slice(path.lastIndexOf('/') + 1));
}

let opened = 0;
let vips: RunnerBench;
let magick: RunnerBench;
beforeAll(async () => {
  vips = await startRunner(vipsCodec);
  magick = await startRunner(magickCodec);
});
afterAll(async () => {
  await vips[Symbol.asyncDispose]();
  await magick[Symbol.asyncDispose]();
});

async function benchOf({ id }: Codec): Promise<RunnerBench> {
  if (id === 'magick') return magick;
  if (++opened % FILES_PER_START === 0) vips = await startRunner(vipsCodec);
  return vips;
}

/** What the readers of sources found: large ones take seconds to decode. */
const seen = new Map<string, Facts | ConversionError>();

async function lookAtSource(
  codec: Codec,
  { path, format }: RealFile,
  bytes: Uint8Array,
): Promise<Facts | ConversionError> {
  const key = `${codec.id} ${path}`;
  const found = seen.get(key) ?? (await look(codec, bytes, format));
  seen.set(key, found);
  return found;
}

/** What a reader finds, or the error that it names. Anything else fails the test. */
async function look(codec: Codec, bytes: Uint8Array, format: FormatId): Promise<Facts | ConversionError> {
  try {
    return await (await benchOf(codec)).inspect(bytes, format, 'quick');
  } catch (error) {
    return named(error);
  }
}

/** An error that says what is wrong with a file. Where LibRaw meets the end of a cut one, it leaves something behind. */
async function named(error: unknown): Promise<ConversionError> {
  if (!(error instanceof ConversionError) || (error.discardWorker && error.code !== 'input_corrupt')) throw error;
  if (error.discardWorker) magick = await startRunner(magickCodec);
  return error;
}

function meanDifference(a: Thumbnail, b: Thumbnail): number {
  return a.rgb.reduce((sum, value, index) => sum + Math.abs(value - b.rgb[index]!), 0) / a.rgb.length;
}

describe.skipIf(!hasCorpora)('the two readers of real images', () => {
  const both = FILES.filter(({ format }) => vipsCodec.inspects.includes(format) && format !== 'apng');

  it.each(both)('see the same in $path', async (file) => {
    const { path } = file;
    const bytes = new Uint8Array(readFileSync(join(CORPORA, path)));
    const byVips = await lookAtSource(vipsCodec, file, bytes);
    const byMagick = await lookAtSource(magickCodec, file, bytes);
    if (byVips instanceof Error || byMagick instanceof Error || isSeenDifferently(path)) return;
    const { width, height, frames, sequence, bitsPerChannel, delaysMs, loops } = byVips.raster!;
    expect(byMagick.raster).toMatchObject({ width, height, frames, sequence, bitsPerChannel });
    expect(byMagick.raster!.delaysMs).toEqual(delaysMs);
    expect(byMagick.raster!.loops).toBe(loops);
    // A chroma sample is a cell of a tiny image; in others the readers interpolate chroma differently at edges.
    const most = Math.min(width, height) < 64 ? 9 : 1.5;
    for (const thumbnail of byVips.raster!.thumbnails ?? []) {
      const other = byMagick.raster!.thumbnails!.find(({ frame }) => frame === thumbnail.frame);
      if (other) expect(meanDifference(thumbnail, other), `frame ${thumbnail.frame}`).toBeLessThan(most);
    }
  });
});

/** One of so many targets is tried with each file. */
const SHARE = 20;
/** An image of more pixels takes seconds for each target: it is tried with one. */
const MANY_PIXELS = 4_000_000;

function isLarge(source: Facts | ConversionError): boolean {
  return !(source instanceof Error) && source.raster!.width * source.raster!.height > MANY_PIXELS;
}

interface Target {
  readonly codec: Codec;
  readonly edge: EdgeSpec;
  readonly to: FormatId;
}

function targetsOf(from: FormatId): Target[] {
  return [vipsCodec, magickCodec].flatMap((codec) =>
    codec.edges
      .filter((edge) => edge.from.includes(from))
      .flatMap((edge) => edge.to.filter((to) => to !== from).map((to) => ({ codec, edge, to }))),
  );
}

/** Who reads a format: first the codec that did not write the file. */
function judgesOf(to: FormatId, writer: Codec): Codec[] {
  return [vipsCodec, magickCodec]
    .filter(({ inspects, verifies = [] }) => [...inspects, ...verifies].includes(to))
    .sort((a, b) => Number(a === writer) - Number(b === writer));
}

function expectationOf(source: Facts, { edge, to }: Target, dropped: FeatureSet): Expectation {
  const kept = source.features.filter(
    (feature) => formatOf(to).carries.includes(feature) && edge.keeps.includes(feature) && !dropped.includes(feature),
  );
  const { takes, gives } = edge;
  return { from: source.format, to, kept, lost: [], gone: [], operations: [], takes, gives, options: {} };
}

describe.skipIf(!hasCorpora)('every real image', () => {
  it.each(FILES)('becomes a verified result or a named error: $path', async (file) => {
    const { path, format } = file;
    const bytes = new Uint8Array(readFileSync(join(CORPORA, path)));
    const reader = vipsCodec.inspects.includes(format) ? vipsCodec : magickCodec;
    const source = await lookAtSource(reader, file, bytes);
    // Every target of every file would take minutes: the file's place decides which ones it gets.
    const targets = targetsOf(format).filter((_, index) => index % SHARE === path.length % SHARE);
    for (const target of isLarge(source) ? targets.slice(0, 1) : targets) {
      const { codec, edge, to } = target;
      const bench = await benchOf(codec);
      const toldBefore = bench.warnings.length;
      let outputs: Uint8Array[];
      try {
        outputs = await bench.convert(bytes, format, to, edge.name);
      } catch (error) {
        await named(error);
        continue;
      }
      if (source instanceof Error) continue;
      const [judge] = judgesOf(to, codec);
      if (!judge) continue;
      const found: Facts[] = [];
      for (const output of outputs) {
        const facts = await look(judge, output, to);
        if (facts instanceof Error) throw facts;
        found.push(facts);
      }
      const dropped = bench.warnings.slice(toldBefore).flatMap(({ lost }) => lost ?? []);
      const compared = collectFindings(compareRaster(source, found, expectationOf(source, target, dropped)));
      const failed = compared.checks.filter(({ ok }) => !ok);
      if (isSeenDifferently(path)) continue;
      expect(failed, `${codec.id} ${to}`).toEqual([]);
    }
  });
});
