import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa from 'koa';
import { readVersion } from '../engine/index.ts';
import type { ConversionEngine } from './conversion-engine.ts';
import type { ServerLimits } from './limits.ts';
import type { Log } from './log.ts';
import { limitAddress } from './middleware/authenticate.ts';
import { clientAddress } from './middleware/client-address.ts';
import { cors } from './middleware/cors.ts';
import { errors } from './middleware/errors.ts';
import { knownHost, requireHost } from './middleware/known-host.ts';
import { refuseWhenDraining } from './middleware/draining.ts';
import { measure } from './middleware/measure.ts';
import { requestId } from './middleware/request-id.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import type { RequestState } from './middleware/state.ts';
import { traced } from './middleware/traced.ts';
import { pages } from './routes/pages.ts';
import { createHealthRouter, createRouter, unmatched } from './routes/router.ts';
import type { Accounts } from './services/accounts.ts';
import { createConversionAnswers } from './services/conversion-answers.ts';
import { createConversions, type Conversions } from './services/conversions.ts';
import { createDownloadLinks } from './services/download-links.ts';
import { createDownloads } from './services/downloads.ts';
import { engineRunner } from './services/engine-runner.ts';
import { createFollowing } from './services/following.ts';
import { createFormats } from './services/formats.ts';
import { createHistory } from './services/history.ts';
import type { Exports } from './services/exports.ts';
import type { Imports } from './services/imports.ts';
import { createIdempotency } from './services/idempotency.ts';
import { createKeys, type Keys } from './services/keys.ts';
import { createOutputDirectories } from './services/output-directories.ts';
import { createMetrics, type Metrics } from './services/metrics.ts';
import { createPlanning } from './services/planning.ts';
import { createPresets } from './services/presets.ts';
import { createPresence, type Presence } from './services/presence.ts';
import { createRateLimits, type RateLimitNumbers } from './services/rate-limits.ts';
import type { ResumableUploads } from './services/resumable-uploads.ts';
import { createReadiness } from './services/readiness.ts';
import type { Sessions } from './services/sessions.ts';
import type { Trials } from './services/trials.ts';
import type { WebhookSender } from './services/webhook-sender.ts';
import { createVisitors } from './services/visitors.ts';
import { createWatching } from './services/watching.ts';
import { createWorker, type Worker } from './services/worker.ts';
import { createWebhookSecrets } from './services/webhook-signature.ts';
import { createWebhooks, type Webhooks } from './services/webhooks.ts';
import type { Blobs } from './stores/blobs.ts';
import type { Events } from './stores/events.ts';
import type { Queue } from './stores/queue.ts';
import type { Store, Tier } from './stores/store.ts';

export interface AppDependencies {
  readonly engine: ConversionEngine;
  readonly role: string;
  readonly queue: Queue;
  readonly events: Events;
  /** Conversions that may run or wait: of all accounts, and of one. */
  readonly queueLength: { readonly total: number; readonly perTenant: number };
  /** Conversions that this process runs at a time. */
  readonly slots: number;
  /** Id of this process, among those that share the store. */
  readonly processId: string;
  readonly store: Store;
  readonly blobs: Blobs;
  /**
   * Directories on the file system of the blobs: for uploads while they are needed, for results until they are moved.
   */
  readonly uploadDir: string;
  readonly outDir: string;
  /** Output directory of the website's build. */
  readonly websiteDir: string;
  /** Known once the service listens. Without a trailing slash. */
  readonly publicUrl: () => string;
  /** Whether requests with an unknown host name are refused. */
  readonly checkHost: boolean;
  readonly trustedProxies: readonly string[];
  /** Origins of other websites that may call with a key. */
  readonly corsOrigins: readonly string[];
  /** The first secret signs download links, and all of them verify. */
  readonly signingSecrets: readonly string[];
  readonly sessions: Sessions;
  /** Absent where nobody may convert without an account. */
  readonly trials?: Trials;
  /** Plans of accounts. */
  readonly tiers: readonly Tier[];
  /** Absent when there is only the local account. */
  readonly accounts?: Accounts;
  readonly webhookSender: WebhookSender;
  readonly imports: Imports;
  /** Absent where no plan allows files that need it. */
  readonly resumable?: ResumableUploads;
  readonly exports: Exports;
  /** Whether traces are collected. */
  readonly traces: boolean;
  readonly limits: ServerLimits;
  readonly rates: Pick<RateLimitNumbers, 'requestsPerKeyPerMinute' | 'requestsPerAddressPerMinute'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  /** True once the service has been told to stop. */
  readonly draining: () => boolean;
}

/** A part of Koa's application, whose own types the package does not bring. */
export interface RequestHandler {
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

export interface App {
  readonly koa: RequestHandler;
  /** Answers `/healthz` and `/readyz` only: for workers. */
  readonly health: RequestHandler;
  readonly keys: Keys;
  readonly conversions: Conversions;
  readonly worker: Worker;
  readonly presence: Presence;
  readonly webhooks: Webhooks;
  readonly metrics: Metrics;
}

/** Error codes of Node for a client that closes its connection before it has the whole answer. */
const HANG_UPS: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Creates services, middleware and routes. Opens and starts nothing. */
export function createApp(dependencies: AppDependencies): App {
  const { engine, store, limits, now, log, publicUrl, draining } = dependencies;
  const { resultLifetimeMs } = limits;
  const links = createDownloadLinks(dependencies.signingSecrets, now);
  const keys = createKeys({ store, now, limits });
  const metrics = createMetrics(dependencies);
  const { total: queueLength, perTenant: queueLengthPerAccount } = dependencies.queueLength;
  const following = createFollowing(dependencies);
  const conversions = createConversions({
    ...dependencies,
    following,
    limits: { ...limits, queueLength, queueLengthPerAccount },
  });
  const worker = createWorker({
    ...{ ...dependencies, metrics, resultLifetimeMs },
    runJob: engineRunner(engine),
    outputs: createOutputDirectories(dependencies.outDir, log),
    localJob: conversions.localJob,
    refuseWaiting: conversions.refuseWaiting,
    limits,
    inputDir: dependencies.uploadDir,
    storageWaitMs: limits.storageWaitMs,
  });
  const rates = createRateLimits({ ...limits, ...dependencies.rates }, dependencies);
  const history = createHistory({ ...dependencies, conversions, links });
  const secrets = createWebhookSecrets(dependencies.signingSecrets);
  const webhooks = createWebhooks({ ...dependencies, history, secrets, sender: dependencies.webhookSender });
  const readiness = createReadiness({ ...dependencies, scratchDir: dependencies.uploadDir });
  const router = createRouter({
    ...{ keys, engine },
    ...{ rates, store, sessions: dependencies.sessions, accounts: dependencies.accounts },
    trials: dependencies.trials,
    visitors: createVisitors(dependencies),
    watching: createWatching({ store, log, following, conversions }),
    answers: createConversionAnswers({ conversions, links, publicUrl, now, resultLifetimeMs }),
    idempotency: createIdempotency(dependencies),
    downloads: createDownloads({ ...dependencies, links }),
    formats: createFormats(engine),
    history,
    webhooks,
    presets: createPresets({ store, now, limits }),
    planning: createPlanning(engine),
    imports: dependencies.imports,
    resumable: dependencies.resumable,
    uploadDir: dependencies.uploadDir,
    version: readVersion(),
    publicUrl,
    limits,
    now,
  });

  const koa = new Koa<RequestState>();
  koa.on('error', (error: NodeJS.ErrnoException) => {
    if (HANG_UPS.has(error.code)) log.debug({ code: error.code }, 'the client closed the connection');
    else log.error({ err: error }, 'an answer could not be sent completely');
  });
  koa.use(requestId(log));
  if (dependencies.traces) koa.use(traced());
  koa.use(measure(metrics)).use(securityHeaders(publicUrl)).use(cors(dependencies.corsOrigins));
  koa.use(errors(limits)).use(requireHost());
  koa.use(clientAddress(dependencies.trustedProxies));
  if (dependencies.checkHost) koa.use(knownHost(publicUrl));
  // Not limited: a load balancer asks often, and must learn the truth when others ask too much.
  koa.use(createHealthRouter(readiness).routes());
  koa.use(limitAddress(rates)).use(refuseWhenDraining(draining)).use(router.routes());
  koa.use(pages(dependencies.websiteDir, publicUrl)).use(unmatched());
  const slots = dependencies.role === 'api' ? 0 : dependencies.slots;
  const presence = createPresence({ ...dependencies, slots, worker, conversions, metrics });
  const health = new Koa<RequestState>();
  health.use(requestId(log)).use(measure(metrics)).use(errors(limits)).use(createHealthRouter(readiness).routes());
  health.use(unmatched());
  return { koa, health, keys, conversions, worker, presence, webhooks, metrics };
}
