import type { TimelineTraits } from '../../../formats/format.ts';
import { formatOf, type FormatId } from '../../../formats/index.ts';
import { IMAGE_SUBTITLES, type Facts, type MediaFacts, type TrackFacts } from '../../../contract/facts.ts';
import type { Check, Compare, Expectation } from '../../../contract/report.ts';
import { checkFrameTimes } from './frame-times.ts';
import { checkVideoSize } from './shown-size.ts';

/**
 * Compares audio and video with what was promised: no track is lost, none ends early, none shrinks. Lossy codecs pad
 * and delay, so that lengths agree only to some packets.
 */
export const compareMedia: Compare = (source, outputs, expectation) => {
  const found = outputs[0]?.media;
  if (!source.media || !found) return [];
  const trimmed = trimOf(source.media, expectation);
  return [
    ...checkTracks('audio', source.media, found, expectation),
    ...checkTracks('video', source.media, found, expectation),
    ...checkSubtitles(source.media, found, expectation),
    ...checkLengths(source.media, found, trimmed, expectation),
    ...checkVideo(source.media, found, trimmed, expectation),
    ...checkAudio(source.media, found, expectation),
    ...checkTags(source, outputs[0]!, expectation),
  ];
};

/** Milliseconds of a source that a conversion takes. */
interface Trim {
  readonly startMs: number;
  readonly lengthMs: number;
}

/** The part that the options take of something that lasts `durationMs`. */
export function trimOf({ durationMs }: Pick<MediaFacts, 'durationMs'>, expectation: Expectation): Trim {
  const startMs = (expectation.options.start ?? 0) * 1000;
  return { startMs, lengthMs: Math.max(0, Math.min(durationMs - startMs, wantedMs(expectation))) };
}

/** Milliseconds that were asked for at most. */
export function wantedMs({ options: { duration = Infinity } }: Pick<Expectation, 'options'>): number {
  return duration * 1000;
}

type Kind = 'audio' | 'video';

function tracksOf({ tracks }: MediaFacts, kind: TrackFacts['kind']): TrackFacts[] {
  return tracks.filter((track) => track.kind === kind);
}

function checkTracks(kind: Kind, source: MediaFacts, found: MediaFacts, { kept, to }: Expectation): Check[] {
  const all = tracksOf(source, kind).length;
  if (all === 0 || !kept.includes(kind)) return [];
  const expected = kind === 'audio' ? resultTracks(all, to) : all;
  const count = tracksOf(found, kind).length;
  return [{ name: `${kind} tracks`, feature: kind, ok: count === expected, expected, found: count }];
}

/** Audio tracks of a source of `tracks` that a result holds: an audio file holds one. */
export function resultTracks(tracks: number, to: FormatId): number {
  const { family, timeline } = formatOf(to);
  return family === 'video' && timeline?.audioTracks !== 1 ? tracks : Math.min(1, tracks);
}

/** Frames go only into containers that hold frames: the codec tells of those that it drops. */
function checkSubtitles(source: MediaFacts, found: MediaFacts, { kept }: Expectation): Check[] {
  const expected = tracksOf(source, 'subtitle').filter(({ codec }) => !IMAGE_SUBTITLES.has(codec)).length;
  if (expected === 0 || !kept.includes('subtitles')) return [];
  const count = tracksOf(found, 'subtitle').length;
  return [{ name: 'subtitle tracks', feature: 'subtitles', ok: count >= expected, expected, found: count }];
}

/** Milliseconds by which lengths may differ beyond two packets: the delay of an encoder and rounded time stamps. */
const DELAY_MS = 60;
/** Milliseconds of a packet when nobody counted. */
const USUAL_PACKET_MS = 50;
/** Slide shows have packets of many seconds: more than this is missing, not rounding. */
const MOST_PACKET_MS = 2_000;

/** Milliseconds by which readers of streams without an index may be wrong about their ends. */
const GUESS_MS = 500;

export function guessMs(format: FormatId): number {
  return lengthSaid(format) === 'guessed' ? GUESS_MS : 0;
}

function lengthSaid(format: FormatId): TimelineTraits['length'] {
  return formatOf(format).timeline?.length;
}

/** Packets by which a result may be shorter or longer: where every frame lasts as long, uneven ones are doubled or left out at both ends. */
function packetsAround(to: FormatId): number {
  return formatOf(to).timeline?.frameTiming === 'even' ? 4 : 2;
}

function checkLengths(source: MediaFacts, found: MediaFacts, trim: Trim, { kept, from, to }: Expectation): Check[] {
  if (lengthSaid(from) === 'estimated') return [];
  const slack = Math.max(guessMs(from), guessMs(to));
  const mayEndBefore = lengthSaid(from) === 'whole' && source.tracks.length > 1;
  const range = { ...trim, slack, packets: packetsAround(to), mayEndBefore };
  return (['audio', 'video'] as const)
    .filter((kind) => kept.includes(kind) && tracksOf(source, kind).length > 0)
    .flatMap((kind) => {
      const before = tracksOf(source, kind);
      const after = tracksOf(found, kind);
      const most = kind === 'audio' && formatOf(to).timeline?.fillsAudio ? trim.lengthMs : 0;
      if (before.length === after.length)
        return after.flatMap((track, at) => checkLength(kind, before[at]!, track, { ...range, most }));
      // The one track of an audio file may be any of the video's: it must be as long as one of them.
      return after.flatMap((track) =>
        checkLength(kind, nearestInLength(before, track, trim), track, { ...range, most }),
      );
    });
}

function nearestInLength(candidates: readonly TrackFacts[], { durationMs = 0 }: TrackFacts, trim: Trim): TrackFacts {
  const distance = (track: TrackFacts): number => Math.abs(takenMs(track, trim) - durationMs);
  return candidates.reduce((nearest, track) => (distance(track) < distance(nearest) ? track : nearest));
}

/** What the trim leaves of a track, which may end before the file does. */
function takenMs({ durationMs = 0 }: TrackFacts, { startMs, lengthMs }: Trim): number {
  return Math.max(0, Math.min(durationMs - startMs, lengthMs));
}

interface LengthSlack {
  readonly slack: number;
  /** Packets by which lengths may differ. */
  readonly packets: number;
  readonly mayEndBefore: boolean;
  /** Milliseconds that the result may last in any case. */
  readonly most: number;
}

function checkLength(
  kind: Kind,
  before: TrackFacts,
  after: TrackFacts,
  { slack, packets, mayEndBefore, most, ...trim }: Trim & LengthSlack,
): Check[] {
  if (before.durationMs === undefined || after.durationMs === undefined) return [];
  const expected = takenMs(before, trim);
  const tolerance = slack + DELAY_MS + packets * Math.max(packetMs(before), packetMs(after));
  const missing = mayEndBefore ? 0 : expected - after.durationMs;
  const ok = Math.max(missing, after.durationMs - Math.max(expected, most)) <= tolerance;
  return [
    { name: `${kind} duration`, feature: kind, ok, expected: seconds(expected), found: seconds(after.durationMs) },
  ];
}

function packetMs({ durationMs, packets }: TrackFacts): number {
  if (!durationMs || !packets) return USUAL_PACKET_MS;
  return Math.min(MOST_PACKET_MS, durationMs / packets);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Share of frames, and frames, that may be missing: where time stamps repeat, an encoder drops one. */
const FRAMES_MISSING = { share: 0.02, least: 2 };
/** More frames than this share were made up. */
const FRAMES_MORE = 1.5;

function checkVideo(source: MediaFacts, found: MediaFacts, trim: Trim, expectation: Expectation): Check[] {
  if (!expectation.kept.includes('video')) return [];
  const [before] = tracksOf(source, 'video');
  const [after] = tracksOf(found, 'video');
  if (!before || !after) return [];
  return [
    ...checkVideoSize(before, after, expectation),
    ...checkFrames(before, after, trim, expectation),
    ...checkTimes(before, after, trim, expectation),
  ];
}

/** Of a video that begins late nobody knows here where the part begins that is taken. */
const LATE_MS = 50;

function checkTimes(before: TrackFacts, after: TrackFacts, trim: Trim, { options }: Expectation): Check[] {
  const expected = shownWithin(before, trim, options);
  return expected ? checkFrameTimes('video', expected, after) : [];
}

/** When the frames are shown that the options take, where each of them is; in milliseconds of the source. */
function shownWithin(
  { shownMs = [] }: TrackFacts,
  { startMs, lengthMs }: Trim,
  { fps, duration }: Expectation['options'],
): readonly number[] | undefined {
  if (fps !== undefined || shownMs.length === 0 || (startMs > 0 && shownMs[0]! > LATE_MS)) return undefined;
  const taken = startMs === 0 ? shownMs : shownMs.filter((time) => time >= startMs);
  return duration === undefined ? taken : taken.filter((time) => time < startMs + lengthMs);
}

function checkFrames(before: TrackFacts, after: TrackFacts, trim: Trim, { options, to }: Expectation): Check[] {
  const { lengthMs } = trim;
  const frameTiming = formatOf(to).timeline?.frameTiming;
  const asked = frameTiming === 'fixed' ? 0 : (options.fps ?? rateOf(before));
  const made = frameTiming === 'fixed' || frameTiming === 'even' ? rateOf(after) : 0;
  const rate = Math.max(asked, made);
  if (rate === 0 || after.packets === undefined) return [];
  const playedMs = Math.min(lengthMs, before.durationMs ?? lengthMs);
  if (playedMs === 0) return []; // nobody knows how long it plays
  const expected = Math.round((playedMs / 1000) * rate);
  const guessed = (guessMs(to) / 1000) * rate;
  const missing = Math.max(packetsAround(to), FRAMES_MISSING.share * expected, guessed);
  // Frames that an edit list hides are copied along, unless the video is encoded again.
  const copied = [options.fps, options.start, options.duration].every((option) => option === undefined);
  const hidden = copied ? (before.packets ?? 0) : 0;
  const most = Math.max(FRAMES_MORE * expected + FRAMES_MISSING.least, hidden);
  const least = frameTiming === 'changes' ? 1 : expected - missing;
  // Headers may be wrong about the frame rate, and an uneven one has none: then the frames themselves were counted.
  const taken = copied ? before.packets : shownWithin(before, trim, options)?.length;
  const walked = frameTiming === 'fixed' ? undefined : taken;
  const isAsWalked =
    walked !== undefined &&
    Math.abs(after.packets - walked) <= Math.max(FRAMES_MISSING.least, FRAMES_MISSING.share * walked);
  const ok = isAsWalked || (after.packets >= least && after.packets <= most);
  return [{ name: 'frames', feature: 'video', ok, expected: isAsWalked ? walked : expected, found: after.packets }];
}

/** A video of a single frame has no frame rate: what its reader says is the step of its clock. */
const MOST_RATE = 300;

/** Frames a second; 0 when nobody knows. */
export function rateOf({ framesPerSecond = 0 }: Pick<TrackFacts, 'framesPerSecond'>): number {
  return framesPerSecond > MOST_RATE ? 0 : framesPerSecond;
}

/** What codecs cannot exceed: MP3 has two channels at 48 kHz, Opus always counts at 48 kHz. */
const AUDIO_LIMITS: Readonly<Record<string, AudioLimit>> = {
  mp3: { channels: 2, sampleRate: 48_000 },
  mp2: { channels: 2, sampleRate: 48_000 },
  opus: { sampleRate: 48_000 },
  aac: { sampleRate: 96_000 },
  ac3: { channels: 6, sampleRate: 48_000 },
  eac3: { channels: 6, sampleRate: 48_000 },
  dts: { channels: 5, sampleRate: 48_000 },
  wmav2: { channels: 2, sampleRate: 48_000 },
  adpcm_g722: { channels: 1, sampleRate: 16_000 },
  adpcm_ima_amv: { channels: 1, sampleRate: 22_050 },
  roq_dpcm: { channels: 2, sampleRate: 22_050 },
  aptx: { channels: 2, sampleRate: 48_000 },
  flac: { sampleRate: 352_800 },
  alac: { sampleRate: 352_800 },
  vorbis: { sampleRate: 192_000 },
};

interface AudioLimit {
  readonly channels?: number;
  readonly sampleRate?: number;
}

/** Rates and channels that a decoder makes of less, as parametric stereo and spectral replication do. */
const MADE_UP = { channels: 2, sampleRate: 48_000 };

function checkAudio(source: MediaFacts, found: MediaFacts, expectation: Expectation): Check[] {
  const sources = tracksOf(source, 'audio');
  const [after] = tracksOf(found, 'audio');
  const before = sources[0];
  if (!expectation.kept.includes('audio') || !before || !after) return [];
  // Which of several tracks an audio file took is not known here.
  if (resultTracks(sources.length, expectation.to) < sources.length) return [];
  return [
    ...checkRange('channels', before, after, expectation),
    ...checkRange('sampleRate', before, after, expectation),
    ...checkDepth(before, after, expectation),
  ];
}

function checkRange(
  field: 'channels' | 'sampleRate',
  before: TrackFacts,
  after: TrackFacts,
  { to, options }: Expectation,
): Check[] {
  const wanted = options[field] ?? before[field];
  const found = after[field];
  if (wanted === undefined || found === undefined) return [];
  const limits = [AUDIO_LIMITS[after.codec]?.[field], formatOf(to).timeline?.[field]];
  const expected = Math.min(wanted, ...limits.filter((limit) => limit !== undefined));
  // What is copied exceeds what encoders here write, and never its source.
  const ok = found >= expected && found <= Math.max(wanted, MADE_UP[field]);
  return [{ name: field === 'channels' ? 'channels' : 'sample rate', feature: 'audio', ok, expected, found }];
}

/** FLAC and the decoders of 32-bit floats give 24 bits: nobody hears more. */
const DEEPEST_BITS = 24;

function checkDepth(before: TrackFacts, after: TrackFacts, { kept }: Expectation): Check[] {
  if (!kept.includes('depth') || before.bitsPerSample === undefined || after.bitsPerSample === undefined) return [];
  const expected = Math.min(DEEPEST_BITS, before.bitsPerSample);
  const found = after.bitsPerSample;
  return [{ name: 'bits per sample', feature: 'depth', ok: found >= expected, expected, found }];
}

/** Tags that the formats here have a place for. */
const COMMON_TAGS = ['title', 'artist', 'album'] as const;

function checkTags(source: Facts, output: Facts, { kept, options, to }: Expectation): Check[] {
  if (!kept.includes('metadata') || options.strip) return [];
  const places = formatOf(to).timeline?.tags;
  const expected = COMMON_TAGS.filter((name) => source.media!.tags[name] && (!places || places.includes(name)));
  if (expected.length === 0) return [];
  const found = expected.filter((name) => output.media!.tags[name]);
  const ok = found.length === expected.length;
  return [{ name: 'tags', feature: 'metadata', ok, expected: expected.join(', '), found: found.join(', ') }];
}
