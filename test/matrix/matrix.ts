import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ConvertOptions, Engine, FormatId, Plan } from '../../engine/index.ts';
import { ConversionError } from '../../engine/index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { judge } from './judge.ts';
import { type SampleRank, sampleFor, type Samples } from './samples.ts';

/** `refused` is an error with a name that says why; `no sample` means that nobody has a file to try. */
export type Outcome = 'verified' | 'refused' | 'wrong' | 'crash' | 'timeout' | 'no sample';

export const FAULTS: ReadonlySet<Outcome> = new Set(['wrong', 'crash', 'timeout']);

/** What became of one ordered pair. */
export interface PairResult {
  readonly from: FormatId;
  readonly to: FormatId;
  readonly outcome: Outcome;
  readonly sample?: string;
  readonly route?: string;
  readonly lost?: readonly string[];
  /** How far the engine's own verification went, and who judged from outside. */
  readonly verified?: string;
  readonly judge?: string;
  readonly milliseconds?: number;
  readonly bytes?: number;
  /** Why it was refused, or what is wrong. */
  readonly detail?: string;
}

/** Milliseconds that one pair may take. */
const LIMIT_MS = 60_000;
/** Other samples that are tried when one is refused. */
const MORE_SAMPLES = 20;
/** What the engine may need beyond its own deadline before it counts as hanging. */
const GRACE_MS = 15_000;

/** Codes that mean a fault of ours and not of the file. */
const OUTCOME_OF_CODE: Readonly<Record<string, Outcome>> = {
  output_not_verified: 'wrong',
  conversion_failed: 'crash',
  internal: 'crash',
  conversion_timeout: 'timeout',
  aborted: 'timeout',
};

/** Converts a real sample of one format to another, and lets somebody else judge the result. */
export async function tryPair(
  engine: Engine,
  samples: Samples,
  from: FormatId,
  to: FormatId,
  rank: SampleRank = 'usual',
): Promise<PairResult> {
  const paths = samples.get(from) ?? [];
  const picked = sampleFor(samples, { from, to, rank });
  if (!picked) return { from, to, outcome: 'no sample' };
  const first = await tryFile(engine, picked, { from, to });
  // Another would say nothing of the difficult one.
  if (rank === 'difficult') return first;
  // A still image becomes no film: another of the samples may be one that moves.
  for (const path of paths.filter((each) => each !== picked).slice(0, first.outcome === 'refused' ? MORE_SAMPLES : 0)) {
    const result = await tryFile(engine, path, { from, to });
    if (result.outcome !== 'refused') return result;
  }
  return first;
}

/** Converts one file and lets somebody else judge the result. */
export async function tryFile(
  engine: Engine,
  path: string,
  { from, to }: Pick<PairResult, 'from' | 'to'>,
  options: ConvertOptions['options'] = {},
): Promise<PairResult> {
  const started = performance.now();
  const base = { from, to, sample: basename(path) };
  const took = (): number => Math.round(performance.now() - started);
  await using directory = await temporaryDirectory();
  try {
    const signal = AbortSignal.timeout(LIMIT_MS + GRACE_MS);
    const outDir = directory.path;
    const result = await engine.convert(path, {
      ...{ from, to, outDir, options },
      ...{ verify: 'full', deadlineMs: LIMIT_MS, signal },
    });
    const milliseconds = took();
    const [artifact] = result.artifacts;
    if (!artifact || !('path' in artifact)) return { ...base, outcome: 'wrong', detail: 'there is no file' };
    const { plan, report } = result;
    const source = { path, format: from };
    const output = { path: artifact.path, format: to };
    // Programs of others do not know what was asked for.
    const isAsked = Object.keys(options).length > 0;
    const verdict = isAsked
      ? undefined
      : await judge({ source, output, kept: plan.kept, writer: plan.steps.at(-1)?.codec });
    return {
      ...base,
      outcome: verdict?.fault ? 'wrong' : 'verified',
      route: routeText(plan),
      lost: report.lost,
      verified: report.verified,
      judge: verdict?.judge ?? 'none',
      milliseconds,
      bytes: (await stat(artifact.path)).size,
      ...(verdict?.fault && { detail: verdict.fault }),
    };
  } catch (error) {
    const outcome = error instanceof ConversionError ? (OUTCOME_OF_CODE[error.code] ?? 'refused') : 'crash';
    return { ...base, outcome, milliseconds: took(), detail: describeError(error) };
  }
}

/** The steps of a plan, as outcomes name them. */
export function routeText({ steps }: Pick<Plan, 'steps'>): string {
  return steps.map((step) => `${step.codec} ${step.to}`).join(' → ');
}

function describeError(error: unknown): string {
  if (!(error instanceof ConversionError)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message.split('\n')[0]})` : '';
  return `${error.code}: ${error.message}${cause}`;
}

export function describeResult(result: PairResult): string {
  const { from, to, outcome, route = '', lost = [], milliseconds = 0, bytes = 0, verified, judge: by, detail } = result;
  const loss = lost.length > 0 ? ` lost ${lost.join(', ')}` : '';
  const seen = verified ? ` ${verified}/${by}` : '';
  const words = [
    `${from} → ${to}`.padEnd(16),
    outcome.padEnd(9),
    `${milliseconds} ms`.padStart(9),
    `${bytes} B`.padStart(11),
  ];
  return `${words.join(' ')} ${route}${seen}${loss}${detail ? ` | ${detail}` : ''}`;
}

const MARKS: Readonly<Record<Outcome, string>> = {
  verified: '+',
  refused: 'refused',
  wrong: 'WRONG',
  crash: 'CRASH',
  timeout: 'TIMEOUT',
  'no sample': '?',
};

/** A row a source and a column a target, separated by tabs; empty where there is no pair. */
export function tableOf(results: readonly PairResult[]): string {
  const columns = [...new Set(results.map(({ to }) => to))].sort();
  const rows = [...Map.groupBy(results, ({ from }) => from)].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(([from, members]) => {
    const outcomes = new Map(members.map(({ to, outcome }) => [to, MARKS[outcome]]));
    return [from, ...columns.map((to) => outcomes.get(to) ?? '')].join('\t');
  });
  return [['', ...columns].join('\t'), ...lines].join('\n');
}

/** How many pairs had each outcome. */
export function summaryOf(results: readonly PairResult[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(results, ({ outcome }) => outcome)].map(([outcome, members]) => [outcome, members.length]),
  );
}
