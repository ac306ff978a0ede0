import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { type ErrorCode, ERRORS } from '../errors.ts';
import { Failure, successOf } from './envelope-schemas.ts';
import { ERROR_MEANINGS } from './error-meanings.ts';
import { type Answer, type Operation, OPERATIONS } from './operations.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** Builds the OpenAPI 3.1 document from the schemas that validate requests. */
export function openApiDocument(publicUrl: string, version: string): OpenApiDocument {
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Athanor',
      version,
      description: 'Converts files between formats and verifies every result before it is returned.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths: paths(),
    // All codes in one place: the documentation gives each an anchor.
    'x-errors': errorTable(),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        session: { type: 'apiKey', in: 'cookie', name: 'athanor.session_token' },
      },
    },
  });
}

function errorTable() {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return Object.fromEntries(
    codes.map((code) => {
      const { status, retryable } = ERRORS[code];
      return [code, { status, retryable, meaning: ERROR_MEANINGS[code] }];
    }),
  );
}

function paths(): ZodOpenApiPathsObject {
  const found: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of OPERATIONS) (found[operation.path] ??= {})[operation.method] = describe(operation);
  return found as ZodOpenApiPathsObject;
}

function describe(operation: Operation): ZodOpenApiOperationObject {
  const { id, summary, by, query, headers = {}, answers } = operation;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, z.string()]);
  const texts = Object.entries(headers).map(([name, description]) => [
    name,
    z.string().optional().meta({ description }),
  ]);
  return {
    operationId: id,
    summary,
    security: securityOf(by),
    requestParams: {
      ...(names.length > 0 && { path: z.object(Object.fromEntries(names)) }),
      ...(texts.length > 0 && { header: z.object(Object.fromEntries(texts)) }),
      ...(query && { query }),
    },
    ...requestBodyOf(operation),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, answerOf(answer)])),
      ...failuresOf(operation),
    },
  };
}

function requestBodyOf({ form, json }: Operation): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (!form && !json) return {};
  const content = {
    ...(form && { 'multipart/form-data': { schema: form } }),
    ...(json && { 'application/json': { schema: json } }),
  };
  return { requestBody: { required: true, content } };
}

function answerOf({ description, data, type }: Answer) {
  const content = {
    ...(data && { 'application/json': { schema: successOf(data) } }),
    ...(type && { [type]: { schema: { type: 'string' as const } } }),
  };
  return { description, ...(Object.keys(content).length > 0 && { content }) };
}

/** Codes that every call can answer. */
const COMMON: readonly ErrorCode[] = [
  'rate_limited',
  'misdirected_request',
  'draining',
  'database_unavailable',
  'internal',
];
const KEY_ERRORS: readonly ErrorCode[] = ['missing_api_key', 'invalid_api_key', 'key_not_allowed'];
const SESSION_ERRORS: readonly ErrorCode[] = ['not_signed_in', 'csrf'];

const CALLER_ERRORS: Readonly<Record<NonNullable<Operation['by']> | 'either', readonly ErrorCode[]>> = {
  anybody: [],
  page: ['csrf'],
  key: KEY_ERRORS,
  session: SESSION_ERRORS,
  either: [...KEY_ERRORS, ...SESSION_ERRORS],
};

const KEY = { apiKey: [] };
const SESSION = { session: [] };

function securityOf(by: Operation['by']) {
  if (by === 'anybody' || by === 'page') return [];
  if (by === 'key') return [KEY];
  return by === 'session' ? [SESSION] : [KEY, SESSION];
}

/** The codes of a call by status. The body of a failure is the same for all. */
function failuresOf({ errors, by }: Operation) {
  const codes = [...new Set([...errors, ...CALLER_ERRORS[by ?? 'either'], ...COMMON])];
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  const entries = [...byStatus].map(([status, those]) => [
    status,
    {
      description: those.map((code) => `\`${code}\`: ${ERROR_MEANINGS[code]}`).join('\n\n'),
      content: { 'application/json': { schema: Failure } },
    },
  ]);
  return Object.fromEntries(entries) as Record<`${4 | 5}${string}`, object>;
}
