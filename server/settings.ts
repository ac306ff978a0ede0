import { isIP } from 'node:net';
import * as z from 'zod';
import { DEFAULT_LIMITS } from './limits.ts';

interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** The value when the variable is absent or empty. Shown in the documentation. */
  readonly default?: string;
  readonly meaning: string;
  readonly schema: Schema;
}

const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const TierSetting = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  name: z.string().min(1),
  monthlyConversions: z.int().nonnegative(),
  maxFileBytes: z.int().positive().max(DEFAULT_LIMITS.resumableBytes).optional(),
  maxConcurrent: z.int().positive().optional(),
  priority: z.int().positive().max(100).optional(),
});

function parseJson(text: string, { addIssue }: { readonly addIssue: (message: string) => void }): unknown {
  try {
    return JSON.parse(text);
  } catch {
    addIssue('expected JSON');
    return z.NEVER;
  }
}

const hostNames = list.pipe(
  z.array(
    z
      .string()
      .toLowerCase()
      .regex(/^(\*\.)?[a-z0-9.-]+$/, 'expected names of hosts'),
  ),
);

/** Every environment variable of the service. The table in SETTINGS.md is generated from it. */
export const SETTINGS = {
  PORT: { default: '8080', meaning: 'Port to listen on; 0 chooses a free one.', schema: integer(0, 65_535) },
  HOST: {
    default: '127.0.0.1',
    meaning: 'Address to listen on. Without `NODE_ENV=production` only a loopback address is accepted.',
    schema: z.string(),
  },
  ROLE: {
    default: 'all',
    meaning:
      '`all`: one process accepts requests and converts. `api`: it accepts requests and leaves the work to workers. ' +
      '`worker`: it converts what API processes have accepted, and serves `/healthz` and `/readyz` only. The roles `api` ' +
      'and `worker` need DATABASE_URL and S3_ENDPOINT.',
    schema: z.enum(['all', 'api', 'worker']),
  },
  DATA_DIR: {
    default: './data',
    meaning:
      'Directory for the database, results and temporary files; created when absent. Every process needs its own.',
    schema: z.string(),
  },
  DATABASE_URL: {
    meaning:
      'PostgreSQL database, such as `postgres://user:password@host:5432/athanor`. Several processes may share it if ' +
      'they share SIGNING_SECRET and the storage at S3_ENDPOINT. A pooler in between must pool sessions, not ' +
      'transactions. Default: SQLite in DATA_DIR.',
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  },
  S3_ENDPOINT: {
    meaning: 'S3 object storage for results, such as `https://s3.eu-central-1.amazonaws.com`. Default: DATA_DIR.',
    schema: z.url({ protocol: /^https?$/ }).optional(),
  },
  S3_BUCKET: {
    meaning:
      'Bucket for results; it must exist. Give it a lifecycle rule that aborts incomplete uploads after a day, to ' +
      'clean up after processes that were killed.',
    schema: z.string().optional(),
  },
  S3_PREFIX: {
    default: 'athanor/',
    meaning: 'Prefix of the names of all results. Other objects with this prefix are deleted.',
    schema: z.string().regex(/^([\w.-]+\/)+$/, 'expected names that end with a slash'),
  },
  S3_REGION: { default: 'auto', meaning: 'Region of the bucket, such as `eu-central-1`.', schema: z.string() },
  S3_ACCESS_KEY_ID: { meaning: 'Access key of the object storage.', schema: z.string().optional() },
  S3_SECRET_ACCESS_KEY: { meaning: 'Secret for S3_ACCESS_KEY_ID.', schema: z.string().optional() },
  PUBLIC_URL: {
    meaning:
      'URL at which clients reach the service; download links begin with it. Default: the address that it listens on.',
    schema: z.url({ protocol: /^https?$/ }).optional(),
  },
  TRUSTED_PROXIES: {
    default: '',
    meaning:
      'Addresses or networks (`10.0.0.0/8`), separated by commas, whose `X-Forwarded-For` names the real client.',
    schema: list.pipe(z.array(z.string().refine(isNetwork, 'expected an IP address or a network such as 10.0.0.0/8'))),
  },
  NODE_ENV: {
    default: 'development',
    meaning: '`production`: no account and no secret is created automatically, and any HOST is accepted.',
    schema: z.string(),
  },
  SIGNING_SECRET: {
    meaning:
      'Signs download links. At least 32 characters; of several, separated by commas, the first signs and all verify. ' +
      'Required in production and with DATABASE_URL; otherwise one is created in DATA_DIR.',
    schema: list
      .pipe(z.array(z.string().min(32, 'expected at least 32 characters')).min(1, 'expected at least one secret'))
      .optional(),
  },
  MONTHLY_CONVERSIONS: {
    default: '1000000',
    meaning: 'Conversions of the local account per calendar month (UTC).',
    schema: integer(0, 2 ** 31),
  },
  MEMORY_MB: {
    meaning:
      'Memory in MB that the process may use, its workers included; at least 900, and 2300 for office documents. Idle ' +
      'workers are ended for it, and conversions refused that need more. Default: derived from the machine.',
    schema: integer(900, 1_048_576).optional(),
  },
  WORKERS: {
    meaning: 'Most worker threads of each kind. Default: derived from the number of cores.',
    schema: integer(1, 256).optional(),
  },
  WARM: {
    default: 'yes',
    meaning: '`yes`: the workers start with the service; `no`: with the first conversion that needs them.',
    schema: z.enum(['yes', 'no']),
  },
  IDLE_MINUTES: {
    default: '10',
    meaning:
      'Minutes after which a worker without a task is ended and gives its memory back: 2 to 3 GB of all of them. The next ' +
      'conversion that needs one waits for its start, up to a few seconds for office documents. `0`: they stay.',
    schema: integer(0, 10_000),
  },
  QUEUE_LENGTH: {
    default: '200',
    meaning: 'Conversions that may run or wait, in all processes together; more are refused with 503.',
    schema: integer(1, 100_000),
  },
  QUEUE_LENGTH_PER_ACCOUNT: {
    default: '50',
    meaning: 'Conversions of one account that may run or wait; more are refused with 429.',
    schema: integer(1, 100_000),
  },
  REQUESTS_PER_MINUTE: {
    default: '3000',
    meaning: 'Requests per minute with one API key, to all processes together; more are refused with 429.',
    schema: integer(1, 10_000_000),
  },
  REQUESTS_PER_MINUTE_PER_ADDRESS: {
    default: '6000',
    meaning:
      'Requests per minute from one address or IPv6 network, to all processes together; more are refused with 429.',
    schema: integer(1, 10_000_000),
  },
  ACCOUNTS: {
    default: 'no',
    meaning: '`yes`: users sign up and sign in; `no`: there is one account, that of the operator.',
    schema: z.enum(['yes', 'no']),
  },
  PLANS: {
    meaning:
      'JSON list of the plans of accounts, with the plan of new accounts first: `id`, `name`, `monthlyConversions`, ' +
      '`maxFileBytes` (52428800 if absent; up to 536870912, which are uploaded in several requests), `maxConcurrent`, ' +
      '`priority`. Default: free, pro and business.',
    schema: z.string().transform(parseJson).pipe(z.array(TierSetting).min(1)).optional(),
  },
  TRIAL_CONVERSIONS: {
    default: '0',
    meaning:
      'Conversions a month that visitors from one address, or one IPv6 network, may make on the website before they sign ' +
      'up; 0 for none. With ACCOUNTS=yes.',
    schema: integer(0, 1000),
  },
  SMTP_URL: {
    meaning:
      'Mail server, such as `smtps://user:password@mail.example:465`. Default: mail is printed to standard error.',
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
  },
  MAIL_FROM: {
    default: 'athanor@localhost',
    meaning: 'Sender of mail.',
    schema: z.string().min(3),
  },
  METRICS_PORT: {
    meaning: 'Port of `/metrics` for Prometheus; 0 chooses a free one. Default: no metrics.',
    schema: integer(0, 65_535).optional(),
  },
  METRICS_HOST: {
    default: '127.0.0.1',
    meaning: 'Address that `/metrics` listens on.',
    schema: z.string(),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'OpenTelemetry collector for traces, by OTLP over HTTP, such as `http://localhost:4318`. The other standard ' +
      'variables of OpenTelemetry apply too. Default: no traces.',
    schema: z.url({ protocol: /^https?$/ }).optional(),
  },
  WEBHOOKS_TO_PRIVATE_ADDRESSES: {
    default: 'no',
    meaning: '`yes`: webhooks may also be sent to this machine and to private networks.',
    schema: z.enum(['yes', 'no']),
  },
  IMPORTS: {
    meaning:
      '`yes`: a conversion may name the address of its file (`url`), from which the service fetches it; `no`: it may not. ' +
      'Default: `no` with NODE_ENV=production, else `yes`.',
    schema: z.enum(['yes', 'no']).optional(),
  },
  IMPORT_HOSTS: {
    default: '',
    meaning:
      'Hosts from which files may be imported, separated by commas; `*.example.org` stands for all subdomains. Default: ' +
      'any host on the public internet.',
    schema: hostNames,
  },
  IMPORTS_FROM_PRIVATE_ADDRESSES: {
    default: 'no',
    meaning: '`yes`: files may also be imported from this machine and from private networks.',
    schema: z.enum(['yes', 'no']),
  },
  EXPORTS: {
    meaning:
      '`yes`: a conversion may name an address (`exportUrl`) to which the service sends its result; `no`: it may not. ' +
      'Default: `no` with NODE_ENV=production, else `yes`.',
    schema: z.enum(['yes', 'no']).optional(),
  },
  EXPORT_HOSTS: {
    default: '',
    meaning:
      'Hosts to which results may be exported, separated by commas; `*.example.org` stands for all subdomains. Default: any ' +
      'host on the public internet.',
    schema: hostNames,
  },
  EXPORTS_TO_PRIVATE_ADDRESSES: {
    default: 'no',
    meaning: '`yes`: results may also be exported to this machine and to private networks, and by http.',
    schema: z.enum(['yes', 'no']),
  },
  CORS_ORIGINS: {
    default: '',
    meaning:
      'Origins of other websites (`https://app.example`), separated by commas, whose pages may call the interface with an ' +
      'API key; `*` for all. Cookies are never accepted from them. Default: none.',
    schema: list.pipe(
      z.array(
        z.string().regex(/^(\*|https?:\/\/[a-z0-9.:[\]-]+)$/, 'expected origins such as https://app.example, or *'),
      ),
    ),
  },
  LOG_LEVEL: {
    default: 'info',
    meaning: 'Least severe log line that is written to standard error: fatal, error, warn, info, debug, trace, silent.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  },
} as const satisfies Record<string, Setting>;

export type Settings = { readonly [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]['schema']> };

/** The configuration is invalid. The message lists every invalid setting, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks every variable separately. Throws `ConfigError`. */
export function requireSettings(environment: Environment): Settings {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS) as [string, Setting][]) {
    // An empty variable counts as absent: compose files and shells produce them.
    const parsed = setting.schema.safeParse(environment[name] || setting.default);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(`${name}: ${parsed.error.issues.map((issue) => issue.message).join('; ')}`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return values as unknown as Settings;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
