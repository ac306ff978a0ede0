/** What the service remembers: accounts, keys, quotas and conversions. Times are epoch milliseconds. */
export interface Store {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly conversions: ConversionStore;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly monthlyConversions: number;
}

export interface AccountStore {
  /** Creates the plan or brings it up to date. */
  savePlan(plan: Plan): Promise<void>;
  /** True when the account is new; an existing one stays as it is. */
  create(account: { readonly id: string; readonly planId: string; readonly createdAt: number }): Promise<boolean>;
  exists(accountId: string): Promise<boolean>;
  /** Undefined when there is no such account. */
  usage(accountId: string, period: string): Promise<Usage | undefined>;
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

/** Who calls, and what is left of the quota: one indexed read. */
export interface KeyHolder {
  readonly keyId: string;
  readonly accountId: string;
  readonly lastUsedAt: number | undefined;
  readonly usage: Usage;
}

export interface KeyStore {
  /** Adds the key unless the account has `maxActive` active ones already; one statement, safe among processes. */
  add(key: NewKey, maxActive: number): Promise<boolean>;
  /** The holder of an active key; undefined when it is unknown, revoked or expired, or its account is closed. */
  findHolder(hash: string, period: string, now: number): Promise<KeyHolder | undefined>;
  list(accountId: string): Promise<readonly KeyRecord[]>;
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
}

export interface ConversionRecord extends Omit<NewConversion, 'keyId'>, Partial<Omit<ConversionOutcome, 'finishedAt'>> {
  readonly status: ConversionStatus;
  readonly errorCode: string | undefined;
  readonly finishedAt: number | undefined;
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
  fail(
    id: string,
    failure: { readonly status: 'failed' | 'cancelled'; readonly errorCode: string; readonly finishedAt: number },
  ): Promise<boolean>;
  /** Fails and refunds everything recorded as running except these, which really are. Returns how many. */
  failInterrupted(now: number, reallyRunning: readonly string[]): Promise<number>;
  /** Removes the result of an ended conversion from sight at once; false when there is none. */
  erase(accountId: string, id: string): Promise<boolean>;
  /** The account's own conversion; undefined for another account's. */
  find(accountId: string, id: string): Promise<ConversionRecord | undefined>;
  /** Newest first. */
  list(
    accountId: string,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<readonly ConversionRecord[]>;
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
