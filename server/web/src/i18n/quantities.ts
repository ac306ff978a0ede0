/** Formats sizes, times and dates in a language. */

const STEP = 1024;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `1.4 MB`: three significant digits, of 1,048,576 bytes, as limits are counted. */
export function formatBytes(locale: string, bytes: number): string {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const unit = UNITS[power]!;
  return new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit, unitDisplay: power === 0 ? 'long' : 'short' },
    maximumSignificantDigits: 3,
  }).format(bytes / STEP ** power);
}

/** `0.2 s`, `14 s`, `3 min`: no more exact than a prediction can be. */
export function formatDuration(locale: string, ms: number): string {
  const seconds = Math.max(0.1, ms / 1000);
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  const maximumFractionDigits = value < 10 && unit === 'second' ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }).format(
    value,
  );
}

export interface TimeLeft {
  /** 1 when all of it is left, 0 when none is. */
  readonly fraction: number;
  readonly text: string;
}

/**
 * The time until a moment, as text and as a fraction of a whole; undefined after it. Seconds are shown in the last
 * minute.
 */
export function timeLeft(locale: string, until: number, now: number, wholeMs: number): TimeLeft | undefined {
  const ms = until - now;
  if (ms <= 0) return undefined;
  const [value, unit] = ms < 60_000 ? [Math.ceil(ms / 1000), 'second'] : [Math.floor(ms / 60_000), 'minute'];
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  return { fraction: Math.min(1, ms / wholeMs), text };
}

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
] as const;

/** `5 minutes ago`. */
export function formatAgo(locale: string, moment: number, now: number): string {
  let value = Math.round((moment - now) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, size] of STEPS) {
    if (Math.abs(value) < size || unit === 'day') return format.format(Math.min(0, value), unit);
    value = Math.round(value / size);
  }
  return format.format(value, 'day');
}

export function formatMoment(locale: string, moment: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
}

export function formatDay(locale: string, moment: number, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone }).format(moment);
}
