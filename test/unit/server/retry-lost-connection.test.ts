import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryLostConnection } from '../../../server/stores/postgres/retry.ts';
import { DatabaseUnavailableError } from '../../../server/stores/unavailable.ts';

const lost = () => new DatabaseUnavailableError('The connection to the database was lost.');

describe('work whose connection is lost', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('runs again, and is told so', async () => {
    const runs: boolean[] = [];
    const result = await retryLostConnection(async (again) => {
      runs.push(again);
      if (!again) throw lost();
      return 'done';
    });
    expect([result, runs]).toEqual(['done', [false, true]]);
  });

  it('is given up after three more runs', async () => {
    const work = vi.fn(() => Promise.reject(lost()));
    await expect(retryLostConnection(work)).rejects.toThrow(DatabaseUnavailableError);
    expect(work).toHaveBeenCalledTimes(4);
  });

  it('runs again however long the first run has waited, but not after a second one that hung', async () => {
    const work = vi.fn(async () => {
      vi.advanceTimersByTime(5_000);
      throw lost();
    });
    await expect(retryLostConnection(work)).rejects.toThrow(DatabaseUnavailableError);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('does not run again for another error', async () => {
    const work = vi.fn(() => Promise.reject(new TypeError('another')));
    await expect(retryLostConnection(work)).rejects.toThrow(TypeError);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
