import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { ConversionView, UsageView } from '../../server/openapi/conversion-schemas.ts';
import type { CreatedKey, SessionView } from '../../server/openapi/key-schemas.ts';
import { DEFAULT_TIERS } from '../../server/tiers.ts';
import type { Mail } from '../../server/services/mail.ts';
import type { Person } from '../../server/stores/store.ts';
import { type Answer, call, form, FORM_TYPE } from '../support/http-client.ts';
import { PDF, startTestService, type TestService, TO_DOCX } from '../support/service.ts';

const ADA = { email: 'ada@example.org', password: 'an engine of brass' };
const PLANS = JSON.stringify([
  { id: 'free', name: 'Free', monthlyConversions: 2, maxFileBytes: 1000, maxConcurrent: 1 },
  { id: 'pro', name: 'Pro', monthlyConversions: 50, priority: 3 },
]);

async function startWithAccounts(limits = {}) {
  const mails: Mail[] = [];
  const service = await startTestService({
    environment: { ACCOUNTS: 'yes', PLANS },
    limits: { signInsPerMinute: 1000, ...limits },
    sendMail: async (mail) => void mails.push(mail),
  });
  return Object.assign(service, { mails });
}

/** A browser on a page of the service, with its cookies. */
function browser({ url }: TestService) {
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, body?: object | Buffer, origin = url): Promise<Answer> => {
    const isForm = body instanceof Buffer;
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await call(url + path, {
      method,
      headers: {
        ...{ Origin: origin, 'Content-Type': isForm ? FORM_TYPE : 'application/json' },
        ...(cookie !== '' && { Cookie: cookie }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    for (const text of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!;
      if (value === '') cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return answer;
  };
  return {
    send,
    signUp: async (credentials: object) => {
      expect((await send('POST', '/web/sign-up', credentials)).status).toBe(200);
      expect((await send('POST', '/web/sign-in', credentials)).status).toBe(200);
    },
    post: (path: string, body?: object) => send('POST', path, body ?? {}),
    session: async () => (await send('GET', '/web/session')).data<z.infer<typeof SessionView>>(),
    convert: () => send('POST', '/web/convert', form(PDF, TO_DOCX)),
    newKey: async () => (await send('POST', '/api/v1/keys', { name: 'first' })).data<z.infer<typeof CreatedKey>>().key,
  };
}

describe('a new person', () => {
  it('signs up, makes a key, and converts with it', async () => {
    await using service = await startWithAccounts();
    const ada = browser(service);
    expect(await ada.session()).toMatchObject({ signInRequired: true, signedIn: false });
    expect((await ada.send('GET', '/api/v1/keys')).failure.error.code).toBe('not_signed_in');
    const signedUp = await ada.post('/web/sign-up', ADA);
    expect([signedUp.status, signedUp.headers['set-cookie']]).toEqual([200, undefined]);
    const signedIn = await ada.post('/web/sign-in', ADA);
    expect(signedIn.headers['set-cookie']![0]).toMatch(/HttpOnly; SameSite=Lax/i);
    expect(await ada.session()).toMatchObject({ signInRequired: true, signedIn: true, email: ADA.email });
    const key = await ada.newKey();
    const converted = await service.convert(undefined, { 'X-API-Key': key });
    expect(converted.data<ConversionView>().targetFormat).toBe('DOCX');
    const usage = (await ada.send('GET', '/api/v1/usage')).data<z.infer<typeof UsageView>>();
    expect(usage).toMatchObject({ used: 1, limit: 2 });
  });

  it('uses one quota for key and website', async () => {
    await using service = await startWithAccounts();
    const ada = browser(service);
    await ada.signUp(ADA);
    expect((await ada.convert()).status).toBe(200);
    const key = await ada.newKey();
    expect((await service.convert(undefined, { 'X-API-Key': key })).status).toBe(200);
    expect((await ada.convert()).failure.error.code).toBe('quota_exceeded');
    expect((await service.convert(undefined, { 'X-API-Key': key })).failure.error.code).toBe('quota_exceeded');
  });

  it('is told the same as somebody who has an account', async () => {
    await using service = await startWithAccounts();
    const ada = browser(service);
    const unknown = await ada.post('/web/sign-up', ADA);
    expect(service.mails).toEqual([]);
    const stranger = browser(service);
    for (const email of [ADA.email, 'ADA@example.org']) {
      const known = await stranger.post('/web/sign-up', { email, password: 'not her password' });
      expect([known.status, known.text, known.headers['set-cookie']]).toEqual([200, unknown.text, undefined]);
    }
    expect(service.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [ADA.email, 'You have an account'],
      [ADA.email, 'You have an account'],
    ]);
    expect((await stranger.post('/web/sign-in', { ...ADA, password: 'not her password' })).status).toBe(401);
    expect((await ada.post('/web/sign-in', ADA)).status, 'the account is unchanged').toBe(200);
    expect(await service.service.store.accounts.listPeople()).toHaveLength(1);
  });

  it('is answered before a mail is sent, and whether or not it can be', async () => {
    const { promise: sent, reject } = Promise.withResolvers<void>();
    await using service = await startTestService({ environment: { ACCOUNTS: 'yes' }, sendMail: () => sent });
    const ada = browser(service);
    await ada.signUp(ADA);
    expect((await ada.post('/web/sign-up', ADA)).status).toBe(200);
    expect((await ada.post('/web/password/forgotten', { email: ADA.email })).status).toBe(200);
    reject(new Error('the mail server is away'));
    await expect.poll(() => service.log.text.split('the mail server is away').length).toBeGreaterThan(2);
  });

  it('sees nothing of others', async () => {
    await using service = await startWithAccounts();
    const ada = browser(service);
    const bob = browser(service);
    await ada.signUp(ADA);
    await bob.signUp({ ...ADA, email: 'bob@example.org' });
    const { conversionId } = (await ada.convert()).data<ConversionView>();
    expect((await bob.send('GET', `/api/v1/conversions/${conversionId}`)).status).toBe(404);
    expect((await bob.send('DELETE', `/api/v1/conversions/${conversionId}`)).status).toBe(404);
    expect((await bob.send('GET', '/api/v1/conversions')).data()).toEqual([]);
  });
});

describe('signing in', () => {
  it('and out', async () => {
    await using service = await startWithAccounts();
    await browser(service).signUp(ADA);
    const ada = browser(service);
    expect((await ada.post('/web/sign-in', { ...ADA, password: 'another' })).failure.error).toMatchObject({
      code: 'wrong_credentials',
      status: 401,
    });
    expect((await ada.post('/web/sign-in', ADA)).status).toBe(200);
    expect((await ada.session()).signedIn).toBe(true);
    expect((await ada.post('/web/sign-out')).status).toBe(200);
    expect((await ada.session()).signedIn).toBe(false);
  });

  it('does not tell whether there is an account', async () => {
    await using service = await startWithAccounts();
    const ada = browser(service);
    await ada.signUp(ADA);
    const wrong = await ada.post('/web/sign-in', { ...ADA, password: 'another' });
    const nobody = await ada.post('/web/sign-in', { ...ADA, email: 'nobody@example.org' });
    expect(nobody.failure.message).toBe(wrong.failure.message);
    const [known, unknown] = [ADA.email, 'nobody@example.org'].map((email) =>
      ada.post('/web/password/forgotten', { email }),
    );
    expect((await known!).text).toBe((await unknown!).text);
  });

  it('is refused from another page, and after too many attempts', async () => {
    await using service = await startWithAccounts({ signInsPerMinute: 3 });
    const ada = browser(service);
    const foreign = await ada.send('POST', '/web/sign-up', ADA, 'https://evil.example');
    expect(foreign.failure.error.code).toBe('csrf');
    for (let attempt = 0; attempt < 3; attempt++) await ada.post('/web/sign-in', ADA);
    const refused = await ada.post('/web/sign-in', ADA);
    expect(refused.failure.error.code).toBe('rate_limited');
    expect(refused.headers['ratelimit-policy']).toBe('"sign-in";q=3;w=60');
  });

  it('needs an address and a password that is long enough', async () => {
    await using service = await startWithAccounts();
    const ada = browser(service);
    for (const [field, change] of Object.entries({ email: { email: 'ada' }, password: { password: 'short' } }))
      expect((await ada.post('/web/sign-up', { ...ADA, ...change })).failure.error).toMatchObject({
        code: 'malformed_request',
        field,
      });
  });
});

describe('a password', () => {
  const NEW = 'a difference engine';

  it('is changed, which ends the other sessions', async () => {
    await using service = await startWithAccounts();
    const [here, there] = [browser(service), browser(service)];
    await here.signUp(ADA);
    await there.post('/web/sign-in', ADA);
    const wrong = await here.post('/web/password', { password: 'not it at all', newPassword: NEW });
    expect(wrong.failure.error.code).toBe('wrong_credentials');
    expect((await here.post('/web/password', { password: ADA.password, newPassword: NEW })).status).toBe(200);
    expect((await here.session()).signedIn).toBe(true);
    expect((await there.session()).signedIn).toBe(false);
    expect((await there.post('/web/sign-in', { ...ADA, password: NEW })).status).toBe(200);
  });

  it('that was forgotten is set again by a mail, once', async () => {
    await using service = await startWithAccounts();
    const ada = browser(service);
    await ada.signUp(ADA);
    await ada.post('/web/password/forgotten', { email: ADA.email });
    const [mail] = service.mails;
    expect(mail).toMatchObject({ to: ADA.email, subject: 'Reset your password' });
    const link = new URL(/https?:\S+/.exec(mail!.text)![0]);
    expect(link.origin + link.pathname).toBe(`${service.url}/reset`);
    const reset = { token: link.searchParams.get('token')!, password: NEW };
    expect((await ada.post('/web/password/reset', reset)).status).toBe(200);
    expect((await ada.session()).signedIn, 'every session has ended').toBe(false);
    expect((await ada.post('/web/sign-in', { ...ADA, password: NEW })).status).toBe(200);
    expect((await ada.post('/web/password/reset', reset)).failure.error.code).toBe('invalid_token');
  });
});

describe('a plan', () => {
  it.each(DEFAULT_TIERS)(
    'of the default, $id, takes files of 52,428,800 bytes, and not one more',
    async ({ id, name }) => {
      await using service = await startTestService({ environment: { ACCOUNTS: 'yes' } });
      const ada = browser(service);
      await ada.signUp(ADA);
      const [{ id: accountId }] = (await service.service.store.accounts.listPeople()) as [Person];
      expect(await service.service.store.accounts.setTier(accountId, id)).toBe(true);
      const key = await ada.newKey();
      const convert = (bytes: number) =>
        service.convert([{ ...PDF, value: Buffer.alloc(bytes, PDF.value) }, TO_DOCX], { 'X-API-Key': key });
      expect((await convert(52_428_800)).status).toBe(200);
      const refused = (await convert(52_428_801)).failure.error;
      expect(refused).toMatchObject({ code: 'file_too_large', details: { limitBytes: 52_428_800 } });
      const usage = (await ada.send('GET', '/api/v1/usage')).data<z.infer<typeof UsageView>>();
      expect(usage).toMatchObject({ plan: name, used: 1 });
    },
  );

  it('bounds the size of a file and what runs at once', async () => {
    await using service = await startWithAccounts();
    const ada = browser(service);
    await ada.signUp(ADA);
    const large = form({ ...PDF, value: '%PDF'.padEnd(1001) }, TO_DOCX);
    expect((await ada.send('POST', '/web/convert', large)).failure.error).toMatchObject({
      code: 'file_too_large',
      details: { limitBytes: 1000 },
    });
    const release = service.engine.hold();
    const first = ada.convert();
    await service.engine.begun;
    expect((await ada.convert()).failure.error.code).toBe('too_many_concurrent');
    release();
    expect((await first).status).toBe(200);
  });

  it('bounds what runs at once also for requests that come at the same time', async () => {
    await using service = await startWithAccounts();
    const ada = browser(service);
    await ada.signUp(ADA);
    const release = service.engine.hold();
    const asked = [ada.convert(), ada.convert()];
    const refused = await Promise.race(asked);
    expect(refused.failure.error.code).toBe('too_many_concurrent');
    release();
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 429]);
  });

  it('is given by whoever runs the service', async () => {
    await using service = await startWithAccounts();
    const ada = browser(service);
    await ada.signUp(ADA);
    const run = (...words: string[]) =>
      promisify(execFile)(process.execPath, ['server/accounts-cli.ts', ...words], {
        env: { ...process.env, DATA_DIR: service.dataDir },
      });
    expect(JSON.parse((await run('list')).stdout)).toMatchObject({ email: ADA.email, plan: 'free' });
    await run('set-plan', ADA.email, 'pro');
    const usage = (await ada.send('GET', '/api/v1/usage')).data<z.infer<typeof UsageView>>();
    expect(usage.limit).toBe(50);
    await ada.convert();
    expect(service.engine.calls.at(-1)).toMatchObject({ priority: 3 });
    for (const words of [['set-plan', ADA.email, 'none'], ['set-plan', 'nobody@example.org', 'pro'], ['what']])
      await expect(run(...words)).rejects.toMatchObject({ code: 1 });
  });
});
