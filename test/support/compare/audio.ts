import type { FormatId } from '../../../engine/formats/index.ts';
import type { MediaFacts, TrackFacts } from '../../../engine/contract/facts.ts';
import type { CodecBench } from '../codec-bench.ts';
import { atLeast, near, same, type CompareFiles, type Finding, type Pair, type Tolerance } from './finding.ts';
import { MediaDecoder } from './media-decoder.ts';
import { signalToNoise } from './sound-distance.ts';

/** Sound: duration within a packet, channels, rate, tags, and signal to noise. Tolerance: `snr` in decibels (at least). */
export const compareAudioFiles: CompareFiles = async (pair, tolerance, bench) => {
  const [golden, found] = [await mediaOf(pair, pair.golden, bench), await mediaOf(pair, pair.found, bench)];
  return [...(await compareSound(pair, golden, found, tolerance)), same('tags', tagsOf(golden), tagsOf(found))];
};

export async function mediaOf({ format, writer }: Pair, bytes: Uint8Array, bench: CodecBench): Promise<MediaFacts> {
  const artifact = { name: `result.${format}`, format, bytes };
  // Old and rare formats have one reader alone; what it decodes is compared with the golden file all the same.
  const facts = (await bench.inspect(artifact, { except: [writer] })) ?? (await bench.inspect(artifact));
  if (!facts?.media) throw new Error(`No reader finds sound or film in ${format}.`);
  return facts.media;
}

export function tagsOf({ tags, tracks }: MediaFacts): string {
  const covers = tracks.filter(({ kind }) => kind === 'cover').map(({ codec }) => `cover: ${codec}`);
  return [...Object.entries(tags).map(([name, value]) => `${name}: ${value}`), ...covers].sort().join(', ');
}

/** Compares the first audio tracks; nothing when neither file has one. */
export async function compareSound(
  { format, golden, found }: Pick<Pair, 'format' | 'golden' | 'found'>,
  before: MediaFacts,
  after: MediaFacts,
  { snr = 25 }: Tolerance,
): Promise<Finding[]> {
  const [one, other] = [audioOf(before), audioOf(after)];
  const tracks = same('audio tracks', countOf(before), countOf(after));
  if (!one || !other || !tracks.ok) return [tracks];
  const packetMs = (one.durationMs ?? 0) / (one.packets ?? 1);
  const shape = [
    tracks,
    same('audio codec', one.codec, other.codec),
    near('audio milliseconds', one.durationMs ?? 0, other.durationMs ?? 0, packetMs),
    same('channels', one.channels ?? 0, other.channels ?? 0),
    same('sample rate', one.sampleRate ?? 0, other.sampleRate ?? 0),
  ];
  if (shape.some(({ ok }) => !ok)) return shape;
  const decoder = await MediaDecoder.start();
  const decode = (file: Uint8Array, as: FormatId): Promise<Float32Array> => decoder.samples(file, as);
  const [a, b] = [await decode(golden, format), await decode(found, format)];
  return [...shape, atLeast('SNR in dB', snr, signalToNoise(a, b, one.channels!, one.sampleRate!))];
}

function audioOf({ tracks }: MediaFacts): TrackFacts | undefined {
  return tracks.find(({ kind }) => kind === 'audio');
}

function countOf({ tracks }: MediaFacts): number {
  return tracks.filter(({ kind }) => kind === 'audio').length;
}
