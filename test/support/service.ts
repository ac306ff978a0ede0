import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ConversionEngine } from '../../server/conversion-engine.ts';
import { loadConfig } from '../../server/config.ts';
import type { ServerLimits } from '../../server/limits.ts';
import { createLog } from '../../server/log.ts';
import type { SendMail } from '../../server/services/mail.ts';
import type { CreatedKey } from '../../server/services/keys.ts';
import { ensureLocalAccount, LOCAL_ACCOUNT } from '../../server/services/local-account.ts';
import { type Service, startService } from '../../server/service.ts';
import { FakeEngine } from './fake-engine.ts';
import { type Answer, call, form, FORM_TYPE, type Part } from './http-client.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export interface TestServiceOptions {
  readonly limits?: Partial<ServerLimits>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Used instead of the stand-in; whoever created it closes it. */
  readonly engine?: ConversionEngine;
  readonly sendMail?: SendMail;
  /** A build of the website; by default, the package's own if there is one. */
  readonly websiteDir?: string;
  /** False for the clock that the service itself chooses. */
  readonly ownClock?: boolean;
  /** An existing data directory: for restarts. It is not removed. */
  readonly dataDir?: string;
}

/** The service on a free port and an own data directory, with a stand-in for the engine and a clock to turn. */
export interface TestService extends AsyncDisposable {
  readonly service: Service;
  /** The stand-in, unless another engine was given. */
  readonly engine: FakeEngine;
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Key of the local account. */
  readonly key: string;
  readonly clock: { now: number };
  /** Everything that was logged, one JSON text a line. */
  readonly log: { readonly text: string };
  /** Posts a conversion of a small PDF to DOCX; parts replace those of the same name, `null` leaves one out. */
  convert(parts?: readonly Part[], headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** An own account with one key, and quota for so many conversions. */
  addAccount(id: string, monthlyConversions: number): Promise<CreatedKey>;
  used(accountId?: string): Promise<number>;
  /** Files of uploads and outputs that are still there. */
  leftovers(): Promise<string[]>;
}

export const PDF: Part = { name: 'file', value: '%PDF-1.7 a small file', fileName: 'Report 2026.pdf' };
export const TO_DOCX: Part = { name: 'targetFormat', value: 'docx' };

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  await using resources = new AsyncDisposableStack();
  const dataDir = options.dataDir ?? resources.use(await temporaryDirectory()).path;
  const engine = new FakeEngine();
  const clock = { now: Date.UTC(2026, 10, 21, 12) };
  const lines: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } });
  const config = loadConfig({ PORT: '0', DATA_DIR: dataDir, ...options.environment });
  const service = await startService(config, {
    limits: options.limits,
    websiteDir: options.websiteDir,
    engine: options.engine ?? engine,
    sendMail: options.sendMail,
    log,
    ...(options.ownClock !== false && { now: () => clock.now }),
  });
  resources.defer(async () => {
    await service.close();
    expect(await leftovers(dataDir), 'files left in scratch space').toEqual([]);
    expect(await openFiles(dataDir), 'files left open').toEqual([]);
  });
  // In production the operator creates the account.
  await ensureLocalAccount(service.store, config.monthlyConversions, clock.now);
  const key = service.firstKey ?? (await service.keys.create(LOCAL_ACCOUNT, 'test')).key;
  const { url } = service;
  const held = resources.move();
  return {
    ...{ service, engine, url, dataDir, key, clock },
    port: service.port,
    log: {
      get text() {
        return lines.join('');
      },
    },
    convert: (parts = [PDF, TO_DOCX], headers = {}) =>
      call(`${url}/api/v1/convert`, {
        headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': key, ...headers },
        body: form(...parts),
      }),
    async addAccount(id, monthlyConversions) {
      await service.store.accounts.saveTier({ id, name: id, monthlyConversions });
      await service.store.accounts.create({ id, tierId: id, createdAt: clock.now });
      return service.keys.create(id, 'test');
    },
    async used(accountId = LOCAL_ACCOUNT) {
      const time = options.ownClock === false ? Date.now() : clock.now;
      const usage = await service.store.accounts.usage(accountId, new Date(time).toISOString().slice(0, 7));
      return usage!.used;
    },
    leftovers: () => leftovers(dataDir),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function leftovers(dataDir: string): Promise<string[]> {
  const found = await readdir(join(dataDir, 'scratch'), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Descriptors of this process that point into the directory; empty where the system has no /proc. */
async function openFiles(directory: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(directory));
}
