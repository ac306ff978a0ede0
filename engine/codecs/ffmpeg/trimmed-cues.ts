import { blocksByTimeLine } from '../../content/cues/time-lines.ts';
import { CLOCK, writeClock, type ClockStyle } from '../../content/cues/times.ts';

/** A subtitle track of which only the cues within a part are wanted. */
export interface TrimmedCues {
  /** Index of its stream in the source. */
  readonly stream: number;
  /** Seconds of the source. */
  readonly start: number;
  /** Seconds of the part, where it ends before the source. */
  readonly duration?: number;
}

/** Seconds before the part from which cues are read: one that began there may still be shown. */
const SHOWN_SECONDS = 30;

/** FFmpeg shifts everything where a time is negative: these seconds are added while it writes the cues. */
const SHIFT_SECONDS = 3600;

/** Arguments that write the cues of a part as SubRip: of the input, and of the output. */
export function cueArgs({ stream, start, duration }: TrimmedCues): {
  input: readonly string[];
  output: readonly string[];
} {
  const from = Math.max(0, start - SHOWN_SECONDS);
  const length = duration === undefined ? [] : ['-t', String(Number((start - from + duration).toFixed(6)))];
  return {
    input: from > 0 ? ['-ss', String(from)] : [],
    output: [
      ...['-map', `0:${stream}`, '-c', 'subrip', ...length],
      ...['-output_ts_offset', String(SHIFT_SECONDS), '-f', 'srt', '-y'],
    ],
  };
}

const TIME_LINE = new RegExp(String.raw`^\s*${CLOCK}\s*-->\s*${CLOCK}`);
const SUBRIP_CLOCK: ClockStyle = { hours: 2, separator: ',', digits: 3 };

/**
 * The cues of a part, from what `cueArgs` has had written: those that are shown in it, from its beginning at the
 * earliest and until its end at the latest.
 */
export function cuesWithin(subRip: string, { start, duration = Infinity }: TrimmedCues): string {
  const before = 1000 * (SHIFT_SECONDS + Math.min(start, SHOWN_SECONDS));
  const shown = blocksByTimeLine(subRip, TIME_LINE).flatMap(({ startMs, endMs, lines }) => {
    const [from, to] = [Math.max(0, startMs - before), Math.min(endMs - before, 1000 * duration)];
    return to > from ? [{ from, to, lines: withoutNumber(lines) }] : [];
  });
  return shown
    .map(({ from, to, lines }, index) => {
      const times = [from, to].map((time) => writeClock(Math.round(time), SUBRIP_CLOCK)).join(' --> ');
      return [index + 1, times, ...lines, '', ''].join('\n');
    })
    .join('');
}

/** The text of a cue, whose lines go on with the number of the next one. */
function withoutNumber(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const isNumber = last > 0 && lines[last - 1]!.trim() === '' && /^\d+$/.test(lines[last]!.trim());
  return (isNumber ? lines.slice(0, last) : lines).join('\n').trimEnd().split('\n');
}
