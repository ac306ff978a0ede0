import type { Input } from './input.ts';
import { even, toneFilters } from './image-filters.ts';
import { shownSize, type Stream } from './probe.ts';
import { durationOf, type Recording } from './recording.ts';
import { requireDecoder } from './decoders.ts';

/** Pixels and frame rate of a video that has parts of several. */
interface Screen {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}

/** Channels and rate of a recording that has parts of several. */
interface AudioFormat {
  readonly channels: number;
  readonly sampleRate: number;
  readonly bitsPerSample: number;
}

/** Recordings of several kinds, decoded and played one after another: each as large, fast and fine as the best of them. */
export function sequenceOf(parts: readonly Recording[]): Pick<Input, 'inputs' | 'probe' | 'graph'> {
  for (const stream of parts.flatMap(({ video, audio }) => [video ?? [], audio ?? []].flat())) requireDecoder(stream);
  const screen = screenOf(parts);
  const audioFormat = audioFormatOf(parts);
  const chains = parts.flatMap((part, index) => [
    ...(screen ? [`${videoChain(part, index, screen)}[video${index}]`] : []),
    ...(audioFormat ? [`${audioChain(part, index, audioFormat)}[audio${index}]`] : []),
  ]);
  const streams = [...(screen ? [videoStream(screen)] : []), ...(audioFormat ? [audioStream(audioFormat)] : [])];
  const ends = parts.map((_, index) => `${screen ? `[video${index}]` : ''}${audioFormat ? `[audio${index}]` : ''}`);
  const counts = `n=${parts.length}:v=${screen ? 1 : 0}:a=${audioFormat ? 1 : 0}`;
  const made = streams.map((_, index) => `[stream${index}]`);
  return {
    inputs: () => parts.flatMap(({ input }) => input.inputs([])),
    graph: [...chains, `${ends.join('')}concat=${counts}${made.join('')}`].join(';'),
    probe: {
      duration: durationOf(parts),
      tags: {},
      chapters: [],
      streams: streams.map((stream, index) => ({ ...stream, index })),
    },
  };
}

const DEFAULT_FPS = 25;
const MOST_FPS = 60;

function screenOf(parts: readonly Recording[]): Screen | undefined {
  const videos = parts.flatMap(({ video }) => video ?? []);
  if (videos.length === 0) return undefined;
  const sizes = videos.map(shownSize);
  const { width, height } = sizes.reduce((largest, size) =>
    size.width * size.height > largest.width * largest.height ? size : largest,
  );
  const fps = Math.min(MOST_FPS, Math.max(...videos.map(({ framesPerSecond = DEFAULT_FPS }) => framesPerSecond)));
  return { width: even(width), height: even(height), fps };
}

function audioFormatOf(parts: readonly Recording[]): AudioFormat | undefined {
  const audioTracks = parts.flatMap(({ audio }) => audio ?? []);
  if (audioTracks.length === 0) return undefined;
  // What lossy codecs give has no depth of its own.
  const depths = audioTracks.map(({ bitsPerSample = 16, codec, isFloat }) =>
    isFloat && !codec.startsWith('pcm_') ? 16 : bitsPerSample,
  );
  return {
    channels: Math.max(...audioTracks.map(({ channels = 2 }) => channels)),
    sampleRate: Math.max(...audioTracks.map(({ sampleRate = 48_000 }) => sampleRate)),
    bitsPerSample: Math.max(...depths),
  };
}

/** Parts of other proportions get bars; a part without frames is black. */
function videoChain({ video, probe }: Recording, index: number, { width, height, fps }: Screen): string {
  const size = `${width}:${height}`;
  if (!video) return `color=black:s=${width}x${height}:r=${fps}:d=${secondsOf(probe)},format=yuv420p`;
  const square = video.pixelAspect === 1 ? [] : ['scale=iw*sar:ih'];
  const fitted = [`scale=${size}:force_original_aspect_ratio=decrease:flags=lanczos`, `pad=${size}:-1:-1`];
  const chain = [...toneFilters(video), ...square, ...fitted, 'setsar=1', `fps=${fps}`, 'format=yuv420p'];
  return `[${index}:${video.index}]${chain.join(',')}`;
}

/** FFmpeg's name of the layout that so many channels usually have. */
const LAYOUTS: readonly string[] = ['mono', 'stereo', '2.1', 'quad', '5.0', '5.1', '6.1', '7.1'];

/** A part without audio is silent for its time. */
function audioChain({ audio, probe }: Recording, index: number, { channels, sampleRate }: AudioFormat): string {
  const layout = LAYOUTS[channels - 1] ?? `${channels}c`;
  if (!audio) return `anullsrc=r=${sampleRate}:cl=${layout},atrim=duration=${secondsOf(probe)}`;
  return `[${index}:${audio.index}]aresample=${sampleRate},aformat=channel_layouts=${layout}`;
}

function secondsOf({ duration = 0 }: Recording['probe']): string {
  return duration.toFixed(6);
}

const MADE = {
  index: 0,
  codec: 'joined',
  isDefault: true,
  marks: [],
  tags: {},
  rotation: 0,
  pixelAspect: 1,
  isFloat: false,
} as const;

function videoStream({ width, height, fps }: Screen): Stream {
  return { ...MADE, kind: 'video', width, height, framesPerSecond: fps, pixelFormat: 'yuv420p' };
}

function audioStream(audioFormat: AudioFormat): Stream {
  return { ...MADE, kind: 'audio', ...audioFormat };
}
