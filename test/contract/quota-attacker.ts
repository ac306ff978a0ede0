import { randomUUID } from 'node:crypto';
import { openPostgresStore } from '../../server/stores/postgres/store.ts';
import { openSqliteStore } from '../../server/stores/sqlite/store.ts';
import type { NewConversion } from '../../server/stores/store.ts';
import { type Attack, MOST_AT_ONCE, MOST_REQUESTS } from '../support/several-processes.ts';
import { ACCEPTED } from '../support/report.ts';

/**
 * One of several processes that fight for the same account: it reserves again and again, several at a time, fails every
 * second conversion, and ends each one twice.
 */
const [, , address = '', tries] = process.argv;
const AT_ONCE = 4;

const store = await (address.startsWith('postgres:') ? openPostgresStore : openSqliteStore)(address);
let refused = 0;
let keys = 0;
let succeeded = 0;
let doubleEnds = 0;

await Promise.all(
  Array.from({ length: 20 }, async () => {
    const id = randomUUID();
    if (await store.keys.add({ id, accountId: 'a', name: '', prefix: '', hash: id, createdAt: 0 }, 10)) keys++;
  }),
);

await Promise.all(
  Array.from({ length: AT_ONCE }, async (_, first) => {
    for (let count = first; count < Number(tries); count += AT_ONCE) await convert(count % (2 * AT_ONCE) < AT_ONCE);
  }),
);

// Conversions that do not end, of an account that may run few at once; and requests that count against one limit.
let held = 0;
let withinRate = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async (_, first) => {
    for (let count = first; count < Number(tries) / 4; count += AT_ONCE) {
      if (await store.conversions.reserve({ ...newConversion(randomUUID(), 'b'), maxConcurrent: MOST_AT_ONCE })) held++;
      const { count: requests } = await store.rates.count('one', { now: 0, lengthMs: 60_000 });
      if (requests <= MOST_REQUESTS) withinRate++;
    }
  }),
);

function newConversion(id: string, accountId: string): NewConversion {
  return {
    ...{ id, accountId, keyId: undefined, origin: 'api', period: 'm', createdAt: 0, predictedMs: 1 },
    ...{ sourceFormat: 'pdf', targetFormat: 'docx', inputBytes: 1, inputSha256: '', processId: 'attacker' },
  };
}

async function convert(succeeds: boolean): Promise<void> {
  const id = randomUUID();
  const reserved = await store.conversions.reserve(newConversion(id, 'a'));
  if (!reserved) {
    refused++;
    return;
  }
  const end = succeeds ? succeed : fail;
  const ended = await Promise.all([end(id), end(id)]);
  if (ended[0] && ended[1]) doubleEnds++;
  if (succeeds) succeeded++;
}

function succeed(id: string): Promise<boolean> {
  const detail = { route: [], report: ACCEPTED, warnings: [] };
  const times = { durationMs: 1, finishedAt: 0, expiresAt: 0 };
  const outcome = {
    resultName: id,
    downloadName: id,
    mimeType: '',
    outputBytes: 1,
    outputSha256: '',
    detail,
    ...times,
  };
  return store.conversions.succeed(id, outcome);
}

function fail(id: string): Promise<boolean> {
  return store.conversions.fail(id, { status: 'failed', errorCode: 'test', errorMessage: '', finishedAt: 0 });
}

await store.close();
process.send!({ keys, succeeded, doubleEnds, refused, held, withinRate } satisfies Attack);
