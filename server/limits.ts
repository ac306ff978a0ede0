const KiB = 1024;
const MiB = 1024 * KiB;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Every number of the service that is not a setting, with its unit and reason. `createApp` accepts overrides. */
export const DEFAULT_LIMITS = {
  /** Bytes of one uploaded file: fixed by the interface. */
  fileBytes: 52_428_800,
  /**
   * Bytes of a file that is uploaded in several requests, for plans that allow more than `fileBytes`: what the engine
   * writes at most for one conversion, so that a result may be as large.
   */
  resumableBytes: 536_870_912,
  /** Uploads in several requests that an account may have at a time, and how long each is kept. */
  resumableUploads: 10,
  resumableLifetimeMs: 24 * HOUR_MS,
  /**
   * Bytes of one part of such an upload, which the object storage takes in one request; and how many parts there may be:
   * ten times as many as the largest upload has whose connection never breaks off.
   */
  resumablePartBytes: 5 * MiB,
  resumableParts: 1_000,
  /** Files of one request that takes several, and their total bytes: they must fit into memory as pages of one PDF. */
  files: 50,
  allFilesBytes: 209_715_200,
  /** Conversions of one batch at a time: enough for two cores. The scheduler is fair between accounts anyway. */
  batchAtOnce: 4,
  /** Open event streams per key: one for each tab of a busy user. */
  streamsPerKey: 5,
  /** How often due webhooks are looked for, how long one may take, and how many are sent at a time. */
  webhookPollMs: 2_000,
  webhookTimeoutMs: 10_000,
  webhooksAtOnce: 8,
  /** How long the address of an import may take until its answer begins. */
  importTimeoutMs: 15_000,
  /** How long an export may take, during which it holds the place of a conversion, and after which failure it is repeated. */
  exportTimeoutMs: MINUTE_MS,
  exportRetryMs: 1_000,
  /** Shorter than the 60 s after which common proxies close a silent connection. */
  heartbeatMs: 15_000,
  /** Bytes of a multipart body beside its files: boundaries, headers and text fields. */
  framingBytes: 320 * KiB,
  /** Text fields beside the files and their addresses: twelve are in use, some more are ignored. */
  fields: 16,
  /** Bytes of one text field. `options` is the longest: it may contain the sources and the style of a bibliography. */
  fieldBytes: 256 * KiB,
  fieldNameBytes: 64,
  /** Bytes of a JSON request body. */
  jsonBytes: 16 * KiB,
  /** Bytes of a message of the Model Context Protocol: it may contain a file of 6 MiB as base64. */
  mcpBytes: 10 * MiB,
  /**
   * Bytes per second that an upload must reach on average over one window. Slower ones block a connection and a file.
   */
  uploadBytesPerSecond: 8 * KiB,
  uploadWindowMs: 15_000,
  /**
   * After an early refusal the rest of the body is read for this time, or this many bytes, so that the client sees it.
   */
  lingerMs: 3_000,
  lingerBytes: 64 * MiB,
  headersTimeoutMs: 10_000,
  /** How often Node checks for connections whose headers or body are overdue. */
  timeoutCheckMs: 2_000,
  /** A 50 MB upload at the slowest accepted rate takes 107 minutes; nobody waits that long. */
  requestTimeoutMs: 15 * MINUTE_MS,
  /** Longer than the 60 s of common proxies, so that the proxy closes an idle connection and not the service. */
  keepAliveTimeoutMs: 65_000,
  /** A download is aborted when the client reads nothing for this time. */
  downloadIdleMs: 60_000,
  headerCount: 64,
  connections: 2_000,
  /** Active API keys of one account: fixed by the interface. */
  activeKeys: 10,
  /** Presets of one account. */
  presets: 50,
  /** How often a key's `last used` is written at most. */
  keyTouchMs: MINUTE_MS,
  /** Requests with a wrong key that one address may send per minute before it is refused. */
  wrongKeysPerMinute: 20,
  /** Attempts to sign in or up that one address may make per minute. */
  signInsPerMinute: 20,
  /** How long a result can be downloaded: fixed by the interface. */
  resultLifetimeMs: HOUR_MS,
  sweepIntervalMs: MINUTE_MS,
  /** A blob of this age without a live row was left by a crash. */
  orphanAgeMs: 10 * MINUTE_MS,
  /** How long ended conversions stay in the history: three full billing periods. */
  historyMs: 93 * 24 * HOUR_MS,
  /**
   * A process without a heartbeat for this time counts as dead: longer than any pause of a living one. One whose
   * connection to the database has ended counts as dead long before.
   */
  leaseMs: 15_000,
  /** How often a process sends a heartbeat and cleans up after dead processes: several times within a lease. */
  heartbeatIntervalMs: 4_000,
  /** How often a process looks for others whose lock is free; after two such rounds they count as dead. */
  lockIntervalMs: 300,
  /**
   * Bytes up to which an input or a result is kept in the database and not in the object storage. At 100 conversions a
   * second with results of 10 KB, an hour of results takes 4 GB there.
   */
  smallFileBytes: 32 * KiB,
  /** How long a finished result waits for an object storage that does not answer. */
  storageWaitMs: MINUTE_MS,
  /** Milliseconds of processor time that a conversion without a plan is taken to need: most need less. */
  unknownPredictionMs: 1_000,
  /**
   * A conversion is demoted when workers were busy with it for this time, and for this many times its prediction: most
   * predictions are right within a factor of two, and nobody notices five seconds more behind a long conversion.
   */
  overrunMs: 5_000,
  overrunFactor: 3,
  /** How often a process looks for conversions to demote, and for demoted ones that must give way. */
  overrunCheckMs: 1_000,
  /**
   * Conversions of one account that may exceed their time limit within the window and are refunded all the same: files
   * that are too large by mistake. Each holds a slot for two minutes.
   */
  refundedTimeouts: 3,
  timeoutWindowMs: HOUR_MS,
  /** How often a process saves the progress of its conversions, and learns that some were cancelled. */
  syncIntervalMs: 1_000,
  /** How long a stopping server waits for running conversions. */
  drainMs: 30_000,
} as const satisfies Record<string, number>;

export type ServerLimits = { readonly [Name in keyof typeof DEFAULT_LIMITS]: number };
