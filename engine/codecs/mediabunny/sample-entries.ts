import type { TrackFacts } from '../../contract/facts.ts';
import type { ContainerFacts } from '../../content/timeline/containers/byte-view.ts';
import type { ObservedTrack } from './tracks.ts';

/**
 * Codecs of which the entry of a track in MP4 says 2 channels, however many there are (ISO/IEC 14496-12, 12.2.3, has it
 * as a template): their streams alone tell.
 */
const TOLD_BY_STREAM: ReadonlySet<string> = new Set([
  ...['dts', 'dtsc', 'dtsh', 'dtse', 'dtsl', 'dtsx'],
  ...['mlpa', 'mha1', 'mha2', 'mhm1', 'mhm2', 'ac-4'],
]);

/** What MP4 and QuickTime really say of a track: no channels and rate where the entry of its codec may be wrong. */
export function audioOfEntry(
  { id, facts }: Pick<ObservedTrack, 'id' | 'facts'>,
  { audio }: Pick<ContainerFacts, 'audio'>,
): TrackFacts {
  if (facts.kind !== 'audio') return facts;
  if (!TOLD_BY_STREAM.has(facts.codec)) return { ...facts, ...audio?.get(id) };
  return { ...facts, channels: undefined, sampleRate: undefined };
}
