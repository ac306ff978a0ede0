import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConversionError } from '../../../engine/index.ts';
import { ClientClosedError } from '../../../server/errors.ts';
import { DEFAULT_LIMITS } from '../../../server/limits.ts';
import { createLog } from '../../../server/log.ts';
import { type Conversions, createConversions } from '../../../server/services/conversions.ts';
import { engineRunner } from '../../../server/services/engine-runner.ts';
import { createFollowing } from '../../../server/services/following.ts';
import { createOutputDirectories } from '../../../server/services/output-directories.ts';
import { createWorker, type Worker, type WorkerDependencies } from '../../../server/services/worker.ts';
import type { Blobs } from '../../../server/stores/blobs.ts';
import { DiskBlobs } from '../../../server/stores/disk/blobs.ts';
import { type ConversionEvent, EventHub } from '../../../server/stores/events.ts';
import { localQueue } from '../../../server/stores/queue.ts';
import { openSqliteStore } from '../../../server/stores/sqlite/store.ts';
import type { Store } from '../../../server/stores/store.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeEngine } from '../../support/fake-engine.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../../support/temporary-directory.ts';

const NOW = Date.UTC(2026, 10, 21);

let directory: TemporaryDirectory;
let store: Store;
let blobs: DiskBlobs;
let engine: FakeEngine;
let logged: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = await openSqliteStore(join(directory.path, 'test.db'));
  await store.accounts.saveTier({ id: 'tier', name: 'Tier', monthlyConversions: 5 });
  await store.accounts.create({ id: 'a', tierId: 'tier', createdAt: 0 });
  blobs = await DiskBlobs.open(join(directory.path, 'blobs'));
  engine = new FakeEngine();
  logged = '';
  await mkdir(join(directory.path, 'outputs'));
  await writeFile(join(directory.path, 'upload'), '%PDF a small file');
});
afterEach(async () => {
  await store.close();
  await directory[Symbol.asyncDispose]();
});

/** What receives conversions, and the worker that runs them. */
function conversions(
  changes: Partial<WorkerDependencies> = {},
): Conversions & Pick<Worker, 'running' | 'checkOverruns' | 'stop'> {
  const log = createLog({ level: 'info', destination: { write: (line) => (logged += line) } });
  const hub = new EventHub();
  const events = { publish: async (event: ConversionEvent) => hub.publish(event), subscribe: hub.subscribe.bind(hub) };
  const queue = localQueue();
  const common = { store, blobs, queue, events, log, now: () => NOW, processId: 'own', ...changes };
  const limits = { ...DEFAULT_LIMITS, queueLength: 100, queueLengthPerAccount: 100 };
  const webhookSender = { requireAllowed: async () => {} };
  const exports = { requireAllowed: async () => {}, send: async () => ({ status: 'done' }) as const };
  const received = createConversions({
    ...{ ...common, engine, webhookSender, exports, limits },
    following: createFollowing({ ...common, limits }),
  });
  const worker = createWorker({
    ...{ runJob: engineRunner(engine), resultLifetimeMs: 1000, storageWaitMs: 0, slots: 1, limits },
    outputs: createOutputDirectories(join(directory.path, 'outputs'), log),
    inputDir: directory.path,
    localJob: received.localJob,
    refuseWaiting: received.refuseWaiting,
    metrics: { conversion: () => {}, attempt: () => {}, demoted: () => {} },
    ...{ ...common, exports },
  });
  worker.start();
  const { running, checkOverruns, stop } = worker;
  return { ...received, running, checkOverruns, stop };
}

async function convert(
  service: Conversions,
  signal: AbortSignal = new AbortController().signal,
  accountId: string = 'a',
) {
  const path = join(directory.path, 'upload');
  const upload = { path, fileName: 'a.pdf', sizeBytes: 17, sha256: 'a'.repeat(64) };
  const fields = { to: 'docx', from: undefined, options: undefined, allowLoss: undefined };
  const caller = { accountId, tier: {}, keyId: undefined, origin: 'api', kind: 'convert' } as const;
  const { finished } = await service.start({ ...caller, uploads: [upload], signal, ...fields });
  return finished;
}

/** The blobs with some of what they do replaced. */
function standIn({ put }: Pick<Blobs, 'put'>): Blobs {
  return {
    ...{ put, shared: blobs.shared },
    open: (key) => blobs.open(key),
    delete: (key) => blobs.delete(key),
    list: () => blobs.list(),
    ping: () => blobs.ping(),
  };
}

const used = async () => (await store.accounts.usage('a', '2026-11'))!.used;
const lastRow = async () => (await store.conversions.list('a', { limit: 1 }))[0];
const filesIn = async (name: string) =>
  (await readdir(join(directory.path, name), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );

describe('a conversion', () => {
  it('uses its output directory again', async () => {
    const service = conversions();
    for (let count = 0; count < 3; count++) await convert(service);
    expect(await readdir(join(directory.path, 'outputs'))).toHaveLength(1);
    await Promise.all([convert(service), convert(service)]);
    expect((await readdir(join(directory.path, 'outputs'))).length).toBeLessThanOrEqual(2);
    expect(await filesIn('outputs')).toEqual([]);
  });

  it('is running while it runs', async () => {
    const service = conversions();
    const release = engine.hold();
    const converting = convert(service);
    await engine.begun;
    const [id] = service.running();
    expect((await lastRow())!.id).toBe(id);
    release();
    expect((await converting).id).toBe(id);
    expect(service.running()).toEqual([]);
  });

  it('can be cancelled by its own account only', async () => {
    const service = conversions();
    engine.hold();
    const converting = expect(convert(service)).rejects.toMatchObject({ code: 'conversion_cancelled', status: 409 });
    await engine.begun;
    const [id] = service.running();
    expect(service.cancel('b', id!)).toBe(false);
    expect(service.cancel('a', 'unknown')).toBe(false);
    expect(service.cancel('a', id!)).toBe(true);
    await converting;
    expect(await used()).toBe(0);
    expect(await lastRow()).toMatchObject({ status: 'cancelled', errorCode: 'conversion_cancelled' });
  });
});

describe('a conversion that waits', () => {
  it('ends at once when nobody waits for it any more', async () => {
    const service = conversions();
    const release = engine.hold();
    const running = [convert(service), convert(service)];
    await eventually(() => expect(engine.calls).toHaveLength(2));
    const client = new AbortController();
    const waiting = expect(convert(service, client.signal)).rejects.toThrow(ClientClosedError);
    await eventually(async () => expect(await used()).toBe(3));
    client.abort();
    await waiting;
    expect(await used()).toBe(2);
    expect(await lastRow()).toMatchObject({ status: 'cancelled', attempt: 0 });
    release();
    await Promise.all(running);
  });
});

describe('a worker that stops', () => {
  it('waits for the answers to its claims, and does not begin what they bring', async () => {
    const answers = Promise.withResolvers<void>();
    const claim: Store['conversions']['claim'] = async (claimant) => {
      await answers.promise;
      return store.conversions.claim(claimant);
    };
    const service = conversions({ store: { ...store, conversions: { ...store.conversions, claim } } });
    engine.hold();
    const converting = expect(convert(service)).rejects.toMatchObject({ code: 'draining', status: 503 });
    await eventually(async () => expect((await store.conversions.load()).waiting).toBe(1));
    let hasStopped = false;
    const stopped = service.stop(0).then(() => (hasStopped = true));
    await setTimeout(50);
    expect(hasStopped).toBe(false);
    answers.resolve();
    await Promise.all([converting, stopped]);
    expect(service.running()).toEqual([]);
    expect(await used()).toBe(0);
  });
});

describe('a conversion that runs past its prediction', () => {
  const limits = { ...DEFAULT_LIMITS, overrunMs: 0, overrunFactor: 0, overrunCheckMs: 3_600_000 };
  const attempts = async (accountId: string) =>
    (await store.conversions.list(accountId, { limit: 10 })).map(({ attempt }) => attempt).sort();

  beforeEach(async () => {
    await store.accounts.create({ id: 'b', tierId: 'tier', createdAt: 0 });
    await store.processes.renew('own', NOW * 2, 1);
  });

  it('goes on while nobody else waits', async () => {
    const service = conversions({ limits });
    const release = engine.hold();
    const running = [convert(service), convert(service)];
    await eventually(() => expect(engine.calls).toHaveLength(2));
    await service.checkOverruns();
    expect(await store.conversions.load()).toMatchObject({ running: 2, demoted: 2 });
    await service.checkOverruns();
    release();
    await Promise.all(running);
    expect(await attempts('a')).toEqual([1, 1]);
  });

  it('makes room for another account when its own has a second one, and is converted later', async () => {
    const service = conversions({ limits });
    const release = engine.hold();
    const running = [convert(service), convert(service)];
    await eventually(() => expect(engine.calls).toHaveLength(2));
    await service.checkOverruns();
    const other = convert(service, undefined, 'b');
    await eventually(async () => expect((await store.conversions.load()).waiting).toBe(1));
    await service.checkOverruns();
    await eventually(() => expect(engine.calls).toHaveLength(3));
    expect(engine.calls[2]!.tenant).toBe('b');
    release();
    await Promise.all([...running, other]);
    expect(await attempts('a')).toEqual([1, 2]);
    expect(await attempts('b')).toEqual([1]);
    expect(await used()).toBe(2);
  });
});

describe('conversions that exceed the time limit', () => {
  it('are refunded a few times, then charged and slowed down, and the error says so', async () => {
    await store.accounts.saveTier({ id: 'tier', name: 'Tier', monthlyConversions: 10 });
    const service = conversions({ limits: { ...DEFAULT_LIMITS, refundedTimeouts: 2 } });
    engine.failure = new ConversionError({ code: 'conversion_timeout', message: 'It took too long.' });
    for (let count = 0; count < 2; count++) await expect(convert(service)).rejects.toThrow(/^It took too long\.$/);
    expect(await used()).toBe(0);
    await expect(convert(service)).rejects.toMatchObject({
      code: 'conversion_timeout',
      message: expect.stringMatching(
        /counts against the quota: 3 conversions .* within 60 minutes\. Until 2026-11-21T01:00/,
      ),
      details: { timeouts: 3, refundedTimeouts: 2, slowedUntil: '2026-11-21T01:00:00.000Z' },
    });
    expect(await used()).toBe(1);
    expect(await lastRow()).toMatchObject({ status: 'failed', errorCode: 'conversion_timeout' });
    engine.failure = undefined;
    const release = engine.hold();
    const slowed = convert(service);
    await engine.begun;
    expect((await store.conversions.load()).demoted, 'it begins as a demoted one').toBe(1);
    release();
    await slowed;
  });
});

describe('a conversion that fails', () => {
  it('because the disk is full is told as 507, refunded, and leaves no file', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const put = () => Promise.reject(full);
    const service = conversions({
      blobs: standIn({ put }),
    });
    await expect(convert(service)).rejects.toMatchObject({ code: 'insufficient_storage', status: 507 });
    expect(await used()).toBe(0);
    expect(await filesIn('outputs')).toEqual([]);
    expect(await lastRow()).toMatchObject({ status: 'failed', errorCode: 'insufficient_storage' });
  });

  it('after its result was stored leaves no blob', async () => {
    const client = new AbortController();
    const abortingPut: DiskBlobs['put'] = async (key, content) => {
      const facts = await blobs.put(key, content);
      client.abort();
      return facts;
    };
    const service = conversions({
      blobs: standIn({ put: abortingPut }),
    });
    await expect(convert(service, client.signal)).rejects.toThrow(ClientClosedError);
    expect(await used()).toBe(0);
    expect(await filesIn('blobs')).toEqual([]);
    expect(await lastRow()).toMatchObject({ status: 'cancelled', errorCode: 'client_closed' });
  });

  it('tells its own reason also when the refund has to wait for the sweeper', async () => {
    engine.failure = new ConversionError({ code: 'input_corrupt', message: 'It is damaged.' });
    const broken = { ...store.conversions, fail: () => Promise.reject(new Error('the database is away')) };
    const service = conversions({ store: { ...store, conversions: broken } });
    await expect(convert(service)).rejects.toMatchObject({ code: 'input_corrupt' });
    expect(logged).toContain('the database is away');
    expect(await used()).toBe(1);
    expect(
      await store.conversions.failInterrupted({ now: NOW, processId: 'own', running: service.running() }),
    ).toHaveLength(1);
    expect(await used()).toBe(0);
  });

  it('because something else has ended it does not hand out its result', async () => {
    const release = engine.hold();
    const service = conversions();
    const converting = expect(convert(service)).rejects.toMatchObject({ code: 'conversion_cancelled' });
    await engine.begun;
    await store.conversions.failInterrupted({ now: NOW, processId: 'own', running: [] });
    release();
    await converting;
    expect(await used()).toBe(0);
    expect(await filesIn('blobs')).toEqual([]);
  });

  it('when the engine breaks its word and returns several files', async () => {
    const twice: FakeEngine['convert'] = async (input, options) => {
      const result = await FakeEngine.prototype.convert.call(engine, input, options);
      return { ...result, artifacts: [...result.artifacts, ...result.artifacts] };
    };
    const service = conversions({ runJob: (job) => twice(job.inputs[0]!.path, { ...job, pack: 'list' }) });
    await expect(convert(service)).rejects.toMatchObject({ code: 'internal', status: 500 });
    expect(await filesIn('outputs')).toEqual([]);
    expect(await used()).toBe(0);
  });
});
