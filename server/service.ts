import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createEngine, type Engine, installCommand, missingPacks, readVersion } from '../engine/index.ts';
import { createApp } from './app.ts';
import type { AccountsConfig, Config } from './config.ts';
import { DEFAULT_LIMITS, type ServerLimits } from './limits.ts';
import type { ConversionEngine } from './conversion-engine.ts';
import { HttpServer } from './http-server.ts';
import { createLog, type Log } from './log.ts';
import { ConfigError } from './settings.ts';
import { startTracing } from './tracing.ts';
import { sharedClock } from './services/shared-clock.ts';
import { serveMetrics } from './metrics-server.ts';
import { openAccounts } from './services/accounts.ts';
import type { Keys } from './services/keys.ts';
import { ensureLocalAccount, LOCAL_ACCOUNT } from './services/local-account.ts';
import { consoleMail, type SendMail, smtpMail } from './services/mail.ts';
import type { Presence } from './services/presence.ts';
import { localSessions } from './services/sessions.ts';
import { createRetention, type Retention } from './services/retention.ts';
import { keepSigningSecrets } from './services/signing-secrets.ts';
import type { Webhooks } from './services/webhooks.ts';
import type { Worker } from './services/worker.ts';
import { createResumableUploads } from './services/resumable-uploads.ts';
import { createExports } from './services/exports.ts';
import { createImports } from './services/imports.ts';
import { type OutboundRequests, outboundRequests } from './services/outbound-requests.ts';
import { openTrials, type Trials, type TrialsDependencies } from './services/trials.ts';
import { webhookSender } from './services/webhook-sender.ts';
import { WEBSITE_DIR } from './services/website.ts';
import { lockDirectory } from './stores/disk/directory-lock.ts';
import { openBlobs } from './stores/open-blobs.ts';
import { openQueue } from './stores/open-queue.ts';
import { openStore } from './stores/open-store.ts';
import type { Store } from './stores/store.ts';

export interface ServiceOptions {
  readonly limits?: Partial<ServerLimits>;
  readonly now?: () => number;
  readonly log?: Log;
  /** Used instead of a new engine, and not closed with the service. */
  readonly engine?: ConversionEngine;
  /** Used instead of the configured mail server. */
  readonly sendMail?: SendMail;
  /** Output directory of the website's build. */
  readonly websiteDir?: string;
}

/** A running service. */
export interface Service {
  /** URL at which clients reach it, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Port of `/metrics`, if it is on. */
  readonly metricsPort: number | undefined;
  /** The first key of the local account, if this start has created the account. */
  readonly firstKey: string | undefined;
  readonly store: Store;
  readonly keys: Keys;
  readonly retention: Retention;
  readonly presence: Presence;
  readonly worker: Worker;
  readonly webhooks: Webhooks;
  /** Starts the workers, so that the first conversion does not wait for them. */
  warm(): Promise<void>;
  /** Lets running conversions end, then releases everything. */
  close(): Promise<void>;
}

/** Opens data directory, database and blobs, cleans up after an earlier process, and listens. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  await using resources = new AsyncDisposableStack();
  const { log = createLog({ level: config.logLevel }) } = options;
  const limits: ServerLimits = { ...DEFAULT_LIMITS, ...options.limits };

  requirePack(config);
  if (config.traceCollector) resources.use(await startTracing(config.traceCollector));
  const directories = await prepareDirectories(config.dataDir);
  resources.use(lockDirectory(config.dataDir));
  await emptyScratch(directories);
  const signingSecrets = config.signingSecrets ?? (await keepSigningSecrets(config.dataDir));
  const store = resources.adopt(await openStore(config), (opened) => opened.close());
  const clock = options.now ? undefined : resources.use(await sharedClock(store));
  const now = options.now ?? clock!.now;
  const processId = randomUUID();
  const { queue, events } = resources.use(await openQueue(config, processId, log));
  const server = new HttpServer(limits, log);
  // Released in reverse order: connections, sweeper, engine (which ends running conversions), requests, database, lock.
  resources.defer(() => server.settled());
  // A database of this process alone lies on the same disk as its results.
  const small = store.shared ? store.smallFiles : undefined;
  const blobs = await openBlobs(config, { small, smallBytes: limits.smallFileBytes, now });
  const engine = options.engine ?? resources.use(startEngine(config, directories.engine));
  const resumable =
    config.resumableBytes === undefined
      ? undefined
      : createResumableUploads({ store, blobs, directory: directories.uploads, now, limits });

  let url = config.publicUrl ?? '';
  const accounts =
    config.accounts &&
    (await openAccounts({
      ...{ database: store.sql, store, now, log },
      ...(await accountSettings(config.accounts, store)),
      ...(options.sendMail && { sendMail: options.sendMail }),
      secret: signingSecrets[0]!,
      publicUrl: () => url,
      secureCookies: config.publicUrl?.startsWith('https:') === true,
    }));
  const userAgent = `athanor/${readVersion()}`;
  const app = createApp({
    ...{ engine, queue, events, processId, store, blobs, signingSecrets, limits, now, log },
    role: config.role,
    queueLength: config.engine.queue,
    slots: config.engine.slots ?? availableParallelism(),
    uploadDir: directories.uploads,
    outDir: directories.outputs,
    websiteDir: options.websiteDir ?? WEBSITE_DIR,
    publicUrl: () => url,
    checkHost: !config.production,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    traces: config.traceCollector !== undefined,
    rates: config.rates,
    sessions: accounts?.sessions ?? localSessions(),
    trials: await trialsOf(config.accounts, { store, now, secret: signingSecrets[0]! }),
    tiers: config.accounts?.tiers ?? [],
    accounts,
    webhookSender: webhookSender(requestsTo(config.webhooksToPrivateAddresses)),
    imports: createImports({
      ...config.imports,
      ...{ requests: requestsTo(config.imports.fromPrivateAddresses), userAgent, limits },
    }),
    exports: createExports({
      ...config.exports,
      ...{ requests: requestsTo(config.exports.toPrivateAddresses), userAgent, limits, log },
    }),
    resumable,
    draining: () => server.draining,
  });

  await app.presence.recover();
  if (config.role !== 'api') app.worker.start();
  app.presence.start();
  resources.defer(() => app.presence.stop());
  const retention = createRetention({ store, blobs, now, log, limits });
  await retention.recover();
  retention.start();
  resources.defer(() => retention.stop());
  if (config.role !== 'worker') app.webhooks.start();
  resources.defer(() => app.webhooks.stop());

  resources.defer(async () => {
    const settled = app.conversions.settle(limits.drainMs);
    // What others can convert is left to them; what this process alone can convert is begun until the time is over.
    await Promise.all([settled, app.worker.stop(limits.drainMs, queue.remote ? undefined : settled)]);
  });
  const metrics = config.metrics && resources.use(await serveMetrics(app.metrics, config.metrics, log));
  const handler = config.role === 'worker' ? app.health : app.koa;
  const { port } = await server.listen(handler.callback(), config);
  resources.defer(() => server.drain(limits.drainMs));
  if (url === '') url = ownUrl(config.host, port);
  const firstKey =
    accounts || config.role === 'worker' ? undefined : await createFirstKey({ config, store, keys: app.keys, now });

  const open = resources.move();
  log.info({ url, role: config.role, dataDir: config.dataDir, metricsPort: metrics?.port }, 'listening');
  if (config.production && config.publicUrl === undefined)
    log.warn({ url }, 'PUBLIC_URL is not set: download links work on this machine only');
  return {
    metricsPort: metrics?.port,
    ...{
      url,
      port,
      firstKey,
      store,
      keys: app.keys,
      retention,
      presence: app.presence,
      worker: app.worker,
      webhooks: app.webhooks,
    },
    // Detecting and planning need no worker.
    warm: async () => (config.role === 'api' ? undefined : engine.warm()),
    close: () => open.disposeAsync(),
  };
}

/** What accounts and traces need is not in every installation. */
function requirePack({ accounts, traceCollector }: Config): void {
  if ((!accounts && !traceCollector) || !missingPacks().includes('service')) return;
  const setting = accounts ? 'ACCOUNTS=yes' : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  throw new ConfigError(`${setting} needs the pack service. Install it: ${installCommand('service')}`);
}

/** Requests that clients cause. */
function requestsTo(privateAddresses: boolean): OutboundRequests {
  return outboundRequests(privateAddresses ? () => true : undefined);
}

interface Directories {
  readonly scratch: string;
  readonly uploads: string;
  readonly outputs: string;
  readonly engine: string;
}

async function prepareDirectories(dataDir: string): Promise<Directories> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const scratch = join(dataDir, 'scratch');
  return {
    scratch,
    uploads: join(scratch, 'uploads'),
    outputs: join(scratch, 'outputs'),
    engine: join(scratch, 'engine'),
  };
}

/** The directory is locked for this process, so everything in it is left over from an earlier one. */
async function emptyScratch({ scratch, uploads, outputs, engine }: Directories): Promise<void> {
  await rm(scratch, { recursive: true, force: true });
  for (const directory of [uploads, outputs, engine]) await mkdir(directory, { recursive: true, mode: 0o700 });
}

/** Saves the configured tiers, and chooses how mail is sent. */
async function accountSettings({ tiers, smtpUrl, mailFrom }: AccountsConfig, store: Store) {
  for (const tier of tiers) await store.accounts.saveTier(tier);
  const print = consoleMail((text) => void process.stderr.write(text));
  return { tierId: tiers[0].id, sendMail: smtpUrl === undefined ? print : await smtpMail(smtpUrl, mailFrom) };
}

async function trialsOf(
  accounts: AccountsConfig | undefined,
  dependencies: Omit<TrialsDependencies, 'monthlyConversions'>,
): Promise<Trials | undefined> {
  const { trialConversions: monthlyConversions = 0 } = accounts ?? {};
  return monthlyConversions > 0 ? openTrials({ ...dependencies, monthlyConversions }) : undefined;
}

function startEngine({ engine, resumableBytes }: Config, scratchDir: string): Engine {
  const limits = resumableBytes === undefined ? undefined : { inputBytes: resumableBytes };
  return createEngine({ ...engine, scratchDir, limits });
}

/** Addresses of this machine or of all its interfaces: clients elsewhere cannot use them. */
const OWN_ADDRESSES: readonly string[] = ['127.0.0.1', '0.0.0.0', '::'];

function ownUrl(host: string, port: number): string {
  if (OWN_ADDRESSES.includes(host)) return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

interface FirstKeyContext {
  readonly config: Config;
  readonly store: Store;
  readonly keys: Keys;
  readonly now: () => number;
}

/** In production no account is created automatically, but the tier of an existing one is updated. */
async function createFirstKey({ config, store, keys, now }: FirstKeyContext): Promise<string | undefined> {
  if (config.production && !(await store.accounts.exists(LOCAL_ACCOUNT))) return undefined;
  const isNew = await ensureLocalAccount(store, config.monthlyConversions, now());
  return isNew ? (await keys.create(LOCAL_ACCOUNT, 'first key')).key : undefined;
}
