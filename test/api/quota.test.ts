import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { type Answer, call } from '../support/http-client.ts';
import { PDF, startTestService, TO_DOCX } from '../support/service.ts';

const NEXT_MONTH = Date.UTC(2026, 11, 1);

const countStatuses = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('the plan quota', () => {
  it('is told with every answer and counts down', async () => {
    await using service = await startTestService();
    const { key } = await service.addAccount('small', 3);
    const headers = { 'X-API-Key': key };
    for (const remaining of ['2', '1', '0']) {
      const answer = await service.convert([PDF, TO_DOCX], headers);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'x-quota-limit': '3',
        'x-quota-remaining': remaining,
        'x-quota-reset': String(NEXT_MONTH / 1000),
      });
    }
    const refused = await service.convert([PDF, TO_DOCX], headers);
    expect(refused.status).toBe(429);
    expect(refused.failure.error).toMatchObject({
      code: 'quota_exceeded',
      details: { limit: 3, resetsAt: '2026-12-01T00:00:00.000Z' },
    });
    expect(refused.headers['x-quota-remaining']).toBe('0');
    expect(Number(refused.headers['retry-after'])).toBe((NEXT_MONTH - service.clock.now) / 1000);
  });

  it('is full again in the next month, and a bigger plan counts at once', async () => {
    await using service = await startTestService();
    const { key } = await service.addAccount('small', 1);
    const headers = { 'X-API-Key': key };
    expect((await service.convert([PDF, TO_DOCX], headers)).status).toBe(200);
    expect((await service.convert([PDF, TO_DOCX], headers)).status).toBe(429);
    await service.service.store.accounts.saveTier({ id: 'small', name: 'small', monthlyConversions: 2 });
    expect((await service.convert([PDF, TO_DOCX], headers)).status).toBe(200);
    expect((await service.convert([PDF, TO_DOCX], headers)).status).toBe(429);
    service.clock.now = NEXT_MONTH;
    const answer = await service.convert([PDF, TO_DOCX], headers);
    expect(answer.status).toBe(200);
    expect(answer.headers['x-quota-remaining']).toBe('1');
  });

  it('lets exactly one of a hundred pass when one is left', async () => {
    await using service = await startTestService();
    const { key } = await service.addAccount('last', 1);
    const headers = { 'X-API-Key': key };
    const answers = await Promise.all(Array.from({ length: 100 }, () => service.convert([PDF, TO_DOCX], headers)));
    expect(countStatuses(answers)).toEqual({ 200: 1, 429: 99 });
    expect(await service.used('last')).toBe(1);
    expect(service.engine.calls).toHaveLength(1);
  });

  it('is given back for every failed conversion, once', async () => {
    await using service = await startTestService();
    const { key } = await service.addAccount('unlucky', 5);
    const headers = { 'X-API-Key': key };
    service.engine.failure = new ConversionError({ code: 'conversion_failed', message: 'It failed.' });
    const answers = await Promise.all(Array.from({ length: 30 }, () => service.convert([PDF, TO_DOCX], headers)));
    expect(new Set(answers.map(({ status }) => status)).difference(new Set([500, 429])).size).toBe(0);
    expect(await service.used('unlucky')).toBe(0);
    service.engine.failure = undefined;
    expect((await service.convert([PDF, TO_DOCX], headers)).status).toBe(200);
    expect(await service.used('unlucky')).toBe(1);
  });

  it('is given back in the month that it was taken from', async () => {
    await using service = await startTestService();
    const { key } = await service.addAccount('late', 5);
    const release = service.engine.hold();
    service.engine.failure = new ConversionError({ code: 'conversion_failed', message: 'It failed.' });
    service.clock.now = NEXT_MONTH - 1;
    const asked = service.convert([PDF, TO_DOCX], { 'X-API-Key': key });
    await service.engine.begun;
    expect(await service.used('late')).toBe(1);
    service.clock.now = NEXT_MONTH + 1;
    release();
    expect((await asked).status).toBe(500);
    expect(await service.used('late')).toBe(0);
    service.clock.now = NEXT_MONTH - 1;
    expect(await service.used('late')).toBe(0);
  });

  it('of zero lets nothing pass', async () => {
    await using service = await startTestService();
    const { key } = await service.addAccount('none', 0);
    expect((await service.convert([PDF, TO_DOCX], { 'X-API-Key': key })).status).toBe(429);
  });

  it('is not touched by what is refused before the conversion', async () => {
    await using service = await startTestService();
    expect((await service.convert([PDF])).status).toBe(400);
    expect((await service.convert([PDF, { name: 'targetFormat', value: 'webp' }])).status).toBe(422);
    expect(await service.used()).toBe(0);
  });
});

describe('keys', () => {
  it('twenty made at once are exactly ten', async () => {
    await using service = await startTestService();
    const { keys } = service.service;
    await service.service.store.accounts.create({ id: 'busy', tierId: 'local', createdAt: 0 });
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => keys.create('busy', 'key')));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    for (const outcome of made) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'key_limit_reached', status: 409 });
    }
    const listed = await keys.list('busy');
    expect(listed.filter(({ revokedAt }) => revokedAt === undefined)).toHaveLength(10);
    await keys.revoke('busy', listed[0]!.id);
    await expect(keys.create('busy', 'key')).resolves.toBeDefined();
    await expect(keys.create('busy', 'key')).rejects.toMatchObject({ code: 'key_limit_reached' });
  });

  it('remember when they were used last, to the minute', async () => {
    await using service = await startTestService();
    const lastUse = async () => (await service.service.keys.list('local'))[0]!.lastUsedAt;
    expect(await lastUse()).toBeUndefined();
    const first = service.clock.now;
    await service.convert();
    expect(await lastUse()).toBe(first);
    service.clock.now += 59_000;
    await service.convert();
    expect(await lastUse()).toBe(first);
    service.clock.now += 1_000;
    await service.convert();
    expect(await lastUse()).toBe(first + 60_000);
  });

  it('too many wrong ones from one address have to wait, and right ones go on', async () => {
    await using service = await startTestService({ limits: { wrongKeysPerMinute: 3 } });
    const wrong = () => service.convert([PDF, TO_DOCX], { 'X-API-Key': 'wrong' });
    for (let attempt = 0; attempt < 3; attempt++) expect((await wrong()).status).toBe(401);
    const refused = await wrong();
    expect(refused.status).toBe(429);
    expect(refused.failure.error.code).toBe('rate_limited');
    expect(refused.headers).toMatchObject({
      'retry-after': '60',
      'ratelimit-policy': '"wrong-keys";q=3;w=60',
      ratelimit: '"wrong-keys";r=0;t=60',
    });
    expect((await service.convert()).status).toBe(200);
  });
});

describe('requests', () => {
  it('of one key are limited, and every answer says what is left', async () => {
    await using service = await startTestService({ environment: { REQUESTS_PER_MINUTE: '2' } });
    const first = await service.convert();
    expect(first.headers).toMatchObject({ 'ratelimit-policy': '"key";q=2;w=60', ratelimit: '"key";r=1;t=60' });
    expect((await service.convert()).status).toBe(200);
    const refused = await service.convert();
    expect(refused.failure.error).toMatchObject({ code: 'rate_limited', retryable: true });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    const other = await service.addAccount('other', 5);
    expect((await service.convert(undefined, { 'X-API-Key': other.key })).status).toBe(200);
    expect(await service.used()).toBe(2);
  });

  it('of one address are limited, whether or not they have a key', async () => {
    await using service = await startTestService({ environment: { REQUESTS_PER_MINUTE_PER_ADDRESS: '2' } });
    for (const path of ['/api/v1/formats', '/nothing']) await call(service.url + path);
    const refused = await call(`${service.url}/api/v1/formats`);
    expect(refused.failure.error.code).toBe('rate_limited');
    expect(refused.headers['ratelimit-policy']).toBe('"address";q=2;w=60');
    expect((await call(`${service.url}/healthz`)).status).toBe(200);
  });
});
