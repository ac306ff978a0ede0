import type { Meter } from '../../engine/index.ts';

/** What one attempt takes of the machine. */
export class WorkMeter implements Meter {
  #atWork = 0;
  #since = 0;
  #busyMs = 0;
  #usedMs = 0;

  begin(): void {
    if (this.#atWork++ === 0) this.#since = performance.now();
  }

  end(cpuMs: number): void {
    this.#usedMs += cpuMs;
    if (--this.#atWork === 0) this.#busyMs += performance.now() - this.#since;
  }

  /** Milliseconds in which a worker was at work for it; waiting for one does not count. */
  get busyMs(): number {
    return this.#busyMs + (this.#atWork === 0 ? 0 : performance.now() - this.#since);
  }

  /** Milliseconds of processor time of the calls that have ended. */
  get usedMs(): number {
    return this.#usedMs;
  }
}
