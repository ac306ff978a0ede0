import { hash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../server/limits.ts';
import { createLog } from '../../server/log.ts';
import { createKeys } from '../../server/services/keys.ts';
import { createResumableUploads } from '../../server/services/resumable-uploads.ts';
import { createRetention } from '../../server/services/retention.ts';
import { openPostgresStore } from '../../server/stores/postgres/store.ts';
import { S3Blobs } from '../../server/stores/s3/blobs.ts';
import { tieredBlobs } from '../../server/stores/tiered-blobs.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { call } from '../support/http-client.ts';
import { objectStorage } from '../support/object-storage.ts';
import { postgresAnswers, testDatabase } from '../support/postgres.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const CONTENT = Buffer.alloc(33_000_000, 'bytes of a file that is sent while processes are killed ');
const PLANS = JSON.stringify([{ id: 'large', name: 'Large', monthlyConversions: 5, maxFileBytes: 60_000_000 }]);
/** Requests to the object storage after which the process that made them is killed: each stores a part. */
const KILLS = [1, 3, 4, 6];

it.skipIf(!(await postgresAnswers()))(
  'an upload is whole, and leaves nothing else, although the processes that receive it are killed',
  async () => {
    await using resources = new AsyncDisposableStack();
    const database = resources.use(await testDatabase());
    const storage = resources.use(await objectStorage());
    const scratch = resources.use(await temporaryDirectory()).path;
    const start = async (index: number): Promise<ChildService> => {
      const child = await startChildService({
        ...{ PORT: '0', DATA_DIR: join(scratch, String(index)), DATABASE_URL: database.url, ACCOUNTS: 'yes', PLANS },
        ...{ SIGNING_SECRET: 'c'.repeat(32), WORKERS: '1', ...storage.environment },
      });
      resources.defer(async () => void child.process.kill('SIGKILL'));
      return child;
    };
    const children = [await start(0), await start(1)];
    const store = resources.adopt(await openPostgresStore(database.url), (opened) => opened.close());
    await store.accounts.create({ id: 'ada', tierId: 'large', createdAt: Date.now() });
    const { key } = await createKeys({ store, limits: DEFAULT_LIMITS, now: Date.now }).create('ada', 'test');
    const headers = { 'X-API-Key': key, 'Tus-Resumable': '1.0.0' };
    const created = await call(`${children[0]!.url}/api/v1/uploads`, {
      ...{ method: 'POST', headers: { ...headers, 'Upload-Length': String(CONTENT.byteLength) } },
    });
    const { id } = created.data<{ id: string }>();

    let puts = 0;
    let receiver = 0;
    const killed: number[] = [];
    const restarts: Promise<void>[] = [];
    storage.onRequest = ({ method }) => {
      if (method !== 'PUT' || !KILLS.includes(++puts)) return;
      const dying = receiver;
      killed.push(dying);
      const kill = async (): Promise<void> => {
        // From before the storage has the part to after the database knows it.
        await wait(killed.length * 7);
        children[dying]!.process.kill('SIGKILL');
        children[dying] = await start(dying);
      };
      restarts.push(kill());
    };
    let offset = 0;
    for (let tries = 0; offset < CONTENT.byteLength && tries < 40; tries++) {
      receiver = tries % 2;
      const address = `${children[receiver]!.url}/api/v1/uploads/${id}`;
      const typed = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) };
      const body = CONTENT.subarray(offset);
      await call(address, { method: 'PATCH', headers: { ...headers, ...typed }, body }).catch(() => undefined);
      await Promise.all(restarts);
      const asked = await call(`${children[1 - receiver]!.url}/api/v1/uploads/${id}`, { method: 'HEAD', headers });
      offset = Number(asked.headers['upload-offset']);
    }
    storage.onRequest = undefined;
    expect([offset, killed.length]).toEqual([CONTENT.byteLength, KILLS.length]);

    const large = await S3Blobs.open(storage.config);
    const blobs = tieredBlobs({ large, small: store.smallFiles, smallBytes: 0, now: Date.now });
    const limits = DEFAULT_LIMITS;
    const uploads = createResumableUploads({ store, blobs, directory: scratch, now: Date.now, limits });
    const whole = await uploads.take('ada', id, new AbortController().signal);
    expect(whole).toMatchObject({ sizeBytes: CONTENT.byteLength, sha256: hash('sha256', CONTENT) });

    // What a killed process has stored and not recorded is removed by age: as if that age were reached.
    const log = createLog({ level: 'silent' });
    const now = (): number => Date.now() + limits.orphanAgeMs + 60_000;
    await createRetention({ store, blobs, limits, log, now }).sweep();
    const parts = await store.uploads.listParts(id);
    expect((await storage.keys()).toSorted()).toEqual(parts.map((part) => part.key).toSorted());
    expect(await storage.unfinished()).toEqual([]);
  },
  120_000,
);
