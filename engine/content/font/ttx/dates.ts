import { damaged } from '../sfnt.ts';
import { shown } from './elements.ts';

/** Dates as fonts count them, in seconds from 1904 on, and as TTX writes them: `Thu Jun  4 14:29:11 2015`. */

const SECONDS_BEFORE_1970 = 2_082_844_800n;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DATE = /^\s*[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})\s*$/;
const LAST_YEAR = 9999;

export function parseDate(text: string): bigint {
  const match = DATE.exec(text);
  const month = MONTHS.indexOf(match?.[1] ?? '');
  if (!match || month < 0) throw damaged(`"${shown(text)}" is not a date such as "Thu Jun  4 14:29:11 2015"`);
  const [day, hours, minutes, seconds, year] = match.slice(2).map(Number) as [number, number, number, number, number];
  return BigInt(Date.UTC(year, month, day, hours, minutes, seconds) / 1000) + SECONDS_BEFORE_1970;
}

/** Undefined for a date that is out of every calendar. */
export function dateText(seconds: bigint): string | undefined {
  const date = new Date(Number(seconds - SECONDS_BEFORE_1970) * 1000);
  const year = date.getUTCFullYear();
  if (!(year >= 1904 && year <= LAST_YEAR)) return undefined;
  const two = (value: number): string => String(value).padStart(2, '0');
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
  const day = String(date.getUTCDate()).padStart(2, ' ');
  return `${DAYS[date.getUTCDay()]} ${MONTHS[date.getUTCMonth()]} ${day} ${time} ${year}`;
}
