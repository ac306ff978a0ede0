import type { FormatId } from '../../engine/index.ts';
import type { VideoId, AudioId } from '../inputs/media.ts';

export interface MediaCase {
  readonly work: string;
  readonly source:
    | { readonly video: VideoId; readonly format: 'mp4' | 'mov' }
    | { readonly audio: AudioId; readonly format: 'wav' | 'mp3' };
  readonly to: FormatId;
  readonly options?: Readonly<Record<string, number | string | boolean>>;
  /** What native FFmpeg is told beyond its own choices: the settings that we use. */
  readonly native: readonly string[];
  /** User CPU of ours ÷ that of native FFmpeg on one thread: what we want it to be at most. */
  readonly target: number;
  /** Conversions a turn, of those that take milliseconds. */
  readonly perTurn?: number;
  /** Turns at most, of those that take many seconds. */
  readonly rounds?: number;
  /** The official class can do it: its stack is too small for VP8, VP9 and Opus. */
  readonly official?: true;
}

const wav = (audio: AudioId) => ({ audio, format: 'wav' }) as const;
const mp3 = (audio: AudioId) => ({ audio, format: 'mp3' }) as const;
const mp4 = (video: VideoId) => ({ video, format: 'mp4' }) as const;

const MP3 = ['-c:a', 'libmp3lame', '-q:a', '2'] as const;
const OPUS = ['-c:a', 'libopus', '-b:a', '128k'] as const;
const SHORT = 10;
const x264 = (preset: string) => [
  '-c:v',
  'libx264',
  '-preset',
  preset,
  '-crf',
  '23',
  '-pix_fmt',
  'yuv420p',
  '-c:a',
  'copy',
];
/** Frames and size of an animation as the engine makes it: a palette of its own, dithered the same way. */
const GIF_FILTERS =
  'fps=15,scale=480:270:flags=lanczos,split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=sierra2_4a:diff_mode=rectangle';

/** Conversions of audio and video with what we want to reach; short ones show what it costs to begin. */
export const MEDIA_CASES: readonly MediaCase[] = [
  {
    work: 'wav → mp3, 1 s',
    source: wav('oneSecond'),
    to: 'mp3',
    native: MP3,
    target: 0.65,
    perTurn: SHORT,
    official: true,
  },
  {
    work: 'wav → flac, 1 s',
    source: wav('oneSecond'),
    to: 'flac',
    native: [],
    target: 0.65,
    perTurn: SHORT,
    official: true,
  },
  { work: 'wav → opus, 1 s', source: wav('oneSecond'), to: 'opus', native: OPUS, target: 0.65, perTurn: SHORT },
  {
    work: 'mp3 → wav, 1 s',
    source: mp3('oneSecond'),
    to: 'wav',
    native: [],
    target: 0.65,
    perTurn: SHORT,
    official: true,
  },
  {
    work: 'mov → mp4, copied, 16 MB',
    source: { video: 'medium', format: 'mov' },
    to: 'mp4',
    native: ['-c', 'copy', '-movflags', '+faststart'],
    target: 0.65,
    official: true,
  },
  { work: 'wav → mp3, 60 s', source: wav('oneMinute'), to: 'mp3', native: MP3, target: 1.3, official: true },
  { work: 'wav → flac, 60 s', source: wav('oneMinute'), to: 'flac', native: [], target: 1.3, official: true },
  { work: 'wav → opus, 60 s', source: wav('oneMinute'), to: 'opus', native: OPUS, target: 1.3 },
  {
    work: 'wav → ogg, 60 s',
    source: wav('oneMinute'),
    to: 'ogg',
    native: ['-c:a', 'libvorbis', '-q:a', '5.5'],
    target: 1.5,
  },
  { work: 'mp3 → wav, 60 s', source: mp3('oneMinute'), to: 'wav', native: [], target: 1.3, official: true },
  { work: 'mp4 → mp3, 30 s', source: mp4('medium'), to: 'mp3', native: ['-vn', ...MP3], target: 1.1, official: true },
  {
    work: 'mp4 → gif, 3 s of 720p',
    source: mp4('short'),
    to: 'gif',
    options: { width: 480 },
    native: ['-filter_complex', GIF_FILTERS],
    target: 2,
    rounds: 2,
  },
  {
    work: 'mp4 → webm, 1 s of 360p in VP8',
    source: mp4('second'),
    to: 'webm',
    options: { videoCodec: 'vp8' },
    native: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '-8', '-crf', '33', '-b:v', '691k', ...OPUS],
    target: 2,
  },
  {
    work: 'mp4 → webm, 1 s of 360p in VP9',
    source: mp4('second'),
    to: 'webm',
    native: [
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-row-mt',
      '0',
      '-crf',
      '33',
      '-b:v',
      '0',
      ...OPUS,
    ],
    target: 2,
  },
  {
    work: 'mp4 → y4m, 3 s of 720p decoded',
    source: mp4('short'),
    to: 'y4m',
    native: ['-an', '-c:v', 'wrapped_avframe', '-pix_fmt', 'yuv420p'],
    target: 2.3,
  },
  {
    work: 'mp4 → mp4, 3 s of 720p, x264 ultrafast',
    source: mp4('short'),
    to: 'mp4',
    options: { quality: 71, effort: 1 },
    native: x264('ultrafast'),
    target: 3.5,
    rounds: 3,
    official: true,
  },
  {
    work: 'mp4 → mp4, 2 s of 720p, x264 medium',
    source: mp4('short'),
    to: 'mp4',
    options: { quality: 71, effort: 10, duration: 2 },
    native: [...x264('medium').slice(0, -2), '-t', '2', '-c:a', 'aac', '-b:a', '172k'],
    target: 5,
    rounds: 2,
  },
];
