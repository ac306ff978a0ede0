import type { Generated } from 'kysely';
import type { ConversionStatus, WebhookDelivery } from '../store.ts';

/** The tables of the database, as types for kysely. */
export interface Database {
  readonly plan: TierTable;
  readonly account: AccountTable;
  readonly usage: UsageTable;
  readonly api_key: ApiKeyTable;
  readonly conversion: ConversionTable;
  readonly idempotency: IdempotencyTable;
  readonly webhook_delivery: WebhookDeliveryTable;
  readonly preset: PresetTable;
  readonly upload: UploadTable;
  readonly upload_part: UploadPartTable;
  readonly process: ProcessTable;
  readonly task: TaskTable;
  readonly rate: RateTable;
  readonly fair_clock: FairClockTable;
  readonly small_file: SmallFileTable;
  /** Created and maintained by the library for accounts. */
  readonly auth_user: { readonly id: string; readonly email: string };
}

export interface TierTable {
  readonly id: string;
  readonly name: string;
  readonly monthly_conversions: number;
  readonly max_file_bytes: number | null;
  readonly max_concurrent: number | null;
  readonly priority: number | null;
}

interface AccountTable {
  readonly id: string;
  readonly plan_id: string;
  readonly status: 'active' | 'closed';
  readonly created_at: number;
  /** Conversions of the account that run or wait. */
  readonly running: number;
  /** What the account has used, in microseconds of processor time divided by its weight. */
  readonly vtime: number;
  /** Until then its conversions begin as demoted ones. */
  readonly slowed_until: number;
}

interface UsageTable {
  readonly account_id: string;
  readonly period: string;
  readonly used: number;
  readonly cap: number;
}

interface ApiKeyTable {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  /** Separated by commas; null for all. */
  readonly scopes: string | null;
  /** Conversions of a month; null where only the account is limited. */
  readonly monthly_limit: number | null;
  /** Conversions that count against the key's own limit, in `used_period`. */
  readonly used: Generated<number>;
  readonly used_period: string | null;
}

export interface ConversionTable {
  readonly id: string;
  readonly account_id: string;
  readonly key_id: string | null;
  readonly origin: 'api' | 'web';
  readonly status: ConversionStatus;
  readonly period: string;
  /** 1 while the conversion counts against the quota, 0 once it was refunded. */
  readonly charged: 0 | 1;
  /** How much it counts against quotas. */
  readonly units: Generated<number>;
  /** Null in rows of earlier versions. */
  readonly upload_name: string | null;
  readonly source_format: string;
  readonly target_format: string;
  readonly input_bytes: number;
  readonly input_sha256: string;
  readonly result_name: string | null;
  readonly download_name: string | null;
  readonly mime_type: string | null;
  readonly output_bytes: number | null;
  readonly output_sha256: string | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  /** JSON of a `ResultDetail`. */
  readonly detail: string | null;
  readonly created_at: number;
  readonly finished_at: number | null;
  readonly expires_at: number | null;
  readonly duration_ms: number | null;
  /** The process that converts; null while a worker is awaited. */
  readonly process_id: string | null;
  /** In thousandths. */
  readonly progress: number | null;
  /** Milliseconds that the plan predicts; null in rows of earlier versions. */
  readonly predicted_ms: number | null;
  /** The least generation of the workers that can convert it: see `GENERATION`. */
  readonly requires: number;
  /** When the process has begun the last attempt; 0 while the conversion waits. */
  readonly began_at: number;
  /** When it ran past its prediction; 0 before. */
  readonly demoted_at: number;
  /** How often a process has begun to convert. */
  readonly attempt: number;
  /** JSON of a `QueuedJob`, for workers, until the conversion has ended; null when its process converts it itself. */
  readonly job: string | null;
  /** The process whose client waits for the answer; null when nobody waits. */
  readonly waiter_id: string | null;
  /** JSON of a `FailureDetail`. */
  readonly error_detail: string | null;
}

interface IdempotencyTable {
  readonly account_id: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly answer: string | null;
  readonly expires_at: number;
  readonly process_id: string | null;
}

export interface PresetTable {
  readonly account_id: string;
  readonly name: string;
  /** JSON of `PresetSettings`. */
  readonly settings: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Files that are sent in several requests. */
interface UploadTable {
  readonly id: string;
  readonly account_id: string;
  readonly file_name: string;
  readonly size_bytes: number;
  /** Bytes of all parts. */
  readonly received: number;
  readonly parts: number;
  readonly expires_at: number;
}

interface UploadPartTable {
  readonly upload_id: string;
  /** Place of its first byte in the file. */
  readonly start: number;
  readonly size_bytes: number;
  readonly key: string;
}

interface ProcessTable {
  readonly id: string;
  readonly alive_until: number;
  /** 1 when the process holds a lock in the database while it is alive. */
  readonly locks: 0 | 1;
  /** Conversions that it runs at a time. */
  readonly slots: number;
  /** See `GENERATION`. */
  readonly version: number;
}

/** Contents that are too small for the object storage. */
interface SmallFileTable {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly created_at: number;
}

/** One row: the furthest virtual time at which a conversion was begun. */
interface FairClockTable {
  readonly vtime: number;
}

interface RateTable {
  /** Name of the limit and who is counted. */
  readonly key: string;
  readonly count: number;
  readonly ends_at: number;
}

interface TaskTable {
  readonly name: string;
  readonly due_at: number;
}

export interface WebhookDeliveryTable {
  readonly conversion_id: string;
  readonly account_id: string;
  readonly url: string;
  readonly state: WebhookDelivery['state'];
  readonly attempts: number;
  readonly created_at: number;
  readonly next_at: number | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
}
