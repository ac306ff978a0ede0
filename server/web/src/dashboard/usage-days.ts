export interface DayUsage {
  /** `2026-11-21` */
  readonly day: string;
  /** Conversions with an API key, and on the website. */
  readonly api: number;
  readonly web: number;
}

/** Returns every day of a month (`2026-11`), including days without conversions. */
export function daysOfMonth(period: string, used: readonly DayUsage[]): DayUsage[] {
  const [year, month] = period.split('-').map(Number) as [number, number];
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => {
    const day = `${period}-${String(index + 1).padStart(2, '0')}`;
    return used.find((each) => each.day === day) ?? { day, api: 0, web: 0 };
  });
}

/** Returns the top of the scale for a highest value: 1, 2 or 5 times a power of ten. */
export function scaleEnd(values: readonly number[]): number {
  const highest = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= highest)!;
}
