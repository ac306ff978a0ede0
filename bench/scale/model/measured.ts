import type { DatabaseCosts } from '../real/measure-database.ts';
import type { ServiceCosts, StatementCost } from '../real/measure-service.ts';
import type { ServiceModelCosts, StatementsCost } from './costs.ts';

/** What `npm run simulate -- measure` writes. */
export interface Measured {
  readonly machine: string;
  readonly date: string;
  /** Processes that wanted to run before the start: with many, CPU times are longer than on a quiet machine. */
  readonly loadAverage: number;
  readonly database: DatabaseCosts;
  readonly service: ServiceCosts;
}

/** Statements by what they begin with, in one place: whoever renames one finds it here. The stored measurements are of pg-boss. */
const STATEMENTS = {
  key: ['select "plan".*'],
  rates: ['insert into rate'],
  count: ['select count("process_id")', 'select count(*) filter'],
  reserve: [
    'update account set running',
    'insert into usage',
    'insert into "conversion"',
    'WITH ins AS ( INSERT INTO pgboss',
    'insert into "small_file"',
  ],
  claim: ['update "conversion" set "attempt"'],
  fetch: ['WITH next AS (', 'with candidate as materialized'],
  finish: ['update "conversion" set "status" =', 'update "account" set "running"', 'update account set running'],
  notify: ['select pg_notify'],
  live: ['select "id", "status", "attempt"'],
  complete: ['WITH results AS ( UPDATE pgboss'],
  files: ['select "bytes" from "small_file"', 'insert into "small_file"', 'delete from "small_file"'],
  progress: ['update "conversion" set "progress"'],
  find: ['select * from "conversion"', 'select "id", "status", "attempt", "progress"'],
  transaction: ['begin', 'commit'],
  locks: ['select id from process where'],
} as const satisfies Record<string, readonly string[]>;

const MB = 1e6;
/** As in server/limits.ts: by it a count of looks at the locks becomes a time. */
const LOCK_INTERVAL_SECONDS = 0.3;

/** The parameters of the model, from the real runs. Nothing here is fitted to a run that the model is compared with. */
export function modelCosts({ database, service }: Measured): ServiceModelCosts {
  const { kinds, ask, status, downloads, idleApi, idleWorker, acceptStatements, workStatements } = service;
  const accepting = (name: keyof typeof STATEMENTS): StatementsCost => pick(acceptStatements, name);
  const working = (name: keyof typeof STATEMENTS): StatementsCost => pick(workStatements, name);
  // What recurs while something is measured is counted apart, and must not be counted twice.
  const acceptSeconds = secondsOf(acceptStatements);
  const workSeconds = secondsOf(workStatements);
  const recurs = accepting('find').statements * ask.api + acceptSeconds * idleApi.api;
  const accept = line(kinds.map(({ inputBytes, accept: cost }) => [inputBytes / MB, cost.api - recurs]));
  const [small] = kinds as [ServiceCosts['kinds'][number]];
  const reserve = accepting('reserve');
  const reads = sum(accepting('key'), accepting('rates'), accepting('count'));
  const fetch = working('fetch');
  const find = single(accepting('find'));
  const perRequest = sum(accepting('key'), accepting('rates'));
  const [little, large] = downloads as readonly [Download, Download];
  const perByte = (large.cost.api - little.cost.api) / (large.bytes - little.bytes);
  const ofOneQueue = (name: keyof typeof STATEMENTS): StatementsCost =>
    pick(workStatements, name, { isOptional: true });
  const released = sum(ofOneQueue('complete'), ofOneQueue('files'), working('live'));
  const download = Math.max(0, perByte);
  return {
    accept: { apiMs: accept.base, apiMsPerMB: accept.slope, reads, reserve },
    countMsPerRow: database.countMsPerRow,
    // One finds a conversion and the other nothing; the second costs an index lookup.
    fetch: {
      emptyMs: fetch.cpuMs / Math.max(1, fetch.statements) / 2,
      fullMs: fetch.cpuMs / Math.max(1, fetch.statements),
    },
    work: {
      workerMs: Math.max(0, small.whole.worker - workSeconds * idleWorker.worker),
      // A look for work is a claim, unless pg-boss has done the looking.
      claim: ofOneQueue('claim'),
      finish: working('finish'),
      notify: single(working('notify')),
      release: released,
    },
    answer: {
      apiMs: Math.max(0, small.whole.api - workSeconds * idleApi.api - (small.accept.api - recurs)),
      cpuMs: find.cpuMs,
    },
    status: { apiMs: status.api, ...sum(perRequest, find) },
    download: { apiMs: little.cost.api, apiMsPerMB: download * MB, ...find },
    ask: { apiMs: ask.api, cpuMs: find.cpuMs },
    sync: single(working('progress')),
    idle: {
      api: { processMs: idleApi.api, ...recurring(acceptStatements) },
      worker: { processMs: idleWorker.worker, ...recurring(workStatements) },
    },
    lockMsPerProcess: database.lockMsPerProcess,
    wakeMs: database.wakeMs,
    walBytes: small.whole.walBytes,
  };
}

type Download = ServiceCosts['downloads'][number];

function pick(
  statements: readonly StatementCost[],
  name: keyof typeof STATEMENTS,
  { isOptional = false } = {},
): StatementsCost {
  const starts: readonly string[] = STATEMENTS[name];
  const found = statements.filter(({ text }) => starts.some((start) => text.startsWith(start)));
  if (found.length === 0 && !isOptional)
    throw new Error(`The measurements have no statement for ${name}: has it been renamed?`);
  return sum(...found.map(({ perJob, cpuMs }) => ({ statements: perJob, cpuMs: perJob * cpuMs })));
}

/** How long the statements were recorded, for each conversion. */
function secondsOf(statements: readonly StatementCost[]): number {
  return pick(statements, 'locks').statements * LOCK_INTERVAL_SECONDS;
}

/** What a process does in a second whether it converts or not: all that no conversion asks for. */
function recurring(statements: readonly StatementCost[]): StatementsCost {
  const asked: readonly string[] = Object.entries(STATEMENTS).flatMap(([name, starts]) =>
    name === 'locks' ? [] : [...starts],
  );
  const seconds = secondsOf(statements);
  const others = statements.filter(({ text }) => !asked.some((start) => text.startsWith(start)));
  return {
    statements: others.reduce((total, { perJob }) => total + perJob, 0) / seconds,
    cpuMs: others.reduce((total, { perJob, cpuMs }) => total + perJob * cpuMs, 0) / seconds,
  };
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
