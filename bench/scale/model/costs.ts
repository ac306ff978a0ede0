/** What the steps of the service cost, as the real runs have measured it. Milliseconds of CPU time where nothing else is said. */
export interface ServiceModelCosts {
  readonly accept: {
    readonly apiMs: number;
    readonly apiMsPerMB: number;
    /** Key, limits and length of the queue: one after the other. */
    readonly reads: StatementsCost;
    /** The transaction that charges, records and queues, from the lock of the account's row on. */
    readonly reserve: StatementsCost;
  };
  /** More for each row of a conversion that waits or runs: the length of the queue is counted. */
  readonly countMsPerRow: number;
  readonly fetch: { readonly emptyMs: number; readonly fullMs: number };
  readonly work: {
    /** Of the worker's process beside the conversion itself. */
    readonly workerMs: number;
    readonly claim: StatementsCost;
    readonly finish: StatementsCost;
    readonly notify: StatementsCost;
    /** After the end: what is left to tell the queue. */
    readonly release: StatementsCost;
  };
  readonly answer: { readonly apiMs: number; readonly cpuMs: number };
  readonly status: StatementsCost & { readonly apiMs: number };
  readonly download: StatementsCost & { readonly apiMs: number; readonly apiMsPerMB: number };
  /** For each conversion that an API process waits for, once a second. */
  readonly ask: { readonly apiMs: number; readonly cpuMs: number };
  /** For each conversion that runs, a second: its progress, and whether it was cancelled. */
  readonly sync: StatementsCost;
  /** A second of a process without work. */
  readonly idle: { readonly api: IdleCost; readonly worker: IdleCost };
  /** One look at the lock of one other process. */
  readonly lockMsPerProcess: number;
  /** A connection of the database that a notification wakes. */
  readonly wakeMs: number;
  /** Log that one conversion writes. */
  readonly walBytes: number;
}

export interface StatementsCost {
  readonly statements: number;
  /** Of the database, for all of them together. */
  readonly cpuMs: number;
}

export interface IdleCost extends StatementsCost {
  readonly processMs: number;
}
