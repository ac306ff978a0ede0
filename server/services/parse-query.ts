import type * as z from 'zod';
import { ServiceError } from '../errors.ts';

/** Parses the query of a URL. Throws `malformed_request` with the first invalid parameter. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  const message =
    field !== '' && (query as Readonly<Record<string, unknown>>)[field] === undefined
      ? `The query has no parameter ${field}. Add it: ?${field}=…`
      : `The query is invalid: ${issue?.message}.`;
  throw new ServiceError({ code: 'malformed_request', message, field });
}
