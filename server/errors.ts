import { type ConversionError, ENGINE_ERRORS, type EngineErrorCode } from '../engine/index.ts';
import { DatabaseFullError, DatabaseUnavailableError, StorageUnavailableError } from './stores/unavailable.ts';

/** Engine codes that callers see under the same name. The engine's table says whether a retry makes sense. */
const SHARED_STATUS = {
  empty_file: 400,
  unknown_source_format: 400,
  unknown_target_format: 400,
  invalid_options: 400,
  source_format_undetected: 422,
  source_format_mismatch: 422,
  unsupported_conversion: 422,
  loss_not_allowed: 422,
  input_corrupt: 422,
  input_truncated: 422,
  input_encrypted: 422,
  input_too_complex: 422,
  output_not_verified: 422,
  conversion_failed: 500,
  internal: 500,
  conversion_timeout: 504,
  insufficient_storage: 507,
} as const satisfies Partial<Record<EngineErrorCode, number>>;

type SharedCode = keyof typeof SHARED_STATUS;

/** Codes of the service itself. */
const SERVICE_ERRORS = {
  malformed_request: { status: 400, retryable: false },
  missing_file: { status: 400, retryable: false },
  invalid_url: { status: 400, retryable: false },
  missing_target_format: { status: 400, retryable: false },
  unexpected_file_part: { status: 400, retryable: false },
  too_many_files: { status: 400, retryable: false },
  too_many_parts: { status: 400, retryable: false },
  field_too_long: { status: 400, retryable: false },
  invalid_multipart: { status: 400, retryable: false },
  missing_api_key: { status: 401, retryable: false },
  invalid_api_key: { status: 401, retryable: false },
  not_signed_in: { status: 401, retryable: false },
  wrong_credentials: { status: 401, retryable: false },
  invalid_signature: { status: 403, retryable: false },
  key_not_allowed: { status: 403, retryable: false },
  url_not_allowed: { status: 403, retryable: false },
  csrf: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  method_not_allowed: { status: 405, retryable: false },
  upload_too_slow: { status: 408, retryable: true },
  key_limit_reached: { status: 409, retryable: false },
  preset_exists: { status: 409, retryable: false },
  upload_conflict: { status: 409, retryable: true },
  upload_limit_reached: { status: 409, retryable: false },
  unsupported_tus_version: { status: 412, retryable: false },
  preset_limit_reached: { status: 409, retryable: false },
  conversion_cancelled: { status: 409, retryable: true },
  interrupted: { status: 503, retryable: true, retryAfterSeconds: 1 },
  input_lost: { status: 500, retryable: true },
  idempotency_in_flight: { status: 409, retryable: true },
  download_expired: { status: 410, retryable: false },
  invalid_token: { status: 410, retryable: false },
  file_too_large: { status: 413, retryable: false },
  unsupported_media_type: { status: 415, retryable: false },
  expectation_failed: { status: 417, retryable: false },
  misdirected_request: { status: 421, retryable: false },
  idempotency_conflict: { status: 422, retryable: false },
  url_unreachable: { status: 422, retryable: true },
  url_timeout: { status: 504, retryable: true },
  rate_limited: { status: 429, retryable: true },
  quota_exceeded: { status: 429, retryable: false },
  too_many_concurrent: { status: 429, retryable: true, retryAfterSeconds: 5 },
  headers_too_large: { status: 431, retryable: false },
  server_busy: { status: 503, retryable: true, retryAfterSeconds: 10 },
  not_ready: { status: 503, retryable: true, retryAfterSeconds: 10 },
  database_unavailable: { status: 503, retryable: true, retryAfterSeconds: 5 },
  storage_unavailable: { status: 503, retryable: true, retryAfterSeconds: 5 },
  draining: { status: 503, retryable: true, retryAfterSeconds: 10 },
} as const satisfies Record<string, ErrorKind>;

interface ErrorKind {
  readonly status: number;
  readonly retryable: boolean;
  /** Seconds of `Retry-After`, unless the error has its own. */
  readonly retryAfterSeconds?: number;
}

export type ErrorCode = keyof typeof SERVICE_ERRORS | SharedCode;

/** Every code that a client can receive, with its HTTP status. The documentation prints this table. */
export const ERRORS: Readonly<Record<ErrorCode, ErrorKind>> = { ...SERVICE_ERRORS, ...sharedErrors() };

function sharedErrors(): Record<SharedCode, ErrorKind> {
  const entries = Object.entries(SHARED_STATUS) as [SharedCode, number][];
  return Object.fromEntries(
    entries.map(([code, status]) => [code, { status, retryable: ENGINE_ERRORS[code].retryable }]),
  ) as Record<SharedCode, ErrorKind>;
}

/** Engine codes whose cause is internal: callers see what it means for them. `aborted` has nobody to receive it. */
const RENAMED = {
  input_not_found: 'input_lost',
  codec_not_installed: 'unsupported_conversion',
  output_too_large: 'input_too_complex',
  busy: 'server_busy',
  tenant_busy: 'too_many_concurrent',
  closed: 'draining',
} as const satisfies Partial<Record<EngineErrorCode, ErrorCode>>;

/** The part of the request that an engine error refers to. */
const FIELD_OF: Partial<Record<ErrorCode, string>> = {
  empty_file: 'file',
  input_corrupt: 'file',
  input_truncated: 'file',
  input_encrypted: 'file',
  input_too_complex: 'file',
  unknown_source_format: 'sourceFormat',
  source_format_undetected: 'sourceFormat',
  source_format_mismatch: 'sourceFormat',
  unknown_target_format: 'targetFormat',
  unsupported_conversion: 'targetFormat',
  invalid_options: 'options',
  loss_not_allowed: 'allowLoss',
};

export interface ServiceErrorInit {
  readonly code: ErrorCode;
  /** What failed, why, and what to do, for the caller. */
  readonly message: string;
  /** The part of the request that is at fault. */
  readonly field?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly conversionId?: string;
}

/** A failure as the caller sees it. `cause` is only for the log. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryable: boolean;
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly conversionId: string | undefined;

  constructor(init: ServiceErrorInit, options?: ErrorOptions) {
    super(init.message, options);
    const kind = ERRORS[init.code];
    this.code = init.code;
    this.status = kind.status;
    this.retryable = kind.retryable;
    this.field = init.field;
    this.details = init.details;
    this.conversionId = init.conversionId;
    const retryAfterSeconds = init.retryAfterSeconds ?? kind.retryAfterSeconds;
    this.headers = {
      ...init.headers,
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
    };
  }
}

/** Thrown when the client has closed the connection, so that nobody receives an answer. */
export class ClientClosedError extends Error {
  override readonly name = 'ClientClosedError';
}

/** Translates an error of the engine into one of the service. */
export function serviceErrorOf(error: ConversionError, conversionId?: string): ServiceError | ClientClosedError {
  if (error.code === 'aborted') return new ClientClosedError('the conversion was aborted', { cause: error });
  const code = publicCodeOf(error.code);
  const message = code === 'internal' ? INTERNAL_MESSAGE : error.message;
  const details = Object.keys(error.details).length > 0 && code !== 'internal' ? error.details : undefined;
  const isOfStep = error.details['step'] !== undefined || error.details['option'] === 'steps';
  const field = isOfStep ? 'steps' : FIELD_OF[code];
  return new ServiceError({ code, message, field, details, conversionId }, { cause: error });
}

function publicCodeOf(code: Exclude<EngineErrorCode, 'aborted'>): ErrorCode {
  return isRenamed(code) ? RENAMED[code] : code;
}

function isRenamed(code: EngineErrorCode): code is keyof typeof RENAMED {
  return Object.hasOwn(RENAMED, code);
}

const INTERNAL_MESSAGE =
  'Something went wrong on our side. Try again; if it fails again, report the requestId of this answer.';

export function nothingHere(): ServiceError {
  return new ServiceError({ code: 'not_found', message: 'There is nothing at this URL. Check its path.' });
}

/** Translates an error that nothing before has translated. */
export function unexpectedError(error: unknown, conversionId?: string): ServiceError {
  if (isDiskFull(error)) return storageFullError(error, conversionId);
  if (error instanceof DatabaseUnavailableError) return databaseUnavailableError(error, conversionId);
  if (error instanceof StorageUnavailableError) return storageUnavailableError(error, conversionId);
  return internalError(error, conversionId);
}

function internalError(cause: unknown, conversionId?: string): ServiceError {
  return new ServiceError({ code: 'internal', message: INTERNAL_MESSAGE, conversionId }, { cause });
}

function databaseUnavailableError(cause: unknown, conversionId?: string): ServiceError {
  const message = 'The service cannot reach its database at the moment. Wait a few seconds and send the request again.';
  return new ServiceError({ code: 'database_unavailable', message, conversionId }, { cause });
}

function storageUnavailableError(cause: unknown, conversionId?: string): ServiceError {
  const message =
    'The service cannot reach its storage for files at the moment. Wait a few seconds and send the request again.';
  return new ServiceError({ code: 'storage_unavailable', message, conversionId }, { cause });
}

export function storageFullError(cause: unknown, conversionId?: string): ServiceError {
  const message = 'The server has no disk space for this file at the moment. Try again later.';
  return new ServiceError({ code: 'insufficient_storage', message, conversionId }, { cause });
}

/** Whether the operating system, the database or the object storage reported that there is no space left. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof DatabaseFullError) return true;
  if (!(error instanceof Error)) return false;
  if ('status' in error && error.status === ERRORS.insufficient_storage.status) return true;
  return 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
