import type { Step } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { IMAGE_SUBTITLES } from '../../contract/facts.ts';
import { undecoded } from './containers.ts';
import type { Probe } from './probe.ts';
import type { Recipe } from './recipe.ts';
import { oneOf, preferred } from './tracks.ts';

/** Files of subtitles that FFmpeg writes; the codec of our own cues goes on from there. */
const SUBTITLE_FILES = {
  srt: { codec: 'subrip', muxer: 'srt' },
  vtt: { codec: 'webvtt', muxer: 'webvtt' },
  ass: { codec: 'ass', muxer: 'ass' },
} as const;

type SubtitleFile = keyof typeof SUBTITLE_FILES;

export function isSubtitleFile(format: string): format is SubtitleFile {
  return Object.hasOwn(SUBTITLE_FILES, format);
}

/** Plans the file that is made of one subtitle track of a video. */
export function subtitleRecipe({ streams }: Probe, { from, to, options }: Step): Recipe {
  const tracks = streams.filter(({ kind }) => kind === 'subtitle');
  const texts = tracks.filter(({ codec }) => !IMAGE_SUBTITLES.has(codec));
  const track = preferred(texts, options.language);
  if (!track) throw withoutText(tracks.length > 0);
  const { codec, muxer } = SUBTITLE_FILES[to as SubtitleFile];
  return {
    input: undecoded(from),
    output: ['-map', `0:${track.index}`, '-c:s', track.codec === codec ? 'copy' : codec, '-f', muxer],
    warnings: tracks.length > 1 ? [oneOf(tracks, track, 'subtitle')] : [],
  };
}

function withoutText(areImages: boolean): ConversionError {
  const message = areImages
    ? 'The subtitles of the file are images, and their text is not recognised.'
    : 'The file has no subtitles.';
  return new ConversionError({ code: 'unsupported_conversion', message });
}
