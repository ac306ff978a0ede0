import { describe, expect, it } from 'vitest';
import { daysOfMonth, scaleEnd } from '../../../server/web/src/dashboard/usage-days.ts';
import { formatAgo, formatBytes, formatDuration, timeLeft } from '../../../server/web/src/i18n/quantities.ts';
import { distinctNames } from '../../../server/web/src/convert/distinct-names.ts';

const HOUR = 3_600_000;

describe('the time left', () => {
  const left = (ms: number) => timeLeft('en', 1_000_000 + ms, 1_000_000, HOUR);

  it('is told in minutes, and in seconds at the end', () => {
    expect(left(HOUR)).toEqual({ fraction: 1, text: '60 minutes' });
    expect(left(HOUR / 2 - 1)).toMatchObject({ text: '29 minutes' });
    expect(left(60_000)).toMatchObject({ text: '1 minute' });
    expect(left(59_001)).toMatchObject({ text: '60 seconds' });
    expect(left(1)).toMatchObject({ text: '1 second' });
  });

  it('is over at its moment, and never more than all', () => {
    expect(left(0)).toBeUndefined();
    expect(left(-1)).toBeUndefined();
    expect(left(2 * HOUR)?.fraction).toBe(1);
  });
});

it('sizes have three digits', () => {
  expect([0, 1, 999, 1500, 52_428_800, 3e12].map((bytes) => formatBytes('en', bytes))).toEqual([
    ...['0 bytes', '1 byte', '999 bytes', '1.46 kB', '50 MB', '2,790 GB'],
  ]);
});

it('predictions are as exact as they can be', () => {
  expect([1, 240, 14_400, 200_000].map((ms) => formatDuration('en', ms))).toEqual([
    '0.1 sec',
    '0.2 sec',
    '14 sec',
    '3 min',
  ]);
});

it('moments are told by how long ago they are', () => {
  const ago = (ms: number) => formatAgo('en', 0, ms);
  expect([-5000, 0, 59_000, 3 * 60_000, 2 * HOUR, 50 * HOUR].map(ago)).toEqual([
    ...['now', 'now', '59 seconds ago', '3 minutes ago', '2 hours ago', '2 days ago'],
  ]);
});

describe('the days of a month', () => {
  it('are all there', () => {
    const days = daysOfMonth('2024-02', [{ day: '2024-02-29', api: 3, web: 1 }]);
    expect(days).toHaveLength(29);
    expect(days[0]).toEqual({ day: '2024-02-01', api: 0, web: 0 });
    expect(days[28]).toEqual({ day: '2024-02-29', api: 3, web: 1 });
  });

  it('have a scale that holds the highest', () => {
    expect([[], [1], [3], [7], [20], [21], [999]].map((values) => scaleEnd(values))).toEqual([
      1, 1, 5, 10, 20, 50, 1000,
    ]);
  });
});

it('names of a ZIP are distinct', () => {
  expect(distinctNames(['a.pdf', 'a.pdf', 'a (2).pdf', 'b', 'b', '.c', '.c'])).toEqual([
    ...['a.pdf', 'a (2).pdf', 'a (2) (2).pdf', 'b', 'b (2)', '.c', '.c (2)'],
  ]);
});
