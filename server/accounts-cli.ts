import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadDataConfig } from './config.ts';
import { ConfigError } from './settings.ts';
import { openStore } from './stores/open-store.ts';
import type { Person, Store } from './stores/store.ts';
import { UnavailableError } from './stores/unavailable.ts';

const USAGE = `Usage:
  npm run -s accounts -- list                    print the accounts, as JSON lines
  npm run -s accounts -- set-plan EMAIL PLAN     give an account another plan`;

class UsageError extends Error {}

async function listAccounts(store: Store): Promise<readonly Person[]> {
  try {
    return await store.accounts.listPeople();
  } catch (error) {
    throw new UsageError('No accounts found. Start the service with ACCOUNTS=yes first.', { cause: error });
  }
}

async function setTier(store: Store, email: string, tierId: string): Promise<void> {
  const account = (await listAccounts(store)).find((line) => line.email === email.toLowerCase());
  if (!account)
    throw new UsageError(`There is no account with the email address ${email}. See npm run accounts -- list.`);
  try {
    await store.accounts.setTier(account.id, tierId);
  } catch (error) {
    throw new UsageError(`There is no plan ${tierId}. See the setting PLANS.`, { cause: error });
  }
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return void process.stdout.write(`${USAGE}\n`);
  const [command, email, tierId, ...rest] = positionals;
  const config = loadDataConfig(process.env);
  const isList = command === 'list' && email === undefined;
  const isSetTier = command === 'set-plan' && email !== undefined && tierId !== undefined && rest.length === 0;
  if (!isList && !isSetTier) throw new UsageError(USAGE);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const store = await openStore(config);
  try {
    if (isSetTier) await setTier(store, email, tierId);
    else for (const line of await listAccounts(store)) process.stdout.write(`${JSON.stringify(line)}\n`);
  } finally {
    await store.close();
  }
}

try {
  await run();
} catch (error) {
  const isArguments = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!(isArguments || [UsageError, ConfigError, UnavailableError].some((known) => error instanceof known)))
    throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
