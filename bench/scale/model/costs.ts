/** What the steps of the service cost, as the real runs have measured it. Milliseconds of CPU time where nothing else is said. */
export interface ServiceModelCosts {
  readonly accept: {
    readonly apiMs: number;
    readonly apiMsPerMB: number;
    /** Counts of requests, which are written. */
    readonly rates: StatementsCost;
    /** Key, limits and length of the queue: one after the other. */
    readonly reads: StatementsCost;
    /** The transaction that charges, records and queues, from the lock of the account's row on. */
    readonly reserve: StatementsCost;
  };
  /** More for each row of a conversion that waits or runs: the length of the queue is counted. */
  readonly countMsPerRow: number;
  /** A look for work of one slot: of one that finds nothing, and of one that claims a conversion. */
  readonly look: { readonly emptyMs: number; readonly fullMs: number };
  /** A file that is a row of the database. */
  readonly smallFile: { readonly put: StatementsCost; readonly find: StatementsCost; readonly remove: StatementsCost };
  readonly work: {
    /** Of the worker's process beside the conversion itself. */
    readonly workerMs: number;
    readonly finish: StatementsCost;
    /** Notifications of progress, for each conversion. */
    readonly progressCount: number;
  };
  /** One notification, in a transaction of its own. */
  readonly notify: StatementsCost;
  readonly answer: { readonly apiMs: number; readonly cpuMs: number };
  readonly status: StatementsCost & { readonly apiMs: number };
  readonly download: StatementsCost & { readonly apiMs: number; readonly apiMsPerMB: number };
  /** Once a second: the statement of an API process, and for each conversion that it waits for. */
  readonly ask: { readonly cpuMs: number; readonly cpuMsPerRow: number; readonly apiMsPerRow: number };
  /** Once a second: whether what a worker runs was cancelled, and the progress of each conversion. */
  readonly sync: { readonly live: StatementsCost; readonly progress: StatementsCost };
  /** A second of a process without work, but for its looks at locks and for work. */
  readonly idle: { readonly api: IdleCost; readonly worker: IdleCost };
  /** One look at the locks: of the statement, and of the lock of each other process. */
  readonly locks: { readonly cpuMs: number; readonly cpuMsPerProcess: number };
  /** A connection of the database that a notification wakes. */
  readonly wakeMs: number;
  /** Log that one conversion writes beside its small files. */
  readonly walBytes: number;
}

export interface StatementsCost {
  readonly statements: number;
  /** Of the database, for all of them together. */
  readonly cpuMs: number;
}

export interface IdleCost {
  readonly processMs: number;
  /** Of the database. */
  readonly cpuMs: number;
}
