import type { ServiceError } from './errors.ts';

/** What every successful call returns. */
export interface SuccessEnvelope<Data> {
  readonly success: true;
  readonly message: string;
  readonly data: Data;
}

/** What every failed call returns, on every path. Clients switch on `error.code` only. */
export interface FailureEnvelope {
  readonly success: false;
  readonly message: string;
  readonly error: {
    readonly code: string;
    readonly status: number;
    readonly retryable: boolean;
    readonly field?: string;
    readonly details?: Readonly<Record<string, unknown>>;
    readonly docs: string;
  };
  readonly requestId: string;
  readonly conversionId?: string;
}

export function success<Data>(message: string, data: Data): SuccessEnvelope<Data> {
  return { success: true, message, data };
}

export function failure(error: ServiceError, requestId: string): FailureEnvelope {
  return {
    success: false,
    message: error.message,
    error: {
      code: error.code,
      status: error.status,
      retryable: error.retryable,
      ...(error.field !== undefined && { field: error.field }),
      ...(error.details !== undefined && { details: error.details }),
      docs: `/docs/errors#${error.code}`,
    },
    requestId,
    ...(error.conversionId !== undefined && { conversionId: error.conversionId }),
  };
}
