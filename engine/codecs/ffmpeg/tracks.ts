import type { Warning } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Stream } from './probe.ts';

/**
 * The one track that a player would play, or the first in the language asked for. Throws `invalid_options` with the
 * languages that there are when it is none of them.
 */
export function preferred(streams: readonly Stream[], language?: string): Stream | undefined {
  if (language === undefined) return streams.find(({ isDefault }) => isDefault) ?? streams[0];
  const wanted = canonical(language);
  const found = streams.find((stream) => stream.language !== undefined && canonical(stream.language) === wanted);
  if (found || streams.length === 0) return found;
  const known = [...new Set(streams.flatMap((stream) => stream.language ?? []))];
  throw new ConversionError({
    code: 'invalid_options',
    message: `No track is in the language ${language}: ${known.length > 0 ? `there is ${known.join(', ')}` : 'the tracks do not say theirs'}.`,
    details: { option: 'language', known },
  });
}

/** Tells of the tracks that a target of one track has no place for. */
export function oneOf(streams: readonly Stream[], taken: Stream, noun: string): Warning {
  return {
    code: 'track_dropped',
    message: `Of ${streams.length} ${noun} tracks only one was taken: the target holds one.`,
    details: { taken: [{ index: taken.index, language: taken.language }], found: streams.length },
  };
}

/** A video says `ger`, `deu` or `de`, and means the same by each. */
function canonical(language: string): string {
  try {
    return new Intl.Locale(language).language;
  } catch {
    return language.toLowerCase();
  }
}
