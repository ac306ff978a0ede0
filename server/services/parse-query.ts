import type * as z from 'zod';
import { ServiceError } from '../errors.ts';

/** Parses the query of a URL. Throws `malformed_request` with the first invalid parameter. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const message = `The query is invalid: ${issue?.message}.`;
  throw new ServiceError({ code: 'malformed_request', message, field: issue?.path.join('.') });
}
