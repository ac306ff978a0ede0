/** What one run took: user CPU time of the whole process, and wall time. Milliseconds. */
export interface Sample {
  readonly userMs: number;
  /** CPU time of the kernel on its behalf, where it was counted. */
  readonly systemMs?: number;
  readonly wallMs: number;
}

/** One quantity over all runs, in its own unit. `deviation` is the median absolute deviation from the median. */
export interface Distribution {
  readonly runs: number;
  readonly median: number;
  readonly deviation: number;
  readonly min: number;
  readonly max: number;
}

/** Latencies of a load test, milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface Measurement {
  readonly userMs: Distribution;
  /** User and kernel together, where all samples have both. */
  readonly cpuMs?: Distribution;
  readonly wallMs: Distribution;
}

/** Ours ÷ theirs: below 1 we are faster. */
export interface Ratio {
  readonly user: number;
  /** User and kernel: starting a process costs more of the latter. */
  readonly cpu?: number;
  readonly wall: number;
  /** Of each turn by itself, where both took turns: `user` and `wall` are the medians of these. */
  readonly turns?: { readonly user: Distribution; readonly wall: Distribution };
}

/** The value below which `fraction` (0 to 1) of the values lie, interpolated between the two nearest ones. */
export function quantile(values: readonly number[], fraction: number): number {
  if (values.length === 0) throw new RangeError('There is no quantile of no values.');
  if (!(fraction >= 0 && fraction <= 1)) {
    throw new RangeError(`Expected a fraction from 0 to 1, but received ${fraction}.`);
  }
  const sorted = values.toSorted((a, b) => a - b);
  const position = fraction * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.ceil(position)]!;
  return low + (high - low) * (position - below);
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The median distance from the median: a spread that a single slow run cannot move. */
export function medianAbsoluteDeviation(values: readonly number[]): number {
  const centre = median(values);
  return median(values.map((value) => Math.abs(value - centre)));
}

export function distributionOf(values: readonly number[]): Distribution {
  return {
    runs: values.length,
    median: median(values),
    deviation: medianAbsoluteDeviation(values),
    min: quantile(values, 0),
    max: quantile(values, 1),
  };
}

export function percentilesOf(values: readonly number[]): Percentiles {
  return { p50: quantile(values, 0.5), p95: quantile(values, 0.95), p99: quantile(values, 0.99) };
}

export function measurementOf(samples: readonly Sample[]): Measurement {
  const cpuMs = samples.flatMap(({ userMs, systemMs }) => (systemMs === undefined ? [] : [userMs + systemMs]));
  return {
    userMs: distributionOf(samples.map(({ userMs }) => userMs)),
    ...(cpuMs.length > 0 && cpuMs.length === samples.length && { cpuMs: distributionOf(cpuMs) }),
    wallMs: distributionOf(samples.map(({ wallMs }) => wallMs)),
  };
}

/** Process times are counted in whole milliseconds: a time of zero stands for less than one. */
const RESOLUTION_MS = 1;

/** The ratio of the medians of two measurements. */
export function ratioOf(ours: Measurement, theirs: Measurement): Ratio {
  return {
    user: quotient(ours.userMs.median, theirs.userMs.median),
    ...(ours.cpuMs && theirs.cpuMs && { cpu: quotient(ours.cpuMs.median, theirs.cpuMs.median) }),
    wall: quotient(ours.wallMs.median, theirs.wallMs.median),
  };
}

/** The same of samples taken in turns: each turn of ours against the one of theirs that was taken beside it. */
export function ratioOfTurns(ours: readonly Sample[], theirs: readonly Sample[]): Ratio {
  const pairs = ours.flatMap((own, turn) => (theirs[turn] ? [[own, theirs[turn]] as const] : []));
  const user = distributionOf(pairs.map(([own, other]) => quotient(own.userMs, other.userMs)));
  const wall = distributionOf(pairs.map(([own, other]) => quotient(own.wallMs, other.wallMs)));
  const { cpu } = ratioOf(measurementOf(ours), measurementOf(theirs));
  return { user: user.median, ...(cpu !== undefined && { cpu }), wall: wall.median, turns: { user, wall } };
}

function quotient(ours: number, theirs: number): number {
  return (ours || RESOLUTION_MS) / (theirs || RESOLUTION_MS);
}

/** The middle of ratios: a mean of logarithms, in which twice as fast and twice as slow cancel out. */
export function geometricMean(ratios: readonly number[]): number {
  if (ratios.length === 0) throw new RangeError('There is no mean of no ratios.');
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

/** Percent by which the end of a series lies above its middle, by medians of windows: single readings jump. */
export function growthPercent(
  values: readonly number[],
  { settledAfter, window }: { readonly settledAfter: number; readonly window: number },
): number {
  const settled = median(values.slice(settledAfter - window, settledAfter));
  return Math.max(0, (100 * (median(values.slice(-window)) - settled)) / settled);
}
