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
}

/** What the service has refused, or could not do. Switch on `code`; `message` is for people. */
export class AthanorError extends Error {
  override readonly name = 'AthanorError';
  /** One of the documented codes, or `unexpected_answer` for what is not an answer of the service. */
  readonly code: string;
  /** HTTP status; absent for a conversion that failed after its request had been answered. */
  readonly status: number | undefined;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** The part of the request that is at fault. */
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  readonly conversionId: string | undefined;

  constructor({
    code,
    message,
    status,
    retryable = false,
    field,
    details = {},
    requestId,
    conversionId,
  }: AthanorErrorInit) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.field = field;
    this.details = details;
    this.requestId = requestId;
    this.conversionId = conversionId;
  }
}

/** The failure that an answer tells. */
export async function errorOf(response: Response): Promise<AthanorError> {
  const { status } = response;
  const failure = (await response.json().catch(() => undefined)) as FailureEnvelope | undefined;
  if (failure?.success === false) {
    const { message, requestId, conversionId } = failure;
    return new AthanorError({ ...failure.error, message, requestId, conversionId });
  }
  const message = `The service answered ${status} without an explanation.`;
  return new AthanorError({ code: 'unexpected_answer', message, status, retryable: status >= 500 });
}
