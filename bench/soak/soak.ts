import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { resolveFormat, type FormatId } from '../../engine/index.ts';
import { seededRandom } from '../../test/matrix/random.ts';
import { realFiles } from '../../test/matrix/real-files.ts';
import { type ChildService, startChildService } from '../../test/support/child-service.ts';
import { call, form, FORM_TYPE } from '../../test/support/http-client.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { quantile } from '../measure.ts';
import { observe, slopeAnHour, type Holding } from './observe.ts';

export interface SoakPlan {
  readonly minutes: number;
  /** Conversions that run at the same time. */
  readonly jobs: number;
  readonly seed: number;
  /** What the service may use; as much as the machine has room for, if absent. */
  readonly memoryMB?: number;
}

/** One conversion. */
export interface Work {
  /** Seconds since the beginning at which it ended. */
  readonly at: number;
  readonly ms: number;
  /** Of the failure. */
  readonly code?: string;
}

export interface SoakOutcome {
  readonly plan: SoakPlan;
  readonly startedAt: string;
  readonly node: string;
  readonly work: readonly Work[];
  readonly holdings: readonly Holding[];
  /** Behind the warm-up: change of memory an hour as a share. */
  readonly memorySlope: number;
  /** When everything had ended. */
  readonly rest: Holding;
  /** Each line is a broken promise; empty when all was kept. */
  readonly problems: readonly string[];
}

/** What real files of each folder become. */
const MIX: Readonly<Record<string, readonly FormatId[]>> = {
  image: ['jpg', 'webp', 'png'],
  video: ['mp4', 'mp3', 'png'],
  pdf: ['docx', 'txt', 'png'],
  word: ['pdf', 'txt'],
  slides: ['pdf', 'html'],
  sheet: ['csv', 'xlsx'],
  markup: ['html', 'docx'],
  data: ['json', 'csv'],
  audio: ['mp3', 'wav'],
  subtitle: ['vtt'],
  archive: ['zip'],
  ebook: ['epub', 'html'],
  font: ['woff2'],
  model3d: ['glb'],
  gis: ['geojson'],
  mail: ['html'],
};
const MOST_BYTES = 2_000_000;
const OBSERVE_MS = 10_000;
/** Share of the time in which caches fill and workers start. */
const WARM_UP = 0.3;
/** Resting as long as working is half the load of what one after the other could be. */
const LOAD = 0.5;
/** Codes that say that something here is wrong, not the file. */
const UNNAMED: ReadonlySet<string> = new Set(['internal', 'internal_error', 'none']);
/** How long everything may take to be removed at the end. */
const SETTLE_MS = 30_000;
const PROMISED = { memorySlope: 0.01, memory: 1.1, descriptors: 8, threads: 4, p99: 2 } as const;

/** Runs mixed real work on a service of its own process, and says what it held. Linux only: it reads /proc. */
export async function soak(plan: SoakPlan, say: (line: string) => void): Promise<SoakOutcome> {
  const files = await filesOfMix();
  await using directory = await temporaryDirectory();
  await using service = await startChildService({
    ...{ DATA_DIR: directory.path, PORT: '0', WARM: 'yes' },
    ...(plan.memoryMB !== undefined && { MEMORY_MB: String(plan.memoryMB) }),
    ...{ REQUESTS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE_PER_ADDRESS: '1000000' },
  });
  const key = /ath_live_\w+/.exec(service.stdout())![0];
  const startedAt = new Date();
  const seconds = (): number => (Date.now() - startedAt.getTime()) / 1000;
  const ends = plan.minutes * 60;
  const random = seededRandom(plan.seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const work: Work[] = [];
  const holdings: Holding[] = [];
  const look = (): Promise<Holding> => observe(service.process.pid!, directory.path, seconds());

  const working = Array.from({ length: plan.jobs }, async () => {
    while (seconds() < ends) {
      const folder = pick(Object.keys(MIX));
      const began = performance.now();
      const code = await convert(service, key, pick(files.get(folder)!), pick(MIX[folder]!));
      const ms = performance.now() - began;
      work.push({ at: seconds(), ms, ...(code !== undefined && { code }) });
      await wait(ms * (1 / LOAD - 1));
    }
  });
  const watching = (async () => {
    while (seconds() < ends) {
      const holding = await look();
      holdings.push(holding);
      if (holdings.length % 6 === 1) say(lineOf(holding, work));
      await wait(OBSERVE_MS);
    }
  })();
  await Promise.all([...working, watching]);
  await wait(SETTLE_MS);
  const rest = await look();
  const warm = holdings.filter(({ at }) => at > WARM_UP * ends);
  const memorySlope = slopeAnHour(warm.map(({ at, memory }) => [at, memory]));
  const observed = { plan, work, holdings, memorySlope, rest };
  const problems = problemsOf(observed, warm);
  return { ...observed, startedAt: startedAt.toISOString(), node: process.version, problems };
}

/** Real files of known formats by their folders. */
async function filesOfMix(): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>();
  for (const folder of Object.keys(MIX)) {
    const known = (await realFiles(folder)).filter((path) => resolveFormat(extname(path).slice(1)));
    if (known.length === 0) throw new Error(`There are no real files of ${folder}.`);
    files.set(folder, known);
  }
  return files;
}

/** The code of the failure, if it fails. What comes out is fetched and erased. */
async function convert({ url }: ChildService, key: string, path: string, to: FormatId): Promise<string | undefined> {
  const file = await readFile(path);
  if (file.byteLength > MOST_BYTES) return undefined;
  const body = form({ name: 'file', value: file, fileName: basename(path) }, { name: 'targetFormat', value: to });
  const headers = { 'Content-Type': FORM_TYPE, 'X-API-Key': key };
  const answer = await call(`${url}/api/v1/convert`, { headers, body });
  if (answer.status >= 400) return answer.failure.error.code;
  const { conversionId, downloadUrl } = answer.data<{ conversionId: string; downloadUrl?: string }>();
  if (downloadUrl === undefined) return 'none';
  const result = await call(new URL(downloadUrl, url).href);
  const erased = await call(`${url}/api/v1/conversions/${conversionId}`, { method: 'DELETE', headers });
  return result.status === 200 && result.body.byteLength > 0 && erased.status < 300 ? undefined : 'none';
}

function lineOf({ at, memory, descriptors, threads, files }: Holding, work: readonly Work[]): string {
  const failed = work.filter(({ code }) => code !== undefined).length;
  return `${Math.round(at)} s: ${work.length} conversions, ${failed} refused, ${Math.round(memory / 1e6)} MB, ${descriptors} descriptors, ${threads} threads, ${files} files`;
}

function problemsOf(
  { plan, work, holdings, memorySlope, rest }: Pick<SoakOutcome, 'plan' | 'work' | 'holdings' | 'memorySlope' | 'rest'>,
  warm: readonly Holding[],
): string[] {
  const problems: string[] = [];
  // Within a bound, workers hold what their largest files took until others need it.
  if (plan.memoryMB === undefined && memorySlope > PROMISED.memorySlope)
    problems.push(`memory grows by ${percent(memorySlope)} an hour`);
  const [first, last] = [warm[0], warm.at(-1)];
  if (first && last) {
    const most = Math.max(...warm.map(({ descriptors }) => descriptors));
    if (rest.descriptors > first.descriptors + PROMISED.descriptors)
      problems.push(`${rest.descriptors} descriptors at the end, ${first.descriptors} when warm, ${most} at most`);
    if (rest.threads > Math.max(...holdings.map(({ threads }) => threads)) + PROMISED.threads)
      problems.push(`${rest.threads} threads at the end, ${first.threads} when warm`);
  }
  const mostMB = Math.max(...holdings.map(({ memory }) => memory)) / 1e6;
  if (plan.memoryMB !== undefined && mostMB > plan.memoryMB * PROMISED.memory)
    problems.push(`memory reached ${Math.round(mostMB)} MB of ${plan.memoryMB}`);
  const left = rest.files - (holdings[0]?.files ?? 0);
  if (left > 0) problems.push(`${left} files are left when all results were erased`);
  for (const [code, count] of countsOf(work)) if (UNNAMED.has(code)) problems.push(`${count} times ${code}`);
  const half = (plan.minutes * 60) / 2;
  const [before, after] = [p99(work.filter(({ at }) => at < half)), p99(work.filter(({ at }) => at >= half))];
  if (after > PROMISED.p99 * before) problems.push(`p99 rose from ${Math.round(before)} to ${Math.round(after)} ms`);
  return problems;
}

/** How often each code came. */
export function countsOf(work: readonly Work[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of work) if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

export function p99(work: readonly Work[]): number {
  return work.length === 0
    ? 0
    : quantile(
        work.map(({ ms }) => ms),
        0.99,
      );
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
