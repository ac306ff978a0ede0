import type * as z from 'zod';
import type { ServiceError } from './errors.ts';
import type { Failure } from './openapi/envelope-schemas.ts';

/** What every successful call returns. */
export interface SuccessEnvelope<Data> {
  readonly success: true;
  readonly message: string;
  readonly data: Data;
}

/** What every failed call returns, on every path. Clients switch on `error.code` only. */
export type FailureEnvelope = z.infer<typeof Failure>;

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
