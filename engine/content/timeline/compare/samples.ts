import { difference, type Difference } from '../../../contract/differences.ts';
import type { Facts, TrackFacts } from '../../../contract/facts.ts';
import type { Check, Expectation } from '../../../contract/report.ts';
import type { MomentKind, MomentPair, Place, Sample } from '../../../contract/samples.ts';
import { fitted, geometryOf, type Geometry } from '../../raster/compare/geometry.ts';
import { WHOLE, type Region } from '../../raster/compare/image-difference.ts';
import { turned } from '../../raster/compare/pairs.ts';
import type { FormatId } from '../../../formats/index.ts';
import type { Size } from '../../raster/size.ts';
import { keptKinds } from '../moments.ts';
import { resultTracks } from './media.ts';
import { kbitsATrack } from './audio-bits.ts';
import { audioFaults, type AudioExpectation, type AudioFault } from './audio-faults.ts';
import { listen, type HeardPair } from './listening.ts';
import { hasSameSamples } from './same-samples.ts';
import { colourFaults } from './sampled-frames.ts';
import { shapeWithBars } from './shown-size.ts';
import { stepFaults } from './video-steps.ts';
import { videoFaults, type Regions, type SeenPair, type VideoFault } from './video-faults.ts';

/** What both files play at the same moments. */
export interface Played {
  readonly pairs: readonly MomentPair[];
  readonly before: readonly Sample[];
  readonly after: readonly Sample[];
  /** The same at the pace of an image, which shows `pace` frames a second. */
  readonly paced?: Pick<Played, 'before' | 'after'> & { readonly pace: number };
}

interface Compared {
  readonly checks: readonly Check[];
  readonly differences: readonly Difference[];
  /** Everything that the result keeps was compared. */
  readonly isWhole: boolean;
}

/** What is known of the conversion. */
interface Known {
  readonly facts: Facts;
  readonly expectation: Expectation;
  readonly place?: Place;
  /** The kinds of tracks whose packets are the same. */
  readonly copied?: readonly MomentKind[];
  /** Of the result. */
  readonly tracks?: readonly TrackFacts[];
}

/** Compares moments of a source with the same of its result. */
export function compareSamples(
  played: Played,
  { facts, expectation, place, copied = [], tracks = [] }: Known,
): Compared {
  const kinds = keptKinds(facts, expectation);
  const isDecoded = (kind: MomentKind): boolean => kinds.includes(kind) && !copied.includes(kind);
  const audio = isDecoded('audio') ? compareAudio(played, facts, expectation) : undefined;
  const shown = { shape: place?.shape ?? shapeWithBars(expectation.to), track: place ? undefined : videoOf(tracks) };
  const video = isDecoded('video') ? compareVideo(played, facts, expectation, shown) : undefined;
  const found = [...copied.map(samePackets), ...[audio, video].flatMap((one) => one ?? [])];
  return {
    checks: found.flatMap(({ checks }) => checks),
    differences: found.flatMap(({ differences }) => differences),
    isWhole: kinds.length > 0 && found.length === kinds.length && found.every(({ checks }) => checks.length > 0),
  };
}

function samePackets(kind: MomentKind): Part {
  const text = 'the packets of the source';
  const name = kind === 'audio' ? 'sound' : 'pictures';
  return { checks: [{ name, feature: kind, ok: true, expected: text, found: text }], differences: [] };
}

type Part = Omit<Compared, 'isWhole'>;

function checkOf(name: string, kind: MomentKind, moments: number): Check {
  const text = `as in the source at ${moments} ${moments === 1 ? 'place' : 'places'}`;
  return { name, feature: kind, ok: true, expected: text, found: text };
}

function compareAudio({ pairs, before, after }: Played, { media }: Facts, expectation: Expectation): Part {
  const { to } = expectation;
  const tracks = audioTracksOf(media?.tracks ?? []);
  const results = resultTracks(tracks.length, to);
  const heardOf = (source: number, result: number): HeardPair[] =>
    pairs.flatMap((pair, at) => {
      const [expected, found] = [before[at]?.audio?.[source], after[at]?.audio?.[result]];
      return pair.before.kinds.includes('audio') && expected && found
        ? [{ atMs: pair.after.atMs, before: expected, after: found }]
        : [];
    });
  const differences: Difference[] = [];
  const kbits = media ? kbitsATrack(media, results, expectation) : Infinity;
  let moments = 0;
  for (let track = 0; track < results; track++) {
    // The one track of an audio file may be any of the source's.
    const candidates = results === tracks.length ? [track] : tracks.map((_, index) => index);
    const found = candidates
      .map((source) => heardOf(source, track))
      .filter((heard) => heard.length > 0)
      .map((heard) => ({
        moments: heard.length,
        faults: faultsOf(heard, kbits, expectation),
      }))
      .sort((a, b) => a.faults.length - b.faults.length)[0];
    moments = Math.max(moments, found?.moments ?? 0);
    for (const { kind, ...fault } of found?.faults ?? []) differences.push(inTrack(kind, track, fault));
  }
  return { checks: moments > 0 ? [checkOf('sound', 'audio', moments)] : [], differences };
}

/** What is heard of tracks of the same samples need not be looked for, unless one ends early. */
function faultsOf(heard: readonly HeardPair[], kbits: number, { to, options }: Expectation): AudioFault[] {
  if (heard.every(hasSameSamples)) return [];
  const faults = audioFaults(listen(heard), expectedAudio(heard, kbits, { to, options }));
  const isExact = LOSSLESS.has(to) && ALTERING.every((option) => options[option] === undefined);
  return faults.length > 0 || !isExact || !heard.every(isOneLength)
    ? faults
    : [{ kind: 'audio_changed', atMs: heard[0]!.atMs, found: 'other samples' }];
}

/** Formats that keep every sample, and the options by which they are others. */
const LOSSLESS: ReadonlySet<FormatId> = new Set<FormatId>(['wav', 'w64', 'aiff', 'flac', 'tta', 'wv']);
const ALTERING = ['audioCodec', 'sampleRate', 'channels', 'volume', 'normalise', 'start'] as const;

/** Where pauses between packets were filled, or rates changed, samples are others all the same. */
function isOneLength({ before, after }: HeardPair): boolean {
  const isAlike = before.rate === after.rate && before.channels.length === after.channels.length;
  return isAlike && before.channels[0]?.length === after.channels[0]?.length;
}

function audioTracksOf(tracks: readonly TrackFacts[]): TrackFacts[] {
  return tracks.filter(({ kind }) => kind === 'audio');
}

function inTrack(kind: Difference['kind'], track: number, { atMs, ...values }: Omit<AudioFault, 'kind'>): Difference {
  const place = { track: track + 1, ...(atMs !== undefined && { atMs: Math.round(atMs) }) };
  return difference(kind, place, { ...values, feature: 'audio' });
}

/** Samples a second at which no more than speech is left. */
const SPEECH_RATE = 16_000;

/** Thousands of bits a second for each channel with which encoders keep channels apart, and add no noise that is heard. */
const CHANNEL_KBITS = { apart: 32, clean: 64 } as const;

/** Formats whose usual codecs add no noise of their own where nothing is heard. */
const CLEAN: ReadonlySet<FormatId> = new Set<FormatId>([
  ...(['mp3', 'm4a', 'aac', 'ogg', 'oga', 'opus', 'flac', 'wav', 'w64', 'aiff', 'caf', 'wv', 'tta'] as const),
  ...(['mp4', 'mov', 'mkv', 'mka', 'webm', 'weba'] as const),
]);

/** Formats whose usual codec is MPEG layer II, and the width of its 32 subbands at 48 kHz (ISO/IEC 11172-3). */
const LAYER_2: ReadonlySet<FormatId> = new Set<FormatId>(['mp2', 'mpg', 'wtv']);
const LAYER_2_SUBBAND_HZ = 750;

function expectedAudio(
  heard: readonly HeardPair[],
  kbits: number,
  { to, options }: Pick<Expectation, 'to' | 'options'>,
): AudioExpectation {
  const { volume: gainDb = 0, normalise: isLevelled = false, audioCodec, audioBitrate, quality } = options;
  const kbitsAChannel = kbits / Math.max(1, ...heard.map(({ after }) => after.channels.length));
  const rate = ({ before, after }: HeardPair): number => Math.min(before.rate, after.rate || before.rate);
  const isBounded = audioBitrate !== undefined || kbitsAChannel < CHANNEL_KBITS.clean;
  const isUsual = audioCodec === undefined && quality === undefined && !isBounded;
  const isNarrow = heard.some((pair) => rate(pair) <= SPEECH_RATE);
  const isClean = isUsual && CLEAN.has(to);
  const isSpeech = isNarrow && (!isClean || heard.some(({ before, after }) => before.rate > after.rate));
  const isLayer2 = audioCodec === undefined ? LAYER_2.has(to) : audioCodec === 'mp2';
  const subbandHz = isLayer2 && (quality !== undefined || isBounded) ? LAYER_2_SUBBAND_HZ : undefined;
  const isJoint = kbitsAChannel < CHANNEL_KBITS.apart;
  return { gainDb, isLevelled, isNarrow, isSpeech, isClean, isJoint, ...(subbandHz && { subbandHz }) };
}

function compareVideo(played: Played, facts: Facts, expectation: Expectation, shown: Shown): Part {
  const { after, paced } = played;
  const regions = regionsOf(facts, expectation, shown);
  const seen = seenIn(played.pairs, played);
  if (seen.every((pair) => pair.before.length === 0)) return { checks: [], differences: [] };
  const { rotate } = expectation.options;
  const turnedIn = (pairs: readonly SeenPair[]): SeenPair[] =>
    pairs.map((pair) => ({ ...pair, before: pair.before.map((frame) => turned(frame, rotate)) }));
  const atGrid = videoFaults(turnedIn(seen), regions, expectation.options);
  const faults =
    atGrid.length > 0 || !paced ? atGrid : stepFaults(turnedIn(seenIn(played.pairs, paced)), regions, paced.pace);
  const isDamaged = after.some((sample) => sample.isDamaged) && !played.before.some((sample) => sample.isDamaged);
  const damaged: readonly VideoFault[] = isDamaged ? [{ kind: 'result_incomplete', found: 'damaged frames' }] : [];
  const seenFaults = faults.length > 0 ? faults : colourFaults(seen, regions, expectation);
  const all = [...damaged, ...seenFaults];
  const kind = expectation.kept.includes('video') ? 'video' : 'animation';
  const found = all.map(({ kind: fault, atMs, ...values }: VideoFault) =>
    difference(fault, atMs === undefined ? {} : { atMs: Math.round(atMs) }, { ...values, feature: kind }),
  );
  return { checks: [{ ...checkOf('pictures', 'video', seen.length), feature: kind }], differences: found };
}

function seenIn(pairs: readonly MomentPair[], { before, after }: Pick<Played, 'before' | 'after'>): SeenPair[] {
  return pairs.flatMap((pair, at): SeenPair[] => {
    const [expected, found] = [before[at]?.frames, after[at]?.frames];
    if (!pair.before.kinds.includes('video') || !expected || !found) return [];
    return [{ atMs: pair.after.atMs, before: expected, after: found }];
  });
}

/** What is known of the frames of a result. */
interface Shown {
  /** Proportions into which every frame is fitted, with bars at its sides. */
  readonly shape: Size | undefined;
  readonly track: TrackFacts | undefined;
}

function videoOf(tracks: readonly TrackFacts[]): TrackFacts | undefined {
  return tracks.find(({ kind }) => kind === 'video');
}

/** Which part of a source is seen in which part of the result. */
function regionsOf({ media, raster }: Facts, expectation: Expectation, { shape, track }: Shown): Regions {
  const { width, height } = raster ?? videoOf(media?.tracks ?? []) ?? {};
  if (!width || !height) return { expectedRegion: WHOLE, foundRegion: WHOLE };
  const place = geometryOf({ width, height }, expectation);
  if (shape) return { ...place, foundRegion: fitted(place.expectedSize, shape) };
  return { ...place, expectedRegion: withoutOddPixels(place, track) };
}

/** Encoders that halve the chroma leave out the last column and row of odd sides. */
function withoutOddPixels({ expectedRegion, expectedSize }: Geometry, track: TrackFacts | undefined): Region {
  const leftOf = (side: 'width' | 'height'): number =>
    track?.[side] === expectedSize[side] - 1 ? 1 - 1 / expectedSize[side] : 1;
  const { width, height } = expectedRegion;
  return { ...expectedRegion, width: width * leftOf('width'), height: height * leftOf('height') };
}
