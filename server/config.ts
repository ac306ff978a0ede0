import { DEFAULT_LIMITS } from './limits.ts';
import { resolve } from 'node:path';
import { DEFAULT_TIERS } from './tiers.ts';
import { ConfigError, type Environment, requireSettings, type Settings } from './settings.ts';
import type { Tier } from './stores/store.ts';

export interface AccountsConfig {
  /** What `PLANS` lists; a new account gets the first. */
  readonly tiers: readonly [Tier, ...Tier[]];
  /** Undefined when mail is printed. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Conversions a month from one address without an account; 0 for none. */
  readonly trialConversions: number;
}

/** Storage for results outside of the data directory. */
export interface ObjectStorageConfig {
  /** Without a trailing slash. */
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
  readonly role: Settings['ROLE'];
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** URL of a PostgreSQL database; absent for an SQLite file in the data directory. */
  readonly databaseUrl: string | undefined;
  /** Absent when results are kept in the data directory. */
  readonly objectStorage: ObjectStorageConfig | undefined;
  /** Without a trailing slash; absent when it is derived from the address that the service listens on. */
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly signingSecrets: readonly string[] | undefined;
  readonly monthlyConversions: number;
  readonly logLevel: Settings['LOG_LEVEL'];
  /** Whether workers are started with the service. */
  readonly warm: boolean;
  readonly webhooksToPrivateAddresses: boolean;
  /** Origins of other websites that may call with a key; `*` for all. */
  readonly corsOrigins: readonly string[];
  readonly imports: {
    readonly enabled: boolean;
    readonly hosts: readonly string[];
    readonly fromPrivateAddresses: boolean;
  };
  readonly exports: {
    readonly enabled: boolean;
    readonly hosts: readonly string[];
    readonly toPrivateAddresses: boolean;
  };
  /** Absent when there is only the local account. */
  readonly accounts: AccountsConfig | undefined;
  /** The largest file of any plan in bytes, if it is more than one request may bring. */
  readonly resumableBytes: number | undefined;
  /** Absent when metrics are off. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** URL of the trace collector, without a trailing slash; absent when there is none. */
  readonly traceCollector: string | undefined;
  readonly rates: {
    readonly requestsPerKeyPerMinute: number;
    readonly requestsPerAddressPerMinute: number;
  };
  readonly engine: {
    readonly memoryMB: number | undefined;
    readonly idleMs: number;
    readonly slots: number | undefined;
    readonly queue: { readonly total: number; readonly perTenant: number };
  };
}

/** Reads the settings that the command-line tools need. Throws `ConfigError`. */
export function loadDataConfig(
  environment: Environment,
): Pick<Config, 'dataDir' | 'databaseUrl' | 'monthlyConversions'> {
  const { DATA_DIR, DATABASE_URL, MONTHLY_CONVERSIONS } = requireSettings(environment);
  return { dataDir: resolve(DATA_DIR), databaseUrl: DATABASE_URL, monthlyConversions: MONTHLY_CONVERSIONS };
}

/** Reads and checks all settings. Throws `ConfigError`. */
export function loadConfig(environment: Environment): Config {
  const settings = requireSettings(environment);
  const production = settings.NODE_ENV === 'production';
  const rules = [
    ...storageProblems(settings),
    ...roleProblems(settings),
    ...(production ? productionProblems : embeddedProblems)(settings),
  ];
  if (rules.length > 0) throw new ConfigError(rules.join('\n'));
  return {
    production,
    role: settings.ROLE,
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
    resumableBytes: resumableBytesOf(settings),
    webhooksToPrivateAddresses: settings.WEBHOOKS_TO_PRIVATE_ADDRESSES === 'yes',
    corsOrigins: settings.CORS_ORIGINS,
    imports: {
      enabled: settings.IMPORTS === undefined ? !production : settings.IMPORTS === 'yes',
      hosts: settings.IMPORT_HOSTS,
      fromPrivateAddresses: settings.IMPORTS_FROM_PRIVATE_ADDRESSES === 'yes',
    },
    exports: {
      enabled: settings.EXPORTS === undefined ? !production : settings.EXPORTS === 'yes',
      hosts: settings.EXPORT_HOSTS,
      toPrivateAddresses: settings.EXPORTS_TO_PRIVATE_ADDRESSES === 'yes',
    },
    metrics:
      settings.METRICS_PORT === undefined ? undefined : { port: settings.METRICS_PORT, host: settings.METRICS_HOST },
    traceCollector: withoutSlash(settings.OTEL_EXPORTER_OTLP_ENDPOINT),
    rates: {
      requestsPerKeyPerMinute: settings.REQUESTS_PER_MINUTE,
      requestsPerAddressPerMinute: settings.REQUESTS_PER_MINUTE_PER_ADDRESS,
    },
    engine: {
      memoryMB: settings.MEMORY_MB,
      idleMs: settings.IDLE_MINUTES === 0 ? Infinity : settings.IDLE_MINUTES * 60_000,
      slots: settings.WORKERS,
      queue: { total: settings.QUEUE_LENGTH, perTenant: settings.QUEUE_LENGTH_PER_ACCOUNT },
    },
  };
}

function withoutSlash(url: string | undefined): string | undefined {
  return url?.replace(/\/+$/, '');
}

/** The other settings exist when there is an endpoint: `storageProblems` has checked it. */
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

function accountsOf({ ACCOUNTS, PLANS, SMTP_URL, MAIL_FROM, TRIAL_CONVERSIONS }: Settings): AccountsConfig | undefined {
  if (ACCOUNTS === 'no') return undefined;
  const tiers = (PLANS ?? DEFAULT_TIERS) as readonly [Tier, ...Tier[]];
  return { tiers, smtpUrl: SMTP_URL, mailFrom: MAIL_FROM, trialConversions: TRIAL_CONVERSIONS };
}

/** The largest file of any plan, if it is too large for one request. */
function resumableBytesOf({ ACCOUNTS, PLANS = [] }: Pick<Settings, 'ACCOUNTS' | 'PLANS'>): number | undefined {
  const largest = Math.max(0, ...PLANS.map(({ maxFileBytes = 0 }) => maxFileBytes));
  return ACCOUNTS === 'yes' && largest > DEFAULT_LIMITS.fileBytes ? largest : undefined;
}

function storageProblems(settings: Settings): string[] {
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = settings.S3_ENDPOINT === undefined ? [] : needed.filter((name) => settings[name] === undefined);
  const unsigned = settings.DATABASE_URL !== undefined && settings.SIGNING_SECRET === undefined;
  return [
    ...missing.map((name) => `${name}: required with S3_ENDPOINT`),
    ...(unsigned && settings.NODE_ENV !== 'production'
      ? ['SIGNING_SECRET: required with DATABASE_URL, because every process must accept the links of the others']
      : []),
  ];
}

/** Processes of different roles meet in the database and in the object storage. */
function roleProblems(settings: Settings): string[] {
  if (settings.ROLE === 'all') return [];
  const missing = (['DATABASE_URL', 'S3_ENDPOINT'] as const).filter((name) => settings[name] === undefined);
  return missing.map((name) => `${name}: required with ROLE=${settings.ROLE}; all processes must share it`);
}

function productionProblems({ SIGNING_SECRET, ACCOUNTS, PUBLIC_URL }: Settings): string[] {
  return [
    ...(SIGNING_SECRET
      ? []
      : ['SIGNING_SECRET: required with NODE_ENV=production; create one with `openssl rand -hex 32`']),
    ...(ACCOUNTS === 'yes' && PUBLIC_URL === undefined
      ? ['PUBLIC_URL: required with ACCOUNTS=yes, because mails and pages contain links to it']
      : []),
  ];
}

function embeddedProblems(settings: Settings): string[] {
  if (isLoopback(settings.HOST)) return [];
  return [
    `HOST: ${settings.HOST} is not a loopback address. Without NODE_ENV=production the service serves this machine only; ` +
      'set NODE_ENV=production and SIGNING_SECRET to serve others',
  ];
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
