import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import { isImageStream } from './image-filters.ts';
import type { Probe } from './probe.ts';

/** What takes a part of a source, and the seconds that are left. */
export interface Trim {
  /** Arguments of the input. */
  readonly args: readonly string[];
  readonly duration?: number;
  /** Seconds behind the place to which the input is sought, at which the part begins: filters leave out what is before. */
  readonly lead: number;
}

/** Nothing is left out. */
export const UNTRIMMED: Trim = { args: [], lead: 0 };

/**
 * Sources without an index, in which FFmpeg comes out at a place behind the one that it was sent to: the key frame that
 * follows, or the packet after the one that the decoder needs.
 */
const SOUGHT_LATE: ReadonlySet<FormatId> = new Set<FormatId>([
  ...(['ts', 'm2ts', 'mpg', 'vob', 'wtv', 'asf', 'wmv', 'wma'] as const),
]);

/** Sources in which FFmpeg finds no place: behind it there is nothing, or the whole from the beginning. */
const NOT_SOUGHT: ReadonlySet<FormatId> = new Set<FormatId>(['swf', 'mjpeg', 'roq', 'gxf', 'mpc']);

/** Seconds before the start at which a late place is sought: encoders set a key frame every ten seconds at least. */
const EARLIER_SECONDS = 15;

/** The part that the options take of a source. Throws `invalid_options` when it begins behind the end. */
export function trimOf(
  { duration, streams }: Pick<Probe, 'duration' | 'streams'>,
  from: FormatId,
  { start = 0, duration: wanted }: OptionValues,
): Trim {
  if (duration !== undefined && start >= duration) {
    throw new ConversionError({
      code: 'invalid_options',
      message: `Expected a start before the end of the file (${duration.toFixed(2)} s), but received ${start}.`,
      details: { option: 'start', limit: duration, found: start },
    });
  }
  const rest = duration === undefined ? undefined : duration - start;
  const taken = wanted === undefined ? rest : Math.min(wanted, rest ?? wanted);
  const shortens = wanted !== undefined && (rest === undefined || wanted < rest);
  const left = taken === undefined ? {} : { duration: taken };
  // Of animations the frames are chosen one by one: one that began before the start may be shown long after it.
  if (streams.every(isImageStream)) return { ...UNTRIMMED, ...left };
  const lead = leadOf(from, start);
  const sought = start - lead;
  const args = [
    ...(sought > 0 ? ['-ss', String(sought)] : []),
    ...(shortens ? ['-t', String(Number((lead + wanted).toFixed(6)))] : []),
  ];
  return { args, lead, ...left };
}

function leadOf(from: FormatId, start: number): number {
  if (NOT_SOUGHT.has(from)) return start;
  return SOUGHT_LATE.has(from) ? Math.min(start, EARLIER_SECONDS) : 0;
}

/** Filters that leave out what is before the part, before all others. */
export function trimFilters({ lead }: Pick<Trim, 'lead'>, kind: 'audio' | 'video'): string[] {
  if (lead === 0) return [];
  const prefix = kind === 'audio' ? 'a' : '';
  return [`${prefix}trim=start=${lead}`, `${prefix}setpts=PTS-${lead}/TB`];
}
