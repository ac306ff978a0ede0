import type { Hop, Warning } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import type { Limits } from '../../limits.ts';
import { audioChoice, videoChoice } from './codec-choice.ts';
import { containerOf, undecoded } from './containers.ts';
import type { AudioSlot, Container, VideoSlot } from './container.ts';
import { DIVISIBLE, type Film } from './division.ts';
import {
  AUDIO_ENCODERS,
  TEXT_SUBTITLES,
  videoSettings,
  type Pixels,
  type StreamSettings,
  type VideoCodec,
  type VideoOptions,
} from './encoders.ts';
import { coloursOf, isPictureStream, pictureFilters, pixelsToEncode, slotFilters, timesFilters } from './picture.ts';
import { LOUDNESS } from './loudness.ts';
import { paceOf, type Pace } from './pace.ts';
import { isPicture, pictureRecipe } from './picture-recipe.ts';
import type { Chapter, Probe, Stream } from './probe.ts';
import { ratesWithin, type Rates } from './size-budget.ts';
import { isSubtitleFile, subtitleRecipe } from './subtitle-recipe.ts';
import { oneOf, preferred } from './tracks.ts';

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
  /** Seconds that the result will have, for the progress; absent when the source does not tell. */
  readonly duration?: number;
  readonly warnings: readonly Warning[];
  /** The output is a file for every picture. */
  readonly isSeries?: true;
  /** What takes most of the time, where it can be divided. */
  readonly film?: Film;
  /** The container counts its pictures and knows no times: it must be written again with what they last. */
  readonly counted?: Pace;
}

/** What a recipe must know beside the source's streams. */
export interface Surroundings {
  readonly limits: Limits;
  /** How often an animated source plays, 0 for ever; absent for films. */
  readonly plays?: number;
  /** Bytes of the source. */
  readonly size: number;
  /** Share of `targetSize` that is given out; less than 1 when it was exceeded before. */
  readonly share?: number;
  /** Arguments of an input that has the pictures of the film, when they are encoded already. */
  readonly pictures?: readonly string[];
}

/** A first pass over the source: a cover picture that becomes a tag or an attachment, or the palette of a GIF. */
export interface Preparation {
  readonly makes: 'tag' | 'attachment' | 'palette';
  readonly output: readonly string[];
}

/** Decoders that this build does not have: streams of these codecs can only be copied. */
const UNDECODABLE: ReadonlySet<string> = new Set(['av1', 'unknown', 'none']);

/**
 * Whether a recipe must know the times of all pictures: where the source is uneven, and where the target counts them.
 * Else their pace is known.
 */
export function needsTimes({ streams, packets }: Probe, { from, to }: Pick<Hop, 'from' | 'to'>): boolean {
  // The times of GXF are those of its fields, half of which hold nothing.
  if (packets || from === 'gxf' || isPicture(to) || isSubtitleFile(to)) return false;
  const { video } = containerOf(to);
  const films = streams.filter(({ kind }) => kind === 'video');
  return video !== undefined && films.some((film) => video.counted || film.isUneven || isPictureStream(film));
}

/** Plans every stream of a source: copied where the target takes its codec and nothing is asked of it, else encoded. */
export function recipeFor(probe: Probe, hop: Hop, surroundings: Surroundings): Recipe {
  if (isPicture(hop.to)) return pictureRecipe(probe, hop, trimOf(probe, hop.options), surroundings);
  if (isSubtitleFile(hop.to)) return subtitleRecipe(probe, hop);
  const container = containerOf(hop.to);
  const draft = new Draft();
  const trim = trimOf(probe, hop.options);
  const trimmed = trim.args.length > 0;
  const { pictures } = surroundings;
  const budget = budgetOf(probe, hop, trim, surroundings);
  const task = { hop, container, trimmed, duration: trim.duration, draft, pictures, ...budget };
  const film = addVideo(probe, task);
  const silence = addAudio(probe, task);
  addSubtitles(probe, task);
  const preparation = addCover(probe, task);
  addTags(probe, task);
  const muxerArgs = [...(container.muxerArgs ?? []), ...(draft.counted ? PAGE_EACH : [])];
  draft.args.push('-fflags', '+bitexact', ...muxerArgs, '-f', container.muxer);
  const { args: output, warnings } = draft;
  return {
    input: [...trim.args, ...undecodedIf(draft, probe, hop)],
    output,
    preparation,
    companion: pictures ?? silence,
    duration: trim.duration,
    warnings,
    film,
    counted: draft.counted,
  };
}

/** Has every packet of an Ogg file say its time. */
const PAGE_EACH = ['-page_duration', '1'] as const;

/**
 * Arguments for a source whose pictures are left out, or copied into a container of the same kind: others note what only
 * decoded pictures tell. A film may say its colours in the container and their range in its pictures: then these must be
 * looked at, too.
 */
function undecodedIf({ pictures }: Draft, { streams }: Probe, { from, to }: Hop): readonly string[] {
  if (pictures === 'none') return undecoded(from);
  const isClear = streams.every(({ range, primaries, transfer, matrix }) => {
    return range !== undefined || (primaries ?? transfer ?? matrix) === undefined;
  });
  return pictures === 'copied' && isClear && undecoded(to).length > 0 ? undecoded(from) : [];
}

/** Input arguments that take a part of the source, and the seconds that are left. */
export interface Trim {
  readonly args: readonly string[];
  readonly duration?: number;
}

interface Task {
  readonly hop: Hop;
  readonly container: Container;
  readonly trimmed: boolean;
  /** Seconds that the result will have. */
  readonly duration?: number;
  readonly draft: Draft;
  /** What each track may take, when the size of the file is bounded. */
  readonly rates?: Rates;
  /** The source is small enough to be copied. */
  readonly fits: boolean;
  /** The pictures of the film are in the second input. */
  readonly pictures?: readonly string[];
}

/** Bytes in the unit of `targetSize`. */
const KB = 1000;

function budgetOf(
  { streams }: Probe,
  { to, options }: Hop,
  { duration }: Trim,
  { size, share = 1 }: Surroundings,
): Pick<Task, 'rates' | 'fits'> {
  const { targetSize, mute } = options;
  if (targetSize === undefined) return { fits: true };
  const { audio, video } = containerOf(to);
  const found = streams.filter(({ kind }) => kind === 'audio').length;
  const audioTracks = mute || !audio ? 0 : video && audio.tracks === undefined ? found : Math.min(1, found);
  const hasVideo = video !== undefined;
  return {
    rates: ratesWithin({ targetSize, seconds: duration, audioTracks, hasVideo, share }),
    fits: share === 1 && size <= targetSize * KB,
  };
}

/** The output as it grows: FFmpeg counts its streams in the order of their maps. */
class Draft {
  readonly args: string[] = [];
  readonly warnings: Warning[] = [];
  /** What becomes of the pictures of the source. */
  pictures: 'none' | 'copied' | 'encoded' = 'none';
  /** How the pictures that are encoded are counted, where the container has no times for them. */
  counted: Pace | undefined;
  #streams = 0;

  /** Takes a stream of the source with the settings that it gets in the output. */
  map(stream: Stream, settings: StreamSettings): void {
    this.args.push('-map', `0:${stream.index}`, ...settingsOf(settings, this.#streams++));
    if (stream.kind !== 'video' && stream.kind !== 'cover') return;
    this.pictures = settings['c'] === 'copy' && this.pictures !== 'encoded' ? 'copied' : 'encoded';
  }

  /** Takes the second input for the sound; it has no end of its own. */
  mapSilence(settings: StreamSettings): void {
    this.args.push('-map', '1:a', '-shortest', ...settingsOf(settings, this.#streams++));
  }

  /** Takes the pictures of a stream from the second input, where they are encoded. */
  mapPictures(stream: Stream): void {
    const at = this.#streams++;
    const settings = { c: 'copy', disposition: stream.isDefault ? 'default' : '0', ...coloursOf(stream) };
    this.args.push('-map', '1:0', ...settingsOf(settings, at));
  }

  /** Has players turn the stream that was taken last, clockwise by so many degrees. */
  noteRotation(degrees: number): void {
    // FFmpeg counts this tag counterclockwise when it writes it.
    this.args.push(`-metadata:s:${this.#streams - 1}`, `rotate=${(360 - degrees) % 360}`);
  }
}

function settingsOf(settings: StreamSettings, stream: number): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [`-${name}:${stream}`, String(value)]);
}

function trimOf({ duration, streams }: Probe, { start = 0, duration: wanted }: OptionValues): Trim {
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
  // Of animations the pictures are chosen one by one: one that began before the start may be shown long after it.
  if (streams.every(isPictureStream)) return { args: [], ...(taken !== undefined && { duration: taken }) };
  const args = [...(start > 0 ? ['-ss', String(start)] : []), ...(shortens ? ['-t', String(wanted)] : [])];
  return { args, ...(taken !== undefined && { duration: taken }) };
}

/** Returns the film when it is the only one, and its pictures can be encoded in parts. */
function addVideo(probe: Probe, task: Task): Film | undefined {
  const { hop, container, trimmed, duration, draft, rates, fits } = task;
  const { video } = container;
  if (!video) return undefined;
  const { copies, encodes } = videoChoice(video, hop.options, formatOf(hop.to).name);
  const streams = probe.streams.filter(({ kind }) => kind === 'video');
  let film: Film | undefined;
  for (const stream of streams) {
    const { videoBitrate, quality, rotate } = hop.options;
    const filters = pictureFilters(stream, { ...hop.options, rotate: undefined });
    const asked = filters.length > 0 || videoBitrate !== undefined || quality !== undefined || !fits;
    const turned = stream.rotation !== 0 || rotate !== undefined;
    const noted = !turned || container.notesRotation;
    if (copies.includes(stream.codec) && !asked && !trimmed && noted && !UNCOPIED.has(hop.from)) {
      // Apple's players open HEVC only under this name.
      const isHevcInMp4 = stream.codec === 'hevc' && container.notesRotation === true;
      draft.map(stream, { c: 'copy', ...(isHevcInMp4 && { tag: 'hvc1' }) });
      if (rotate !== undefined) draft.noteRotation((stream.rotation + Number(rotate)) % 360);
      continue;
    }
    if (task.pictures) {
      draft.mapPictures(stream);
      continue;
    }
    requireDecoder(stream);
    // A film of uneven pace keeps it where the target can: frames would be doubled else.
    if (!draft.args.includes('-vsync')) draft.args.push('-vsync', isPaced(video) ? 'cfr' : 'vfr');
    const isCounted = video.counted === true;
    const isTimed = isCounted || (stream.isUneven && probe.packets) || isPictureStream(stream);
    const pace = isTimed ? paceOf(stream, probe, hop.options, duration) : {};
    const filter = [
      ...(isPictureStream(stream)
        ? timesFilters(pace, { isEven: isPaced(video) || hop.options.fps !== undefined })
        : []),
      ...pictureFilters(stream, hop.options, { forEncoder: true }),
      ...slotFilters(stream, hop.options, video, pace),
    ].join(',');
    const pixels = pixelsToEncode(stream, hop.options, duration);
    const settings = videoSettings(encodes, pixels, rates ? within(rates, hop.options, pixels) : hop.options);
    if (isCounted) draft.counted = pace;
    const rate = isPaced(video) ? undefined : pace.rate;
    draft.map(stream, {
      ...settings,
      ...(rate !== undefined && { r: rate }),
      // Where pictures look ahead, players wait for the one that comes after next: seconds, in an animation.
      ...(encodes === 'h264' && isPictureStream(stream) && { bf: 0 }),
      ...(filter && { filter }),
    });
    if (isDivisible(stream, encodes, task)) film = { stream, output: [...draft.args], pixels };
  }
  return streams.length === 1 ? film : undefined;
}

/**
 * Whether the parts of a film are what the whole would be: its encoder is told how good each picture is to be, not how
 * many bits there are for all, and no filter changes the pace.
 */
function isDivisible(stream: Stream, codec: VideoCodec, { hop, container, duration, rates }: Task): boolean {
  const { fps, videoBitrate } = hop.options;
  const isOfOnePiece = rates !== undefined || videoBitrate !== undefined || fps !== undefined;
  const isEven = !isPictureStream(stream) && !isPaced(container.video!);
  return DIVISIBLE.has(codec) && duration !== undefined && !isOfOnePiece && isEven;
}

/**
 * SWF does not say which pictures stand alone: a copy could be played from nowhere, and FFmpeg drops them all. GXF counts
 * fields, and a copy would play at twice the pace.
 */
const UNCOPIED: ReadonlySet<FormatId> = new Set(['swf', 'gxf']);

/** Small packets: a muxer that puts the sound of each picture beside it must have it when the next picture comes. */
function inSteps(rate: number | undefined): string[] {
  const resampled = rate === undefined ? 'aresample' : `aresample=${rate}`;
  const options = 'async=1:first_pts=0';
  return [`${resampled}${rate === undefined ? '=' : ':'}${options}`, 'asetnsamples=n=480:p=0'];
}

/** Bits of one pixel with which every codec shows all that there is to see. */
const MOST_BITS_PER_PIXEL = 0.5;

/** The options of an encoder that must not take more than it is given, nor more than it needs. */
function within({ video = 0 }: Rates, options: OptionValues, { perSecond }: Pixels): VideoOptions {
  const enough = Math.ceil((perSecond * MOST_BITS_PER_PIXEL) / 1000);
  return { ...options, videoBitrate: Math.min(video, options.videoBitrate ?? enough), capped: true };
}

function isPaced({ paced, paces, frames }: VideoSlot): boolean {
  return paced === true || paces !== undefined || frames !== undefined;
}

/** Returns the input that brings silence where there is no sound and must be some. */
function addAudio(probe: Probe, task: Task): Recipe['companion'] {
  const { container } = task;
  if (!container.audio) return undefined;
  const { mute, language } = task.hop.options;
  const found = probe.streams.filter(({ kind }) => kind === 'audio');
  const streams = mute ? [] : found;
  if (mute && found.length > 0) task.draft.warnings.push(MUTED);
  if (streams.length === 0 && container.audio.required) return addSilence(container.audio, task);
  const holdsAll = container.video && container.audio.tracks === undefined;
  const one = holdsAll ? undefined : preferred(streams, language);
  for (const stream of one ? [one] : streams) addSound(stream, container.audio, task);
  if (one && streams.length > 1) task.draft.warnings.push(oneOf(streams, one, 'audio'));
  return undefined;
}

/** What an encoder must know of the sound of nothing. */
const SILENCE: Stream = {
  index: 0,
  kind: 'audio',
  codec: 'pcm_u8',
  isDefault: true,
  tags: {},
  rotation: 0,
  pixelAspect: 1,
  channels: 1,
  isFloat: false,
};

const MUTED: Warning = { code: 'track_dropped', message: 'The sound was left out, as was asked.', lost: ['audio'] };

function addSilence({ encodes }: AudioSlot, { draft, hop }: Task): readonly string[] {
  const encoder = AUDIO_ENCODERS[encodes];
  const [rate = 48_000] = encoder.rates ?? [];
  draft.mapSilence(encoder.settings(SILENCE, hop.options));
  return ['-f', 'lavfi', '-i', `anullsrc=r=${rate}:cl=mono`];
}

function addSound(stream: Stream, slot: AudioSlot, task: Task): void {
  const { hop, container, trimmed, draft, rates, fits } = task;
  const { copies, encodes } = audioChoice(slot, hop.options, formatOf(hop.to).name);
  const { audioBitrate, sampleRate, channels, quality, normalise, volume } = hop.options;
  const asked =
    !fits ||
    normalise === true ||
    volume !== undefined ||
    audioBitrate !== undefined ||
    (sampleRate !== undefined && sampleRate !== stream.sampleRate) ||
    (channels !== undefined && channels !== stream.channels) ||
    // The quality of a film is that of its pictures.
    (quality !== undefined && !container.video && formatOf(hop.to).lossy === true);
  if (copies.includes(stream.codec) && !asked && !trimmed) {
    draft.map(stream, { c: 'copy' });
    return;
  }
  requireDecoder(stream);
  const encoder = AUDIO_ENCODERS[encodes];
  const most = Math.min(channels ?? stream.channels ?? 2, encoder.maxChannels);
  const wantedChannels = atLeast(most, slot.channels ?? encoder.channels)!;
  const askedRate = sampleRate ?? stream.sampleRate;
  const possibleRate = askedRate && Math.min(askedRate, encoder.maxRate ?? Infinity);
  const wantedRate = atLeast(possibleRate, slot.rates ?? encoder.rates);
  const soundOptions = {
    ...hop.options,
    ...(rates && { audioBitrate: Math.min(rates.audio, audioBitrate ?? Infinity) }),
    ...(container.video && { quality: undefined }),
  };
  const filled = slot.filled && task.duration !== undefined;
  const silence = filled ? [`apad=whole_dur=${task.duration}`, ...inSteps(wantedRate)] : [];
  const placed = {
    layout: encoder.layouts?.[wantedChannels],
    channels: wantedChannels,
    unnamed: stream.layout === undefined && !stream.codec.startsWith('pcm_'),
  };
  const filters = [...soundFilters(placed, hop.options), ...silence];
  // The loudness filter gives 192 kHz, whatever it gets.
  const resampled = normalise === true || wantedRate !== stream.sampleRate;
  draft.map(stream, {
    ...encoder.settings({ ...stream, channels: wantedChannels }, soundOptions),
    ...(filters.length > 0 && { filter: filters.join(',') }),
    ...(wantedChannels !== stream.channels && { ac: wantedChannels }),
    ...(wantedRate !== undefined && resampled && { ar: wantedRate }),
  });
  warnOfMixing(stream, wantedChannels, channels, task);
}

/**
 * Left to itself, the loudness filter leads to the first layout that an encoder knows, which is mono; and encoders refuse
 * channels of which the decoder does not say what they are.
 */
const PLAIN_LAYOUTS: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo' };

function soundFilters(
  { layout, channels, unnamed }: { layout: string | undefined; channels: number; unnamed: boolean },
  { normalise = false, volume }: OptionValues,
): string[] {
  const wanted = layout ?? (normalise || unnamed ? PLAIN_LAYOUTS[channels] : undefined);
  return [
    ...(normalise ? [LOUDNESS] : []),
    ...(volume === undefined ? [] : [`volume=${volume}dB`]),
    // A filter that asks for places takes no channels without: the first one gives them.
    ...(wanted && unnamed ? ['aresample'] : []),
    ...(wanted ? [`aformat=channel_layouts=${wanted}`] : []),
  ];
}

/** The lowest of the numbers that holds what was asked, else the highest. */
function atLeast(wanted: number | undefined, allowed: readonly number[] | undefined): number | undefined {
  if (wanted === undefined || allowed === undefined) return wanted;
  return allowed.find((number) => number >= wanted) ?? allowed.at(-1);
}

function warnOfMixing(stream: Stream, mixed: number, asked: number | undefined, { hop, draft }: Task): void {
  const found = stream.channels ?? mixed;
  if (mixed >= found || (asked !== undefined && asked <= mixed)) return;
  draft.warnings.push({
    code: 'feature_dropped',
    message: `The ${found} audio channels were mixed down to ${mixed}: ${formatOf(hop.to).name} holds no more.`,
    details: { found, limit: mixed },
  });
}

function addSubtitles(probe: Probe, { container, trimmed, draft }: Task): void {
  const { subtitles } = container;
  if (!container.video) return;
  let dropped = 0;
  for (const stream of probe.streams.filter(({ kind }) => kind === 'subtitle')) {
    const copied = subtitles?.copies.includes(stream.codec) === true && !trimmed;
    if (!subtitles || (!copied && !TEXT_SUBTITLES.has(stream.codec))) {
      dropped++;
      continue;
    }
    draft.map(stream, { c: copied ? 'copy' : subtitles.encodes });
  }
  if (dropped === 0) return;
  draft.warnings.push({
    code: 'track_dropped',
    message: 'Subtitles that are pictures or of an unknown kind were dropped: the target holds only subtitles as text.',
    lost: probe.streams.filter(({ kind }) => kind === 'subtitle').length === dropped ? ['subtitles'] : [],
    details: { dropped },
  });
}

/** Keeps the cover where the target can; returns how to get it out when it must go in as a tag. */
function addCover(probe: Probe, { hop, container, draft }: Task): Preparation | undefined {
  const cover = probe.streams.find(({ kind }) => kind === 'cover');
  if (!cover || hop.options.strip) return undefined;
  if (container.cover === 'tag' || container.cover === 'attachment') {
    return { makes: container.cover, output: ['-map', `0:${cover.index}`, '-c', 'copy', '-f', 'data'] };
  }
  if (container.cover === 'stream') {
    draft.map(cover, { c: 'copy', disposition: 'attached_pic' });
    return undefined;
  }
  draft.warnings.push({
    code: 'tags_dropped',
    message: `The cover picture was dropped: it cannot be written into ${formatOf(hop.to).name}.`,
  });
  return undefined;
}

function addTags(probe: Probe, { hop, container, trimmed, draft }: Task): void {
  if (hop.options.strip) {
    draft.args.push('-map_metadata', '-1', '-map_chapters', '-1');
    return;
  }
  if (container.chapters === 'tags' && !trimmed) draft.args.push(...chapterTags(probe.chapters));
  else if (container.chapters !== 'own' && probe.chapters.length > 0) draft.warnings.push(withoutChapters(hop, probe));
  // Ogg keeps the tags of the whole with its stream, where other containers would not look for them.
  const tagged = probe.streams.find(({ kind, tags }) => kind === 'audio' && TITLE_TAGS.some((name) => name in tags));
  const global = Object.keys(probe.tags).some((name) => TITLE_TAGS.includes(name));
  if (tagged && !global) draft.args.push('-map_metadata:g', `0:s:${tagged.index}`);
}

/** The tags in which Vorbis comments note chapters; FFmpeg writes them for Opus alone. */
function chapterTags(chapters: readonly Chapter[]): string[] {
  const tags = chapters.flatMap(({ start, title = '' }, index) => {
    const name = `CHAPTER${String(index + 1).padStart(3, '0')}`;
    const time = new Date(Math.round(start * 1000)).toISOString().slice(11, 23);
    return [`${name}=${time}`, `${name}NAME=${title}`];
  });
  // FFmpeg removes the name of the encoder later and puts the last tag in its place, before the time of its chapter.
  return (tags.length === 0 ? [] : ['encoder=', ...tags]).flatMap((tag) => ['-metadata', tag]);
}

function withoutChapters({ to }: Hop, { chapters }: Probe): Warning {
  const message = `The ${chapters.length} chapters were dropped: they cannot be written into ${formatOf(to).name}.`;
  return { code: 'tags_dropped', message, details: { dropped: chapters.length } };
}

const TITLE_TAGS: readonly string[] = ['title', 'artist', 'album', 'album_artist', 'genre', 'date', 'track', 'comment'];

export function requireDecoder({ codec, kind }: Stream): void {
  if (!UNDECODABLE.has(codec)) return;
  const message =
    codec === 'av1'
      ? 'The film is AV1, which cannot be decoded here, only copied: convert it to MP4, MKV or WebM without other options.'
      : `The ${kind} of the file is of a kind that is not known here. Send it in a common codec.`;
  throw new ConversionError({ code: 'unsupported_conversion', message, details: { codec } });
}
