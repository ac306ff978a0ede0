import { PassThrough } from 'node:stream';
import { callerOf, type RouteContext } from '../middleware/state.ts';
import { ServiceError } from '../errors.ts';
import { historyView } from '../services/conversion-view.ts';
import type { Conversions, Progress } from '../services/conversions.ts';
import type { History } from '../services/history.ts';

export interface EventsDependencies {
  readonly conversions: Conversions;
  readonly history: History;
  readonly limits: { readonly streamsPerKey: number; readonly heartbeatMs: number };
}

/** The number of the last event: progress is counted in thousandths, so that any event tells what comes after it. */
const DONE_ID = 1001;

/**
 * `GET /api/v1/conversions/{id}/events`: `queued`, `progress` and `done` as server-sent events. An event's id is the
 * progress itself in thousandths: a client that comes back with `Last-Event-ID` is told only what is new.
 */
export function conversionEvents({ conversions, history, limits }: EventsDependencies) {
  const streams = new Map<string, number>();
  return async (context: RouteContext): Promise<void> => {
    const { accountId, keyId = accountId } = callerOf(context);
    const id = context.params.id!;
    const open = streams.get(keyId) ?? 0;
    if (open >= limits.streamsPerKey) throw tooManyStreams(limits.streamsPerKey);
    await history.find(accountId, id); // throws when it is not the account's own

    const stream = new EventStream(Number(context.get('Last-Event-ID')) || -1, limits.heartbeatMs);
    const end = async (): Promise<void> => {
      const { record, downloadUrl } = await history.find(accountId, id);
      stream.end('done', DONE_ID, historyView(record, downloadUrl));
    };
    const tell = (progress: Progress): void => {
      if (progress === undefined) stream.send('queued', 0, {});
      else stream.send('progress', Math.round(progress * 1000), { progress });
    };
    const watch = conversions.watch(accountId, id, (news) => {
      if (news === 'ended') end().catch((error: unknown) => stream.body.destroy(error as Error));
      else tell(news.progress);
    });
    streams.set(keyId, open + 1);
    stream.body.once('close', () => {
      watch?.[Symbol.dispose]();
      const left = streams.get(keyId)! - 1;
      if (left > 0) streams.set(keyId, left);
      else streams.delete(keyId);
    });
    context.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    context.type = 'text/event-stream';
    context.body = stream.body;
    if (watch) tell(watch.progress);
    else await end();
  };
}

/** Server-sent events that only go forward. */
class EventStream {
  readonly body = new PassThrough();
  #lastId: number;

  constructor(lastId: number, heartbeatMs: number) {
    this.#lastId = lastId;
    const timer = setInterval(() => this.body.write(':\n\n'), heartbeatMs);
    timer.unref();
    this.body.once('close', () => clearInterval(timer));
  }

  send(event: string, id: number, data: object): void {
    if (id <= this.#lastId || this.body.writableEnded) return;
    this.#lastId = id;
    this.body.write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(event: string, id: number, data: object): void {
    this.send(event, id, data);
    this.body.end();
  }
}

function tooManyStreams(limit: number): ServiceError {
  const message = `The key has ${limit} event streams open. Close one first.`;
  return new ServiceError({ code: 'too_many_concurrent', message, details: { limit } });
}
