import { vi } from 'vitest';

/** Far beyond what anything takes, so that a busy machine fails no test: what never comes true still ends. */
const TIMEOUT_MS = 20_000;

/** Waits until the expectation holds. */
export async function eventually(expectation: () => unknown): Promise<void> {
  await vi.waitFor(expectation, { timeout: TIMEOUT_MS, interval: 20 });
}
