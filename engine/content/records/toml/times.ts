import { DataTime } from '../model.ts';
import { nanosecondsOf, parseTime } from '../times.ts';

/** Seconds and years have bounds in TOML (RFC 3339), and hours end with 23. */
const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d/;
const START_OF_CLOCK = /^\d{4}-\d\d-\d\d[Tt ]/;
/** What Temporal appends to a moment is its time zone in brackets. */
const ZONE_NAME = /\[.*\]$/;

/** A time of TOML with all of its digits; undefined for text that is none. */
function timeOfToml(text: string): DataTime | undefined {
  const time = parseTime(text);
  if (!time || nanosecondsOf(time) === undefined) return undefined;
  return time.kind === 'date' || CLOCK.test(text.replace(START_OF_CLOCK, '')) ? time : undefined;
}

const READER = {
  from(text: string): DataTime {
    const time = timeOfToml(text.replace(ZONE_NAME, ''));
    if (!time) throw new RangeError('invalid date');
    return time;
  },
};
const TEMPORAL = { ZonedDateTime: READER, PlainDateTime: READER, PlainDate: READER, PlainTime: READER };

/**
 * Runs the parser of smol-toml so that it makes our times. By itself it makes dates of JavaScript, which have no digits
 * below the millisecond, or asks Temporal, which Node 24 does not have: for as long as it runs this stands there.
 */
export function withExactTimes<T>(parse: () => T): T {
  const known = Object.getOwnPropertyDescriptor(globalThis, 'Temporal');
  Object.defineProperty(globalThis, 'Temporal', { value: TEMPORAL, configurable: true });
  try {
    return parse();
  } finally {
    if (known) Object.defineProperty(globalThis, 'Temporal', known);
    else delete (globalThis as { Temporal?: unknown }).Temporal;
  }
}

/** A time that smol-toml writes as it is: of a date it asks only for its text. */
class ExactDate extends Date {
  readonly #text: string;

  constructor(text: string) {
    super(0);
    this.#text = text;
  }

  override toISOString(): string {
    return this.#text;
  }
}

/** A time as smol-toml takes it; the text of one that TOML does not have. */
export function tomlOfTime({ text }: DataTime): Date | string {
  return timeOfToml(text) ? new ExactDate(text) : text;
}
