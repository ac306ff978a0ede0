import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { ConfigError, loadDataConfig } from './config.ts';
import { openSqliteStore } from './stores/sqlite/store.ts';

const USAGE = `Usage:
  npm run -s accounts -- list                    print the accounts, as JSON lines
  npm run -s accounts -- set-plan EMAIL PLAN     give an account another plan`;

class UsageError extends Error {}

interface AccountLine {
  readonly id: string;
  readonly email: string;
  readonly plan: string;
}

/** People are in the tables of the accounts library; which plan they have is in ours. */
function listAccounts(file: string): AccountLine[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const query = `select auth_user.id, auth_user.email, account.plan_id as plan
      from auth_user join account on account.id = auth_user.id order by auth_user.email`;
    return database.prepare(query).all() as unknown as AccountLine[];
  } catch (error) {
    throw new UsageError('There are no accounts here: start the service with ACCOUNTS=yes first.', { cause: error });
  } finally {
    database.close();
  }
}

async function setPlan(file: string, email: string, planId: string): Promise<void> {
  const account = listAccounts(file).find((line) => line.email === email.toLowerCase());
  if (!account) throw new UsageError(`There is no account with the address ${email}.`);
  const store = await openSqliteStore(file);
  try {
    await store.accounts.setPlan(account.id, planId);
  } catch (error) {
    throw new UsageError(`There is no plan ${planId}.`, { cause: error });
  } finally {
    await store.close();
  }
}

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, email, plan, ...rest] = positionals;
  const config = loadDataConfig(process.env);
  const file = join(config.dataDir, 'athanor.db');
  if (command === 'list' && email === undefined) {
    for (const line of listAccounts(file)) process.stdout.write(`${JSON.stringify(line)}\n`);
  } else if (command === 'set-plan' && email !== undefined && plan !== undefined && rest.length === 0) {
    await setPlan(file, email, plan);
  } else {
    throw new UsageError(USAGE);
  }
} catch (error) {
  const isArguments = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof UsageError || error instanceof ConfigError || isArguments)) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
