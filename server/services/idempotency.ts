import { ServiceError } from '../errors.ts';
import type { IdempotencyStore } from '../stores/store.ts';

/** A request that may be repeated: the second time it gets the answer of the first. */
export interface RepeatableRequest {
  readonly accountId: string;
  /** The `Idempotency-Key` header; empty when the request has none. */
  readonly key: string;
  /** Identifies the request: everything that decides its answer. */
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
   * Returns the stored answer to the same request, or the one that `produce` makes now. Failures are not stored, so a
   * repeated request is tried again. Throws `idempotency_in_flight` and `idempotency_conflict`.
   */
  once<Answer extends StoredAnswer>(request: RepeatableRequest, produce: () => Promise<Answer>): Promise<Answer>;
}

export interface IdempotencyDependencies {
  readonly store: { readonly idempotency: IdempotencyStore };
  /** Id of the process that answers. */
  readonly processId: string;
  readonly now: () => number;
  readonly limits: { readonly requestTimeoutMs: number };
}

/** Characters that HTTP clients can send in a header without quoting. Long enough for a UUID with a prefix. */
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
  const message = 'Expected 1 to 128 printable ASCII characters for Idempotency-Key. A UUID works well.';
  return new ServiceError({ code: 'malformed_request', message, field: 'Idempotency-Key' });
}

function inFlight(): ServiceError {
  const message =
    'A request with this Idempotency-Key is still running. Wait for its answer, or repeat the request later.';
  return new ServiceError({ code: 'idempotency_in_flight', message, field: 'Idempotency-Key', retryAfterSeconds: 2 });
}

function conflict(): ServiceError {
  const message = 'This Idempotency-Key was used for another request. Use a new key for every new request.';
  return new ServiceError({ code: 'idempotency_conflict', message, field: 'Idempotency-Key' });
}
