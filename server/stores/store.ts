import type { ChainStepResult, ConversionResult, PlannedStep, Report, Warning } from '../../engine/index.ts';
import type { PresetStore } from './preset-store.ts';
import type { UploadStore } from './upload-store.ts';

/** What the service stores: accounts, keys, quotas and conversions. Times are epoch milliseconds. */
export interface Store {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly conversions: ConversionStore;
  readonly idempotency: IdempotencyStore;
  readonly webhooks: WebhookStore;
  readonly presets: PresetStore;
  readonly uploads: UploadStore;
  readonly processes: ProcessStore;
  readonly rates: RateStore;
  /** Whether other processes may use the same store. */
  readonly shared: boolean;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Counts of requests, for limits that hold over all processes. */
export interface RateStore {
  /** Counts one request. A window begins with the first request after the one before has ended. */
  count(key: string, window: { readonly now: number; readonly lengthMs: number }): Promise<RateWindow>;
  /** Deletes windows that have ended. */
  deleteEnded(now: number): Promise<void>;
}

export interface RateWindow {
  /** Requests in this window, this one included. */
  readonly count: number;
  readonly endsAt: number;
}

/** Processes that share one store. Each cleans up after those that have died. */
export interface ProcessStore {
  /**
   * Records that the process is alive until this time, and how many conversions it runs at a time. It is called again as
   * a heartbeat.
   */
  renew(id: string, aliveUntil: number, slots?: number): Promise<void>;
  /** Records that the process has stopped: nobody works on its running conversions any more. */
  remove(id: string): Promise<void>;
  /** Those of the other recorded processes that hold no lock any more: they have ended, or lost the database. */
  findUnlocked(id: string): Promise<readonly string[]>;
  /** Records that all other processes are dead: for a process that has the store to itself and has just started. */
  removeOthers(id: string): Promise<void>;
  /**
   * Claims the next run of a task that one process at a time performs, and sets when the run after it is due. False
   * when the task is not due yet because another process has run it.
   */
  claimTask(task: string, turn: { readonly now: number; readonly nextAt: number }): Promise<boolean>;
}

/** What an account is allowed: an entry of the setting `PLANS`. Clients see it as the account's plan. */
export interface Tier extends TierLimits {
  readonly id: string;
  readonly name: string;
  readonly monthlyConversions: number;
}

/** Limits of a tier. Without a value only the service's own limits apply. */
export interface TierLimits {
  /** Bytes of one file. */
  readonly maxFileBytes?: number;
  /** Conversions that run or wait. */
  readonly maxConcurrent?: number;
  /** Share of busy machines, relative to the accounts of other tiers; 1 if absent. */
  readonly priority?: number;
}

export interface AccountStore {
  /** Creates or updates the tier. */
  saveTier(tier: Tier): Promise<void>;
  /** True when the account is new; an existing one stays as it is. */
  create(account: { readonly id: string; readonly tierId: string; readonly createdAt: number }): Promise<boolean>;
  exists(accountId: string): Promise<boolean>;
  /** False when there is no such account. Throws when there is no such tier. */
  setTier(accountId: string, tierId: string): Promise<boolean>;
  /** Undefined when there is no such account. */
  usage(accountId: string, period: string): Promise<Usage | undefined>;
  /** Conversions that the account sends until then begin as demoted ones. */
  slow(accountId: string, until: number): Promise<void>;
  /** The same with the account's tier. */
  find(accountId: string, period: string): Promise<AccountState | undefined>;
  /**
   * Everybody who has signed up, by email address. Throws when accounts were never turned on: the tables do not exist.
   */
  listPeople(): Promise<readonly Person[]>;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly plan: string;
}

export interface AccountState {
  readonly usage: Usage;
  readonly tier: Tier;
}

/** Conversions of one account in one billing period. */
export interface Usage {
  readonly used: number;
  readonly limit: number;
}

export interface NewKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** The beginning of the key, shown to recognise it. */
  readonly prefix: string;
  /** SHA-256 of the key in hexadecimal: the key itself is never stored. */
  readonly hash: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
  /** All if absent. */
  readonly scopes?: readonly KeyScope[];
  /** Conversions of a month with this key; only the account's quota counts if absent. */
  readonly monthlyLimit?: number;
}

/** What a key may be used for: `convert` is to convert, detect, plan and erase, `read` is history, usage and webhooks. */
export const KEY_SCOPES = ['convert', 'read'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
  readonly scopes: readonly KeyScope[];
  /** The key's own limit, and how much of it is used in `period`. */
  readonly quota: KeyQuota | undefined;
}

export interface KeyQuota extends Usage {
  readonly period: string | undefined;
}

/** The caller, the remaining quota and the tier, by one indexed read. */
export interface KeyHolder extends AccountState {
  readonly keyId: string;
  readonly accountId: string;
  readonly lastUsedAt: number | undefined;
  readonly scopes: readonly KeyScope[];
  /** Whether the key has a limit of its own. */
  readonly hasQuota: boolean;
}

export interface KeyStore {
  /** Adds the key unless the account already has `maxActive` active ones. Safe when several processes do it at once. */
  add(key: NewKey, maxActive: number): Promise<boolean>;
  /** The holder of an active key. Undefined when the key is unknown, revoked or expired, or its account is closed. */
  findHolder(hash: string, period: string, now: number): Promise<KeyHolder | undefined>;
  list(accountId: string): Promise<readonly KeyRecord[]>;
  /** False when the account has no such active key. */
  rename(accountId: string, keyId: string, name: string): Promise<boolean>;
  /** False when the account has no such active key. */
  revoke(accountId: string, keyId: string, now: number): Promise<boolean>;
  touch(keyId: string, now: number): Promise<void>;
}

export type ConversionStatus = 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

export interface NewConversion {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string | undefined;
  /** The conversion counts against the limit of the key itself, too. */
  readonly hasKeyQuota?: boolean;
  readonly origin: 'api' | 'web';
  /** Billing period that the conversion counts towards. */
  readonly period: string;
  /** Name of the first uploaded file; absent for conversions that earlier versions have recorded. */
  readonly uploadName?: string;
  readonly sourceFormat: string;
  readonly targetFormat: string;
  readonly inputBytes: number;
  readonly inputSha256: string;
  readonly createdAt: number;
  /** Milliseconds that its plan predicts. */
  readonly predictedMs: number;
  /** The least generation of the workers that can convert it; any can if absent. */
  readonly requires?: number;
  /** The process that converts; absent when any worker may. */
  readonly processId?: string;
  /** What a worker needs, as JSON of a `QueuedJob`; absent when the process converts it itself. */
  readonly job?: string;
  /** The process whose client waits for the answer. When it dies, the conversion ends. */
  readonly waiterId?: string;
  /** Conversions of the account that may run or wait, this one included. */
  readonly maxConcurrent?: number;
  /** How much it counts against quotas: 1 if absent. */
  readonly units?: number;
  /** URL that is notified when the conversion has ended. */
  readonly callbackUrl?: string;
}

export interface ConversionOutcome {
  /** `<conversion id>.<extension>`, the name in the download link. */
  readonly resultName: string;
  /** The upload's own name with the new extension. */
  readonly downloadName: string;
  readonly mimeType: string;
  readonly outputBytes: number;
  readonly outputSha256: string;
  readonly durationMs: number;
  readonly finishedAt: number;
  readonly expiresAt: number;
  readonly detail: ResultDetail;
}

/** How a result was made, and what is known about it. Plain data, stored as JSON. */
export interface ResultDetail {
  readonly route: readonly RouteStep[];
  readonly report: Report;
  readonly warnings: readonly Warning[];
  /** The entries of the ZIP, when several outputs were packed. */
  readonly files?: ConversionResult['files'];
  /** Absent when the result was not to be exported. */
  readonly export?: ExportOutcome;
  /** Of a chain: what each step has done. */
  readonly steps?: readonly StepDetail[];
}

export interface StepDetail extends Omit<ChainStepResult, 'route'> {
  readonly route: readonly RouteStep[];
}

/** What became of the export of a result. The message says why it failed. */
export interface ExportOutcome {
  readonly status: 'done' | 'failed';
  readonly message?: string;
}

export type RouteStep = Pick<PlannedStep, 'codec' | 'from' | 'to'>;

export interface ConversionFailure {
  readonly status: 'failed' | 'cancelled';
  readonly errorCode: string;
  /** As the caller was told. */
  readonly errorMessage: string;
  readonly detail?: FailureDetail;
  readonly finishedAt: number;
  /** Whether it counts against the quota all the same. */
  readonly isCharged?: boolean;
}

/** What else the caller is told about a failure. Plain data, stored as JSON. */
export interface FailureDetail {
  readonly field?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A process that looks for a conversion to begin. */
export interface Claimant {
  readonly processId: string;
  readonly now: number;
  /** It begins only what workers of this generation can convert. */
  readonly generation: number;
  /** Whether the claimant shares its slots with other processes. If not, only its own conversions count. */
  readonly shares: boolean;
}

/** A conversion that a process has begun to convert. */
export interface Claim {
  readonly id: string;
  readonly accountId: string;
  /** From 1. Whatever the process does to the conversion later counts only while this is the last attempt. */
  readonly attempt: number;
  readonly job: string | undefined;
  readonly predictedMs: number;
  /** An earlier attempt has run past its prediction, or its account is slowed down. */
  readonly isDemoted: boolean;
}

/** How an attempt has ended. */
export interface AttemptEnd {
  /** Absent for whoever ends the conversion and not one of its attempts. */
  readonly attempt?: number | undefined;
  /** Milliseconds of processor time, for fairness; if absent, the prediction counts. */
  readonly usedMs?: number | undefined;
}

export interface GivingBack extends AttemptEnd {
  readonly attempt: number;
  /** Whether it waits for the process that has begun it; if not, any process may go on. */
  readonly isKept?: boolean;
}

export interface ConversionRecord
  extends
    Omit<
      NewConversion,
      | 'keyId'
      | 'callbackUrl'
      | 'processId'
      | 'job'
      | 'waiterId'
      | 'maxConcurrent'
      | 'predictedMs'
      | 'requires'
      | 'units'
    >,
    Partial<Omit<ConversionOutcome, 'finishedAt'>> {
  readonly status: ConversionStatus;
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
  readonly errorDetail: FailureDetail | undefined;
  /** The last attempt, from 1; 0 before any. */
  readonly attempt: number;
  readonly finishedAt: number | undefined;
  /** From 0 to 1, as last saved by the process that converts; undefined before that. */
  readonly progress: number | undefined;
}

export interface ConversionStore {
  /**
   * Takes the conversion's units off the quota, counts it among the account's running ones and records it, in one transaction:
   * from then on it waits for a worker. Undefined when the quota is used up or too many run.
   */
  reserve(conversion: NewConversion): Promise<Usage | undefined>;
  /**
   * Begins an attempt of the conversion that is next: the oldest of the account that has used least, as virtual time
   * counts it. Accounts with a demoted conversion at work come after all others; demoted conversions run in at most half
   * of the slots while other accounts have any. Undefined when none waits that may run.
   */
  claim(claimant: Claimant): Promise<Claim | undefined>;
  /** Ends a running conversion. False when it has ended already, or a later attempt was begun. */
  succeed(id: string, outcome: ConversionOutcome, end?: AttemptEnd): Promise<boolean>;
  /**
   * Ends a running conversion and refunds its quota. False when it has ended already, or, with `attempt`, a later one
   * was begun.
   */
  fail(id: string, failure: ConversionFailure, end?: AttemptEnd): Promise<boolean>;
  /** Lets a conversion wait again. False when it has ended, or a later attempt was begun. */
  giveBack(id: string, end: GivingBack): Promise<boolean>;
  /** Records that the attempt runs past its prediction. */
  demote(id: string, attempt: number, now: number): Promise<void>;
  /** Whether a demoted conversion takes a slot that is not for it, while one that was not demoted waits. */
  mustGiveWay(id: string, claimant: Claimant): Promise<boolean>;
  /**
   * Leaves to any worker what dead processes have begun, and what this process is recorded to convert but does not know.
   * Returns the ids.
   */
  takeBack(present: Present): Promise<readonly string[]>;
  /**
   * Fails and refunds conversions that are recorded as running but are not, and that no worker can take over: those of
   * dead processes, those that this process does not know, and those whose waiting process is dead. Returns their ids.
   */
  failInterrupted(present: Present): Promise<readonly string[]>;
  /** What all accounts have running and waiting, in any process. */
  load(): Promise<ConversionLoad>;
  /** Saves the progress of a running conversion, from 0 to 1, for other processes to read. */
  saveProgress(id: string, progress: number): Promise<void>;
  /** Makes the result of an ended conversion unavailable at once. False when there is none. */
  erase(accountId: string, id: string): Promise<boolean>;
  /** The conversion of any account. */
  findAny(id: string): Promise<ConversionRecord | undefined>;
  /** The account's own conversion; undefined for another account's. */
  find(accountId: string, id: string): Promise<ConversionRecord | undefined>;
  /** Newest first. `search` is a part of the name of the result, or the name of a format or a status. */
  list(
    accountId: string,
    page: { readonly limit: number; readonly before?: number; readonly search?: string },
  ): Promise<readonly ConversionRecord[]>;
  /** The charged conversions of one billing period, by day. Days without any are left out. */
  countByDay(accountId: string, period: string): Promise<readonly DayCount[]>;
  /** The conversion behind a download link, for any caller. */
  findResult(resultName: string): Promise<ConversionRecord | undefined>;
  /** Ids of conversions whose result has expired, at most `limit`. */
  findExpired(now: number, limit: number): Promise<readonly string[]>;
  /** Records that the results were deleted. */
  markExpired(ids: readonly string[]): Promise<void>;
  /** Those of the ids that have not ended, or whose result can be downloaded. */
  filterLive(ids: readonly string[]): Promise<ReadonlyMap<string, LiveConversion>>;
  /** Deletes ended conversions that were created before this time. Returns how many. */
  deleteEndedBefore(time: number): Promise<number>;
}

/** A process that looks after conversions of dead ones. */
export interface Present {
  readonly now: number;
  readonly processId: string;
  /** Conversions that run in this process, or wait for it. */
  readonly running: readonly string[];
}

export interface ConversionLoad {
  /** Conversions that some process has begun. */
  readonly running: number;
  /** Conversions that wait for a worker. */
  readonly waiting: number;
  /** When the oldest waiting one was created; undefined when none waits. */
  readonly oldestAt: number | undefined;
  /** Predicted milliseconds of those that wait. */
  readonly waitingMs: number;
  /** Of the begun ones, those that ran past their prediction. */
  readonly demoted: number;
  /** How far the account that waits and has used most is ahead of the one that has used least, in virtual milliseconds. */
  readonly spreadMs: number;
}

export interface LiveConversion {
  readonly status: 'running' | 'succeeded';
  readonly attempt: number;
  /** As last saved, from 0 to 1. */
  readonly progress: number | undefined;
}

/** What counts against the quota of one day in UTC (`2026-11-21`). */
export interface DayCount {
  readonly day: string;
  readonly api: number;
  readonly web: number;
}

export interface IdempotencyClaim {
  readonly accountId: string;
  /** As chosen by the caller. */
  readonly key: string;
  /** Distinguishes different requests that were sent with the same key. */
  readonly fingerprint: string;
  readonly now: number;
  /** The process that answers the request. */
  readonly processId: string;
  /** When a claim without an answer expires. */
  readonly expiresAt: number;
}

/** The state of an earlier request with the same key. Without an answer it is still running. */
export interface IdempotencyEntry {
  readonly fingerprint: string;
  readonly answer: string | undefined;
}

/** Stored answers for requests that are repeated with the same idempotency key. */
export interface IdempotencyStore {
  /** Claims the key. Returns what already holds it, otherwise undefined. An expired key counts as free. */
  claim(claim: IdempotencyClaim): Promise<IdempotencyEntry | undefined>;
  complete(
    accountId: string,
    key: string,
    entry: { readonly answer: string; readonly expiresAt: number },
  ): Promise<void>;
  /** Frees a key whose request has failed. */
  release(accountId: string, key: string): Promise<void>;
  /** Frees every key without an answer whose process is dead. */
  releaseAbandoned(now: number): Promise<void>;
  /** Deletes expired entries. Returns how many. */
  deleteExpired(now: number): Promise<number>;
}

/** The delivery of one notification about the end of a conversion. */
export interface WebhookDelivery {
  readonly conversionId: string;
  readonly accountId: string;
  readonly url: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly createdAt: number;
  /** Time of the next attempt; undefined once it is delivered or has failed for good. */
  readonly nextAt: number | undefined;
  /** HTTP status of the last answer; undefined when there was none. */
  readonly lastStatus: number | undefined;
  readonly lastError: string | undefined;
}

export type WebhookAttempt = Pick<WebhookDelivery, 'state' | 'attempts' | 'nextAt' | 'lastStatus' | 'lastError'>;

/** Deliveries are created with their conversion, and become due when it has ended. */
export interface WebhookStore {
  /**
   * Claims deliveries of ended conversions that are due, at most `limit`. No other process gets them until `retryAt`:
   * if nothing was recorded by then, this process has died.
   */
  takeDue(
    now: number,
    options: { readonly retryAt: number; readonly limit: number },
  ): Promise<readonly WebhookDelivery[]>;
  record(conversionId: string, attempt: WebhookAttempt): Promise<void>;
  find(accountId: string, conversionId: string): Promise<WebhookDelivery | undefined>;
  /** Newest first. */
  list(accountId: string, limit: number): Promise<readonly WebhookDelivery[]>;
}
