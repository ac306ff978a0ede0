/** What streaming services bring their audio to; the peaks stay below what lossy codecs overshoot. */
export const LOUDNESS = 'loudnorm=I=-16:TP=-1.5:LRA=11';

/** A run that only measures audio which is to be normalised. */
interface Measuring {
  /** Arguments of its output. */
  readonly output: readonly string[];
  /** The arguments of the real output, with what the run has printed. */
  readonly apply: (output: readonly string[], printed: readonly string[]) => readonly string[];
}

/**
 * The measurements that an output needs. The filter hears only what has been played so far: without them it is wrong by
 * up to two decibels and turns the volume all the time, with them by a fifth of one, and it turns it once.
 */
export function measuringsOf(output: readonly string[]): Measuring[] {
  const maps = output.flatMap((arg, at) => (arg === '-map' ? [output[at + 1]!] : []));
  return maps.flatMap((map, stream) => {
    const at = output.indexOf(`-filter:${stream}`) + 1;
    if (at === 0 || !output[at]!.includes(LOUDNESS)) return [];
    // What filters before have left out is not heard.
    const before = output[at]!.slice(0, output[at]!.indexOf(LOUDNESS));
    return {
      output: ['-map', map, '-filter:a', `${before}${LOUDNESS}:print_format=json`, '-f', 'null', '-'],
      apply: (args, printed) => {
        const measured = measuredIn(printed);
        return measured ? args.with(at, args[at]!.replace(LOUDNESS, `${LOUDNESS}:${measured}`)) : args;
      },
    };
  });
}

/** The filter's options by the names under which it prints their values, which must be within these bounds. */
const MEASURED = {
  measured_I: { from: 'input_i', min: -99, max: 0 },
  measured_TP: { from: 'input_tp', min: -99, max: 99 },
  measured_LRA: { from: 'input_lra', min: 0, max: 99 },
  measured_thresh: { from: 'input_thresh', min: -99, max: 0 },
  offset: { from: 'target_offset', min: -99, max: 99 },
} as const;

/** Nothing when it has printed nothing, or infinities: silence has no loudness. */
function measuredIn(printed: readonly string[]): string | undefined {
  const text = printed.join('\n');
  const report = text.slice(text.lastIndexOf('{'), text.lastIndexOf('}') + 1);
  const values = new Map(
    [...report.matchAll(/"(\w+)"\s*:\s*"([^"]*)"/g)].map(([, name, value]) => [name, Number(value)]),
  );
  const options = Object.entries(MEASURED).map(([option, { from, min, max }]) => {
    const value = values.get(from) ?? Number.NaN;
    return value >= min && value <= max ? `${option}=${value}` : undefined;
  });
  return options.includes(undefined) ? undefined : [...options, 'linear=true'].join(':');
}
