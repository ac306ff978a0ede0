import type * as z from 'zod';
import { ServiceError } from '../errors.ts';
import { sizeText } from '../services/size-text.ts';
import type { RequestContext } from './state.ts';

/** Reads the request's JSON body without validating it. Throws `unsupported_media_type` or `malformed_request`. */
export async function readJson(context: RequestContext, maxBytes: number): Promise<unknown> {
  if (!context.is('application/json')) {
    const message = 'Send the request as application/json.';
    throw new ServiceError({ code: 'unsupported_media_type', message });
  }
  if (context.request.length > maxBytes) throw bodyTooLarge(maxBytes);
  if (context.get('Expect') !== '') context.res.writeContinue();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of context.req as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw bodyTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks).toString());
}

/** Reads and validates the request's JSON body. Throws `malformed_request` that names the field. */
export async function parseBody<Schema extends z.ZodType>(
  context: RequestContext,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readJson(context, maxBytes));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const message = `The request body is invalid: ${issue?.message}.`;
  throw new ServiceError({ code: 'malformed_request', message, field: issue?.path.join('.') || undefined });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const message = 'The body is not valid JSON. Check quotes, commas and brackets.';
    throw new ServiceError({ code: 'malformed_request', message }, { cause: error });
  }
}

function bodyTooLarge(limitBytes: number): ServiceError {
  const message = `The body is larger than the limit of ${sizeText(limitBytes)}. Send a smaller one.`;
  return new ServiceError({ code: 'file_too_large', message, details: { limitBytes } });
}
