import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatNumber } from '../report/format.ts';
import { lineChart } from './chart.ts';
import type { ServiceModelCosts } from './model/costs.ts';
import { machines } from './model/deployment.ts';
import {
  capacityPerHour,
  machinesFor,
  mostSustained,
  type Outcome,
  PLANNED_USE,
  REMEDIES,
  simulate,
  withRemedies,
} from './model/experiments.ts';
import { type Measured, modelCosts } from './model/measured.ts';
import { createPopulation, meansOf, MIXES, type MixName } from './model/population.ts';
import { fairness, recovery } from './model/special-runs.ts';
import { compareRun } from './model/validation.ts';
import type { RealRun } from './real/run.ts';

export interface ReportInput {
  readonly measured: Measured;
  readonly real:
    | {
        readonly machine: string;
        readonly date: string;
        readonly loadAverage: number;
        readonly runs: readonly RealRun[];
      }
    | undefined;
  readonly directory: string;
  readonly log: (line: string) => void;
}

const MACHINES = [10, 100, 1_000] as const;
const MILLION = 1_000_000;
/** Where the search for limits ends: no load is simulated beyond it, nor much beyond what the workers can convert. */
const MOST_PER_HOUR = 16 * MILLION;
const OVERLOAD = 1.2;
/** With more of its cores in use, everything in PostgreSQL takes longer, its locks included. */
const BUSY = 0.95;
const CORES_OF_THE_REAL_RUNS = 2;

/** Runs every experiment and writes the tables and charts. The same input gives the same files. */
export async function writeReport({ measured, real, directory, log }: ReportInput): Promise<void> {
  const costs = modelCosts(measured);
  const population = await createPopulation('mixed', 1);
  log('validation');
  const validation = real
    ? validationTable(real.runs, measured)
    : 'No real runs are stored: `npm run simulate -- validate`.';
  log('machines');
  const load = (count: number): number => PLANNED_USE * capacityPerHour(count, population);
  const all = REMEDIES.length - 1;
  const run = (jobsPerHour: number, remedies: number): Outcome => {
    const deployment = withRemedies(machinesFor(jobsPerHour, costs, population), remedies);
    return simulate({ deployment, costs, population, jobsPerHour });
  };
  const today = MACHINES.map((count) => run(load(count), 0));
  const mended = MACHINES.map((count) => run(load(count), all));
  log('one million an hour');
  const needed = machinesFor(MILLION, costs, population);
  const million = REMEDIES.map((_, index) => run(MILLION, index));
  const regions = [1, 2, 4, 8].map((count) => ({
    count,
    today: run(MILLION / count, 0),
    mended: run(MILLION / count, all),
  }));
  log('limits');
  const limits = REMEDIES.map(({ name }, index) => ({
    name,
    counts: MACHINES.map((count) => {
      const { apis } = machinesFor(load(count), costs, population);
      const most = Math.min(MOST_PER_HOUR, OVERLOAD * capacityPerHour(count, population));
      return mostSustained({ deployment: withRemedies(machines(count, apis), index), costs, population }, most);
    }),
  }));
  log('fairness, recovery and sizing');
  const sections = [
    ['Validation', validation],
    ['Today: what 10, 100 and 1,000 workers convert with 70 % of their cores', outcomeTable(today)],
    ['With all remedies, at the same load', outcomeTable(mended)],
    [
      `One million an hour on ${needed.workers} workers and ${needed.apis} API processes, remedy by remedy`,
      outcomeTable(
        million,
        REMEDIES.map(({ name }) => name),
      ),
    ],
    ['One million an hour in several regions: each of them', regionTable(regions)],
    ['The most that one PostgreSQL sustains, conversions an hour', limitTable(limits)],
    ['Fairness: ten conversions of a small account behind 1,000 of a large one', fairnessTable(costs)],
    ['Recovery', recoveryTable(costs)],
    ['Sizing', await sizingTable(costs)],
    ['Costs that the model uses', costsTable(costs)],
  ] as const;
  const head =
    `# Results of the simulation\n\nWritten by \`npm run simulate\`. Costs measured on ${measured.machine}, ` +
    `${measured.date.slice(0, 10)}, load average ${measured.loadAverage} at the start.` +
    (real ? ` Real runs: ${real.date.slice(0, 10)}, load average ${real.loadAverage}.` : '');
  const text = [head, ...sections.map(([title, content]) => `## ${title}\n\n${content}`)].join('\n\n');
  await writeFile(join(directory, 'RESULTS.md'), `${text}\n`);
  await writeFile(join(directory, 'limits.svg'), limitChart(limits));
  await writeFile(join(directory, 'database.svg'), databaseChart(today, mended));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const seconds = (value: number): string => `${formatNumber(value)} s`;
const perHour = (value: number): string =>
  Math.round(value / 100) * 100 >= 1e6 ? `${formatNumber(value / 1e6)} M` : `${formatNumber(value / 1000)} k`;

function outcomeTable(outcomes: readonly Outcome[], names?: readonly string[]): string {
  const head = [
    ...(names ? ['with', 'done an hour'] : ['machines', 'sent an hour', 'done an hour']),
    ...[
      'accepted after p95',
      'begun after p95',
      'workers busy',
      'PostgreSQL: cores of 16',
      'statements/s',
      'notify lock held',
    ],
    ...['log MB/s', 'connections', 'storage requests/s', 'storage MB/s', 'network of APIs MB/s'],
  ];
  const rows = outcomes.map((one, index) => [
    ...(names ? [names[index]!] : [formatNumber(one.machines), perHour(one.jobsPerHour)]),
    one.isSustained ? perHour(one.donePerHour) : `**${perHour(one.donePerHour)}**`,
    ...[seconds(one.acceptSeconds[1]), seconds(one.waitSeconds[1]), percent(one.workerUse)],
    ...[
      formatNumber(one.databaseCores),
      formatNumber(one.statements),
      percent(one.notifyUse),
      formatNumber(one.walMBps),
    ],
    ...[
      formatNumber(one.connections),
      formatNumber(one.storageRequests),
      formatNumber(one.storageMBps),
      formatNumber(one.apiMBps),
    ],
  ]);
  return `${table(head, rows)}\n\nBold: not sustained.`;
}

interface Region {
  readonly count: number;
  readonly today: Outcome;
  readonly mended: Outcome;
}

function regionTable(regions: readonly Region[]): string {
  const cells = (one: Outcome): string[] => [
    one.isSustained ? 'yes' : '**no**',
    ...[
      seconds(one.acceptSeconds[1]),
      formatNumber(one.databaseCores),
      percent(one.notifyUse),
      formatNumber(one.connections),
    ],
  ];
  const head = ['sustained', 'accepted after p95', 'cores of 16', 'notify lock', 'connections'];
  return table(
    ['regions', ...head.map((name) => `today: ${name}`), ...head.map((name) => `all remedies: ${name}`)],
    regions.map(({ count, today, mended }) => [String(count), ...cells(today), ...cells(mended)]),
  );
}

interface Limit {
  readonly name: string;
  readonly counts: readonly (Outcome | undefined)[];
}

function limitTable(limits: readonly Limit[]): string {
  return table(
    ['with', ...MACHINES.map((count) => `${formatNumber(count)} machines`)],
    limits.map(({ name, counts }) => [
      name,
      ...counts.map((one) => (one ? `${perHour(one.jobsPerHour)} (${bottleneck(one)})` : '–')),
    ]),
  );
}

/** What is used most of what can be used up. */
function bottleneck({ workerUse, databaseUse, notifyUse }: Outcome): string {
  if (databaseUse > BUSY) return `PostgreSQL ${percent(databaseUse)}`;
  const parts: readonly (readonly [string, number])[] = [
    ['workers', workerUse],
    ['PostgreSQL', databaseUse],
    ['notify lock', notifyUse],
  ];
  const [name, use] = parts.toSorted((a, b) => b[1] - a[1])[0]!;
  return `${name} ${percent(use)}`;
}

function validationTable(runs: readonly RealRun[], measured: Measured): string {
  const compared = runs.map((run) => compareRun(run, measured, CORES_OF_THE_REAL_RUNS));
  const error = (simulated: number, real: number): string => {
    const value = Math.round((simulated / real - 1) * 100);
    return `${formatNumber(real)} / ${formatNumber(simulated)} (${value > 0 ? '+' : ''}${value} %)`;
  };
  return table(
    ['workers', 'sent', 'conversions/s', 'time p50, s', 'time p95, s', 'CPU, s', 'others on the machine, cores'],
    compared.map(({ workers, jobsPerSecond, real, simulated }, index) => [
      String(workers),
      jobsPerSecond === undefined ? 'all at once' : `${jobsPerSecond}/s`,
      error(simulated.throughput, real.throughput),
      error(simulated.seconds[0], real.seconds[0]),
      error(simulated.seconds[1], real.seconds[1]),
      error(simulated.cpuSeconds, real.cpuSeconds),
      formatNumber(runs[index]!.cpuMs.others / runs[index]!.durationMs),
    ]),
  );
}

function fairnessTable(costs: ServiceModelCosts): string {
  const rows = (['arrival', 'virtual time'] as const).map((order) => {
    const { alone, behind, large } = fairness(order, costs);
    return [order, seconds(alone), seconds(behind), seconds(large)];
  });
  return table(['order', 'small account alone, p95', 'behind the large one, p95', 'large account, p95'], rows);
}

function recoveryTable(costs: ServiceModelCosts): string {
  const { arrived, done, failed, waiting, kills, takeoverSeconds, secondAttempts } = recovery(costs);
  return table(
    ['killed', 'arrived', 'done', 'failed', 'waiting', 'begun again', 'again after p50', 'p99'],
    [
      [
        ...[kills, arrived, done, failed, waiting, secondAttempts].map(String),
        seconds(takeoverSeconds[0]),
        seconds(takeoverSeconds[2]),
      ],
    ],
  );
}

/** Machines of four cores at 70 %, for each mix. */
async function sizingTable(costs: ServiceModelCosts): Promise<string> {
  const rows: string[][] = [];
  for (const name of Object.keys(MIXES) as MixName[]) {
    const population = await createPopulation(name, 1);
    const means = meansOf(population);
    for (const jobsPerHour of [10_000, 100_000, MILLION]) {
      const deployment = machinesFor(jobsPerHour, costs, population);
      const one = simulate({ deployment, costs, population, jobsPerHour });
      const mended = simulate({
        ...{ costs, population, jobsPerHour },
        deployment: withRemedies(deployment, REMEDIES.length - 1),
      });
      rows.push([
        ...[
          name,
          formatNumber(means.cpuMs),
          perHour(jobsPerHour),
          formatNumber(deployment.workers),
          formatNumber(deployment.apis),
        ],
        one.isSustained ? formatNumber(one.databaseCores) : `**${formatNumber(one.databaseCores)}**`,
        mended.isSustained ? formatNumber(mended.databaseCores) : `**${formatNumber(mended.databaseCores)}**`,
        ...[seconds(one.waitSeconds[1]), formatNumber(one.walMBps), formatNumber(one.storageMBps)],
      ]);
    }
  }
  return table(
    [
      'mix',
      'CPU ms each',
      'an hour',
      'workers of 4 cores',
      'API processes',
      'PostgreSQL cores today',
      'with all remedies',
      'begun after p95',
      'log MB/s',
      'storage MB/s',
    ],
    rows,
  );
}

function smallFileMs({ smallFile: { put, find, remove } }: ServiceModelCosts): number {
  return put.cpuMs + find.cpuMs + remove.cpuMs;
}

function costsTable(costs: ServiceModelCosts): string {
  const rows: (readonly [string, number, string])[] = [
    ['API: accept one', costs.accept.apiMs, 'ms CPU'],
    ['API: for a megabyte of upload', costs.accept.apiMsPerMB, 'ms CPU'],
    ['PostgreSQL: reads before accepting', costs.accept.reads.cpuMs, 'ms CPU'],
    ['PostgreSQL: charge, record and queue', costs.accept.reserve.cpuMs, 'ms CPU'],
    ['PostgreSQL: one look for work', costs.look.emptyMs, 'ms CPU'],
    ['PostgreSQL: one claim', costs.look.fullMs, 'ms CPU'],
    ['PostgreSQL: end of a conversion', costs.work.finish.cpuMs, 'ms CPU'],
    ['PostgreSQL: a small file written, read, removed', smallFileMs(costs), 'ms CPU'],
    ['PostgreSQL: one notification', costs.notify.cpuMs, 'ms CPU'],
    ['PostgreSQL: one connection that is woken', costs.wakeMs, 'ms CPU'],
    ['PostgreSQL: look at one lock', costs.locks.cpuMsPerProcess, 'ms CPU'],
    ['PostgreSQL: ask for all that an API process waits for', costs.ask.cpuMs, 'ms CPU'],
    ['PostgreSQL: a second of an idle worker, without its looks', costs.idle.worker.cpuMs, 'ms CPU'],
    ['worker: beside the conversion', costs.work.workerMs, 'ms CPU'],
    ['log of one conversion, without small files', costs.walBytes / 1000, 'KB'],
  ];
  return table(
    ['step', 'value', 'unit'],
    rows.map(([name, value, unit]) => [name, formatNumber(value), unit]),
  );
}

function limitChart(limits: readonly Limit[]): string {
  const chosen = [0, 1, 2, 3, REMEDIES.length - 1];
  const names = ['today', 'wake one worker', '+ three look at locks', '+ eight listeners', 'all remedies'];
  return lineChart({
    title: 'The most that one PostgreSQL sustains',
    x: 'worker machines of four cores',
    y: 'conversions an hour',
    lines: chosen.map((index, place) => ({
      name: names[place]!,
      points: limits[index]!.counts.flatMap((one, count) =>
        one ? [[MACHINES[count]!, one.jobsPerHour] as const] : [],
      ),
    })),
  });
}

function databaseChart(today: readonly Outcome[], mended: readonly Outcome[]): string {
  const points = (outcomes: readonly Outcome[]) => outcomes.map((one) => [one.machines, one.databaseCores] as const);
  return lineChart({
    title: 'Cores of PostgreSQL in use, workers 70 % busy',
    x: 'worker machines of four cores',
    y: 'cores (there are 16)',
    lines: [
      { name: 'today', points: points(today) },
      { name: 'all remedies', points: points(mended) },
    ],
  });
}
