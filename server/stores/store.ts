import type { ConversionResult, PlannedStep, Report, Warning } from '../../engine/index.ts';

/** What the service remembers: accounts, keys, quotas and conversions. Times are epoch milliseconds. */
export interface Store {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly conversions: ConversionStore;
  readonly idempotency: IdempotencyStore;
  readonly webhooks: WebhookStore;
  readonly processes: ProcessStore;
  /** Whether other processes may serve the same accounts beside this one. */
  readonly shared: boolean;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Who serves: several processes may share one store, and each looks after what another has left. */
export interface ProcessStore {
  /** Says that the process is at work until then, unless it says so again. */
  renew(id: string, aliveUntil: number): Promise<void>;
  /** The process ends: what it has left running is nobody's from now on. */
  leave(id: string): Promise<void>;
  /** All others are known to be dead: for a process that has the store for itself and has just begun. */
  leaveAllBut(id: string): Promise<void>;
  /**
   * Takes the next turn of a task that only one process is to do at a time, and says when the turn after it is due.
   * False when the task is not due yet: another process has done it.
   */
  takeTurn(task: string, turn: { readonly now: number; readonly nextAt: number }): Promise<boolean>;
}

/** What an account is allowed: one of the `PLANS` of the configuration, "plan" to clients. */
export interface Tier extends TierLimits {
  readonly id: string;
  readonly name: string;
  readonly monthlyConversions: number;
}

/** What a tier allows at a time. Without a value only the service's own limits apply. */
export interface TierLimits {
  /** Bytes of one file. */
  readonly maxFileBytes?: number;
  /** Conversions at work or waiting. */
  readonly maxConcurrent?: number;
  /** Share of a busy machine, relative to the accounts of other tiers; 1 if absent. */
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
  /** The same with what the tier allows. */
  find(accountId: string, period: string): Promise<AccountState | undefined>;
  /** Who has signed up, by their address. Throws when nobody ever could: the tables of people are not there. */
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
  /** The beginning of the key, to recognise it by. */
  readonly prefix: string;
  /** SHA-256 of the key in hexadecimal: the key itself is never stored. */
  readonly hash: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
}

export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
}

/** Who calls, what is left of the quota, and what the tier allows: one indexed read. */
export interface KeyHolder extends AccountState {
  readonly keyId: string;
  readonly accountId: string;
  readonly lastUsedAt: number | undefined;
}

export interface KeyStore {
  /** Adds the key unless the account has `maxActive` active ones already; one statement, safe among processes. */
  add(key: NewKey, maxActive: number): Promise<boolean>;
  /** The holder of an active key; undefined when it is unknown, revoked or expired, or its account is closed. */
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
  readonly origin: 'api' | 'web';
  /** Billing period that the conversion counts in. */
  readonly period: string;
  readonly sourceFormat: string;
  readonly targetFormat: string;
  readonly inputBytes: number;
  readonly inputSha256: string;
  readonly createdAt: number;
  /** The process that converts it. */
  readonly processId: string;
  /** Address that wants to be told how the conversion ended. */
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

/** How a result came about and what is known of it. Plain data, stored as JSON. */
export interface ResultDetail {
  readonly route: readonly RouteStep[];
  readonly report: Report;
  readonly warnings: readonly Warning[];
  /** The entries of the ZIP, when several outputs were packed. */
  readonly files?: ConversionResult['files'];
}

export type RouteStep = Pick<PlannedStep, 'codec' | 'from' | 'to'>;

export interface ConversionFailure {
  readonly status: 'failed' | 'cancelled';
  readonly errorCode: string;
  /** As the caller was told. */
  readonly errorMessage: string;
  readonly finishedAt: number;
}

export interface ConversionRecord
  extends Omit<NewConversion, 'keyId' | 'callbackUrl' | 'processId'>, Partial<Omit<ConversionOutcome, 'finishedAt'>> {
  readonly status: ConversionStatus;
  readonly errorCode: string | undefined;
  readonly errorMessage: string | undefined;
  readonly finishedAt: number | undefined;
  /** From 0 to 1, as far as the process that converts has told it; undefined before. */
  readonly progress: number | undefined;
}

export interface ConversionStore {
  /**
   * Takes one conversion off the quota and records it as running, both or neither. Undefined when the quota is used
   * up.
   */
  reserve(conversion: NewConversion): Promise<Usage | undefined>;
  /** Ends a running conversion; false when something else has ended it before. */
  succeed(id: string, outcome: ConversionOutcome): Promise<boolean>;
  /** Ends a running conversion and gives its quota back; false when something else has ended it before. */
  fail(id: string, failure: ConversionFailure): Promise<boolean>;
  /**
   * Fails and refunds what is recorded as running but is not: what dead processes have left, and what this process
   * does not know. Returns how many.
   */
  failInterrupted(present: {
    readonly now: number;
    readonly processId: string;
    /** What really runs in this process. */
    readonly running: readonly string[];
  }): Promise<number>;
  /** How many conversions of the account are at work or waiting, wherever. */
  countRunning(accountId: string): Promise<number>;
  /** Tells other processes how far a running conversion is, from 0 to 1. */
  saveProgress(id: string, progress: number): Promise<void>;
  /** Removes the result of an ended conversion from sight at once; false when there is none. */
  erase(accountId: string, id: string): Promise<boolean>;
  /** The account's own conversion; undefined for another account's. */
  find(accountId: string, id: string): Promise<ConversionRecord | undefined>;
  /** Newest first. */
  list(
    accountId: string,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<readonly ConversionRecord[]>;
  /** Of one billing period, the conversions that count, by their day; only days that have any. */
  countByDay(accountId: string, period: string): Promise<readonly DayCount[]>;
  /** The conversion behind a download link, whoever asks. */
  findResult(resultName: string): Promise<ConversionRecord | undefined>;
  /** Ids whose result has outlived its time, at most `limit`. */
  findExpired(now: number, limit: number): Promise<readonly string[]>;
  /** Notes that the results are gone. */
  markExpired(ids: readonly string[]): Promise<void>;
  /** Of these ids, those whose result may still be wanted: running or downloadable. */
  filterLive(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes ended conversions that were created before; returns how many. */
  forgetBefore(time: number): Promise<number>;
}

/** Conversions of one day in UTC (`2026-11-21`). */
export interface DayCount {
  readonly day: string;
  readonly api: number;
  readonly web: number;
}

export interface IdempotencyClaim {
  readonly accountId: string;
  /** As the caller chose it. */
  readonly key: string;
  /** Tells requests apart that were sent under one key. */
  readonly fingerprint: string;
  readonly now: number;
  /** The process that answers the request. */
  readonly processId: string;
  /** Until when the claim holds without an answer. */
  readonly expiresAt: number;
}

/** What an earlier request under the same key has become; no answer as long as it is at work. */
export interface IdempotencyEntry {
  readonly fingerprint: string;
  readonly answer: string | undefined;
}

/** Answers to be given again to requests that are repeated under the same key. */
export interface IdempotencyStore {
  /** Takes the key, in one statement; what holds it already, otherwise. A key whose time is over counts as free. */
  claim(claim: IdempotencyClaim): Promise<IdempotencyEntry | undefined>;
  settle(
    accountId: string,
    key: string,
    settled: { readonly answer: string; readonly expiresAt: number },
  ): Promise<void>;
  /** Frees a key whose request has come to nothing. */
  release(accountId: string, key: string): Promise<void>;
  /** Frees every key without an answer whose process is dead. */
  releaseAbandoned(now: number): Promise<void>;
  /** Removes what is over; returns how many. */
  forgetExpired(now: number): Promise<number>;
}

/** What has become of telling one address how one conversion ended. */
export interface WebhookDelivery {
  readonly conversionId: string;
  readonly accountId: string;
  readonly url: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly createdAt: number;
  /** When it is tried next; undefined once it is settled. */
  readonly nextAt: number | undefined;
  /** HTTP status of the last answer; undefined when there was none. */
  readonly lastStatus: number | undefined;
  readonly lastError: string | undefined;
}

export type WebhookAttempt = Pick<WebhookDelivery, 'state' | 'attempts' | 'nextAt' | 'lastStatus' | 'lastError'>;

/** Deliveries are made with their conversion; they fall due when it has ended, however it has. */
export interface WebhookStore {
  /**
   * Takes deliveries of ended conversions that are to be tried now, at most `limit`. Nobody else gets them until
   * `retryAt`: whoever took them has died if nothing was recorded by then.
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
