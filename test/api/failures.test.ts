import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError, type EngineErrorCode } from '../../engine/index.ts';
import { ERRORS } from '../../server/errors.ts';
import { type Answer, call, form, FORM_TYPE, type Part, rawConnection } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

function expectFailure(answer: Answer, code: keyof typeof ERRORS, field?: string): void {
  const { error, success, message, requestId } = answer.failure;
  expect({ code: error.code, field: error.field }).toEqual({ code, field });
  expect(answer.status).toBe(ERRORS[code].status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(success).toBe(false);
  expect(message).toMatch(/[.?]$/);
  expect(error.status).toBe(answer.status);
  expect(error.retryable).toBe(ERRORS[code].retryable);
  expect(error.docs).toBe(`/docs/errors#${code}`);
  expect(requestId).toBe(answer.headers['x-request-id']);
}

const text = (name: string, value: string): Part => ({ name, value });

describe('a form that is not right', () => {
  const cases: readonly [string, readonly Part[], keyof typeof ERRORS, string?][] = [
    ['no file', [TO_DOCX], 'missing_file', 'file'],
    ['the file as a text field', [text('file', 'abc'), TO_DOCX], 'missing_file', 'file'],
    ['an empty file', [{ ...PDF, value: '' }, TO_DOCX], 'empty_file', 'file'],
    ['no target format', [PDF], 'missing_target_format', 'targetFormat'],
    ['a blank target format', [PDF, text('targetFormat', ' ')], 'missing_target_format', 'targetFormat'],
    ['two target formats', [PDF, TO_DOCX, TO_DOCX], 'too_many_parts', 'targetFormat'],
    ['an unknown target format', [PDF, text('targetFormat', 'docxx')], 'unknown_target_format', 'targetFormat'],
    ['an unknown source format', [PDF, TO_DOCX, text('sourceFormat', 'pfd')], 'unknown_source_format', 'sourceFormat'],
    [
      'a source format that the content contradicts',
      [{ ...PDF, value: Buffer.from('\x89PNG', 'latin1') }, TO_DOCX, text('sourceFormat', 'pdf')],
      'source_format_mismatch',
      'sourceFormat',
    ],
    ['a pair that nothing converts', [PDF, text('targetFormat', 'webp')], 'unsupported_conversion', 'targetFormat'],
    ['options that are not JSON', [PDF, TO_DOCX, text('options', '{quality:1}')], 'invalid_options', 'options'],
    ['options that are a list', [PDF, TO_DOCX, text('options', '[1]')], 'invalid_options', 'options'],
    [
      'options that name __proto__',
      [PDF, TO_DOCX, text('options', '{"__proto__": {"polluted": 1}}')],
      'invalid_options',
      'options',
    ],
    [
      'options that name constructor',
      [PDF, TO_DOCX, text('options', '{"constructor": 1}')],
      'invalid_options',
      'options',
    ],
    ['an unknown feature to lose', [PDF, TO_DOCX, text('allowLoss', 'smell')], 'invalid_options', 'allowLoss'],
    ['a file in a part of another name', [{ ...PDF, name: 'upload' }, TO_DOCX], 'unexpected_file_part', 'upload'],
    ['two files', [PDF, PDF, TO_DOCX], 'too_many_files'],
    ['twenty fields', [PDF, ...Array.from({ length: 20 }, (_, index) => text(`f${index}`, 'x'))], 'too_many_parts'],
    ['a field that is too long', [PDF, text('targetFormat', 'x'.repeat(300_000))], 'field_too_long', 'targetFormat'],
    ['a field name that is too long', [PDF, text('n'.repeat(200), 'x')], 'field_too_long'],
    [
      'a nested field name',
      [PDF, TO_DOCX, text('__proto__[polluted]', 'x')],
      'invalid_multipart',
      '__proto__[polluted]',
    ],
  ];
  it.each(cases)('%s', async (_name, parts, code, field) => {
    const usedBefore = await service.used();
    expectFailure(await service.convert(parts), code, field);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(await service.used()).toBe(usedBefore);
    expect(await service.leftovers()).toEqual([]);
  });

  it('a field named __proto__ is a field like any other', async () => {
    const answer = await service.convert([PDF, TO_DOCX, text('__proto__', 'x'), text('constructor', 'y')]);
    expect(answer.status).toBe(200);
  });

  it('an unknown target names its nearest relatives', async () => {
    const { error } = (await service.convert([PDF, text('targetFormat', 'docxx')])).failure;
    expect(error.details).toEqual({ nearest: ['docx'] });
  });

  it('an unsupported pair names what is supported', async () => {
    const { error } = (await service.convert([PDF, text('targetFormat', 'webp')])).failure;
    expect(error.details).toEqual({ supportedTargets: ['docx', 'png', 'html'] });
  });
});

describe('a body that is not a form', () => {
  const post = (body: Buffer | string, type: string, headers: Readonly<Record<string, string>> = {}) =>
    call(`${service.url}/api/v1/convert`, {
      headers: { 'X-API-Key': service.key, 'Content-Type': type, ...headers },
      body,
    });

  it('another content type', async () => {
    expectFailure(await post('{}', 'application/json'), 'unsupported_media_type');
    expectFailure(await post('a=b', 'application/x-www-form-urlencoded'), 'unsupported_media_type');
  });

  it('no body at all', async () => {
    const answer = await call(`${service.url}/api/v1/convert`, {
      method: 'POST',
      headers: { 'X-API-Key': service.key },
    });
    expectFailure(answer, 'unsupported_media_type');
  });

  it('a compressed body', async () => {
    expectFailure(await post(form(PDF, TO_DOCX), FORM_TYPE, { 'Content-Encoding': 'gzip' }), 'unsupported_media_type');
  });

  it('no boundary', async () => {
    expectFailure(await post(form(PDF, TO_DOCX), 'multipart/form-data'), 'invalid_multipart');
  });

  it('a body without the boundary', async () => {
    expectFailure(await post('nothing of the kind', FORM_TYPE), 'invalid_multipart');
  });

  it('a body that ends too early', async () => {
    expectFailure(await post(form(TO_DOCX, PDF).subarray(0, -30), FORM_TYPE), 'invalid_multipart');
    expectFailure(await post(form(TO_DOCX, PDF).subarray(0, 60), FORM_TYPE), 'invalid_multipart');
    expect(await service.leftovers()).toEqual([]);
  });

  it('part headers without end', async () => {
    const junk = `--athanor-test-boundary\r\nContent-Disposition: form-data; name="${'x'.repeat(100_000)}`;
    expectFailure(await post(junk, FORM_TYPE), 'invalid_multipart');
  });
});

describe('API keys', () => {
  it('none', async () => {
    const answer = await service.convert([PDF, TO_DOCX], { 'X-API-Key': '' });
    expectFailure(answer, 'missing_api_key', 'X-API-Key');
    expect(answer.headers['www-authenticate']).toContain('X-API-Key');
  });

  it('unknown, malformed, mistyped and revoked ones look the same', async () => {
    const { id, key } = await service.service.keys.create('local', 'to be revoked');
    await service.service.keys.revoke('local', id);
    const other = `${service.key.slice(0, -7)}${service.key.at(-7) === 'a' ? 'b' : 'a'}${service.key.slice(-6)}`;
    const answers = [];
    for (const candidate of ['x', `${'x'.repeat(5000)}`, other, key, service.key.toLowerCase(), `${service.key}, x`])
      answers.push(await service.convert([PDF, TO_DOCX], { 'X-API-Key': candidate }));
    for (const answer of answers) expectFailure(answer, 'invalid_api_key', 'X-API-Key');
    const shapes = new Set(answers.map(({ failure }) => JSON.stringify({ ...failure, requestId: '' })));
    expect(shapes.size).toBe(1);
  });

  it('are asked for before the body is read', async () => {
    // 10 MB are announced and never sent: the answer comes all the same.
    const answer = await fetchHead({ 'X-API-Key': 'wrong', 'Content-Length': '10000000' });
    expect(answer).toContain('HTTP/1.1 401');
  });

  async function fetchHead(headers: Readonly<Record<string, string>>): Promise<string> {
    await using connection = await rawConnection(service.port);
    const lines = Object.entries({ Host: 'localhost', 'Content-Type': FORM_TYPE, ...headers });
    connection.write(`POST /api/v1/convert HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`);
    return await connection.received('"requestId"');
  }
});

describe('what the engine refuses', () => {
  const cases: readonly [EngineErrorCode, keyof typeof ERRORS, string?][] = [
    ['input_corrupt', 'input_corrupt', 'file'],
    ['input_truncated', 'input_truncated', 'file'],
    ['input_encrypted', 'input_encrypted', 'file'],
    ['input_too_complex', 'input_too_complex', 'file'],
    ['output_too_large', 'input_too_complex', 'file'],
    ['output_not_verified', 'output_not_verified'],
    ['loss_not_allowed', 'loss_not_allowed', 'allowLoss'],
    ['invalid_options', 'invalid_options', 'options'],
    ['codec_not_installed', 'unsupported_conversion', 'targetFormat'],
    ['conversion_failed', 'conversion_failed'],
    ['conversion_timeout', 'conversion_timeout'],
    ['insufficient_storage', 'insufficient_storage'],
    ['busy', 'server_busy'],
    ['tenant_busy', 'too_many_concurrent'],
    ['closed', 'draining'],
  ];
  it.each(cases)('%s is told as %s, with its details, and costs nothing', async (engineCode, code, field) => {
    const usedBefore = await service.used();
    service.engine.failure = new ConversionError({
      code: engineCode,
      message: 'It did not work.',
      details: { found: 1 },
    });
    const answer = await service.convert();
    service.engine.failure = undefined;
    expectFailure(answer, code, field);
    expect(answer.failure.message).toBe('It did not work.');
    expect(answer.failure.error.details).toEqual({ found: 1 });
    expect(answer.failure.conversionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['retry-after'] !== undefined).toBe(answer.status === 429 || answer.status === 503);
    expect(await service.used()).toBe(usedBefore);
    expect(await service.leftovers()).toEqual([]);
  });

  it.each([
    [
      'a bug of the engine',
      new ConversionError({ code: 'internal', message: 'secret text', details: { path: '/secret' } }),
    ],
    ['any other error', new TypeError('secret text at /secret')],
  ])('%s tells the caller nothing of its inside', async (_name, failure) => {
    const usedBefore = await service.used();
    service.engine.failure = failure;
    const answer = await service.convert();
    service.engine.failure = undefined;
    expectFailure(answer, 'internal');
    expect(answer.text).not.toContain('secret');
    expect(service.log.text).toContain('secret text');
    expect(await service.used()).toBe(usedBefore);
  });
});

describe('addresses', () => {
  it.each(['/api', '/api/v1', '/api/v1/nothing', '/d', '/d/', '/%00', '/..%2f..%2fetc%2fpasswd', '/api/v2/convert'])(
    '%s is not found',
    async (path) => expectFailure(await call(service.url + path), 'not_found'),
  );

  it('a known address with another method says which it answers', async () => {
    const answer = await call(`${service.url}/api/v1/convert`);
    expectFailure(answer, 'method_not_allowed');
    expect(answer.headers.allow).toBe('POST');
    expectFailure(await call(`${service.url}/healthz`, { method: 'DELETE' }), 'method_not_allowed');
    expectFailure(await call(`${service.url}/api/v1/formats`, { method: 'PROPFIND' }), 'method_not_allowed');
  });

  it('OPTIONS names the methods', async () => {
    const answer = await call(`${service.url}/api/v1/formats`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.allow).toBe('HEAD, GET');
  });

  it('another account has nothing to see here', async () => {
    const mine = (await service.convert()).data<{ conversionId: string }>();
    const { key } = await service.addAccount('stranger', 10);
    for (const method of ['GET', 'DELETE']) {
      const url = `${service.url}/api/v1/conversions/${mine.conversionId}`;
      expectFailure(await call(url, { method, headers: { 'X-API-Key': key } }), 'not_found');
    }
    const url = `${service.url}/api/v1/conversions/${mine.conversionId}`;
    expect((await call(url, { headers: { 'X-API-Key': service.key } })).status).toBe(200);
  });
});

describe('bodies that are built to hurt', () => {
  it('ten thousand fields', async () => {
    const parts = Array.from({ length: 10_000 }, (_, index) => text(`f${index}`, 'x'));
    expectFailure(await service.convert([...parts, PDF, TO_DOCX]), 'too_many_parts');
  });

  it('a field name of a megabyte', async () => {
    expectFailure(await service.convert([text('n'.repeat(1_000_000), 'x'), PDF, TO_DOCX]), 'invalid_multipart');
  });

  it('two thousand headers in a part', async () => {
    const headers = Array.from({ length: 2000 }, (_, index) => `X-${index}: y`).join('\r\n');
    const body = `--athanor-test-boundary\r\n${headers}\r\nContent-Disposition: form-data; name="file"\r\n\r\n`;
    const answer = await call(`${service.url}/api/v1/convert`, {
      headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': service.key },
      body: Buffer.concat([Buffer.from(body), form(PDF, TO_DOCX)]),
    });
    expectFailure(answer, 'invalid_multipart');
  });

  it('a multipart body within a part', async () => {
    const answer = await service.convert([
      { ...PDF, value: form(PDF, TO_DOCX).toString().replaceAll('athanor', 'other') },
      TO_DOCX,
    ]);
    expectFailure(answer, 'source_format_undetected', 'sourceFormat');
  });

  it('a boundary of a thousand characters', async () => {
    const boundary = 'b'.repeat(1000);
    const body = form(PDF, TO_DOCX).toString('latin1').replaceAll('athanor-test-boundary', boundary);
    const answer = await call(`${service.url}/api/v1/convert`, {
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}`, 'X-API-Key': service.key },
      body: Buffer.from(body, 'latin1'),
    });
    expect(answer.status).toBe(200);
  });
});
