import { DEFAULT_LIMITS } from '../../../server/limits.ts';
import type { DatabaseCosts } from '../real/measure-database.ts';
import type { ServiceCosts, StatementCost, StepCost } from '../real/measure-service.ts';
import type { IdleCost, ServiceModelCosts, StatementsCost } from './costs.ts';
import type { JobDemand } from './population.ts';

/** What `npm run simulate -- measure` writes. */
export interface Measured {
  readonly machine: string;
  readonly date: string;
  /** Processes that wanted to run before the start: with many, CPU times are longer than on a quiet machine. */
  readonly loadAverage: number;
  readonly database: DatabaseCosts;
  readonly service: ServiceCosts;
}

/** Statements by what they begin with, in one place: whoever renames one finds it here. */
const STATEMENTS = {
  key: ['select "plan".*'],
  rates: ['insert into rate'],
  count: ['select count(*) filter'],
  reserve: ['update account set running', 'insert into usage', 'insert into "conversion"', 'begin'],
  look: ['with candidate as materialized'],
  finish: ['update "conversion" set "status" =', 'update account set running', 'begin'],
  notify: ['select pg_notify'],
  live: ['select "id", "status", "attempt"'],
  putFile: ['insert into "small_file"'],
  findFile: ['select "bytes" from "small_file"'],
  removeFile: ['delete from "small_file"'],
  progress: ['update "conversion" set "progress"'],
  commit: ['commit'],
  locks: ['select id from process where'],
} as const satisfies Record<string, readonly string[]>;

const MB = 1e6;
const { lockIntervalMs, smallFileBytes } = DEFAULT_LIMITS;
const LOCK_LOOKS_PER_SECOND = 1000 / lockIntervalMs;
/** Of a download: the count of requests, the conversion and its file. */
const DOWNLOAD_STATEMENTS = 3;

/** The parameters of the model, from the real runs. Nothing here is fitted to a run that the model is compared with. */
export function modelCosts({ database, service }: Measured): ServiceModelCosts {
  const { kinds, ask, status, downloads, idleApi, idleWorker, acceptStatements, workStatements } = service;
  const accepting = (name: keyof typeof STATEMENTS): StatementsCost => pick(acceptStatements, name);
  const working = (name: keyof typeof STATEMENTS): StatementsCost => pick(workStatements, name);
  // What recurs while something is measured is counted apart, and must not be counted twice.
  const acceptSeconds = accepting('locks').statements / LOCK_LOOKS_PER_SECOND;
  const workSeconds = working('locks').statements / LOCK_LOOKS_PER_SECOND;
  const recurs = acceptSeconds * idleApi.api;
  const accept = line(kinds.map(({ inputBytes, accept: cost }) => [inputBytes / MB, cost.api - recurs]));
  const [small] = kinds as [ServiceCosts['kinds'][number]];
  const perRequest = sum(accepting('key'), accepting('rates'));
  const [little, large] = downloads as readonly [Download, Download];
  const perByte = (large.cost.api - little.cost.api) / (large.bytes - little.bytes);
  const locks = { cpuMs: single(working('locks')).cpuMs, cpuMsPerProcess: database.lockMsPerProcess };
  const looked = single(working('look')).cpuMs;
  const idle = (processMs: number, cost: StepCost, pollMs: number): IdleCost => ({
    processMs,
    cpuMs: Math.max(0, cost.database - LOCK_LOOKS_PER_SECOND * locks.cpuMs - pollMs),
  });
  return {
    accept: {
      ...{ apiMs: accept.base, apiMsPerMB: accept.slope, rates: accepting('rates') },
      reads: sum(accepting('key'), accepting('count')),
      reserve: withCommit(accepting('reserve'), accepting('commit')),
    },
    countMsPerRow: database.countMsPerRow,
    look: { emptyMs: database.emptyLookMs, fullMs: Math.max(looked, database.emptyLookMs) },
    smallFile: {
      put: single(sum(accepting('putFile'), working('putFile'))),
      find: single(working('findFile')),
      remove: single(working('removeFile')),
    },
    work: {
      workerMs: Math.max(0, small.whole.worker - workSeconds * idleWorker.worker),
      finish: withCommit(working('finish'), working('commit')),
      progressCount: Math.max(0, working('notify').statements - 1),
    },
    notify: single(sum(accepting('notify'), working('notify'))),
    answer: {
      apiMs: Math.max(0, small.whole.api - workSeconds * idleApi.api - (small.accept.api - recurs)),
      cpuMs: Math.max(0, status.database - perRequest.cpuMs),
    },
    status: { apiMs: status.api, statements: perRequest.statements + 1, cpuMs: status.database },
    download: {
      ...{ apiMs: little.cost.api, apiMsPerMB: Math.max(0, perByte) * MB },
      ...{ statements: DOWNLOAD_STATEMENTS, cpuMs: little.cost.database },
    },
    ask: { cpuMs: single(working('live')).cpuMs, cpuMsPerRow: ask.database, apiMsPerRow: ask.api },
    sync: { live: single(working('live')), progress: single(working('progress')) },
    idle: {
      api: idle(idleApi.api, idleApi, 0),
      worker: idle(idleWorker.worker, idleWorker, database.emptyLookMs),
    },
    locks,
    wakeMs: database.wakeMs,
    walBytes: mean(kinds.map((kind) => Math.max(0, kind.whole.walBytes - smallBytesOf(kind)))),
  };
}

/** Bytes of input and result that are rows of the database. */
export function smallBytesOf({ inputBytes, resultBytes }: Pick<JobDemand, 'inputBytes' | 'resultBytes'>): number {
  return [inputBytes, resultBytes].reduce((total, bytes) => total + (bytes <= smallFileBytes ? bytes : 0), 0);
}

type Download = ServiceCosts['downloads'][number];

function pick(statements: readonly StatementCost[], name: keyof typeof STATEMENTS): StatementsCost {
  const starts: readonly string[] = STATEMENTS[name];
  const found = statements.filter(({ text }) => starts.some((start) => text.startsWith(start)));
  if (found.length === 0) throw new Error(`The measurements have no statement for ${name}: has it been renamed?`);
  return sum(...found.map(({ perJob, cpuMs }) => ({ statements: perJob, cpuMs: perJob * cpuMs })));
}

/** The statement that commits is counted by the database of the model. */
function withCommit({ statements, cpuMs }: StatementsCost, commit: StatementsCost): StatementsCost {
  return { statements, cpuMs: cpuMs + commit.cpuMs };
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

function sum(...costs: readonly StatementsCost[]): StatementsCost {
  return {
    statements: costs.reduce((total, { statements }) => total + statements, 0),
    cpuMs: costs.reduce((total, { cpuMs }) => total + cpuMs, 0),
  };
}

/** The cost of one, where a conversion may need several or less than one. */
function single({ statements, cpuMs }: StatementsCost): StatementsCost {
  return { statements: 1, cpuMs: cpuMs / statements };
}

/** The straight line through points, by least squares. */
export function line(points: readonly (readonly [number, number])[]): {
  readonly base: number;
  readonly slope: number;
} {
  const count = points.length;
  const meanX = points.reduce((total, [x]) => total + x, 0) / count;
  const meanY = points.reduce((total, [, y]) => total + y, 0) / count;
  const slope =
    points.reduce((total, [x, y]) => total + (x - meanX) * (y - meanY), 0) /
    points.reduce((total, [x]) => total + (x - meanX) ** 2, 0);
  return { base: meanY - slope * meanX, slope };
}
