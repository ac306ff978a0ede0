import { PassThrough } from 'node:stream';
import { callerOf, type RouteContext } from '../middleware/state.ts';
import { ServiceError } from '../errors.ts';
import { historyView } from '../services/conversion-view.ts';
import type { History } from '../services/history.ts';
import type { Watching } from '../services/watching.ts';
import type { Progress } from '../services/worker.ts';

export interface EventsDependencies {
  readonly watching: Watching;
  readonly history: History;
  readonly limits: { readonly streamsPerKey: number; readonly heartbeatMs: number };
}

/** Id of the last event. Progress is counted in thousandths, so any id tells which events come after it. */
const DONE_ID = 1001;

/**
 * `GET /api/v1/conversions/{id}/events`: `queued`, `progress` and `done` as server-sent events. An event's id is the
 * progress in thousandths: a client that reconnects with `Last-Event-ID` receives only newer events.
 */
export function conversionEvents({ watching, history, limits }: EventsDependencies) {
  const places = new Places(limits.streamsPerKey);
  return async (context: RouteContext): Promise<void> => {
    const { accountId, keyId = accountId } = callerOf(context);
    const id = context.params.id!;
    const place = places.take(keyId);
    const stream = new EventStream(context.get('Last-Event-ID'), limits.heartbeatMs);
    stream.body.once('close', () => place[Symbol.dispose]());

    const end = async (): Promise<void> => {
      const { record, downloadUrl } = await history.find(accountId, id);
      stream.end('done', DONE_ID, historyView(record, downloadUrl));
    };
    const tell = (progress: Progress): void => {
      if (progress === undefined) stream.send('queued', 0, {});
      else sendProgress(stream, Math.round(progress * 1000));
    };
    try {
      await history.find(accountId, id); // throws when it belongs to another account
      const watch = await watching.watch(accountId, id, (news) => {
        if (news === 'ended') end().catch((error: unknown) => stream.body.destroy(error as Error));
        else tell(news.progress);
      });
      if (stream.body.destroyed) watch?.[Symbol.dispose]();
      stream.body.once('close', () => watch?.[Symbol.dispose]());
      if (watch) tell(watch.progress);
      else await end();
    } catch (error) {
      stream.body.destroy();
      throw error;
    }
    context.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    context.type = 'text/event-stream';
    context.body = stream.body;
  };
}

function sendProgress(stream: EventStream, thousandths: number): void {
  stream.send('progress', thousandths, { progress: thousandths / 1000 });
}

/** Limits the open streams per key. A place is taken before anything is awaited. */
class Places {
  readonly #limit: number;
  readonly #taken = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws `too_many_concurrent`. */
  take(keyId: string): Disposable {
    const taken = this.#taken.get(keyId) ?? 0;
    if (taken >= this.#limit) throw tooManyStreams(this.#limit);
    this.#taken.set(keyId, taken + 1);
    return { [Symbol.dispose]: () => this.#leave(keyId) };
  }

  #leave(keyId: string): void {
    const left = this.#taken.get(keyId)! - 1;
    if (left > 0) this.#taken.set(keyId, left);
    else this.#taken.delete(keyId);
  }
}

/** Server-sent events whose ids only increase. */
class EventStream {
  readonly body = new PassThrough();
  #lastId: number;

  /** `lastEventId` is the header of that name; empty for a new client. */
  constructor(lastEventId: string, heartbeatMs: number) {
    this.#lastId = lastEventId === '' ? -1 : Number(lastEventId);
    const beat = (): void => this.#write(':\n\n');
    beat(); // the headers are sent with the first byte, and the next event may take long
    const timer = setInterval(beat, heartbeatMs);
    timer.unref();
    this.body.once('close', () => clearInterval(timer));
  }

  send(event: string, id: number, data: object): void {
    if (id <= this.#lastId) return;
    this.#lastId = id;
    this.#write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(event: string, id: number, data: object): void {
    this.send(event, id, data);
    this.body.end();
  }

  /** A slow client may still be reading earlier events. */
  #write(text: string): void {
    if (!this.body.writableEnded) this.body.write(text);
  }
}

function tooManyStreams(limit: number): ServiceError {
  const message = `The key has ${limit} event streams open. Close one first.`;
  return new ServiceError({ code: 'too_many_concurrent', message, details: { limit } });
}
