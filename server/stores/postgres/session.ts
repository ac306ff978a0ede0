import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { type ConversionEvent, type Events, EventHub } from '../events.ts';

/** Class of the advisory locks of processes. Any number works as long as no other application uses it. */
export const PROCESS_LOCKS = 421_078_711;

const CHANNEL = 'athanor_conversions';

/** Shorter than the time after which another process takes over what this one has begun. */
const RECONNECT_MS = 100;

/**
 * One connection that stays open: it holds the lock by which other processes see that this one is alive, and receives
 * their events. Whenever it is lost it is opened again. A transaction pooler in between breaks both.
 */
export class PostgresSession implements AsyncDisposable {
  readonly #url: string;
  readonly #processId: string;
  readonly #log: Log;
  readonly #hub = new EventHub();
  #client: pg.Client | undefined;
  #closed = false;
  #publishing: Promise<void> = Promise.resolve();
  #connecting: Promise<void> | undefined;

  private constructor(url: string, processId: string, log: Log) {
    this.#url = url;
    this.#processId = processId;
    this.#log = log;
  }

  static async open(url: string, processId: string, log: Log): Promise<PostgresSession> {
    const session = new PostgresSession(url, processId, log);
    await session.#connect();
    return session;
  }

  /** Events of all processes, this one included. One that is published while the connection is lost reaches nobody. */
  readonly events: Events = {
    publish: (event) => {
      // One after the other: the client's own queue is deprecated.
      this.#publishing = this.#publishing.then(async () => {
        try {
          await this.#client?.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(event)]);
        } catch (error) {
          this.#log.debug({ err: error }, 'an event could not be published');
        }
      });
      return this.#publishing;
    },
    subscribe: (listener) => this.#hub.subscribe(listener),
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#connecting;
    await this.#publishing;
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'athanor session',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', () => {}); // `end` follows
    client.on('notification', ({ payload }) => this.#hub.publish(JSON.parse(payload!) as ConversionEvent));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      // Another process may hold it for the moment in which it looks whether this one is alive.
      await client.query('select pg_advisory_lock($1, hashtext($2))', [PROCESS_LOCKS, this.#processId]);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    client.once('end', () => {
      this.#client = undefined;
      if (!this.#closed) this.#connecting ??= this.#reconnect();
    });
    // Whoever waits may have missed the event.
    this.#hub.publish({ type: 'missed' });
  }

  async #reconnect(): Promise<void> {
    while (!this.#closed && !this.#client) {
      await this.#connect().catch((error: unknown) => {
        this.#log.debug({ err: error }, 'the session with the database could not be opened again');
        return wait(RECONNECT_MS);
      });
    }
    this.#connecting = undefined;
  }
}
