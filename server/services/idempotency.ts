import { ServiceError } from '../errors.ts';
import type { IdempotencyStore } from '../stores/store.ts';

/** A request that may be sent again: the second time it gets the answer of the first. */
export interface RepeatableRequest {
  readonly accountId: string;
  /** The `Idempotency-Key` header; empty when the request is not meant to be repeated. */
  readonly key: string;
  /** Everything that makes it this request and no other. */
  readonly fingerprint: string;
}

/** An answer that can be stored and sent again. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly expiresAt: number;
}

export interface Idempotency {
  /**
   * The stored answer to this very request, or the one that `produce` makes now. A failure is not stored: sent again,
   * the request is tried again. Throws `idempotency_in_flight` and `idempotency_conflict`.
   */
  once<Answer extends StoredAnswer>(request: RepeatableRequest, produce: () => Promise<Answer>): Promise<Answer>;
}

export interface IdempotencyDependencies {
  readonly store: { readonly idempotency: IdempotencyStore };
  /** Of the process that answers. */
  readonly processId: string;
  readonly now: () => number;
  readonly limits: { readonly requestTimeoutMs: number };
}

/** What HTTP clients can send in a header without quoting, as long as a UUID and then some. */
const KEY_PATTERN = /^[\x21-\x7e]{1,128}$/;

export function createIdempotency(dependencies: IdempotencyDependencies): Idempotency {
  const { processId, now, limits } = dependencies;
  const { idempotency } = dependencies.store;
  return {
    async once<Answer extends StoredAnswer>(
      { accountId, key, fingerprint }: RepeatableRequest,
      produce: () => Promise<Answer>,
    ): Promise<Answer> {
      if (key === '') return produce();
      if (!KEY_PATTERN.test(key)) throw malformedKey();
      const time = now();
      const expiresAt = time + limits.requestTimeoutMs;
      const earlier = await idempotency.claim({ accountId, key, fingerprint, now: time, processId, expiresAt });
      if (earlier) {
        if (earlier.fingerprint !== fingerprint) throw conflict();
        if (earlier.answer === undefined) throw inFlight();
        return JSON.parse(earlier.answer) as Answer;
      }
      try {
        const answer = await produce();
        await idempotency.complete(accountId, key, { answer: JSON.stringify(answer), expiresAt: answer.expiresAt });
        return answer;
      } catch (error) {
        await idempotency.release(accountId, key);
        throw error;
      }
    },
  };
}

function malformedKey(): ServiceError {
  const message = 'Expected 1 to 128 printable ASCII characters for Idempotency-Key. A UUID is a good choice.';
  return new ServiceError({ code: 'malformed_request', message, field: 'Idempotency-Key' });
}

function inFlight(): ServiceError {
  const message = 'A request with this Idempotency-Key is still at work. Wait for its answer, or ask again later.';
  return new ServiceError({ code: 'idempotency_in_flight', message, field: 'Idempotency-Key', retryAfterSeconds: 2 });
}

function conflict(): ServiceError {
  const message = 'This Idempotency-Key was used for another request. Use a new key for every new request.';
  return new ServiceError({ code: 'idempotency_conflict', message, field: 'Idempotency-Key' });
}
