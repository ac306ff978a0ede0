import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConversionError, createEngine, type Engine, type FormatId, type Meter } from '../../engine/index.ts';
import { BenchInputs, type BenchInput } from '../inputs/index.ts';
import { ImageInputs } from '../inputs/images.ts';
import { median } from '../measure.ts';
import { Sharp } from '../peers/sharp.ts';
import { formatMs } from '../report/format.ts';
import type { Figure, Skipped } from '../results.ts';
import type { SuiteContent, SuiteContext } from '../suite.ts';
import { VERIFY_CASES, type VerifyCase } from './verify-cases.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Looking and verifying may take so much of converting, or so many milliseconds where converting takes fewer than `SHORT_MS`. */
const SHARE = 0.25;
const SHORT_MS = 40;
const SHORT_TARGET_MS = 10;
/** Conversions before the first that counts, and that count at least: V8 compiles hot functions again while they run. */
const WARM_UPS = 3;

/** User CPU of one conversion by what its worker calls were for, in milliseconds. */
interface Spent {
  looking: number;
  converting: number;
  verifying: number;
}

/**
 * What looking at a source and verifying its result takes beside converting, one job at a time in one warm engine. A codec
 * that previews its source while it converts does so in the time of converting. Typst remembers what it has laid out: of
 * PDFs of books and markup, converting is cheaper here than for who converts each of them once.
 */
export async function runVerifySuite(context: SuiteContext): Promise<SuiteContent> {
  return measureCases(VERIFY_CASES, context);
}

export async function measureCases(cases: readonly VerifyCase[], context: SuiteContext): Promise<SuiteContent> {
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch'), slots: 1, detection: 'caller' });
  await using sharp = await Sharp.start();
  const inputs = new BenchInputs(context.directory, engine);
  const images = sharp && new ImageInputs(context.directory, sharp);
  const figures: Figure[] = [];
  const skipped: Skipped[] = [];
  for (const { family, input, to: targets } of cases) {
    const found = await findInput(input, inputs, images);
    if (!found) {
      skipped.push({ work: `${family}: ${JSON.stringify(input)}`, reason: 'its file is not on this machine' });
      continue;
    }
    for (const to of targets) {
      const work = `${family}: ${basename(found.path)} → ${to}`;
      try {
        const figure = figureOf(work, await measure(engine, found, to, context));
        context.log(`${figure.name}: ${figure.value.toFixed(2)} ${figure.unit}`);
        figures.push(figure);
      } catch (error) {
        if (!(error instanceof ConversionError)) throw error;
        skipped.push({ work, reason: error.message });
      }
    }
  }
  return { figures, skipped };
}

async function findInput(
  input: VerifyCase['input'],
  inputs: BenchInputs,
  images: ImageInputs | undefined,
): Promise<BenchInput | undefined> {
  if (typeof input === 'string') return inputs.file(input);
  if ('avif' in input) return images?.file(input.avif, 'avif');
  const path = join(ROOT, input.path);
  return existsSync(path) ? { path, description: `${(await stat(path)).size} bytes` } : undefined;
}

async function measure(
  engine: Engine,
  { path }: BenchInput,
  to: FormatId,
  { directory, rounds, signal }: SuiteContext,
): Promise<Spent> {
  const runs: Spent[] = [];
  for (let run = 0; run < WARM_UPS + rounds; run++) {
    const outDir = await mkdtemp(join(directory, 'verify-'));
    const spent: Spent = { looking: 0, converting: 0, verifying: 0 };
    await engine.convert(path, { to, outDir, signal, meter: meterOf(spent) });
    await rm(outDir, { recursive: true });
    if (run >= WARM_UPS) runs.push(spent);
  }
  const middle = (read: (spent: Spent) => number): number => median(runs.map(read));
  return {
    looking: middle(({ looking }) => looking),
    converting: middle(({ converting }) => converting),
    verifying: middle(({ verifying }) => verifying),
  };
}

/** Counts what this process computes during each call: one job is at work at a time, and its worker may have threads of its own. */
function meterOf(spent: Spent): Meter {
  let of: keyof Spent = 'converting';
  let begun = process.cpuUsage();
  return {
    begin(kind) {
      of = kind === 'inspect' ? 'looking' : kind === 'verify' || kind === 'sample' ? 'verifying' : 'converting';
      begun = process.cpuUsage();
    },
    end() {
      spent[of] += process.cpuUsage(begun).user / 1000;
    },
  };
}

function figureOf(work: string, { looking, converting, verifying }: Spent): Figure {
  const parts = `looking ${formatMs(looking)}, verifying ${formatMs(verifying)}, converting ${formatMs(converting)}`;
  const name = `${work} (${parts})`;
  return converting > SHORT_MS
    ? { name, value: (looking + verifying) / converting, unit: 'of converting', target: SHARE }
    : { name, value: looking + verifying, unit: 'ms', target: SHORT_TARGET_MS };
}
