import { type ObjectStorage, objectStorage } from './object-storage.ts';
import { testDatabase } from './postgres.ts';
import { startTestService, type TestService, type TestServiceOptions } from './service.ts';

const HOUR_MS = 3_600_000;

/** Whoever looks, looks at once; nothing is swept or taken for dead unless a test says so, and all files are objects. */
const LIMITS = { syncIntervalMs: 10, heartbeatIntervalMs: HOUR_MS, sweepIntervalMs: HOUR_MS, smallFileBytes: 0 };

export interface Deployment extends AsyncDisposable {
  readonly storage: ObjectStorage;
  readonly environment: Readonly<Record<string, string>>;
  /** One more process on the same database and the same results. */
  start(options?: TestServiceOptions): Promise<TestService>;
  two(options?: TestServiceOptions): Promise<readonly [TestService, TestService]>;
}

export async function deployment(): Promise<Deployment> {
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await testDatabase());
  const storage = resources.use(await objectStorage());
  const environment = { DATABASE_URL: database.url, SIGNING_SECRET: 's'.repeat(32), ...storage.environment };
  const held = resources.move();
  const start: Deployment['start'] = async (options = {}) =>
    held.use(
      await startTestService({
        limits: { ...LIMITS, ...options.limits },
        environment: { ...environment, ...options.environment },
      }),
    );
  return {
    ...{ storage, environment, start },
    two: async (options) => [await start(options), await start(options)],
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
