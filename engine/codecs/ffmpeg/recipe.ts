import type { Step, Warning } from '../../contract/codec.ts';
import type { Limits } from '../../contract/limits.ts';
import { containerOf, undecoded } from './containers.ts';
import type { Video } from './division.ts';
import { ArgBuilder, type Task } from './arg-builder.ts';
import { addAudio } from './audio-args.ts';
import { addCover, addSubtitles, addTags } from './tag-args.ts';
import { addVideo } from './video-args.ts';
import type { FrameTiming } from './frame-timing.ts';
import { isImageStream } from './image-filters.ts';
import { imageRecipe, isAnimation, isImage } from './image-recipe.ts';
import type { Probe } from './probe.ts';
import { ratesWithin } from './size-budget.ts';
import { isSubtitleFile, subtitleRecipe } from './subtitle-recipe.ts';
import { trimOf, type Trim } from './trim.ts';
import type { TrimmedCues } from './trimmed-cues.ts';

/** What FFmpeg is to do with one source: everything between its two file names. */
export interface Recipe {
  /** Arguments of the input, before `-i`. */
  readonly input: readonly string[];
  /** Arguments of the output: streams, codecs, tags, container. */
  readonly output: readonly string[];
  /** A file that must be made of the source before. */
  readonly preparation?: Preparation;
  /** Arguments of a second input, after `-i` of the first. */
  readonly companion?: readonly string[];
  /** Subtitles of which only a part is taken: each is an input, after the second. */
  readonly cues?: readonly TrimmedCues[];
  /** Seconds that the result will have, for the progress; absent when the source does not tell. */
  readonly duration?: number;
  readonly warnings: readonly Warning[];
  /** The output is a file for every frame. */
  readonly isSeries?: true;
  /** What takes most of the time, where it can be divided. */
  readonly video?: Video;
  /** The container counts its frames and knows no times: it must be written again with what they last. */
  readonly counted?: FrameTiming;
  /** Those of the tracks, where they must be written into the container afterwards. */
  readonly languages?: readonly (string | undefined)[];
}

/** What a recipe must know beside the source's streams. */
export interface RecipeContext {
  readonly limits: Limits;
  /** How often an animated source plays, 0 for ever; absent for videos. */
  readonly plays?: number;
  /** Bytes of the source. */
  readonly size: number;
  /** Share of `targetSize` that is given out; less than 1 when it was exceeded before. */
  readonly share?: number;
  /** Arguments of an input that has the frames of the video, when they are encoded already. */
  readonly frames?: readonly string[];
}

/** A first pass over the source: a cover image that becomes a tag or an attachment, or the palette of a GIF. */
export interface Preparation {
  readonly makes: 'tag' | 'attachment' | 'palette';
  readonly output: readonly string[];
}

/**
 * Whether a recipe must know the times of all frames: where the source is uneven, and where the target counts them.
 * Else their frame rate is known.
 */
export function needsTimes({ streams, packets }: Probe, { from, to }: Pick<Step, 'from' | 'to'>): boolean {
  // The times of GXF are those of its fields, half of which hold nothing.
  if (packets || from === 'gxf' || isSubtitleFile(to)) return false;
  const videos = streams.filter(({ kind }) => kind === 'video');
  if (isImage(to)) return isAnimation(to) && videos.some(isImageStream);
  const { video } = containerOf(to);
  return video !== undefined && videos.some((stream) => video.counted || stream.isUneven || isImageStream(stream));
}

/** Plans every stream of a source: copied where the target takes its codec and nothing is asked of it, else encoded. */
export function recipeFor(probe: Probe, step: Step, recipeContext: RecipeContext): Recipe {
  if (isImage(step.to)) return imageRecipe(probe, step, trimOf(probe, step.from, step.options), recipeContext);
  if (isSubtitleFile(step.to)) return subtitleRecipe(probe, step);
  const container = containerOf(step.to);
  const builder = new ArgBuilder();
  const trim = trimOf(probe, step.from, step.options);
  const trimmed = trim.args.length > 0 || trim.lead > 0;
  const { frames } = recipeContext;
  const budget = budgetOf(probe, step, trim, recipeContext);
  const { duration, lead } = trim;
  const task = { step, container, trimmed, duration, lead, builder, frames, ...budget };
  const video = addVideo(probe, task);
  const silence = addAudio(probe, task);
  const companion = frames ?? silence;
  const cues = addSubtitles(probe, task, companion ? 2 : 1);
  const preparation = addCover(probe, task);
  addTags(probe, task);
  const muxerArgs = [...(container.muxerArgs ?? []), ...(builder.counted ? PAGE_EACH : [])];
  builder.args.push('-fflags', '+bitexact', ...muxerArgs, '-f', container.muxer);
  const { args: output, warnings } = builder;
  return {
    input: [...trim.args, ...undecodedIf(builder, probe, step)],
    output,
    preparation,
    companion,
    cues,
    duration,
    warnings,
    video,
    counted: builder.counted,
    ...(container.muxer === 'mov' && { languages: builder.languages }),
  };
}

/** Has every packet of an Ogg file say its time. */
const PAGE_EACH = ['-page_duration', '1'] as const;

/**
 * Arguments for a source whose frames are left out, or copied into a container of the same kind: others note what only
 * decoded frames tell. A video may say its colours in the container and their range in its frames: then these must be
 * looked at, too.
 */
function undecodedIf({ frames }: ArgBuilder, { streams }: Probe, { from, to }: Step): readonly string[] {
  if (frames === 'none') return undecoded(from);
  const isClear = streams.every(({ range, primaries, transfer, matrix }) => {
    return range !== undefined || (primaries ?? transfer ?? matrix) === undefined;
  });
  return frames === 'copied' && isClear && undecoded(to).length > 0 ? undecoded(from) : [];
}

/** Bytes in the unit of `targetSize`. */
const KB = 1000;

function budgetOf(
  { streams }: Probe,
  { to, options }: Step,
  { duration }: Trim,
  { size, share = 1 }: RecipeContext,
): Pick<Task, 'rates' | 'fits'> {
  const { targetSize, mute, channels = Infinity } = options;
  if (targetSize === undefined) return { fits: true };
  const { audio, video } = containerOf(to);
  const found = streams
    .filter(({ kind }) => kind === 'audio')
    .map((stream) => Math.min(channels, stream.channels ?? 2));
  const audioTracks = mute || !audio ? [] : video && audio.tracks === undefined ? found : found.slice(0, 1);
  const hasVideo = video !== undefined;
  return {
    rates: ratesWithin({ targetSize, seconds: duration, audioTracks, hasVideo, share }),
    fits: share === 1 && size <= targetSize * KB,
  };
}
