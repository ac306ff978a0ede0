import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadDataConfig } from './config.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { ConfigError } from './settings.ts';
import { ServiceError } from './errors.ts';
import { createKeys, type Keys } from './services/keys.ts';
import { ensureLocalAccount, LOCAL_ACCOUNT } from './services/local-account.ts';
import { openStore } from './stores/open-store.ts';
import { UnavailableError } from './stores/unavailable.ts';

const USAGE = `Usage:
  npm run -s keys -- create [--name NAME]   print a new API key of the local account, and nothing else
  npm run -s keys -- list                   print the account's keys, as JSON lines
  npm run -s keys -- revoke ID              make a key invalid`;

class UsageError extends Error {}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return void process.stdout.write(`${USAGE}\n`);
  const [command, id, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(USAGE);
  const config = loadDataConfig(process.env);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const store = await openStore(config);
  try {
    // The server updates the tier of an existing account.
    if (!(await store.accounts.exists(LOCAL_ACCOUNT)))
      await ensureLocalAccount(store, config.monthlyConversions, Date.now());
    await perform(createKeys({ store, now: Date.now, limits: DEFAULT_LIMITS }), { command, id, name: values.name });
  } finally {
    await store.close();
  }
}

interface Command {
  readonly command: string | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
}

async function perform(keys: Keys, { command, id, name }: Command): Promise<void> {
  if (command === 'create' && id === undefined) {
    const { key } = await keys.create(LOCAL_ACCOUNT, name?.slice(0, 100) ?? 'created on the command line');
    process.stdout.write(`${key}\n`);
  } else if (command === 'list' && id === undefined) {
    for (const key of await keys.list(LOCAL_ACCOUNT)) process.stdout.write(`${JSON.stringify(key)}\n`);
  } else if (command === 'revoke' && id !== undefined) {
    await keys.revoke(LOCAL_ACCOUNT, id);
  } else {
    throw new UsageError(USAGE);
  }
}

try {
  await run();
} catch (error) {
  const known =
    error instanceof UsageError ||
    error instanceof ServiceError ||
    error instanceof ConfigError ||
    error instanceof UnavailableError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  if (!known) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
