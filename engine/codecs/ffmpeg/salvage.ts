import type { Warning } from '../../contract/codec.ts';
import type { ErrorDetails } from '../../contract/errors.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import { isTruncated, nothingLeft } from '../../content/timeline/truncated-stream.ts';
import { PACKET_ARGS, type Packet, type Probe, type Stream } from './probe.ts';

/** Has every packet counted and timed: the headers of a file that was truncated tell of the whole. */
export const SALVAGE_ARGS = ['-count_packets', ...PACKET_ARGS] as const;

/**
 * What is left of a file whose packets were looked at: no stream is longer than they are, and none without any counts.
 * Throws `input_truncated` when there is nothing.
 */
export function foundOf(probe: Probe, format: FormatId): Probe {
  const { packets = [], chapters } = probe;
  const streams = probe.streams.flatMap((stream) => streamFound(stream, packets));
  if (!streams.some(isPlayed)) throw nothingLeft(format);
  const duration = longest(streams) || probe.duration;
  return {
    ...probe,
    streams,
    ...(duration !== undefined && { duration }),
    chapters: chapters.filter(({ start }) => start < (duration ?? Infinity)),
  };
}

function streamFound(stream: Stream, packets: readonly Packet[]): Stream[] {
  if (!isPlayed(stream)) return [{ ...stream, duration: undefined }];
  const own = packets.filter((packet) => packet.stream === stream.index);
  if (own.length === 0) return [];
  const timed = own.filter(({ start }) => start !== undefined);
  if (timed.length === 0) return [stream];
  const begin = Math.max(
    0,
    timed.reduce((earliest, { start }) => Math.min(earliest, start!), Infinity),
  );
  const end = timed.reduce((latest, { start, duration }) => Math.max(latest, start! + duration), 0);
  // MPEG program streams time some of their packets only: all of them last as long as they say.
  const lasting = timed.length < own.length ? own.reduce((sum, packet) => sum + packet.duration, 0) : 0;
  const duration = Math.max(end - begin, lasting);
  const frameRate = stream.kind === 'video' && duration > 0 ? { framesPerSecond: own.length / duration } : {};
  return [{ ...stream, duration, ...frameRate }];
}

function isPlayed({ kind }: Stream): boolean {
  return kind === 'audio' || kind === 'video' || kind === 'subtitle';
}

function longest(streams: readonly Stream[]): number {
  return Math.max(0, ...streams.filter(isPlayed).map(({ duration = 0 }) => duration));
}

/**
 * Tells how much was promised and how much of it there is; nothing of a file that is whole. `missing` is what its
 * structure says of the rest.
 */
export function warningOfTruncation(
  promised: Probe,
  found: Probe,
  format: FormatId,
  missing: ErrorDetails,
): Warning | undefined {
  const promisedEnd = longest(promised.streams);
  const end = longest(found.streams);
  const packets = Math.max(1, ...found.streams.map(({ packets: count = 0 }) => count));
  if (Object.keys(missing).length === 0 && !isTruncated({ end, promisedEnd, packets })) return undefined;
  const [expected, left] = [promisedEnd, end].map((seconds) => `${seconds.toFixed(2)} s`);
  const much = end < promisedEnd ? `${left} of ${expected} are left` : `${left} are left`;
  return {
    code: 'input_cut_off',
    message: `The ${formatOf(format).name} file was truncated: ${much}, and were converted.`,
    details: { ...missing, promisedSeconds: promisedEnd, foundSeconds: end },
  };
}
