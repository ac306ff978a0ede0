import type { FailureEnvelope } from '../envelope.ts';

export interface AthanorErrorInit {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  readonly retryable?: boolean;
  readonly field?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
  readonly conversionId?: string;
  readonly retryAfterMs?: number;
}

/** A refusal or a failure of the service. Switch on `code`; `message` is for people. */
export class AthanorError extends Error {
  override readonly name = 'AthanorError';
  /** One of the documented codes, or `unexpected_answer` for an answer that is not the service's. */
  readonly code: string;
  /** HTTP status; absent for a conversion that failed after its request was answered. */
  readonly status: number | undefined;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** The part of the request that is at fault. */
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  readonly conversionId: string | undefined;
  /** When the same call may succeed, as the service says. */
  readonly retryAfterMs: number | undefined;

  constructor({
    code,
    message,
    status,
    retryable = false,
    field,
    details = {},
    requestId,
    conversionId,
    retryAfterMs,
  }: AthanorErrorInit) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.field = field;
    this.details = details;
    this.requestId = requestId;
    this.conversionId = conversionId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Reads the error of an answer. */
export async function errorOf(response: Response): Promise<AthanorError> {
  const { status } = response;
  const after = response.headers.get('Retry-After');
  const retryAfterMs = after !== null && /^\d+$/.test(after) ? Number(after) * 1000 : undefined;
  const failure = (await response.json().catch(() => undefined)) as FailureEnvelope | undefined;
  if (failure?.success === false) {
    const { message, requestId, conversionId } = failure;
    return new AthanorError({ ...failure.error, message, requestId, conversionId, retryAfterMs });
  }
  const message = `The service answered with status ${status} and no explanation. Check the URL, or try again later.`;
  return new AthanorError({ code: 'unexpected_answer', message, status, retryable: status >= 500 });
}
