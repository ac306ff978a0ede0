import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { AthanorClient, AthanorError } from '../../server/client/index.ts';
import { startTestService, type TestService } from '../support/service.ts';

const PDF = { name: 'Report.pdf', content: new TextEncoder().encode('%PDF-1.7 a small file') };
const PNG = { name: 'photo.png', content: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) };

let service: TestService;
let client: AthanorClient;
beforeAll(async () => {
  service = await startTestService();
  client = new AthanorClient({ url: `${service.url}/`, apiKey: service.key });
});
afterAll(() => service[Symbol.asyncDispose]());

describe('the client', () => {
  it('converts, and downloads the result', async () => {
    const conversion = await client.convert(PDF, { to: 'docx' });
    expect(conversion).toMatchObject({ sourceFormat: 'PDF', targetFormat: 'DOCX' });
    expect(await (await client.download(conversion)).text()).toBe('docx made of 21 bytes');
    const file = new File([PDF.content], 'a.pdf');
    expect(await (await client.convertToBlob(file, { to: 'docx' })).text()).toBe('docx made of 21 bytes');
  });

  it('sends everything that a conversion takes', async () => {
    await client.convert(PNG, { to: 'jpg', from: 'png', options: { quality: 80 }, allowLoss: ['alpha', 'metadata'] });
    expect(service.engine.calls.at(-1)).toMatchObject({
      ...{ to: 'jpg', from: 'png', options: { quality: 80 }, allowLoss: ['alpha', 'metadata'], fileName: 'photo.png' },
    });
  });

  it('says what files can be joined into, and joins them', async () => {
    const targets = await client.mergeTargets(['pdf', 'png']);
    expect(targets.map(({ id }) => id)).toEqual(['docx', 'zip']);
    const running = await client.startMerge([PDF, { ...PDF, name: 'second.pdf' }], { to: 'docx' });
    const finished = await running.finished();
    expect(await (await client.download(finished)).text()).toBe('docx made of 42 bytes');
  });

  it('converts a repeated request once', async () => {
    const before = service.engine.calls.length;
    const options = { to: 'docx', idempotencyKey: 'once' } as const;
    expect(await client.convert(PDF, options)).toEqual(await client.convert(PDF, options));
    expect(service.engine.calls).toHaveLength(before + 1);
  });

  it('follows a conversion that goes on without it', async () => {
    const release = service.engine.hold();
    const running = await client.start(PDF, { to: 'docx' });
    await service.engine.begun;
    const seen: number[] = [];
    const finished = running.finished({
      onProgress(fraction) {
        seen.push(fraction);
        release();
      },
    });
    const tick = setInterval(() => service.engine.calls.at(-1)!.onProgress!(0.5), 5);
    const done = await finished;
    clearInterval(tick);
    expect(seen[0]).toBe(0.5);
    expect(done).toMatchObject({ conversionId: running.id, status: 'succeeded' });
    expect(await (await client.download(done)).text()).toBe('docx made of 21 bytes');
  });

  it('takes up an event stream that broke', async () => {
    let streams = 0;
    const release = service.engine.hold();
    const shaky = new AthanorClient({
      ...{ url: service.url, apiKey: service.key },
      async fetch(input, init) {
        const response = await fetch(input, init);
        if (!String(input).endsWith('/events') || ++streams > 1) return response;
        release();
        const { value: head } = await response.body!.getReader().read();
        const broken = new ReadableStream<Uint8Array>({
          pull(controller) {
            controller.enqueue(head!);
            controller.error(new TypeError('terminated'));
          },
        });
        return new Response(broken);
      },
    });
    const done = await (await shaky.start(PDF, { to: 'docx' })).finished();
    expect(done.status).toBe('succeeded');
    expect(streams).toBe(2);
  });

  it('cancels', async () => {
    const release = service.engine.hold();
    const running = await client.start(PDF, { to: 'docx' });
    await service.engine.begun;
    const finished = running.finished();
    await running.cancel();
    await expect(finished).rejects.toMatchObject({ name: 'AthanorError', code: 'conversion_cancelled' });
    release();
  });

  it('tells failures by their code, at once and afterwards', async () => {
    const refused = client.convert({ ...PDF, content: new Uint8Array([1, 2]) }, { to: 'docx' });
    await expect(refused).rejects.toBeInstanceOf(AthanorError);
    await expect(refused).rejects.toMatchObject({
      code: 'source_format_undetected',
      status: 422,
      field: 'sourceFormat',
    });
    const failure = { code: 'input_corrupt', message: 'Page 3 is damaged.', details: { page: 3 } } as const;
    for (const [code, retryable] of [
      ['input_corrupt', false],
      ['conversion_failed', true],
    ] as const) {
      service.engine.failure = new ConversionError({ ...failure, code });
      const running = await client.start(PDF, { to: 'docx' });
      await expect(running.finished()).rejects.toMatchObject({ ...failure, code, retryable });
    }
    service.engine.failure = undefined;
    const elsewhere = new AthanorClient({
      url: service.url,
      fetch: async () => new Response('<html>', { status: 502 }),
    });
    await expect(elsewhere.usage()).rejects.toMatchObject({ code: 'unexpected_answer', status: 502, retryable: true });
  });

  it('joins files, and converts several', async () => {
    const merged = await client.merge([PNG, { ...PNG, name: 'b.png' }], { to: 'jpg' });
    expect(await (await client.download(merged)).text()).toBe('jpg made of 8 bytes');
    const items = await client.batch([PDF, { ...PDF, name: 'junk', content: new Uint8Array([1]) }], { to: 'docx' });
    expect(items.map(({ file, success }) => [file, success])).toEqual([
      ['Report.pdf', true],
      ['junk', false],
    ]);
  });

  it('asks about files, formats, plans, conversions and usage', async () => {
    expect(await client.detect(PDF)).toMatchObject({ format: 'PDF', via: 'content' });
    expect((await client.formats()).map(({ id }) => id)).toContain('docx');
    expect((await client.format('pdf')).targets.map(({ id }) => id)).toContain('docx');
    expect(await client.plan('pdf', 'docx', { bytes: 1000 })).toMatchObject({ route: [{ codec: 'fake' }] });
    const { conversionId } = await client.convert(PDF, { to: 'docx' });
    expect((await client.conversions({ limit: 1 }))[0]!.conversionId).toBe(conversionId);
    await client.erase(conversionId);
    expect((await client.conversion(conversionId)).status).toBe('expired');
    expect((await client.usage()).used).toBeGreaterThan(0);
  });

  it('tells how far the upload is, in Node its end only', async () => {
    const seen: number[] = [];
    await client.convert(PDF, { to: 'docx', onUpload: (fraction) => seen.push(fraction) });
    expect(seen).toEqual([1]);
  });
});

describe('the client of a page', () => {
  /** Browsers add these by themselves. */
  const asPage: typeof fetch = (input, init) => {
    const headers = { ...(init?.headers as Record<string, string>), Origin: service.url };
    return fetch(input, { ...init, headers });
  };

  it('converts in the name of whoever is signed in', async () => {
    const page = new AthanorClient({ url: service.url, fetch: asPage });
    const { signInRequired } = await page.session();
    expect(signInRequired).toBe(false);
    const countWeb = async () => (await page.usage({ by: 'day' })).days!.reduce((sum, { web }) => sum + web, 0);
    const before = await countWeb();
    const { downloadName } = await page.convert(PDF, { to: 'docx' });
    expect(downloadName).toBe('Report.docx');
    expect(await countWeb()).toBe(before + 1);
  });

  it('makes, renames and ends keys', async () => {
    const page = new AthanorClient({ url: service.url, fetch: asPage });
    const { id, key } = await page.createKey('laptop');
    expect(await new AthanorClient({ url: service.url, apiKey: key }).usage()).toMatchObject({ plan: 'Local' });
    expect((await page.renameKey(id, 'desk')).keys.find((each) => each.id === id)!.name).toBe('desk');
    expect((await page.deactivateKey(id)).keys.find((each) => each.id === id)!.active).toBe(false);
    expect((await page.keys()).active).toBe(1);
  });
});

describe('a call that may succeed later', () => {
  const busy = { success: false, message: 'Busy.', error: { code: 'server_busy', status: 503, retryable: true } };
  const answer = (body: unknown, status: number, headers = {}) =>
    new Response(JSON.stringify(body), { status, headers });
  /** Answers with each of these in turn, and notes the keys of repeatable requests. */
  const scripted = (...steps: readonly (() => Response)[]) => {
    const keys: (string | null)[] = [];
    const given: typeof fetch = async (_url, init) => {
      keys.push(new Headers(init?.headers).get('Idempotency-Key'));
      return steps[Math.min(keys.length, steps.length) - 1]!();
    };
    return {
      keys,
      client: (retries?: number) => new AthanorClient({ url: 'http://x', apiKey: 'k', fetch: given, retries }),
    };
  };
  const isBusy = () => answer(busy, 503, { 'Retry-After': '0' });
  const fails = () => {
    throw new TypeError('fetch failed');
  };
  const done = () => answer({ success: true, message: '', data: { fileName: 'a.docx' } }, 200);

  it('is repeated with the same key', async () => {
    const { keys, client } = scripted(isBusy, isBusy, done);
    await expect(client().convert(PDF, { to: 'docx' })).resolves.toMatchObject({ fileName: 'a.docx' });
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('is repeated after a connection that failed, unless it would be done twice', async () => {
    const read = scripted(fails, done);
    await expect(read.client(1).usage()).resolves.toBeDefined();
    const written = scripted(fails, done);
    await expect(written.client(1).batch([PDF], { to: 'docx' })).rejects.toThrow('fetch failed');
    expect(written.keys).toEqual([null]);
  });

  it('is given up after the last attempt, after a long wait, and where it would not help', async () => {
    const often = scripted(isBusy);
    await expect(often.client(1).convert(PDF, { to: 'docx' })).rejects.toMatchObject({ code: 'server_busy' });
    expect(often.keys).toHaveLength(2);
    const late = scripted(() => answer(busy, 503, { 'Retry-After': '3600' }));
    await expect(late.client().usage()).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
    expect(late.keys).toHaveLength(1);
    const failed = { ...busy, error: { code: 'conversion_failed', status: 500, retryable: true } };
    const broken = scripted(() => answer(failed, 500));
    await expect(broken.client().usage()).rejects.toMatchObject({ code: 'conversion_failed' });
    expect(broken.keys).toHaveLength(1);
  });

  it('is not repeated after an abort', async () => {
    const aborted = new AbortController();
    const { keys, client } = scripted(() => answer(busy, 503, { 'Retry-After': '20' }));
    const running = client().convert(PDF, { to: 'docx', signal: aborted.signal });
    await expect.poll(() => keys.length).toBe(1);
    aborted.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    expect(keys).toHaveLength(1);
  });
});
