import { DataTime, type TimeKind } from './model.ts';
import { trimFraction } from './plain-values.ts';

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)([Zz]|[+-]\d\d:?\d\d)?$/;

export const NANOSECONDS_OF_MICROSECOND = 1_000n;
const NANOSECONDS_OF_SECOND = 1_000_000_000n;
const SECONDS_OF_DAY = 86_400n;

/** A time from its text; undefined for text that is none. Moments are told in UTC, wherever their clock stood. */
export function parseTime(text: string): DataTime | undefined {
  if (DATE.test(text)) return isRealDate(text) ? new DataTime('date', text) : undefined;
  if (TIME.test(text)) return new DataTime('time', trimFraction(withSeconds(text)));
  const [, date, time, zone] = DATE_TIME.exec(text) ?? [];
  if (date === undefined || time === undefined || !isRealDate(date)) return undefined;
  const local = `${date}T${trimFraction(withSeconds(time))}`;
  if (zone === undefined) return new DataTime('local', local);
  const nanoseconds = nanosecondsOf(new DataTime('moment', local + zone.toUpperCase()));
  return (nanoseconds === undefined ? undefined : timeOfNanoseconds('moment', nanoseconds)) ?? undefined;
}

function isRealDate(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) === true;
}

function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time;
}

/** Nanoseconds since 1970 (of the day, for a time of day); undefined where the text says something impossible. */
export function nanosecondsOf({ kind, text }: DataTime): bigint | undefined {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  const whole = text.replace(/\.\d+/, '');
  const ms = Date.parse(kind === 'time' ? `1970-01-01T${whole}Z` : kind === 'moment' ? whole : isoOf(kind, whole));
  if (Number.isNaN(ms)) return undefined;
  return BigInt(ms) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

/** The same in microseconds or nanoseconds. */
export function countIn(time: DataTime, unit: 'ns' | 'us'): bigint | undefined {
  const nanoseconds = nanosecondsOf(time);
  return unit === 'us' && nanoseconds !== undefined ? nanoseconds / NANOSECONDS_OF_MICROSECOND : nanoseconds;
}

function isoOf(kind: TimeKind, text: string): string {
  return kind === 'date' ? `${text}T00:00:00Z` : `${text}Z`;
}

/** A time from nanoseconds since 1970, or since midnight; null for years that ISO 8601 cannot say. */
export function timeOfNanoseconds(kind: TimeKind, nanoseconds: bigint): DataTime | null {
  const fraction = ((nanoseconds % NANOSECONDS_OF_SECOND) + NANOSECONDS_OF_SECOND) % NANOSECONDS_OF_SECOND;
  const seconds = (nanoseconds - fraction) / NANOSECONDS_OF_SECOND;
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const [day, clock] = date.toISOString().slice(0, -5).split('T') as [string, string];
  const time = trimFraction(`${clock}.${String(fraction).padStart(9, '0')}`);
  if (kind === 'date') return new DataTime('date', day);
  if (kind === 'time') return new DataTime('time', time);
  return new DataTime(kind, `${day}T${time}${kind === 'moment' ? 'Z' : ''}`);
}

export function daysOf(time: DataTime): number | undefined {
  const nanoseconds = nanosecondsOf(time);
  return nanoseconds === undefined ? undefined : Number(nanoseconds / (SECONDS_OF_DAY * NANOSECONDS_OF_SECOND));
}
