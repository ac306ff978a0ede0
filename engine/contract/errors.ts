/** What can go wrong in the engine. `retryable` says whether the same call may succeed later without a change. */
export const ENGINE_ERRORS = {
  input_not_found: { retryable: false },
  empty_file: { retryable: false },
  unknown_source_format: { retryable: false },
  unknown_target_format: { retryable: false },
  invalid_options: { retryable: false },
  source_format_undetected: { retryable: false },
  source_format_mismatch: { retryable: false },
  unsupported_conversion: { retryable: false },
  codec_not_installed: { retryable: false },
  loss_not_allowed: { retryable: false },
  input_corrupt: { retryable: false },
  input_truncated: { retryable: false },
  input_encrypted: { retryable: false },
  input_too_complex: { retryable: false },
  output_not_verified: { retryable: false },
  output_too_large: { retryable: false },
  conversion_failed: { retryable: true },
  conversion_timeout: { retryable: true },
  insufficient_storage: { retryable: true },
  busy: { retryable: true },
  tenant_busy: { retryable: true },
  aborted: { retryable: true },
  closed: { retryable: false },
  internal: { retryable: true },
} as const satisfies Record<string, { retryable: boolean }>;

export type EngineErrorCode = keyof typeof ENGINE_ERRORS;

export type ErrorDetails = Readonly<Record<string, unknown>>;

export interface ConversionErrorInit {
  readonly code: EngineErrorCode;
  /** What failed, why, and what to do: one or two sentences for the caller, without paths or library text. */
  readonly message: string;
  readonly details?: ErrorDetails;
  /** Thrown by a runner whose library instance can no longer be trusted: the pool replaces the worker. */
  readonly discardWorker?: boolean;
}

/** The one error that the engine throws. Switch on `code`; `message` is for people; `cause` is for the log. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly code: EngineErrorCode;
  readonly details: ErrorDetails;
  readonly discardWorker: boolean;

  constructor({ code, message, details = {}, discardWorker = false }: ConversionErrorInit, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
    this.discardWorker = discardWorker;
  }

  get retryable(): boolean {
    return ENGINE_ERRORS[this.code].retryable;
  }
}

/**
 * A failure as it crosses a thread: a class or a `code` thrown in a worker would arrive as a plain Error without it.
 * `internals` is the library's own text, for the log only.
 */
export interface Failure {
  readonly code: EngineErrorCode;
  readonly message: string;
  readonly codec?: string;
  readonly details?: ErrorDetails;
  readonly internals?: string;
  /** The worker's state can no longer be trusted: the pool must replace it. */
  readonly discardWorker?: boolean;
}

export function errorOfFailure(failure: Failure): ConversionError {
  const { code, message, details, internals, codec, discardWorker } = failure;
  const cause = internals === undefined ? undefined : new Error(codec ? `${codec}: ${internals}` : internals);
  return new ConversionError({ code, message, details, discardWorker }, cause && { cause });
}
