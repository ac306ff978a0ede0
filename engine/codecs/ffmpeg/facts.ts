import type { InputFile, InspectRequest } from '../../contract/codec.ts';
import type { Feature } from '../../formats/features.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import { refuseTruncatedStream } from '../../content/timeline/truncated-stream.ts';
import type { Facts, MediaFacts, RasterFacts, TrackFacts } from '../../contract/facts.ts';
import { mediaFacts, shownTimes } from '../../content/timeline/inspect.ts';
import { failureOf } from './failure.ts';
import { isDeep } from './decodable.ts';
import { playsOf } from './loops.ts';
import { PACKET_ARGS, shownSize, type Packet, type Probe, type Stream } from './probe.ts';

/** What FFmpeg says of a file, for formats and oddities that no lighter reader knows. */
export function factsOf(probe: Probe, format: FormatId, sizeBytes: number): Facts {
  if (probe.packets?.length === 0) throw failureOf(['Empty output'], format, 0);
  if (probe.packets && PROMISED_BY_HEADER.has(format)) refuseIfTruncated(probe.streams, probe.packets, format);
  const streams = probe.streams.map((stream) => withOwnLength(stream, format, probe.packets));
  const tracks = streams.flatMap((stream) => trackOf(stream, probe.packets));
  const isMeasured = GUESSED_BY_BIT_RATE.has(format) && probe.packets !== undefined;
  const promised = isMeasured ? 0 : (probe.duration ?? 0);
  const media: MediaFacts = {
    durationMs: Math.max(promised * 1000, ...tracks.map(({ durationMs = 0 }) => durationMs)),
    tracks,
    tags: tagsOf(probe),
    ...(probe.chapters.length > 0 && { chapters: probe.chapters.length }),
  };
  return mediaFacts({ format, sizeBytes, reader: 'ffmpeg', media });
}

/** What FFmpeg says of an animated PNG; of its depth the file itself, since FFmpeg was given 8 bits. */
export function rasterFactsOf({ streams, packets = [] }: Probe, format: FormatId, file: InputFile): Facts {
  const [{ width = 0, height = 0, pixelFormat = '' } = {}] = streams.filter(({ kind }) => kind === 'video');
  const frames = Math.max(1, packets.length);
  const raster: RasterFacts = {
    width,
    height,
    frames,
    sequence: frames > 1 ? 'animation' : 'single',
    alpha: /^(rgba|ya|pal8)/.test(pixelFormat),
    bitsPerChannel: isDeep(file) ? 16 : 8,
    ...(frames > 1 && {
      delaysMs: packets.map(({ duration }) => Math.round(duration * 1000)),
      loops: playsOf(file, format),
    }),
  };
  const found: Readonly<Partial<Record<Feature, boolean>>> = {
    look: true,
    alpha: raster.alpha,
    depth: raster.bitsPerChannel > 8,
    animation: frames > 1,
  };
  const features = formatOf(format).carries.filter((feature) => found[feature]);
  return { format, sizeBytes: file.size, reader: 'ffmpeg', depth: 'structure', features, raster };
}

/** Streams of packs that hold many small frames, of which only the first has a time. */
function isGuessed(format: FormatId): boolean {
  return format === 'mpg' || format === 'vob';
}

/** Bytes of a file whose frames are counted, because its end can only be guessed: larger ones have times enough. */
const MOST_GUESSED_BYTES = 2_000_000;
/** Bytes of a file whose packets are counted before it is converted: its header may be wrong about them. */
const MOST_COUNTED_BYTES = 64_000_000;

/** Formats whose header alone says how long they play; that is held against their packets in files of so many bytes. */
const PROMISED_BY_HEADER: ReadonlySet<FormatId> = new Set(['asf', 'wmv', 'wma', 'dsf', 'dff', 'rm', 'ra', 'flac']);
/** Formats without a header that must say it: FFmpeg divides all bytes by a bit rate, those that are no audio too. */
const GUESSED_BY_BIT_RATE: ReadonlySet<FormatId> = new Set(['mp3']);
const MOST_WALKED_BYTES = 8_000_000;
/** Videos of an uneven frame rate, whose frames must come at their times. */
const TIMED: ReadonlySet<FormatId> = new Set(['ogv', 'ogm', 'nut', 'flv']);

/** What must be asked for besides the headers to know how long a file plays. */
export function walkArgs(format: FormatId, sizeBytes: number, effort: InspectRequest['effort']): readonly string[] {
  if (format === 'apng') return PACKET_ARGS;
  const isWalked = PROMISED_BY_HEADER.has(format) || GUESSED_BY_BIT_RATE.has(format);
  if (isWalked && sizeBytes <= MOST_WALKED_BYTES) return [...COUNT_ARGS, ...PACKET_ARGS];
  if (TIMED.has(format) && sizeBytes <= MOST_WALKED_BYTES && effort !== 'probe') return [...COUNT_ARGS, ...PACKET_ARGS];
  if (effort === 'full' || (effort === 'quick' && sizeBytes <= MOST_COUNTED_BYTES)) return COUNT_ARGS;
  return isGuessed(format) && sizeBytes <= MOST_GUESSED_BYTES ? COUNT_ARGS : [];
}

const COUNT_ARGS = ['-count_packets'] as const;

/** The last packet of all is held against the header, which says how long the longest stream is. */
function refuseIfTruncated(streams: readonly Stream[], packets: readonly Packet[], format: FormatId): void {
  const promisedEnd = Math.max(...streams.map(({ duration = 0 }) => duration));
  const { first, end } = spanOf(packets);
  const most = Math.max(...streams.map(({ index }) => packets.filter(({ stream }) => stream === index).length));
  if (first !== Infinity) refuseTruncatedStream({ end, promisedEnd, packets: most }, format);
}

/** Formats in whose headers every track is as long as the file, or none has a length. */
const WITHOUT_LENGTHS: ReadonlySet<FormatId> = new Set(['asf', 'wmv', ...GUESSED_BY_BIT_RATE]);

/** A stream with the length that its packets tell, where headers say none of it. */
function withOwnLength(stream: Stream, format: FormatId, packets: readonly Packet[] = []): Stream {
  if (isGuessed(format)) return withCountedLength(stream);
  if (!WITHOUT_LENGTHS.has(format)) return stream;
  const { first, end } = spanOf(packets.filter((packet) => packet.stream === stream.index));
  return first === Infinity ? stream : { ...stream, duration: end - first };
}

/** Seconds from when to when packets play; `first` is Infinity where none says it. */
function spanOf(packets: readonly Packet[]): { readonly first: number; readonly end: number } {
  let [first, end] = [Infinity, 0];
  for (const { start, duration } of packets) {
    if (start === undefined) continue;
    first = Math.min(first, start);
    end = Math.max(end, start + duration);
  }
  return { first, end };
}

function withCountedLength(stream: Stream): Stream {
  const { kind, packets, framesPerSecond, duration = 0 } = stream;
  if (kind !== 'video' || !packets || !framesPerSecond) return stream;
  return { ...stream, duration: Math.max(duration, packets / framesPerSecond) };
}

function trackOf(stream: Stream, walked: readonly Packet[] = []): TrackFacts[] {
  const { kind, codec, language, duration, packets } = stream;
  if (kind === 'other') return [];
  if (kind === 'cover') return [{ kind, codec }];
  const times = { ...(duration !== undefined && { durationMs: duration * 1000 }), ...(packets && { packets }) };
  const common = { kind, codec, ...times, ...(language && { language }) };
  if (kind === 'video') {
    const { framesPerSecond, index } = stream;
    return [{ ...common, ...shownSize(stream), framesPerSecond, ...timesOf(walked, index) }];
  }
  if (kind === 'subtitle') return [common];
  const { channels, sampleRate, bitsPerSample, isFloat } = stream;
  return [{ ...common, channels, sampleRate, ...(!isFloat && bitsPerSample && { bitsPerSample }) }];
}

function timesOf(packets: readonly Packet[], index: number): Pick<TrackFacts, 'shownMs'> {
  const times = packets.filter(({ stream }) => stream === index).map(({ start }) => start);
  return times.every((time) => time !== undefined) ? shownTimes(times) : {};
}

/** The tags that every format here can hold, by the names that other readers give them. */
function tagsOf({ tags, streams }: Probe): Record<string, string> {
  const all = { ...streams.find(({ kind }) => kind === 'audio')?.tags, ...tags };
  const named: Readonly<Record<string, string | undefined>> = {
    title: all.title,
    artist: all.artist,
    album: all.album,
    albumArtist: all.album_artist,
    genre: all.genre,
    comment: all.comment,
    track: all.track?.split('/')[0],
    disc: all.disc?.split('/')[0],
    year: /^\d{4}/.exec(all.date ?? '')?.[0],
  };
  return Object.fromEntries(Object.entries(named).filter((entry): entry is [string, string] => Boolean(entry[1])));
}
