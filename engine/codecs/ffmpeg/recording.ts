import type { FormatId } from '../../formats/index.ts';
import type { Input } from './input.ts';
import type { Probe, Stream } from './probe.ts';

/** One of several files that are to play one after another, with the tracks that are taken of it. */
export interface Recording {
  readonly format: FormatId;
  readonly input: Input;
  readonly probe: Probe;
  readonly video?: Stream;
  readonly audio?: Stream;
}

/** Seconds of all together; absent when one does not tell. */
export function durationOf(recordings: readonly Recording[]): number | undefined {
  return recordings.reduce<number | undefined>(
    (sum, { probe: { duration } }) => (sum === undefined || duration === undefined ? undefined : sum + duration),
    0,
  );
}
