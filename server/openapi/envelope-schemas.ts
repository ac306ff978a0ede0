import * as z from 'zod';
import { ERRORS, type ErrorCode } from '../errors.ts';

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** Body of every failed answer. */
export const Failure = z
  .strictObject({
    success: z.literal(false),
    message: z.string().meta({ description: 'What failed, why, and what to do.' }),
    error: z.strictObject({
      code: z.enum(CODES).meta({ description: 'Switch on this code. Everything else is for people.' }),
      status: z.int(),
      retryable: z.boolean().meta({ description: 'Whether the same request may succeed later.' }),
      field: z.string().optional().meta({ description: 'The part of the request that is at fault.' }),
      details: z.record(z.string(), z.unknown()).optional(),
      docs: z
        .string()
        .meta({ description: 'Path of the documentation of this code.', example: '/docs/errors#input_truncated' }),
    }),
    requestId: z.string(),
    conversionId: z.string().optional(),
  })
  .meta({ id: 'Failure' });

/** Body of a successful answer, with its own `data`. */
export function successOf<Data extends z.ZodType>(data: Data) {
  return z.strictObject({
    success: z.literal(true),
    message: z.string().meta({ description: 'The outcome in one sentence.' }),
    data,
  });
}
