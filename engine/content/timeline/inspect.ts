import type { Feature, FeatureSet } from '../../formats/features.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import type { Facts, MediaFacts, TrackFacts } from '../../contract/facts.ts';

/** Bits a sample beyond which a file carries `depth`: what every player and every lossy codec takes. */
const PLAIN_SAMPLE_BITS = 16;

interface MediaObservation {
  readonly format: FormatId;
  readonly sizeBytes: number;
  /** Codec id of the reader that looked. */
  readonly reader: string;
  readonly media: MediaFacts;
}

/** Facts of an audio or video file from what a reader found in it: opened and counted, never decoded. */
export function mediaFacts({ format, sizeBytes, reader, media }: MediaObservation): Facts {
  return { format, sizeBytes, reader, depth: 'structure', features: featuresOfMedia(format, media), media };
}

/** Frames of a video whose times are compared: more cross no thread. */
const MOST_TIMED = 5_000;

/** The times of the frames of one track, in seconds, as the facts tell them. */
export function shownTimes(seconds: readonly number[]): Pick<TrackFacts, 'shownMs'> {
  if (seconds.length === 0 || seconds.length > MOST_TIMED) return {};
  return { shownMs: seconds.map((time) => time * 1000).sort((a, b) => a - b) };
}

/** What this very file carries of what its format can. */
function featuresOfMedia(format: FormatId, media: MediaFacts): FeatureSet {
  const found = new Set<Feature>();
  for (const track of media.tracks) for (const feature of featuresOfTrack(track)) found.add(feature);
  if (Object.keys(media.tags).length > 0) found.add('metadata');
  return formatOf(format).carries.filter((feature) => found.has(feature));
}

function featuresOfTrack(track: TrackFacts): readonly Feature[] {
  switch (track.kind) {
    case 'audio':
      return (track.bitsPerSample ?? 0) > PLAIN_SAMPLE_BITS ? ['audio', 'depth'] : ['audio'];
    case 'video':
      return ['video', 'animation'];
    case 'subtitle':
      return ['subtitles'];
    case 'cover':
      return ['metadata'];
  }
}
