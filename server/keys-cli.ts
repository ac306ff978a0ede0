import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadDataConfig } from './config.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { ConfigError } from './settings.ts';
import { ServiceError } from './errors.ts';
import { createKeys, type KeyRights, type Keys } from './services/keys.ts';
import { ensureLocalAccount, LOCAL_ACCOUNT } from './services/local-account.ts';
import { KEY_SCOPES } from './stores/store.ts';
import { openStore } from './stores/open-store.ts';
import { UnavailableError } from './stores/unavailable.ts';

const USAGE = `Usage:
  npm run -s keys -- create [--name NAME] [--scope convert|read] [--monthly-limit N] [--days N]
                                            print a new API key of the local account, and nothing else
  npm run -s keys -- list                   print the account's keys, as JSON lines
  npm run -s keys -- revoke ID              make a key invalid`;

class UsageError extends Error {}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      scope: { type: 'string', multiple: true },
      'monthly-limit': { type: 'string' },
      days: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
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
    await perform(createKeys({ store, now: Date.now, limits: DEFAULT_LIMITS }), {
      ...{ command, id, name: values.name },
      rights: rightsOf({ scopes: values.scope, monthlyLimit: values['monthly-limit'], days: values.days }),
    });
  } finally {
    await store.close();
  }
}

interface Command {
  readonly command: string | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly rights: KeyRights;
}

interface GivenRights {
  readonly scopes: readonly string[] | undefined;
  readonly monthlyLimit: string | undefined;
  readonly days: string | undefined;
}

function rightsOf({ scopes, monthlyLimit, days }: GivenRights): KeyRights {
  const known = KEY_SCOPES.filter((scope) => scopes?.includes(scope));
  if (scopes && (known.length === 0 || scopes.some((scope) => !(KEY_SCOPES as readonly string[]).includes(scope))))
    throw new UsageError(`Expected ${KEY_SCOPES.join(' or ')} for --scope, but received ${scopes.join(', ')}.`);
  return {
    ...(scopes && { scopes: known }),
    ...(monthlyLimit !== undefined && { monthlyLimit: positive(monthlyLimit, '--monthly-limit') }),
    ...(days !== undefined && { expiresAt: Date.now() + positive(days, '--days') * DAY_MS }),
  };
}

const DAY_MS = 86_400_000;

function positive(text: string, option: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new UsageError(`Expected a whole number above 0 for ${option}, but received ${text}.`);
}

async function perform(keys: Keys, { command, id, name, rights }: Command): Promise<void> {
  if (command === 'create' && id === undefined) {
    const { key } = await keys.create(LOCAL_ACCOUNT, name?.slice(0, 100) ?? 'created on the command line', rights);
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
