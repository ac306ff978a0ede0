import {
  ADTS,
  BufferSource,
  CustomSource,
  FLAC,
  Input,
  Logging,
  LogLevel,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
  type InputFormat,
  type Source,
} from 'mediabunny';
import type { CreateRunner, InputFile, InspectRequest, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import { MiB } from '../../contract/limits.ts';
import { isTruncated, truncatedError, refuseTruncatedStream } from '../../content/timeline/truncated-stream.ts';
import type { MediaFacts, TrackFacts } from '../../contract/facts.ts';
import { mediaFacts } from '../../content/timeline/inspect.ts';
import type { ContainerFacts } from '../../content/timeline/containers/byte-view.ts';
import { readFlac } from '../../content/timeline/containers/flac.ts';
import { readIsoBmff } from '../../content/timeline/containers/iso-bmff.ts';
import { readMatroska } from '../../content/timeline/containers/matroska.ts';
import { readOgg, readOggStreams } from '../../content/timeline/containers/ogg.ts';
import { readRiff } from '../../content/timeline/containers/riff.ts';
import { audioOfEntry } from './sample-entries.ts';
import { coversOf, tagsOf } from './tags.ts';
import { observeTrack, PacketsMissing, type ObservedTrack, type WalkOptions } from './tracks.ts';

/** What reads a format: the demuxer's parsers, and our own look at the container where it has a structure. */
interface Reading {
  readonly parsers: InputFormat[];
  readonly container?: (file: InputFile) => ContainerFacts;
  /** Every packet's place is in one index. */
  readonly indexed?: true;
  /** What it says of the channels and the rate of an audio track need not be true. */
  readonly audioOf?: typeof audioOfEntry;
  /** The length that it promises is that of the longest track. */
  readonly promisesWhole?: true;
}

const ISO_BMFF: Reading = { parsers: [MP4, QTFF], container: readIsoBmff, indexed: true, audioOf: audioOfEntry };
const EBML: Reading = { parsers: [MATROSKA, WEBM], container: readMatroska, promisesWhole: true };
const OGG_PAGES: Reading = { parsers: [OGG], container: readOgg };

const READINGS: Partial<Record<FormatId, Reading>> = {
  mp4: ISO_BMFF,
  mov: ISO_BMFF,
  f4v: ISO_BMFF,
  m4a: ISO_BMFF,
  '3ga': ISO_BMFF,
  '3gp': ISO_BMFF,
  '3g2': ISO_BMFF,
  mkv: EBML,
  mka: EBML,
  webm: EBML,
  weba: EBML,
  ogg: OGG_PAGES,
  opus: OGG_PAGES,
  aac: { parsers: [ADTS] },
  wav: { parsers: [WAVE], container: readRiff },
  mp3: { parsers: [MP3] },
  flac: { parsers: [FLAC], container: readFlac },
};

const createRunner: CreateRunner = () => {
  Logging.level = LogLevel.Silent;
  return {
    async inspect(artifact, request, context) {
      const { format } = artifact;
      const reading = READINGS[format];
      if (!reading) throw unreadable(format);
      const file = context.open(artifact);
      const structure = reading.container?.(file) ?? { subtitles: [] };
      const basics = { format, sizeBytes: file.size, reader: 'mediabunny' };
      if (structure.isUnread) return { ...basics, depth: 'signature', features: [], isUnread: true };
      const media = await readMedia(file, format, { ...reading, structure }, walkOptions(reading, request, context));
      return mediaFacts({ ...basics, media });
    },
  };
};

export default createRunner;

function walkOptions(reading: Reading, { effort }: InspectRequest, { signal }: RunContext): WalkOptions {
  const depth = ({ probe: 'headers', quick: 'index', full: 'data' } as const)[effort];
  return { depth, indexed: reading.indexed === true, signal };
}

async function readMedia(
  file: InputFile,
  format: FormatId,
  { parsers, structure }: Pick<Reading, 'parsers'> & { readonly structure: ContainerFacts },
  options: WalkOptions,
): Promise<MediaFacts> {
  if (structure.truncated) throw truncatedError(format, { ...structure.truncated, foundBytes: file.size });
  if (structure.unreadable) throw unreadable(format);
  try {
    using input = new Input({ formats: parsers, source: sourceOf(file) });
    return await describe(input, file, format, structure, options);
  } catch (cause) {
    // The demuxer has no codes for what it cannot parse; everything but our own verdicts means a broken file.
    if (cause instanceof ConversionError || options.signal.aborted) throw cause;
    if (cause instanceof PacketsMissing) throw truncatedError(format, { foundBytes: file.size });
    throw unreadable(format, cause);
  }
}

/** Files of so many bytes are read at once: a stream of small frames would be thousands of reads. */
const READ_WHOLE = 8 * MiB;

function sourceOf(file: InputFile): Source {
  const read = (start: number, end: number): Uint8Array => {
    const bytes = new Uint8Array(end - start);
    return bytes.subarray(0, file.read(bytes, start));
  };
  if (file.size <= READ_WHOLE) return new BufferSource(read(0, file.size));
  return new CustomSource({ getSize: () => file.size, read, prefetchProfile: 'fileSystem' });
}

async function describe(
  input: Input,
  file: InputFile,
  format: FormatId,
  structure: ContainerFacts,
  options: WalkOptions,
): Promise<MediaFacts> {
  const observed: ObservedTrack[] = [];
  for (const track of await input.getTracks()) observed.push(await observeTrack(track, options));
  const subtitles = structure.subtitles.map((track): TrackFacts => ({ kind: 'subtitle', ...track }));
  if (observed.length === 0 && subtitles.length > 0)
    return { durationMs: (structure.cuesEnd?.() ?? 0) * 1000, tracks: subtitles, tags: {} };
  if (observed.length === 0) return describeUnknownStreams(file, format);
  const farthest = Math.max(...observed.map(({ end }) => end));
  const promisesWhole = READINGS[format]?.promisesWhole === true;
  for (const track of observed)
    refuseIfShort(promisesWhole ? { ...track, end: farthest } : track, format, structure.cuesEnd);
  const audioOf = READINGS[format]?.audioOf ?? (({ facts }: ObservedTrack) => facts);
  const tags = await input.getMetadataTags();
  return {
    durationMs: presentedMs(observed),
    tracks: [...observed.map((track) => audioOf(track, structure)), ...subtitles, ...coversOf(tags)],
    tags: { ...(structure.title && { title: structure.title }), ...tagsOf(tags) },
    ...(structure.chapters !== undefined && { chapters: structure.chapters }),
  };
}

function presentedMs(tracks: readonly ObservedTrack[]): number {
  const start = Math.min(...tracks.map((track) => track.start));
  const end = Math.max(...tracks.map((track) => track.end));
  return Math.max(0, end - start) * 1000;
}

function refuseIfShort(
  { facts: { packets }, end, promisedEnd, walked }: ObservedTrack,
  format: FormatId,
  cuesEnd: () => number = () => 0,
): void {
  if (!walked || promisedEnd === undefined || packets === undefined) return;
  if (!isTruncated({ end, promisedEnd, packets })) return;
  // The last subtitle may be shown longer than anything else plays.
  refuseTruncatedStream({ end: Math.max(end, cuesEnd()), promisedEnd, packets }, format);
}

/** Ogg holds codecs that the demuxer does not know: what their own headers say is better than nothing. */
function describeUnknownStreams(file: InputFile, format: FormatId): MediaFacts {
  const { streams, seconds } = READINGS[format]?.container === readOgg ? readOggStreams(file) : { streams: [] };
  if (streams.length === 0) throw unreadable(format);
  const tracks = streams.map(({ codec, channels, sampleRate }): TrackFacts => ({
    kind: codec === 'theora' ? 'video' : 'audio',
    codec,
    ...(channels !== undefined && { channels }),
    ...(sampleRate !== undefined && { sampleRate }),
  }));
  return { durationMs: (seconds ?? 0) * 1000, tracks, tags: {} };
}

function unreadable(format: FormatId, cause?: unknown): ConversionError {
  const message = `The file cannot be read as ${formatOf(format).name}: it is damaged or of another format. Send an intact file.`;
  return new ConversionError({ code: 'input_corrupt', message, details: { format } }, { cause });
}
