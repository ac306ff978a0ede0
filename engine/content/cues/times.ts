export const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Hours (optional), minutes, seconds and a fraction of any length: `1:02:03,45`, `02:03.456`. */
export const CLOCK = String.raw`(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,9}))?`;

/** Milliseconds of the four groups of `CLOCK`. */
export function clockMs([hours = '0', minutes = '0', seconds = '0', fraction = '']: readonly (
  | string
  | undefined
)[]): number {
  const ofFraction = fraction === '' ? 0 : Math.round(Number(`0.${fraction}`) * SECOND_MS);
  return Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS + ofFraction;
}

export interface ClockStyle {
  /** Digits of the hours at least; `none` counts on in minutes. */
  readonly hours: 1 | 2 | 'none';
  readonly separator: '.' | ',';
  /** Digits of the fraction. */
  readonly digits: 2 | 3;
}

export function writeClock(milliseconds: number, { hours, separator, digits }: ClockStyle): string {
  const unit = 10 ** (3 - digits);
  const units = Math.round(milliseconds / unit);
  const fraction = pad(units % (SECOND_MS / unit), digits);
  const seconds = Math.floor((units * unit) / SECOND_MS);
  const minutes = Math.floor(seconds / 60);
  const time = `${pad(seconds % 60, 2)}${separator}${fraction}`;
  if (hours === 'none') return `${pad(minutes, 2)}:${time}`;
  return `${pad(Math.floor(minutes / 60), hours)}:${pad(minutes % 60, 2)}:${time}`;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
