import { Heap } from './heap.ts';

/** What happens when: the clock of a simulation, in milliseconds. Events of the same time run as they were added. */
export class EventQueue {
  readonly #events = new Heap<Event>();
  #now = 0;

  get now(): number {
    return this.#now;
  }

  after(delayMs: number, run: () => void): Event {
    if (!(delayMs >= 0)) throw new RangeError(`Expected a delay from 0 on, but received ${delayMs}.`);
    const event = new Event(run);
    this.#events.add(this.#now + delayMs, event);
    return event;
  }

  /** Until the simulation ends; the first time after one interval. */
  every(intervalMs: number, run: () => void): void {
    this.after(intervalMs, () => {
      run();
      this.every(intervalMs, run);
    });
  }

  /** Runs all events up to this time, or until none is left. */
  run(untilMs = Infinity): void {
    while (this.#events.size > 0 && this.#events.least! <= untilMs) {
      const at = this.#events.least!;
      const event = this.#events.takeLeast()!;
      if (event.isCancelled) continue;
      this.#now = at;
      event.run();
    }
    if (Number.isFinite(untilMs)) this.#now = Math.max(this.#now, untilMs);
  }
}

export class Event {
  readonly run: () => void;
  isCancelled = false;

  constructor(run: () => void) {
    this.run = run;
  }

  cancel(): void {
    this.isCancelled = true;
  }
}
