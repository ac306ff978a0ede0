import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HistoryView } from '../../server/openapi/conversion-schemas.ts';
import { startChildService } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, call, form, FORM_TYPE } from '../support/http-client.ts';
import { postgresAnswers, testDatabase } from '../support/postgres.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROUNDS = 10;
/** Conversions at a time: the pool has connections in use, and some that are idle. */
const CALLERS = 4;
/** Answers between two rounds, so that every round meets new connections at work. */
const ANSWERS_PER_ROUND = 6;

const TABLE = { name: 'file', value: 'name,size\na,1\nb,2\n', fileName: 'table.csv' };

describe.skipIf(!(await postgresAnswers()))('a service whose database connections are terminated', () => {
  it('loses no process, no quota and no file, and goes on', async () => {
    await using database = await testDatabase();
    await using directory = await temporaryDirectory();
    await using service = await startChildService({
      ...{ PORT: '0', DATA_DIR: directory.path, DATABASE_URL: database.url, SIGNING_SECRET: 's'.repeat(32) },
      REQUESTS_PER_MINUTE: '100000',
      REQUESTS_PER_MINUTE_PER_ADDRESS: '100000',
    });
    await eventually(() => expect(service.stdout()).toContain('curl'));
    const key = /ath_live_\w+/.exec(service.stdout())![0];
    const get = async <Data>(path: string) =>
      (await call(service.url + path, { headers: { 'X-API-Key': key } })).data<Data>();
    const convert = () =>
      call(`${service.url}/api/v1/convert`, {
        headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': key },
        body: form(TABLE, { name: 'targetFormat', value: 'json' }),
      });

    const answers: Answer[] = [];
    const stop = new AbortController();
    const keepConverting = async (): Promise<void> => {
      while (!stop.signal.aborted) answers.push(await convert());
    };
    const callers = Promise.all(Array.from({ length: CALLERS }, keepConverting));
    for (let round = 0; round < ROUNDS; round++) {
      const enough = answers.length + ANSWERS_PER_ROUND;
      await Promise.race([callers, eventually(() => expect(answers.length).toBeGreaterThanOrEqual(enough))]);
      await database.cutConnections();
    }
    stop.abort();
    await callers;

    expect(service.process.exitCode).toBeNull();
    const failures = answers.filter(({ status }) => status !== 200).map(({ failure }) => failure.error.code);
    expect(failures.filter((code) => code !== 'database_unavailable')).toEqual([]);
    expect((await convert()).status).toBe(200);
    const succeeded = answers.length - failures.length + 1;

    // What was interrupted before it could be settled is failed and refunded by the next sweep.
    await eventually(async () => {
      expect((await get<{ used: number }>('/api/v1/usage')).used).toBe(succeeded);
      const list = await get<HistoryView[]>('/api/v1/conversions?limit=100');
      expect(list.filter(({ status }) => status === 'running')).toEqual([]);
    });
    expect(await readdir(join(directory.path, 'blobs'))).toHaveLength(succeeded);
    expect(await readdir(join(directory.path, 'scratch/uploads'))).toEqual([]);
    expect((await service.stop()).exitCode).toBe(0);
  });
});
