import type { EventQueue } from '../core/events.ts';
import { compute, type Course, holding, pause, type Step } from '../core/process.ts';
import { Servers, SharedCores, type Use } from '../core/stations.ts';

export interface DatabaseSetup {
  readonly cores: number;
  /** From a process to the database and back. */
  readonly roundTripMs: number;
  /** How long the disk takes to make a commit durable; 0 when commits do not wait for it. */
  readonly flushMs: number;
  /** Connections that listen for notifications. Each is woken by each of them. */
  readonly listeners: number;
  /** CPU time of one connection that is woken. */
  readonly wakeMs: number;
}

/**
 * PostgreSQL: statements share its cores, commits share a flush of the log, transactions that notify commit one after
 * the other (they hold a lock over all of the server), and every notification wakes all connections that listen. A
 * transaction that does nothing but notify writes no log, so it does not wait for the disk.
 */
export class DatabaseServer {
  readonly #events: EventQueue;
  readonly #setup: DatabaseSetup;
  readonly #cores: SharedCores;
  readonly #log: CommitLog;
  readonly #notifying: Servers;
  #statements = 0;
  #notifications = 0;

  /** The cores may be those of the machine that everything runs on. */
  constructor(events: EventQueue, setup: DatabaseSetup, cores = new SharedCores(events, setup.cores)) {
    this.#events = events;
    this.#setup = setup;
    this.#cores = cores;
    this.#log = new CommitLog(events, setup.flushMs);
    this.#notifying = new Servers(events, 1);
  }

  /** One statement, or several that need nothing from each other's answers. */
  *execute(cpuMs: number, statements = 1): Course {
    this.#statements += statements;
    yield pause(this.#events, this.#setup.roundTripMs * statements);
    yield compute(this.#cores, cpuMs);
  }

  /** Ends a transaction that has written something. */
  *commit(): Course {
    this.#statements++;
    yield pause(this.#events, this.#setup.roundTripMs);
    yield this.#log.flush;
  }

  /** A transaction that only notifies. Pessimistic: the lock is taken at its commit, and held here for all of it. */
  *notify(cpuMs: number): Course {
    this.#statements++;
    yield pause(this.#events, this.#setup.roundTripMs);
    yield* holding(this.#notifying, this.#computed(cpuMs));
    this.#wake();
  }

  *#computed(cpuMs: number): Course {
    yield compute(this.#cores, cpuMs);
  }

  /** Work that nobody waits for, spread over so many connections. */
  burden(cpuMs: number, connections: number): void {
    if (cpuMs <= 0) return;
    for (let count = 0; count < connections; count++) this.#cores.run(cpuMs / connections, () => {});
  }

  count(statements: number): void {
    this.#statements += statements;
  }

  #wake(): void {
    this.#notifications++;
    const { listeners, wakeMs, cores } = this.#setup;
    this.burden(listeners * wakeMs, Math.min(listeners, 4 * cores));
  }

  get use(): DatabaseUse {
    return {
      cpu: this.#cores.use,
      statements: this.#statements,
      notifications: this.#notifications,
      notifying: this.#notifying.use,
      flushes: this.#log.flushes,
    };
  }
}

export interface DatabaseUse {
  readonly cpu: Use;
  readonly statements: number;
  readonly notifications: number;
  readonly notifying: Use;
  readonly flushes: number;
}

/** The log of a database: one flush after the other, and each takes along all that were ready when it began. */
class CommitLog {
  readonly #events: EventQueue;
  readonly #flushMs: number;
  #waiting: (() => void)[] = [];
  #isFlushing = false;
  flushes = 0;

  constructor(events: EventQueue, flushMs: number) {
    this.#events = events;
    this.#flushMs = flushMs;
  }

  readonly flush: Step = (resume) => {
    if (this.#flushMs === 0) return void resume();
    this.#waiting.push(resume);
    if (!this.#isFlushing) this.#begin();
  };

  #begin(): void {
    const group = this.#waiting;
    if (group.length === 0) return;
    this.#waiting = [];
    this.#isFlushing = true;
    this.flushes++;
    this.#events.after(this.#flushMs, () => {
      this.#isFlushing = false;
      for (const resume of group) resume();
      if (!this.#isFlushing) this.#begin();
    });
  }
}
