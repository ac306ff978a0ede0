const KiB = 1024;
const MiB = 1024 * KiB;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Every number of the service that is not a setting, with its unit and its reason. `createApp` takes overrides. */
export const DEFAULT_LIMITS = {
  /** Bytes of one uploaded file: fixed by the interface. */
  fileBytes: 52_428_800,
  /** Files of one request that takes several, and their bytes together: what fits into memory as pages of one PDF. */
  files: 50,
  allFilesBytes: 209_715_200,
  /** Conversions of one batch at a time: enough for two cores, and the scheduler is fair among accounts anyway. */
  batchAtOnce: 4,
  /** Event streams that one key may hold open: one for each tab of a busy user. */
  streamsPerKey: 5,
  /** How often due webhooks are looked for, how long one may take, and how many are sent at a time. */
  webhookPollMs: 2_000,
  webhookTimeoutMs: 10_000,
  webhooksAtOnce: 8,
  /** Shorter than the 60 s after which usual proxies cut a silent connection. */
  heartbeatMs: 15_000,
  /** Bytes that a multipart body may have beyond its file: boundaries, headers and text fields. */
  framingBytes: 320 * KiB,
  /** Text fields beside the file: five are in use, some more are ignored. */
  fields: 8,
  /** Bytes of one text field: `options` is the longest, with the sources and the style that a text cites by. */
  fieldBytes: 256 * KiB,
  fieldNameBytes: 64,
  /** Bytes of a JSON request body. */
  jsonBytes: 16 * KiB,
  /** Bytes a second that an upload must bring on average over one window; slower ones hold a connection and a file. */
  uploadBytesPerSecond: 8 * KiB,
  uploadWindowMs: 15_000,
  /** After an early refusal the rest of the body is read for so long, or so far, that the sender sees the answer. */
  lingerMs: 3_000,
  lingerBytes: 64 * MiB,
  headersTimeoutMs: 10_000,
  /** How often Node looks for connections whose headers or body are overdue. */
  timeoutCheckMs: 2_000,
  /** A 50 MB upload at the slowest accepted rate takes 107 minutes; nobody waits that long. */
  requestTimeoutMs: 15 * MINUTE_MS,
  /** Longer than the 60 s of usual proxies, so that they and not we close an idle connection. */
  keepAliveTimeoutMs: 65_000,
  /** Without a byte taken for so long, a download is cut. */
  downloadIdleMs: 60_000,
  headerCount: 64,
  connections: 2_000,
  /** Active API keys of one account: fixed by the interface. */
  activeKeys: 10,
  /** A key's `last used` is written at most so often. */
  keyTouchMs: MINUTE_MS,
  /** Wrong keys that one address may send a minute before it is told to slow down. */
  wrongKeysPerMinute: 20,
  /** Attempts to sign in, or up, that one address may make a minute. */
  signInsPerMinute: 20,
  /** How long a result can be downloaded: fixed by the interface. */
  resultLifetimeMs: HOUR_MS,
  sweepIntervalMs: MINUTE_MS,
  /** A blob without a live row this old was left by a crash. */
  orphanAgeMs: 10 * MINUTE_MS,
  /** Finished conversions stay in the history: three full billing periods. */
  historyMs: 93 * 24 * HOUR_MS,
  /**
   * A process that was not heard of for so long is dead to the others: longer than any pause that is not its end, and
   * than what the clocks of several machines differ by.
   */
  leaseMs: 30_000,
  /** How often a process says that it is alive, and looks for what dead ones have left. */
  heartbeatIntervalMs: 5_000,
  /** How often processes tell each other how far conversions are, and learn that they were cancelled. */
  syncIntervalMs: 1_000,
  /** How long a stopping server waits for what runs. */
  drainMs: 30_000,
} as const satisfies Record<string, number>;

export type ServerLimits = { readonly [Name in keyof typeof DEFAULT_LIMITS]: number };
