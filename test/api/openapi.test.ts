import { expect, it } from 'vitest';
import { ERRORS } from '../../server/errors.ts';
import { ERROR_MEANINGS } from '../../server/openapi/error-meanings.ts';
import { OPERATIONS } from '../../server/openapi/operations.ts';
import { createHealthRouter, createRouter, type RouterDependencies } from '../../server/routes/router.ts';
import { DEFAULT_LIMITS } from '../../server/limits.ts';
import type { Readiness } from '../../server/services/readiness.ts';
import { call } from '../support/http-client.ts';
import { checkAnswer } from '../support/interface-check.ts';
import { startTestService } from '../support/service.ts';

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface OperationObject {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: SchemaObject }>> };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

interface SchemaObject {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

async function readDocument(): Promise<Document> {
  await using service = await startTestService();
  const answer = await call(`${service.url}/openapi.json`);
  expect(answer.status).toBe(200);
  expect((JSON.parse(answer.text) as Document).servers).toEqual([{ url: service.url }]);
  return JSON.parse(answer.text) as Document;
}

it('the document says what a conversion takes and gives', async () => {
  const { openapi, paths, components } = await readDocument();
  expect(openapi).toBe('3.1.1');
  const { requestBody, responses } = paths['/api/v1/convert']!.post!;
  const form = requestBody!.content['multipart/form-data']!.schema;
  expect(form.properties.file).toMatchObject({ type: 'string', format: 'binary' });
  // One of the two, and a file or its address.
  expect(form.required ?? []).toEqual([]);
  expect(Object.keys(form.properties)).toEqual(expect.arrayContaining(['targetFormat', 'steps', 'file', 'url']));
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '202', '401', '413', '422', '429', '500']));
  expect(responses['422']!.description).toContain('`input_encrypted`');
  expect(components.schemas).toHaveProperty('Conversion');
  expect(components.schemas).toHaveProperty('Failure');
});

it('the document has every address of the service, and no other', () => {
  const accounts = {} as RouterDependencies['accounts'];
  const rates = {} as RouterDependencies['rates'];
  const dependencies = {
    limits: DEFAULT_LIMITS,
    uploadDir: '/nowhere',
    now: Date.now,
    resumable: {} as RouterDependencies['resumable'],
    accounts,
    rates,
  } as RouterDependencies;
  const routers = [createRouter(dependencies), createHealthRouter({} as Readiness)];
  const routed = routers
    .flatMap(({ stack }) => stack)
    .flatMap(({ path, methods }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${String(path)}`),
    );
  const documented = OPERATIONS.map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );
  expect(routed.filter((route) => route !== 'GET /openapi.json').sort()).toEqual([...documented].sort());
});

it('every code is explained once, and no explanation is without a code', () => {
  expect(Object.keys(ERROR_MEANINGS).sort()).toEqual(Object.keys(ERRORS).sort());
});

it('operations have names of their own', async () => {
  const { paths } = await readDocument();
  const names = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBe(OPERATIONS.length);
});

it('an answer that is not as documented fails the test that received it', () => {
  const usage = {
    plan: 'Local',
    period: '2026-11',
    used: 1,
    limit: 2,
    remaining: 1,
    resetsAt: '2026-12-01T00:00:00.000Z',
  };
  const answer =
    (data: object, status = 200) =>
    () =>
      checkAnswer({
        ...{ method: 'GET', url: 'http://localhost/api/v1/usage', status, contentType: 'application/json' },
        text: JSON.stringify({ success: true, message: '', data }),
      });
  expect(answer(usage)).not.toThrow();
  expect(answer({ ...usage, more: 1 })).toThrow('is not as documented');
  expect(answer({ ...usage, used: '1' })).toThrow('is not as documented');
  expect(answer(usage, 201)).toThrow('has no JSON answer 201');
  expect(answer(usage, 404)).toThrow();
});
