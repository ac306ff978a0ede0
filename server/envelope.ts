import type * as z from 'zod';
import type { ServiceError } from './errors.ts';
import type { Failure } from './openapi/envelope-schemas.ts';

/** Body of every successful answer. */
export interface SuccessEnvelope<Data> {
  readonly success: true;
  readonly message: string;
  readonly data: Data;
}

/** Body of every failed answer, on every path. Clients switch on `error.code` only. */
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
