import type { EventQueue } from './events.ts';
import type { Servers, SharedCores } from './stations.ts';

/** Waits for something, and resumes. What it returns gives the waiting up. */
export type Step = (resume: () => void) => (() => void) | void;

/** What one client, connection or slot does, step after step. Its `finally` blocks also run when it is killed. */
export type Course = Generator<Step, void, void>;

/** Runs a course. */
export class Process {
  readonly #course: Course;
  readonly #ended: (() => void) | undefined;
  #giveUp: (() => void) | void = undefined;
  #isRunning = true;

  private constructor(course: Course, ended: (() => void) | undefined) {
    this.#course = course;
    this.#ended = ended;
  }

  static start(course: Course, ended?: () => void): Process {
    const process = new Process(course, ended);
    process.#resume();
    return process;
  }

  /** Ends it where it stands. */
  kill(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#giveUp?.();
    this.#course.return();
  }

  #resume(): void {
    if (!this.#isRunning) return;
    this.#giveUp = undefined;
    const { value: step, done } = this.#course.next();
    if (done) {
      this.#isRunning = false;
      this.#ended?.();
      return;
    }
    let isResumed = false;
    const giveUp = step(() => {
      if (isResumed) return;
      isResumed = true;
      this.#resume();
    });
    if (!isResumed) this.#giveUp = giveUp;
  }
}

export const pause =
  (events: EventQueue, ms: number): Step =>
  (resume) => {
    const event = events.after(ms, resume);
    return () => event.cancel();
  };

export const compute =
  (cores: SharedCores, ms: number): Step =>
  (resume) => {
    if (ms === 0) return void resume();
    const piece = cores.run(ms, resume);
    return () => cores.cancel(piece);
  };

export const acquire =
  (servers: Servers): Step =>
  (resume) => {
    const claim = servers.acquire(resume);
    return () => servers.giveUp(claim);
  };

/** Keeps one of the servers for the length of a course. */
export function* holding(servers: Servers, course: Course): Course {
  yield acquire(servers);
  try {
    yield* course;
  } finally {
    servers.release();
  }
}
