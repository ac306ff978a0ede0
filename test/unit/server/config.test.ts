import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLoopback, loadConfig, loadDataConfig } from '../../../server/config.ts';
import { ConfigError, SETTINGS } from '../../../server/settings.ts';

const SECRET = 's'.repeat(32);

function problemsOf(environment: Readonly<Record<string, string>>): string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('without any setting', () => {
  it('the service runs for this machine alone', () => {
    expect(loadConfig({})).toEqual({
      ...{
        production: false,
        role: 'all',
        port: 8080,
        host: '127.0.0.1',
        dataDir: resolve('data'),
        logLevel: 'info',
        warm: true,
      },
      rates: { requestsPerKeyPerMinute: 3000, requestsPerAddressPerMinute: 6000 },
      webhooksToPrivateAddresses: false,
      corsOrigins: [],
      imports: { enabled: true, hosts: [], fromPrivateAddresses: false },
      exports: { enabled: true, hosts: [], toPrivateAddresses: false },
      accounts: undefined,
      ...{
        metrics: undefined,
        publicUrl: undefined,
        trustedProxies: [],
        signingSecrets: undefined,
        monthlyConversions: 1_000_000,
      },
      engine: { memoryMB: undefined, idleMs: 600_000, slots: undefined, queue: { total: 200, perTenant: 50 } },
    });
  });

  it('empty variables count as absent', () => {
    const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']));
    expect(loadConfig(empty)).toEqual(loadConfig({}));
  });
});

describe('settings', () => {
  it('are taken over', () => {
    const config = loadConfig({
      ...{ PORT: '0', HOST: '::1', DATA_DIR: '/var/lib/athanor', PUBLIC_URL: 'https://files.example/base/' },
      ...{ TRUSTED_PROXIES: '10.0.0.0/8, ::1', SIGNING_SECRET: `${SECRET}, ${'t'.repeat(40)}`, LOG_LEVEL: 'debug' },
      ...{
        MONTHLY_CONVERSIONS: '7',
        MEMORY_MB: '2048',
        WORKERS: '3',
        IDLE_MINUTES: '0',
        QUEUE_LENGTH: '9',
        QUEUE_LENGTH_PER_ACCOUNT: '4',
        REQUESTS_PER_MINUTE: '5',
        REQUESTS_PER_MINUTE_PER_ADDRESS: '6',
        METRICS_PORT: '9464',
        ...{ ACCOUNTS: 'yes', MAIL_FROM: 'a@b' },
        PLANS: '[{"id":"one","name":"One","monthlyConversions":5}]',
        WEBHOOKS_TO_PRIVATE_ADDRESSES: 'yes',
        CORS_ORIGINS: 'https://app.example, http://localhost:3000',
        ...{ EXPORTS: 'no', EXPORT_HOSTS: 'Bucket.example', EXPORTS_TO_PRIVATE_ADDRESSES: 'yes' },
        ...{ IMPORTS: 'no', IMPORT_HOSTS: 'Files.example, *.cdn.example', IMPORTS_FROM_PRIVATE_ADDRESSES: 'yes' },
      },
    });
    expect(config).toEqual({
      ...{
        production: false,
        role: 'all',
        port: 0,
        host: '::1',
        dataDir: '/var/lib/athanor',
        logLevel: 'debug',
        warm: true,
      },
      publicUrl: 'https://files.example/base',
      trustedProxies: ['10.0.0.0/8', '::1'],
      signingSecrets: [SECRET, 't'.repeat(40)],
      monthlyConversions: 7,
      webhooksToPrivateAddresses: true,
      corsOrigins: ['https://app.example', 'http://localhost:3000'],
      imports: { enabled: false, hosts: ['files.example', '*.cdn.example'], fromPrivateAddresses: true },
      exports: { enabled: false, hosts: ['bucket.example'], toPrivateAddresses: true },
      accounts: {
        tiers: [{ id: 'one', name: 'One', monthlyConversions: 5 }],
        smtpUrl: undefined,
        mailFrom: 'a@b',
        trialConversions: 0,
      },
      metrics: { port: 9464, host: '127.0.0.1' },
      rates: { requestsPerKeyPerMinute: 5, requestsPerAddressPerMinute: 6 },
      engine: { memoryMB: 2048, idleMs: Infinity, slots: 3, queue: { total: 9, perTenant: 4 } },
    });
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'files.example'],
    ['PUBLIC_URL', 'ftp://files.example'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['SIGNING_SECRET', 'short'],
    ['SIGNING_SECRET', `${SECRET},short`],
    ['SIGNING_SECRET', ' , '],
    ['MONTHLY_CONVERSIONS', '-1'],
    ['WORKERS', '0'],
    ['PLANS', '{'],
    ['PLANS', '[]'],
    ['PLANS', '[{"id":"one"}]'],
    ['SMTP_URL', 'mail.example'],
    ['DATABASE_URL', 'mysql://localhost/athanor'],
    ['S3_ENDPOINT', 's3.example'],
    ['S3_PREFIX', '/'],
    ['S3_PREFIX', 'athanor'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s is refused by name', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: `));
  });

  it('all mistakes are told at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y' }).map((line) => line.split(':')[0])).toEqual(['PORT', 'LOG_LEVEL']);
  });

  it('each has a meaning, and defaults are valid', () => {
    for (const { meaning } of Object.values(SETTINGS)) expect(meaning).toMatch(/[.`]$/);
    expect(problemsOf({})).toEqual([]);
  });
});

describe('where things are kept', () => {
  const storage = { S3_ENDPOINT: 'https://s3.example/', S3_BUCKET: 'results' };
  const credentials = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

  it('is the data directory, unless a database and object storage are named', () => {
    expect(loadConfig({})).toMatchObject({ databaseUrl: undefined, objectStorage: undefined });
    const DATABASE_URL = 'postgres://athanor:word@db.example:5432/athanor';
    expect(loadConfig({ DATABASE_URL, SIGNING_SECRET: SECRET, ...storage, ...credentials })).toMatchObject({
      databaseUrl: DATABASE_URL,
      objectStorage: {
        ...{ endpoint: 'https://s3.example', bucket: 'results', prefix: 'athanor/', region: 'auto' },
        ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
      },
    });
    expect(loadDataConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  it('must be named completely', () => {
    expect(problemsOf(storage).map((line) => line.split(':')[0])).toEqual(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
    expect(problemsOf({ S3_ENDPOINT: 'https://s3.example', ...credentials })[0]).toMatch(/^S3_BUCKET: required/);
  });

  it('in a database that others may use too, links must be signed alike', () => {
    expect(problemsOf({ DATABASE_URL: 'postgresql://db.example/athanor' })[0]).toMatch(/^SIGNING_SECRET: required/);
  });
});

describe('who may reach the service', () => {
  it('without accounts it listens on loopback addresses only', () => {
    for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) expect(problemsOf({ HOST })).toEqual([]);
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'example.com', '127.0.0.1.evil.example'])
      expect(problemsOf({ HOST })[0]).toContain('loopback');
  });

  it('in production it listens anywhere, and secrets must be configured', () => {
    expect(problemsOf({ NODE_ENV: 'production', HOST: '0.0.0.0' })[0]).toMatch(/^SIGNING_SECRET: required/);
    expect(problemsOf({ NODE_ENV: 'production', HOST: '0.0.0.0', SIGNING_SECRET: SECRET })).toEqual([]);
  });

  it('tools beside the server need none of its secrets', () => {
    expect(loadDataConfig({ NODE_ENV: 'production', DATA_DIR: '/data' }).dataDir).toBe('/data');
  });

  it('only whole addresses are loopback', () => {
    expect(['127.0.0.1', '128.0.0.1', '1127.0.0.1', 'localhost.example'].map(isLoopback)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
