import type { ExecuteSql } from './store.ts';

/** A conversion that waits for a worker. */
export interface QueueEntry {
  readonly id: string;
  readonly accountId: string;
  /** Entries with a higher number come first; among equals, the older. */
  readonly priority: number;
}

/**
 * Hands recorded conversions to workers. It is only a hint: the row of a conversion decides whether and by whom it is
 * converted, so an entry that comes twice, or too late, does no harm.
 */
export interface Queue {
  /** Whether workers of other processes take from it, so that they need the inputs. */
  readonly remote: boolean;
  /** Adds an entry, within the transaction that records the conversion. */
  submit(entry: QueueEntry, execute: ExecuteSql): Promise<void>;
  /** Tells that this transaction is committed: a queue within the process hands the entry out only now. */
  announce(id: string): void;
  /** Offers conversions again: their attempts have ended without a result, or their entries were lost. */
  resubmit(ids: readonly string[]): Promise<void>;
  /**
   * Calls the handler once for each entry, for at most `slots` at a time. When the handler rejects, the entry is offered
   * again. Until the returned consumer is stopped.
   */
  consume(handler: (id: string) => Promise<void>, slots: number): Promise<Consumer>;
  close(): Promise<void>;
}

export interface Consumer {
  /** Takes no further entries. What the handler is working on goes on. */
  stop(): Promise<void>;
}
