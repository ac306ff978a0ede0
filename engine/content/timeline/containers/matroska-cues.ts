import type { InputFile } from '../../../contract/codec.ts';
import { viewAt } from './byte-view.ts';
import { elementsIn, unsignedAt, vintLength, type Budget, type Element } from './matroska-elements.ts';

const ID = { cluster: 0x1f43b675, timestamp: 0xe7, blockGroup: 0xa0, block: 0xa1, blockDuration: 0x9b } as const;

/** Elements that are walked over: some hours of a video, whose packets are one or three each. */
const MOST_ELEMENTS = 2_000_000;

/**
 * Ticks at which the last block of some tracks ends, of those that say how long they last, as subtitles do (RFC 9559,
 * section 10.1); 0 when there is none.
 */
export function lastBlockEnd(file: InputFile, segment: Element, tracks: ReadonlySet<number>): number {
  const budget = { elements: MOST_ELEMENTS };
  let last = 0;
  for (const cluster of elementsIn(file, segment.body, segment.end, budget)) {
    if (cluster.id !== ID.cluster) continue;
    let begin = 0;
    for (const element of elementsIn(file, cluster.body, cluster.end, budget)) {
      if (element.id === ID.timestamp) begin = unsignedIn(file, element);
      else if (element.id === ID.blockGroup) last = Math.max(last, begin + groupEnd(file, element, tracks, budget));
    }
  }
  return last;
}

/** Ticks after the beginning of its cluster at which a block ends; less than any when it is of another track. */
function groupEnd(file: InputFile, group: Element, tracks: ReadonlySet<number>, budget: Budget): number {
  const fields = [...elementsIn(file, group.body, group.end, budget)];
  const block = fields.find(({ id }) => id === ID.block);
  const duration = fields.find(({ id }) => id === ID.blockDuration);
  if (!block || !duration) return -Infinity;
  const view = viewAt(file, block.body, 12);
  const length = vintLength(view, 0, 8);
  if (length === 0 || view.byteLength < length + 2) return -Infinity;
  const track = Number(unsignedAt(view, 0, length) & ((1n << BigInt(7 * length)) - 1n));
  return tracks.has(track) ? view.getInt16(length) + unsignedIn(file, duration) : -Infinity;
}

/** The number that an element holds; 0 when it holds none. */
export function unsignedIn(file: InputFile, { body, end }: Element): number {
  const view = viewAt(file, body, Math.min(8, end - body));
  return Number(unsignedAt(view, 0, view.byteLength));
}
