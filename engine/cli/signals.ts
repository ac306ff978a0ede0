/** What a shell expects of a program that a signal ended: 128 plus the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

type EndingSignal = keyof typeof EXIT_CODES;

/** The part of the process that is listened to. */
interface SignalSource {
  once(signal: EndingSignal, listener: () => void): unknown;
}

/**
 * Turns the first interrupt into an abort, so that workers end and temporary files go. The listeners are gone then: a
 * second interrupt ends the process at once.
 */
export function listenForSignals(source: SignalSource): {
  readonly signal: AbortSignal;
  readonly exitCodeOfSignal: () => number | undefined;
} {
  const controller = new AbortController();
  let exitCode: number | undefined;
  for (const name of Object.keys(EXIT_CODES) as EndingSignal[]) {
    source.once(name, () => {
      exitCode ??= EXIT_CODES[name];
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCodeOfSignal: () => exitCode };
}
