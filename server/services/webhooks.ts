import { ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Store, WebhookAttempt, WebhookDelivery } from '../stores/store.ts';
import { historyView } from './conversion-view.ts';
import type { History } from './history.ts';
import { mapWithin } from './map-within.ts';
import type { WebhookSender } from './webhook-sender.ts';
import type { WebhookSecrets } from './webhook-signature.ts';

/** Notifies URLs when conversions have ended, and retries until the notification is delivered. */
export interface Webhooks {
  /** Sends what is due. Runs periodically once started. */
  deliver(): Promise<void>;
  list(accountId: string): Promise<readonly WebhookDelivery[]>;
  /** Sends a delivery again, whatever its state. Throws `not_found`. */
  replay(accountId: string, conversionId: string): Promise<WebhookDelivery>;
  secretOf(accountId: string): string;
  start(): void;
  /** Waits for deliveries that are being sent. */
  stop(): Promise<void>;
}

export interface WebhooksDependencies {
  readonly store: Store;
  readonly history: Pick<History, 'find'>;
  readonly secrets: WebhookSecrets;
  readonly sender: Pick<WebhookSender, 'send'>;
  readonly now: () => number;
  readonly log: Log;
  readonly limits: {
    readonly webhookPollMs: number;
    readonly webhookTimeoutMs: number;
    readonly webhooksAtOnce: number;
  };
}

const MINUTE_MS = 60_000;

/**
 * Delays after each failed attempt, for a restart, an outage or a night. After the last one the delivery has failed.
 */
const RETRY_AFTER_MS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * 60 * MINUTE_MS, 8 * 60 * MINUTE_MS];

/** Deliveries in the list of an account. */
const SHOWN = 100;

/** Longer than a whole round: a delivery that was claimed but not recorded by then was lost with its process. */
const TAKEN_MS = 5 * MINUTE_MS;

export function createWebhooks(dependencies: WebhooksDependencies): Webhooks {
  const { store, history, secrets, sender, now, log, limits } = dependencies;
  let timer: NodeJS.Timeout | undefined;
  let delivering: Promise<void> | undefined;

  async function attempt(delivery: WebhookDelivery): Promise<WebhookAttempt> {
    const { accountId, conversionId, url } = delivery;
    const { record, downloadUrl } = await history.find(accountId, conversionId);
    const time = now();
    const body = JSON.stringify({ type: 'conversion.ended', data: historyView(record, downloadUrl) });
    const headers = {
      'X-Athanor-Signature': secrets.sign(accountId, body, time),
      'X-Athanor-Delivery': `${conversionId}.${delivery.attempts + 1}`,
      'User-Agent': 'athanor-webhooks',
    };
    try {
      const status = await sender.send({ url, body, headers, timeoutMs: limits.webhookTimeoutMs });
      return status >= 200 && status < 300 ? delivered(delivery, status) : failed(delivery, time, { status });
    } catch (error) {
      return failed(delivery, time, { reason: error instanceof Error ? error.message : String(error) });
    }
  }

  async function notify(delivery: WebhookDelivery): Promise<void> {
    const outcome = await attempt(delivery);
    await store.webhooks.record(delivery.conversionId, outcome);
    const { state, attempts, lastStatus, lastError } = outcome;
    log.info({ conversionId: delivery.conversionId, state, attempts, lastStatus, lastError }, 'webhook');
  }

  async function deliverDue(): Promise<void> {
    const due = await store.webhooks.takeDue(now(), { retryAt: now() + TAKEN_MS, limit: SHOWN });
    await mapWithin(limits.webhooksAtOnce, due, notify);
  }

  /** One round at a time: a delivery must not be sent twice. */
  function deliver(): Promise<void> {
    delivering ??= deliverDue().finally(() => {
      delivering = undefined;
    });
    return delivering;
  }

  return {
    deliver,
    list: (accountId) => store.webhooks.list(accountId, SHOWN),
    async replay(accountId, conversionId) {
      const delivery = await store.webhooks.find(accountId, conversionId);
      if (!delivery) throw noDelivery();
      await store.webhooks.record(conversionId, { ...delivery, state: 'pending', nextAt: now() });
      await delivering;
      await deliver();
      return (await store.webhooks.find(accountId, conversionId))!;
    },
    secretOf: (accountId) => secrets.of(accountId),
    start() {
      const run = () => deliver().catch((error: unknown) => log.error({ err: error }, 'webhooks could not be sent'));
      timer = setInterval(run, limits.webhookPollMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await delivering;
    },
  };
}

function delivered({ attempts }: WebhookDelivery, status: number): WebhookAttempt {
  return { state: 'delivered', attempts: attempts + 1, nextAt: undefined, lastStatus: status, lastError: undefined };
}

function failed(
  { attempts }: WebhookDelivery,
  time: number,
  { status, reason }: { readonly status?: number; readonly reason?: string },
): WebhookAttempt {
  const wait = RETRY_AFTER_MS[attempts];
  return {
    state: wait === undefined ? 'failed' : 'pending',
    attempts: attempts + 1,
    nextAt: wait === undefined ? undefined : time + wait,
    lastStatus: status,
    lastError: reason,
  };
}

function noDelivery(): ServiceError {
  const message = 'The account has no conversion with this id and a callbackUrl. Check the id.';
  return new ServiceError({ code: 'not_found', message });
}
