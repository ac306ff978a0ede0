import { clockMs } from './times.ts';

interface TimedBlock {
  readonly startMs: number;
  readonly endMs: number;
  /** Everything up to the next block's time line. */
  readonly lines: readonly string[];
}

/**
 * Cuts text at its lines of times (`timeLine` has two clocks' groups). Only those count: blocks may hold empty lines,
 * and headings before them may be missing or wrong.
 */
export function blocksByTimeLine(source: string, timeLine: RegExp): TimedBlock[] {
  const lines = source.split(/\r\n|\r|\n/);
  const starts = lines.flatMap((line, index) => {
    const times = timeLine.exec(line);
    return times ? [{ index, times }] : [];
  });
  return starts.map(({ index, times }, place) => ({
    startMs: clockMs(times.slice(1, 5)),
    endMs: clockMs(times.slice(5, 9)),
    lines: lines.slice(index + 1, starts[place + 1]?.index),
  }));
}
