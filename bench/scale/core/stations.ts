import { Event, type EventQueue } from './events.ts';
import { Heap } from './heap.ts';

/** How busy a station was. */
export interface Use {
  /** Milliseconds of work that were done; divided by the time and the number of servers this is the utilisation. */
  readonly workMs: number;
  readonly served: number;
  readonly waiting: number;
}

/**
 * Cores that everything runnable shares in equal parts, as the scheduler of an operating system does: each of n pieces
 * of work advances at min(1, cores ÷ n).
 */
export class SharedCores {
  readonly #events: EventQueue;
  readonly #cores: number;
  /** Work by the reading of `#attained` at which it will be done. */
  readonly #running = new Heap<Piece>();
  /** Milliseconds of work that each piece would have got that was there from the start. */
  #attained = 0;
  #attainedAt = 0;
  #next: Event | undefined;
  #cancelled = 0;
  #workMs = 0;
  #served = 0;

  constructor(events: EventQueue, cores: number) {
    if (!(cores > 0)) throw new RangeError(`Expected more than 0 cores, but received ${cores}.`);
    this.#events = events;
    this.#cores = cores;
  }

  /** Calls back when so much CPU time was spent on it, unless it is cancelled before. */
  run(workMs: number, done: () => void): Piece {
    this.#advance();
    const piece = new Piece(done);
    this.#running.add(this.#attained + workMs, piece);
    this.#plan();
    return piece;
  }

  cancel(piece: Piece): void {
    if (piece.isEnded) return;
    this.#advance();
    piece.isEnded = true;
    this.#cancelled++;
    this.#plan();
  }

  get use(): Use {
    return { workMs: this.#workMs, served: this.#served, waiting: this.#count };
  }

  get #count(): number {
    return this.#running.size - this.#cancelled;
  }

  get #rate(): number {
    return Math.min(1, this.#cores / this.#count);
  }

  #advance(): void {
    const elapsed = this.#events.now - this.#attainedAt;
    this.#attainedAt = this.#events.now;
    if (this.#count === 0) return;
    this.#attained += elapsed * this.#rate;
    this.#workMs += elapsed * this.#rate * this.#count;
  }

  #plan(): void {
    this.#next?.cancel();
    this.#next = undefined;
    while (this.#running.size > 0 && this.#running.first!.isEnded) this.#drop();
    if (this.#running.size === 0) return;
    const delay = Math.max(0, this.#running.least! - this.#attained) / this.#rate;
    this.#next = this.#events.after(delay, () => this.#finish());
  }

  #drop(): void {
    this.#running.takeLeast();
    this.#cancelled--;
  }

  #finish(): void {
    this.#advance();
    // Rounding must not leave the first a little short of its end: time would stand still.
    this.#attained = Math.max(this.#attained, this.#running.least!);
    const piece = this.#running.takeLeast()!;
    piece.isEnded = true;
    this.#served++;
    this.#plan();
    piece.done();
  }
}

export class Piece {
  readonly done: () => void;
  isEnded = false;

  constructor(done: () => void) {
    this.done = done;
  }
}

/**
 * Servers that take one after the other, in the order of arrival: a lock is one server, a pool of connections several.
 * Who has one keeps it until it is released.
 */
export class Servers {
  readonly #events: EventQueue;
  readonly #count: number;
  readonly #waiting = new Fifo<Claim>();
  #waitingCount = 0;
  #busy = 0;
  #busySince = 0;
  #workMs = 0;
  #served = 0;

  constructor(events: EventQueue, count: number) {
    this.#events = events;
    this.#count = count;
  }

  acquire(got: () => void): Claim {
    const claim: Claim = { got, isGivenUp: false };
    if (this.#busy < this.#count) {
      this.#account();
      this.#busy++;
      got();
    } else {
      this.#waiting.add(claim);
      this.#waitingCount++;
    }
    return claim;
  }

  /** Of a claim that still waits. */
  giveUp(claim: Claim): void {
    if (claim.isGivenUp) return;
    claim.isGivenUp = true;
    this.#waitingCount--;
  }

  release(): void {
    this.#account();
    this.#served++;
    for (;;) {
      const next = this.#waiting.take();
      if (!next) break;
      if (next.isGivenUp) continue;
      this.#waitingCount--;
      next.got();
      return;
    }
    this.#busy--;
  }

  get use(): Use {
    this.#account();
    return { workMs: this.#workMs, served: this.#served, waiting: this.#waitingCount };
  }

  #account(): void {
    this.#workMs += (this.#events.now - this.#busySince) * this.#busy;
    this.#busySince = this.#events.now;
  }
}

interface Claim {
  readonly got: () => void;
  isGivenUp: boolean;
}

/** First in, first out; taking from the front of a long array would move all of it. */
class Fifo<Item> {
  #items: Item[] = [];
  #taken = 0;

  get size(): number {
    return this.#items.length - this.#taken;
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  take(): Item | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#taken++];
    if (this.#taken > 1_024 && this.#taken * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#taken);
      this.#taken = 0;
    }
    return item;
  }
}

/** A link that all transfers share in equal parts, or a store with a limit of bytes a second. */
export class SharedLink {
  readonly #cores: SharedCores;
  readonly #bytesPerMs: number;

  /** One transfer alone gets at most `streamBytesPerMs`. */
  constructor(events: EventQueue, { bytesPerMs, streamBytesPerMs }: LinkRates) {
    this.#bytesPerMs = streamBytesPerMs;
    this.#cores = new SharedCores(events, bytesPerMs / streamBytesPerMs);
  }

  transfer(bytes: number, done: () => void): Piece {
    return this.#cores.run(bytes / this.#bytesPerMs, done);
  }

  get bytes(): number {
    return this.#cores.use.workMs * this.#bytesPerMs;
  }
}

export interface LinkRates {
  readonly bytesPerMs: number;
  readonly streamBytesPerMs: number;
}
