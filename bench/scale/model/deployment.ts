import type { DatabaseSetup } from './database.ts';
import type { LinkRates } from '../core/stations.ts';

/** Machines, and how the service on them differs from today's. */
export interface Deployment {
  /** All processes share these cores, as in the real runs on one machine; otherwise each has its own. */
  readonly sharedCores?: number;
  readonly apis: number;
  readonly workers: number;
  /** Conversions that a worker runs at a time, and its cores. */
  readonly slots: number;
  readonly workerCores: number;
  readonly connectionsPerProcess: number;
  readonly database: Omit<DatabaseSetup, 'listeners' | 'wakeMs'>;
  /** The object storage in all; `answerMs` is the time until the first byte. */
  readonly storage: LinkRates & { readonly answerMs: number };
  /** The CPU time of a storage that shares the cores, for a request and for a megabyte. */
  readonly storageServer?: { readonly requestMs: number; readonly msPerMB: number };
  /** CPU time of a load generator that shares the cores, for each conversion. */
  readonly senderMs?: number;
  /** The network of one process. */
  readonly network: LinkRates;
  readonly order: 'arrival' | 'virtual time';
  /** Whether the client of each conversion asks for its state once and downloads the result. */
  readonly clientsFetch: boolean;

  // What would be different from today.
  /** Clients send files to the storage and fetch them there, by signed links. */
  readonly directUploads?: boolean;
  /** Reads for requests go to a copy of the database. */
  readonly readReplica?: boolean;
  /** Connections that listen; by default one of each process. */
  readonly listeners?: number;
  /** Of how many workers a new conversion wakes a free slot; by default of all. */
  readonly wokenWorkers?: number;
  /** Processes that look after the locks of all; by default each does. */
  readonly lockWatchers?: number;
  /** The length of the queue is known without counting its rows. */
  readonly countsQueueInMemory?: boolean;
}

const MBIT = 125; // bytes a millisecond
const GBIT = 1_000 * MBIT;

/**
 * Machines of four cores, and API processes of one, around one PostgreSQL of 16 cores. Assumed, as common in one region
 * of a public cloud: half a millisecond to the database, 1 ms for a durable commit, 15 ms to the first byte of an object,
 * 10 Gbit/s for a machine, no limit of the storage but of one stream.
 */
export function machines(workers: number, apis = Math.max(2, Math.round(workers / 2))): Deployment {
  return {
    ...{ apis, workers, slots: 4, workerCores: 4, connectionsPerProcess: 10 },
    database: { cores: 16, roundTripMs: 0.5, flushMs: 1 },
    storage: { answerMs: 15, bytesPerMs: 1_000 * GBIT, streamBytesPerMs: 800 * MBIT },
    network: { bytesPerMs: 10 * GBIT, streamBytesPerMs: 2.5 * GBIT },
    ...{ order: 'virtual time', clientsFetch: true },
  };
}
