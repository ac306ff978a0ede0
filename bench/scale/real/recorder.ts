import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

// Loaded before a service (`--import`): counts each statement and each storage request of the process, with the CPU
// time that PostgreSQL spends on it. The database must run on this machine. SIGUSR2 writes what was counted since the
// last one into RECORDER_DIR.

export interface StatementCount {
  readonly text: string;
  readonly count: number;
  /** CPU time of the backend, milliseconds in all. */
  readonly cpuMs: number;
  /** From the call to the answer, milliseconds in all. */
  readonly wallMs: number;
}

export interface RequestCount {
  readonly method: string;
  readonly count: number;
  readonly wallMs: number;
}

export interface Recorded {
  readonly statements: readonly StatementCount[];
  readonly requests: readonly RequestCount[];
}

type Mutable<Count> = { -readonly [Name in keyof Count]: Count[Name] };

let statements = new Map<string, Mutable<StatementCount>>();
let requests = new Map<string, Mutable<RequestCount>>();

function entryOf<Entry>(entries: Map<string, Entry>, key: string, create: () => Entry): Entry {
  const entry = entries.get(key) ?? create();
  entries.set(key, entry);
  return entry;
}

/** Nanoseconds of CPU time that a process has used; undefined when it is gone. */
function cpuOf(pid: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]);
  } catch {
    return undefined;
  }
}

interface Client {
  readonly processID?: number;
  query(...parameters: unknown[]): unknown;
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { readonly text?: string }).text;
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

async function recordStatements(): Promise<void> {
  const { default: pg } = await import('pg');
  const prototype = pg.Client.prototype as unknown as Client;
  const { query } = prototype;
  const counted = new WeakMap<Client, number>();
  prototype.query = function recorded(this: Client, ...parameters) {
    const text = textOf(parameters[0]);
    const cpuBefore = cpuOf(this.processID);
    const startedAt = performance.now();
    const done = (): void => {
      const entry = entryOf(statements, text, () => ({ text, count: 0, cpuMs: 0, wallMs: 0 }));
      entry.count++;
      entry.wallMs += performance.now() - startedAt;
      const cpuAfter = cpuOf(this.processID);
      if (cpuBefore === undefined || cpuAfter === undefined) return;
      // Statements that wait behind each other on one connection must not be counted twice.
      entry.cpuMs += (cpuAfter - Math.max(cpuBefore, counted.get(this) ?? 0)) / 1e6;
      counted.set(this, cpuAfter);
    };
    const callback = parameters.at(-1);
    if (typeof callback === 'function') {
      const called = (...results: unknown[]): unknown => {
        done();
        return (callback as (...values: unknown[]) => unknown)(...results);
      };
      return query.call(this, ...parameters.slice(0, -1), called);
    }
    const answer = query.call(this, ...parameters);
    return answer instanceof Promise ? answer.finally(done) : answer;
  };
}

function recordRequests(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const startedAt = performance.now();
    const method = init?.method ?? 'GET';
    try {
      return await fetch(input, init);
    } finally {
      const entry = entryOf(requests, method, () => ({ method, count: 0, wallMs: 0 }));
      entry.count++;
      entry.wallMs += performance.now() - startedAt;
    }
  };
}

if (isMainThread && process.env.RECORDER_DIR !== undefined) {
  const directory = process.env.RECORDER_DIR;
  await recordStatements();
  recordRequests();
  let written = 0;
  process.on('SIGUSR2', () => {
    const recorded: Recorded = { statements: [...statements.values()], requests: [...requests.values()] };
    [statements, requests] = [new Map(), new Map()];
    writeFileSync(join(directory, `${process.pid}-${written++}.json`), JSON.stringify(recorded));
  });
}
