import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import { DEFAULT_PLANS } from './plans.ts';
import type { Plan } from './stores/store.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Every number of the service that is not a setting, with its unit and its reason. `createApp` takes overrides. */
export const DEFAULT_LIMITS = {
  /** Bytes of one uploaded file: fixed by the interface. */
  fileBytes: 52_428_800,
  /** Files of one request that takes several, and their bytes together: what fits into memory as pages of one PDF. */
  files: 50,
  allFilesBytes: 209_715_200,
  /** Conversions of one batch at a time: enough for two cores, and the scheduler is fair among accounts anyway. */
  batchAtOnce: 4,
  /** Event streams that one key may hold open: one for each tab of a busy user. */
  streamsPerKey: 5,
  /** How often due webhooks are looked for, how long one may take, and how many are sent at a time. */
  webhookPollMs: 2_000,
  webhookTimeoutMs: 10_000,
  webhooksAtOnce: 8,
  /** Shorter than the 60 s after which usual proxies cut a silent connection. */
  heartbeatMs: 15_000,
  /** Bytes that a multipart body may have beyond its file: boundaries, headers and text fields. */
  framingBytes: 320 * KiB,
  /** Text fields beside the file: five are in use, some more are ignored. */
  fields: 8,
  /** Bytes of one text field: `options` is the longest, with the sources and the style that a text cites by. */
  fieldBytes: 256 * KiB,
  fieldNameBytes: 64,
  /** Bytes of a JSON request body. */
  jsonBytes: 16 * KiB,
  /** Bytes a second that an upload must bring on average over one window; slower ones hold a connection and a file. */
  uploadBytesPerSecond: 8 * KiB,
  uploadWindowMs: 15_000,
  /** After an early refusal the rest of the body is read for so long, or so far, that the sender sees the answer. */
  lingerMs: 3_000,
  lingerBytes: 64 * MiB,
  headersTimeoutMs: 10_000,
  /** How often Node looks for connections whose headers or body are overdue. */
  timeoutCheckMs: 2_000,
  /** A 50 MB upload at the slowest accepted rate takes 107 minutes; nobody waits that long. */
  requestTimeoutMs: 15 * MINUTE_MS,
  /** Longer than the 60 s of usual proxies, so that they and not we close an idle connection. */
  keepAliveTimeoutMs: 65_000,
  /** Without a byte taken for so long, a download is cut. */
  downloadIdleMs: 60_000,
  headerCount: 64,
  connections: 2_000,
  /** Active API keys of one account: fixed by the interface. */
  activeKeys: 10,
  /** A key's `last used` is written at most so often. */
  keyTouchMs: MINUTE_MS,
  /** Wrong keys that one address may send a minute before it is told to slow down. */
  wrongKeysPerMinute: 20,
  /** Attempts to sign in, or up, that one address may make a minute. */
  signInsPerMinute: 20,
  /** How long a result can be downloaded: fixed by the interface. */
  resultLifetimeMs: HOUR_MS,
  sweepIntervalMs: MINUTE_MS,
  /** A blob without a live row this old was left by a crash. */
  orphanAgeMs: 10 * MINUTE_MS,
  /** Finished conversions stay in the history: three full billing periods. */
  historyMs: 93 * 24 * HOUR_MS,
  /**
   * A process that was not heard of for so long is dead to the others: longer than any pause that is not its end, and
   * than what the clocks of several machines differ by.
   */
  leaseMs: 30_000,
  /** How often a process says that it is alive, and looks for what dead ones have left. */
  beatIntervalMs: 5_000,
  /** How often processes tell each other how far conversions are, and learn that they were cancelled. */
  compareIntervalMs: 1_000,
  /** How long a stopping server waits for what runs. */
  drainMs: 30_000,
} as const satisfies Record<string, number>;

export type ServerLimits = { readonly [Name in keyof typeof DEFAULT_LIMITS]: number };

interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** Shown in the README; the value used when the variable is absent or empty. */
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

const PlanSetting = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  name: z.string().min(1),
  monthlyConversions: z.int().nonnegative(),
  maxFileBytes: z.int().positive().max(DEFAULT_LIMITS.fileBytes).optional(),
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

/** Every environment variable of the service. The README's table is generated from it. */
export const SETTINGS = {
  PORT: { default: '8080', meaning: 'Port to listen on; 0 takes a free one.', schema: integer(0, 65_535) },
  HOST: {
    default: '127.0.0.1',
    meaning: 'Address to listen on. Without `NODE_ENV=production` only a loopback address is accepted.',
    schema: z.string(),
  },
  DATA_DIR: {
    default: './data',
    meaning: 'Directory of database, results and temporary files; created when absent. Every process needs its own.',
    schema: z.string(),
  },
  DATABASE_URL: {
    meaning:
      'PostgreSQL database, such as `postgres://user:password@host:5432/athanor`. Several processes may use it, if ' +
      'their clocks agree and they share SIGNING_SECRET and, by S3_ENDPOINT, where results lie; each converts what ' +
      'it has accepted. Default: SQLite in DATA_DIR.',
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  },
  S3_ENDPOINT: {
    meaning: 'Object storage that keeps results, such as `https://s3.eu-central-1.amazonaws.com`. Default: DATA_DIR.',
    schema: z.url({ protocol: /^https?$/ }).optional(),
  },
  S3_BUCKET: {
    meaning:
      'Bucket of the results; it must exist. A rule of its own that ends incomplete uploads after a day clears up ' +
      'after processes that were killed.',
    schema: z.string().optional(),
  },
  S3_PREFIX: {
    default: 'athanor/',
    meaning: 'What the names of all results begin with. Whatever else begins with it is removed.',
    schema: z.string().regex(/^([\w.-]+\/)+$/, 'expected names that end with a slash'),
  },
  S3_REGION: { default: 'auto', meaning: 'Region of the bucket, such as `eu-central-1`.', schema: z.string() },
  S3_ACCESS_KEY_ID: { meaning: 'Who the service is to the object storage.', schema: z.string().optional() },
  S3_SECRET_ACCESS_KEY: { meaning: 'The secret that belongs to S3_ACCESS_KEY_ID.', schema: z.string().optional() },
  PUBLIC_URL: {
    meaning: 'Address under which clients reach the service: download links begin with it. Default: the own address.',
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
    meaning: '`production`: nothing is created by itself, secrets must be configured, any HOST is accepted.',
    schema: z.string(),
  },
  SIGNING_SECRET: {
    meaning:
      'Signs download links; at least 32 characters; several are separated by commas, the first signs and all verify. ' +
      'Required in production and with DATABASE_URL; otherwise one is created in DATA_DIR.',
    schema: list
      .pipe(z.array(z.string().min(32, 'expected at least 32 characters')).min(1, 'expected at least one secret'))
      .optional(),
  },
  MONTHLY_CONVERSIONS: {
    default: '1000000',
    meaning: 'Conversions a calendar month (UTC) of the local account.',
    schema: integer(0, 2 ** 31),
  },
  MEMORY_MB: {
    meaning: 'MB that all workers together may use. Default: derived from the machine.',
    schema: integer(256, 1_048_576).optional(),
  },
  WORKERS: {
    meaning: 'Worker threads of each kind at most. Default: derived from the cores.',
    schema: integer(1, 256).optional(),
  },
  WARM: {
    default: 'yes',
    meaning: '`yes`: the workers start with the service; `no`: with the first conversion that needs them.',
    schema: z.enum(['yes', 'no']),
  },
  QUEUE_LENGTH: {
    default: '200',
    meaning: 'Conversions that may wait; beyond it callers are told to come back (503).',
    schema: integer(1, 100_000),
  },
  QUEUE_LENGTH_PER_ACCOUNT: {
    default: '50',
    meaning: 'Conversions of one account that may wait; beyond it 429.',
    schema: integer(1, 100_000),
  },
  REQUESTS_PER_MINUTE: {
    default: '3000',
    meaning: 'Requests a minute with one API key to one process; beyond it callers are told to slow down (429).',
    schema: integer(1, 10_000_000),
  },
  REQUESTS_PER_MINUTE_PER_ADDRESS: {
    default: '6000',
    meaning: 'Requests a minute from one address, or one IPv6 network, to one process; beyond it 429.',
    schema: integer(1, 10_000_000),
  },
  ACCOUNTS: {
    default: 'no',
    meaning: '`yes`: people sign up and sign in; `no`: there is one account, that of whoever runs the service.',
    schema: z.enum(['yes', 'no']),
  },
  PLANS: {
    meaning:
      'JSON list of the plans of accounts, the first for new ones: `id`, `name`, `monthlyConversions`, ' +
      '`maxFileBytes`, `maxConcurrent`, `priority`. Default: free, pro and business.',
    schema: z.string().transform(parseJson).pipe(z.array(PlanSetting).min(1)).optional(),
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
    meaning: 'Port on which `/metrics` answers Prometheus; 0 takes a free one. Default: there are none.',
    schema: integer(0, 65_535).optional(),
  },
  METRICS_HOST: {
    default: '127.0.0.1',
    meaning: 'Address on which `/metrics` answers.',
    schema: z.string(),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'OpenTelemetry collector that traces are sent to by OTLP over HTTP, such as `http://localhost:4318`; the other ' +
      'standard variables of OpenTelemetry hold as well. Default: there are no traces.',
    schema: z.url({ protocol: /^https?$/ }).optional(),
  },
  WEBHOOKS_TO_PRIVATE_ADDRESSES: {
    default: 'no',
    meaning: '`yes`: webhooks may also be sent to this machine and to private networks.',
    schema: z.enum(['yes', 'no']),
  },
  LOG_LEVEL: {
    default: 'info',
    meaning: 'Least severe log line that is written to standard error: fatal, error, warn, info, debug, trace, silent.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  },
} as const satisfies Record<string, Setting>;

type Settings = { readonly [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]['schema']> };

export interface AccountsConfig {
  /** The first is that of a new account. */
  readonly plans: readonly [Plan, ...Plan[]];
  /** Undefined: mail is printed. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
}

/** Where results are kept when they do not lie in the data directory. */
export interface ObjectStorageConfig {
  /** Without a slash at the end. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Address of a PostgreSQL database; absent when a file of the data directory is the database. */
  readonly databaseUrl: string | undefined;
  /** Absent when results lie in the data directory. */
  readonly objectStorage: ObjectStorageConfig | undefined;
  /** Without a slash at the end; absent when it follows from the address that is listened on. */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly signingSecrets: readonly string[] | undefined;
  readonly monthlyConversions: number;
  readonly logLevel: Settings['LOG_LEVEL'];
  /** Start the workers with the service. */
  readonly warm: boolean;
  readonly webhooksToPrivateAddresses: boolean;
  /** Absent when there is only the local account. */
  readonly accounts: AccountsConfig | undefined;
  /** Absent when nobody measures. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** Address of the collector of traces, without a slash at the end; absent when there is none. */
  readonly traceCollector: string | undefined;
  readonly rates: {
    readonly requestsPerKeyPerMinute: number;
    readonly requestsPerAddressPerMinute: number;
  };
  readonly engine: {
    readonly memoryMB: number | undefined;
    readonly slots: number | undefined;
    readonly queue: { readonly total: number; readonly perTenant: number };
  };
}

/** The configuration is wrong: the message lists every setting at fault, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What tools beside the server need: where the data lies. Throws `ConfigError`. */
export function loadDataConfig(
  environment: Environment,
): Pick<Config, 'dataDir' | 'databaseUrl' | 'monthlyConversions'> {
  const { DATA_DIR, DATABASE_URL, MONTHLY_CONVERSIONS } = requireSettings(environment);
  return { dataDir: resolve(DATA_DIR), databaseUrl: DATABASE_URL, monthlyConversions: MONTHLY_CONVERSIONS };
}

/** Reads and checks all settings before anything starts. Throws `ConfigError`. */
export function loadConfig(environment: Environment): Config {
  const settings = requireSettings(environment);
  const production = settings.NODE_ENV === 'production';
  const rules = [...storageProblems(settings), ...(production ? productionProblems : embeddedProblems)(settings)];
  if (rules.length > 0) throw new ConfigError(rules.join('\n'));
  return {
    production,
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    objectStorage: objectStorageOf(settings),
    publicUrl: withoutSlash(settings.PUBLIC_URL),
    trustedProxies: settings.TRUSTED_PROXIES,
    signingSecrets: settings.SIGNING_SECRET,
    monthlyConversions: settings.MONTHLY_CONVERSIONS,
    logLevel: settings.LOG_LEVEL,
    warm: settings.WARM === 'yes',
    accounts: accountsOf(settings),
    webhooksToPrivateAddresses: settings.WEBHOOKS_TO_PRIVATE_ADDRESSES === 'yes',
    metrics:
      settings.METRICS_PORT === undefined ? undefined : { port: settings.METRICS_PORT, host: settings.METRICS_HOST },
    traceCollector: withoutSlash(settings.OTEL_EXPORTER_OTLP_ENDPOINT),
    rates: {
      requestsPerKeyPerMinute: settings.REQUESTS_PER_MINUTE,
      requestsPerAddressPerMinute: settings.REQUESTS_PER_MINUTE_PER_ADDRESS,
    },
    engine: {
      memoryMB: settings.MEMORY_MB,
      slots: settings.WORKERS,
      queue: { total: settings.QUEUE_LENGTH, perTenant: settings.QUEUE_LENGTH_PER_ACCOUNT },
    },
  };
}

function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, '');
}

/** With an endpoint the rest is there: `storageProblems` has seen to it. */
function objectStorageOf(settings: Settings): ObjectStorageConfig | undefined {
  if (settings.S3_ENDPOINT === undefined) return undefined;
  return {
    endpoint: withoutSlash(settings.S3_ENDPOINT)!,
    bucket: settings.S3_BUCKET!,
    prefix: settings.S3_PREFIX,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID!,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY!,
  };
}

function accountsOf({ ACCOUNTS, PLANS, SMTP_URL, MAIL_FROM }: Settings): AccountsConfig | undefined {
  if (ACCOUNTS === 'no') return undefined;
  const plans = (PLANS ?? DEFAULT_PLANS) as readonly [Plan, ...Plan[]];
  return { plans, smtpUrl: SMTP_URL, mailFrom: MAIL_FROM };
}

type Environment = Readonly<Record<string, string | undefined>>;

function requireSettings(environment: Environment): Settings {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS) as [string, Setting][]) {
    // An empty variable means an absent one: compose files and shells produce them.
    const parsed = setting.schema.safeParse(environment[name] || setting.default);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(`${name}: ${parsed.error.issues.map((issue) => issue.message).join('; ')}`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return values as unknown as Settings;
}

function storageProblems(settings: Settings): string[] {
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = settings.S3_ENDPOINT === undefined ? [] : needed.filter((name) => settings[name] === undefined);
  const unsigned = settings.DATABASE_URL !== undefined && settings.SIGNING_SECRET === undefined;
  return [
    ...missing.map((name) => `${name}: required with S3_ENDPOINT`),
    ...(unsigned && settings.NODE_ENV !== 'production'
      ? ['SIGNING_SECRET: required with DATABASE_URL: a link that one process has signed must be good at all of them']
      : []),
  ];
}

function productionProblems({ SIGNING_SECRET, ACCOUNTS, PUBLIC_URL }: Settings): string[] {
  return [
    ...(SIGNING_SECRET
      ? []
      : ['SIGNING_SECRET: required with NODE_ENV=production; create one with `openssl rand -hex 32`']),
    ...(ACCOUNTS === 'yes' && PUBLIC_URL === undefined
      ? ['PUBLIC_URL: required with ACCOUNTS=yes: pages and mails must know where they lead']
      : []),
  ];
}

function embeddedProblems(settings: Settings): string[] {
  if (isLoopback(settings.HOST)) return [];
  return [
    `HOST: ${settings.HOST} is not a loopback address. Without accounts the service answers this machine only; ` +
      'set NODE_ENV=production and SIGNING_SECRET to serve others',
  ];
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
