import type * as z from 'zod';
import { ServiceError } from '../errors.ts';

/** The values of an address's query. Throws `malformed_request` with the first thing that does not fit. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const message = `The query does not fit: ${issue?.message}.`;
  throw new ServiceError({ code: 'malformed_request', message, field: issue?.path.join('.') });
}
