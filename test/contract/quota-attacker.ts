import { randomUUID } from 'node:crypto';
import { openSqliteStore } from '../../server/stores/sqlite/store.ts';

/**
 * One of several processes that fight for the same account: it reserves until nothing is left, fails every second
 * conversion, and ends each one twice.
 */
const TRIES = 200;

const store = await openSqliteStore(process.argv[2]!);
let keys = 0;
let succeeded = 0;
let doubleEnds = 0;

for (let count = 0; count < 10; count++) {
  const id = randomUUID();
  if (await store.keys.add({ id, accountId: 'a', name: '', prefix: '', hash: id, createdAt: 0 }, 10)) keys++;
}

for (let count = 0; count < TRIES; count++) {
  const id = randomUUID();
  const reserved = await store.conversions.reserve({
    ...{ id, accountId: 'a', keyId: undefined, origin: 'api', period: 'm', createdAt: 0 },
    ...{ sourceFormat: 'pdf', targetFormat: 'docx', inputBytes: 1, inputSha256: '' },
  });
  if (!reserved) continue;
  const end = count % 2 === 0 ? succeed : fail;
  const ended = await Promise.all([end(id), end(id)]);
  if (ended[0] && ended[1]) doubleEnds++;
  if (end === succeed) succeeded++;
}

function succeed(id: string): Promise<boolean> {
  const report = { verified: 'content', score: 100, checks: [], lost: [], gone: [] } as const;
  const detail = { route: [], report, warnings: [] };
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
process.send!({ keys, succeeded, doubleEnds });
