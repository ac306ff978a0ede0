import type { Events } from './events.ts';

/**
 * Tells workers that conversions wait. Which of them is next is decided by the store, where they are recorded: news that
 * comes twice, or too late, does no harm.
 */
export interface Queue {
  /** Whether workers of other processes convert what is submitted, so that they need the inputs. */
  readonly remote: boolean;
  /** Tells that a conversion was recorded, or given back. */
  submit(): void;
  /**
   * Calls `serve` whenever conversions may wait, at most `slots` times at once, and again until it has found none. Until
   * the returned consumer is stopped.
   */
  consume(serve: () => Promise<boolean>, slots: number): Consumer;
}

export interface Consumer {
  /** Takes no further conversions, and waits for what is being worked on, claims that have no answer yet included. */
  stop(): Promise<void>;
}

/** How often workers look without being told: news may be lost, and those of a process that was killed are not sent. */
const POLL_MS = 1_000;

/** A queue within one process. */
export function localQueue(): Queue {
  const consumers = new Set<Slots>();
  return {
    remote: false,
    submit: () => consumers.forEach((slots) => slots.wake()),
    consume(serve, count) {
      const slots = new Slots(serve, count);
      consumers.add(slots);
      return slots;
    },
  };
}

/** A queue for the workers of all processes that receive these events. */
export function sharedQueue(events: Events): Queue {
  return {
    remote: true,
    submit: () => void events.publish({ type: 'waiting' }),
    consume(serve, count) {
      const slots = new Slots(serve, count);
      const subscription = events.subscribe(({ type }) => {
        if (type === 'waiting') slots.wake();
        else if (type === 'missed') slots.wakeAll();
      });
      return {
        stop() {
          subscription[Symbol.dispose]();
          return slots.stop();
        },
      };
    },
  };
}

/** So many calls at once, each made when there is news. */
class Slots implements Consumer {
  readonly #serve: () => Promise<boolean>;
  readonly #count: number;
  readonly #timer: NodeJS.Timeout;
  readonly #runs = new Set<Promise<void>>();
  #busy = 0;
  #news = 0;
  #stopped = false;

  constructor(serve: () => Promise<boolean>, count: number) {
    this.#serve = serve;
    this.#count = count;
    this.#timer = setInterval(() => this.wake(), POLL_MS);
    this.#timer.unref();
    this.wakeAll();
  }

  wake(): void {
    this.#news++;
    if (this.#busy >= this.#count || this.#stopped) return;
    const run = this.#run();
    this.#runs.add(run);
    void run.then(() => this.#runs.delete(run));
  }

  wakeAll(): void {
    for (let slot = 0; slot < this.#count; slot++) this.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await Promise.all(this.#runs);
  }

  /** Goes on while there is something to do, or there was news while it looked. */
  async #run(): Promise<void> {
    this.#busy++;
    try {
      let found: boolean;
      let known: number;
      do {
        known = this.#news;
        found = await this.#serve();
      } while (!this.#stopped && (found || known !== this.#news));
    } catch {
      // Whoever serves has logged it; the next round tries again.
    } finally {
      this.#busy--;
    }
  }
}
