import { EncodedPacketSink, type InputAudioTrack, type InputTrack, type InputVideoTrack } from 'mediabunny';
import type { TrackFacts } from '../../contract/facts.ts';
import { shownTimes } from '../../content/timeline/inspect.ts';
import { listedChannels } from '../../content/timeline/containers/aac-setup.ts';
import { shownBy } from './hidden-frames.ts';
import { bitsOfPcm, codecName } from './codecs.ts';

/** Packets between two looks at the signal. */
const PACKETS_PER_ABORT_CHECK = 256;
/** Packets of a track up to which it is walked along its index, whatever the time: an hour of video, half an hour of audio. */
const MOST_WALKED = 90_000;

/** Packets from which the frame rate is told when the stream is not walked. */
const PACKETS_FOR_RATE = 64;

export interface WalkOptions {
  /** `headers` believes the container's index, `index` steps from packet to packet, `data` reads every packet too. */
  readonly depth: 'headers' | 'index' | 'data';
  /** The container has an index, so that its last packet is found at once. */
  readonly indexed: boolean;
  readonly signal: AbortSignal;
}

/** A track with its place in time, in seconds. */
export interface ObservedTrack {
  /** As the container counts tracks. */
  readonly id: number;
  readonly facts: TrackFacts;
  readonly start: number;
  readonly end: number;
  /** What the container's index says the end is, where it says so. */
  readonly promisedEnd?: number;
  /** The whole stream was walked, so that `end` is where its packets end. */
  readonly walked: boolean;
}

/** Thrown when the index of a file names packets that the file does not hold. */
export class PacketsMissing extends Error {}

export async function observeTrack(track: InputTrack, options: WalkOptions): Promise<ObservedTrack> {
  const promisedEnd = (await track.getDurationFromMetadata()) ?? undefined;
  // Of a FLAC file without a frame the demuxer would look for the last one for ever.
  const isEmpty = (await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true })) === null;
  if (!isEmpty && (options.indexed || options.depth !== 'headers')) await requireLastPacket(track);
  const walk = options.depth === 'headers' ? undefined : await walkPackets(track, options);
  const first = walk?.start ?? (await track.getFirstTimestamp());
  // A negative start is what the decoder needs to warm up and a player does not show.
  const start = Math.max(0, first);
  // Matroska does not say how long its last packet lasts, which may be the only one.
  const isEndless = walk !== undefined && walk.end === walk.start && walk.packets > 0;
  const end =
    (isEndless ? promisedEnd : undefined) ?? walk?.end ?? promisedEnd ?? (isEmpty ? 0 : await track.computeDuration());
  const seconds = Math.max(0, end - start);
  const times = { id: track.id, start, end, promisedEnd, walked: walk !== undefined && !isEndless };
  const common = {
    codec: codecName(await track.getCodec(), await track.getInternalCodecId()),
    durationMs: seconds * 1000,
    startMs: start * 1000,
    ...(walk && { packets: walk.packets }),
    ...(await language(track)),
    marks: await marksOf(track),
  };
  if (track.isVideoTrack()) {
    const rate = walk && end > first ? walk.packets / (end - first) : await sampledRate(track);
    const image = { ...(await imageOf(track)), framesPerSecond: rate, ...(walk && shownTimes(walk.times)) };
    return { ...times, facts: { kind: 'video', ...common, ...image } };
  }
  if (track.isAudioTrack()) return { ...times, facts: { kind: 'audio', ...common, ...(await audioFactsOf(track)) } };
  return { ...times, facts: { kind: 'subtitle', ...common } };
}

/** Marks that every container with marks knows. */
const MARKS = ['forced', 'commentary', 'hearingImpaired', 'visuallyImpaired'] as const;

async function marksOf(track: InputTrack): Promise<readonly string[]> {
  const disposition = await track.getDisposition();
  return MARKS.filter((mark) => disposition[mark]);
}

async function language(track: InputTrack): Promise<{ language?: string }> {
  const code = await track.getLanguageCode();
  return code === 'und' ? {} : { language: code };
}

async function imageOf(track: InputVideoTrack): Promise<{ width: number; height: number }> {
  return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
}

async function sampledRate(track: InputVideoTrack): Promise<number> {
  return (await track.computePacketStats(PACKETS_FOR_RATE)).averagePacketRate;
}

const AMR: ReadonlySet<string> = new Set(['amr_nb', 'amr_wb']);

async function audioFactsOf(
  track: InputAudioTrack,
): Promise<Pick<TrackFacts, 'channels' | 'sampleRate' | 'bitsPerSample'>> {
  // AMR has one, whatever the container says.
  const isMono = AMR.has(codecName(await track.getCodec(), await track.getInternalCodecId()));
  const channels = isMono ? 1 : ((await channelsOfAac(track)) ?? (await track.getNumberOfChannels()));
  const sampleRate = await track.getSampleRate();
  const bitsPerSample = await bitsOf(track);
  return { channels, sampleRate, ...(bitsPerSample !== undefined && { bitsPerSample }) };
}

/** The demuxer knows no lists of channels: it would take what the container says, which is 2 in MP4. */
async function channelsOfAac(track: InputAudioTrack): Promise<number | undefined> {
  const setup = (await track.getCodec()) === 'aac' ? await setupOf(track) : undefined;
  return setup && (listedChannels(setup) || undefined);
}

/** What a decoder is set up with. */
async function setupOf(track: InputAudioTrack): Promise<Uint8Array | undefined> {
  const description = (await track.getDecoderConfig())?.description;
  if (!description) return undefined;
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}

async function bitsOf(track: InputAudioTrack): Promise<number | undefined> {
  const codec = await track.getCodec();
  if (codec === 'flac') return flacBits(await setupOf(track));
  return codec === null ? undefined : bitsOfPcm(codecName(codec, null));
}

/** RFC 9639, section 8.2: five bits for the sample size less one, after 'fLaC', a block header and 103 bits. */
function flacBits(bytes: Uint8Array | undefined): number | undefined {
  if (!bytes || bytes.byteLength < 22) return undefined;
  return (((bytes[20]! & 1) << 4) | (bytes[21]! >> 4)) + 1;
}

interface Walk {
  readonly packets: number;
  /** When each is shown, in the order of the file. */
  readonly times: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** A walk along the index believes it; the last packet, when its bytes are there, vouches for those before. */
async function requireLastPacket(track: InputTrack): Promise<void> {
  const sink = new EncodedPacketSink(track);
  const promised = await sink.getPacket(Infinity, { metadataOnly: true });
  if (promised && !(await sink.getPacket(Infinity))) throw new PacketsMissing();
}

/** Counts the packets of a track; nothing of very long ones, because half a count misleads. */
async function walkPackets(track: InputTrack, { depth, signal }: WalkOptions): Promise<Walk | undefined> {
  const times: number[] = [];
  let start = Infinity;
  let end = 0;
  const isShown = shownBy(await track.getCodec());
  const sink = new EncodedPacketSink(track);
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: depth === 'index' && !isShown })) {
    if (isShown?.(packet.data) === false) continue;
    times.push(packet.timestamp);
    start = Math.min(start, packet.timestamp);
    end = Math.max(end, packet.timestamp + packet.duration);
    if (times.length % PACKETS_PER_ABORT_CHECK !== 0) continue;
    signal.throwIfAborted();
    if (depth === 'index' && times.length >= MOST_WALKED) return undefined;
  }
  const packets = times.length;
  return { packets, times, start: packets === 0 ? 0 : start, end };
}
