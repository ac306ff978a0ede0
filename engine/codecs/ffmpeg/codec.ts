import { defineCodec } from '../../contract/codec.ts';
import { idsOf } from '../../formats/index.ts';
import { AUDIO_CONTAINERS, AUDIO_DEMUXERS } from './audio-containers.ts';
import { VIDEO_CONTAINERS, VIDEO_DEMUXERS } from './video-containers.ts';

const AUDIO = idsOf(AUDIO_CONTAINERS);
const VIDEO = idsOf(VIDEO_CONTAINERS);
const READ_AUDIO = [...AUDIO, ...idsOf(AUDIO_DEMUXERS)];
const READ_VIDEO = [...VIDEO, ...idsOf(VIDEO_DEMUXERS)];
/** Videos that may have audio: the others hold frames alone. */
const WITH_AUDIO = READ_VIDEO.filter((format) => format !== 'y4m' && format !== 'mjpeg' && format !== 'ivf');

/** AMV has no video without audio, and silence has no place beside several inputs. */
const JOINED_VIDEOS = VIDEO.filter((format) => format !== 'amv');

/** Videos that hold subtitles as text. */
const SUBTITLED = ['mkv', 'mp4', 'mov', 'webm'] as const;

/** Videos whose index leads to any frame, and which tell the time of each. */
const SEEKABLE = ['mp4', 'mov', 'mkv', 'webm', '3gp', '3g2', 'f4v'] as const;

/** Videos whose frames are taken one by one; others become one of these first. */
const FRAMED = ['mp4', 'mov', 'mkv', 'webm', 'avi'] as const;

/** Animated images that FFmpeg reads as videos: it has no decoder for animated WebP. */
const ANIMATIONS = ['gif', 'apng'] as const;

const AUDIO_OPTIONS = [
  ...(['audioBitrate', 'audioCodec', 'sampleRate', 'channels', 'normalise', 'volume'] as const),
  ...(['start', 'duration', 'end', 'quality', 'targetSize', 'strip', 'salvage'] as const),
] as const;

const JOINED_AUDIO_OPTIONS = [
  ...(['audioBitrate', 'audioCodec', 'sampleRate', 'channels', 'normalise', 'volume'] as const),
  ...(['quality', 'targetSize'] as const),
] as const;

const SIZE_OPTIONS = ['width', 'height', 'fit', 'rotate'] as const;
const IMAGE_OPTIONS = ['quality', 'fps', ...SIZE_OPTIONS] as const;
const ENCODER_OPTIONS = ['videoCodec', 'videoBitrate', 'effort'] as const;

/** FFmpeg 5.1 in WebAssembly, driven by its command line. Every job has an instance of its own. */
export default defineCodec({
  id: 'ffmpeg',
  lane: 'media',
  packages: ['@ffmpeg/core'],
  licence: 'GPL-2.0-or-later',
  // x264 keeps some 25 frames: a gigabyte holds them up to 4K.
  wasm: { core: { file: '@ffmpeg/core/wasm', maxPages: 16_384 } },
  inspects: [...READ_AUDIO, ...READ_VIDEO],
  verifies: ['apng'],
  samples: [...READ_AUDIO, ...READ_VIDEO, ...ANIMATIONS],
  edges: [
    {
      name: 'audio',
      from: READ_AUDIO,
      to: AUDIO,
      keeps: ['audio', 'depth', 'metadata'],
      selfEdges: true,
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      options: AUDIO_OPTIONS,
      cost: { ms: { base: 60, perMB: 60 }, memoryMB: { base: 120, perMB: 0 }, cpuSlots: 1, growth: 0.5 },
    },
    {
      name: 'video',
      from: READ_VIDEO,
      to: VIDEO,
      keeps: ['video', 'animation', 'audio', 'subtitles', 'metadata'],
      selfEdges: true,
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      partitionable: SEEKABLE,
      options: [...AUDIO_OPTIONS, ...ENCODER_OPTIONS, 'fps', ...SIZE_OPTIONS, 'mute', 'language'],
      cost: { ms: { base: 80, perMB: 1000 }, memoryMB: { base: 300, perMB: 0 }, cpuSlots: 1 },
    },
    {
      name: 'soundtrack',
      from: WITH_AUDIO,
      to: AUDIO,
      keeps: ['audio', 'metadata'],
      operation: 'extract',
      takes: 'one',
      gives: 'one',
      needs: ['audio'],
      options: [...AUDIO_OPTIONS, 'language'],
      cost: { ms: { base: 60, perMB: 40 }, memoryMB: { base: 120, perMB: 0 }, cpuSlots: 1, growth: 0.2 },
    },
    {
      name: 'subtitle-track',
      from: SUBTITLED,
      to: ['srt', 'vtt', 'ass'],
      keeps: ['subtitles'],
      // Videos do not say whether their subtitles have styles: ASS keeps them on the way to others.
      derives: [
        { from: 'subtitles', to: 'text' },
        { from: 'subtitles', to: 'look' },
      ],
      operation: 'extract',
      takes: 'one',
      gives: 'one',
      needs: ['subtitles', 'subtitleText'],
      options: ['language', 'salvage'],
      cost: { ms: { base: 60, perMB: 10 }, memoryMB: { base: 120, perMB: 0 }, cpuSlots: 1, growth: 0.01 },
    },
    {
      name: 'film',
      from: ANIMATIONS,
      to: VIDEO,
      keeps: ['animation'],
      // A still image has no animation and becomes no video.
      derives: [{ from: 'animation', to: 'video' }],
      operation: 'recode',
      takes: 'all',
      gives: 'one',
      options: [...IMAGE_OPTIONS, ...ENCODER_OPTIONS, 'start', 'duration', 'end', 'targetSize'],
      cost: { ms: { base: 80, perMB: 1000 }, memoryMB: { base: 300, perMB: 0 }, cpuSlots: 1 },
    },
    {
      name: 'animation',
      from: READ_VIDEO,
      to: [...ANIMATIONS, 'webp'],
      keeps: ['animation'],
      derives: [{ from: 'video', to: 'look' }],
      operation: 'recode',
      takes: 'one',
      gives: 'one',
      needs: ['video'],
      options: [...IMAGE_OPTIONS, 'colours', 'start', 'duration', 'end', 'salvage'],
      cost: { ms: { base: 100, perMB: 2000 }, memoryMB: { base: 200, perMB: 0 }, cpuSlots: 1, growth: 3 },
    },
    {
      name: 'merge-images',
      from: ['png'],
      to: [...JOINED_VIDEOS, ...ANIMATIONS, 'webp'],
      keeps: ['look', 'alpha'],
      derives: [
        { from: 'look', to: 'animation' },
        { from: 'look', to: 'video' },
      ],
      merges: 'frames',
      operation: 'recode',
      takes: 'all',
      gives: 'one',
      options: ['fps', 'quality', 'width', 'height', 'fit', ...ENCODER_OPTIONS, 'targetSize'],
      cost: { ms: { base: 300, perMB: 500 }, memoryMB: { base: 300, perMB: 1 }, cpuSlots: 1 },
    },
    {
      name: 'merge-audio',
      from: READ_AUDIO,
      to: AUDIO,
      keeps: ['audio', 'depth'],
      merges: 'parts',
      operation: 'recode',
      takes: 'all',
      gives: 'one',
      options: JOINED_AUDIO_OPTIONS,
      cost: { ms: { base: 100, perMB: 60 }, memoryMB: { base: 150, perMB: 0 }, cpuSlots: 1 },
    },
    {
      name: 'merge-video',
      from: READ_VIDEO,
      to: JOINED_VIDEOS,
      keeps: ['video', 'animation', 'audio'],
      merges: 'parts',
      operation: 'recode',
      takes: 'all',
      gives: 'one',
      options: [...JOINED_AUDIO_OPTIONS, ...ENCODER_OPTIONS, 'fps', ...SIZE_OPTIONS],
      cost: { ms: { base: 200, perMB: 1000 }, memoryMB: { base: 350, perMB: 0 }, cpuSlots: 1 },
    },
    {
      name: 'animated-picture',
      from: ANIMATIONS,
      to: [...ANIMATIONS, 'webp'],
      keeps: ['alpha', 'animation'],
      // A still image would only pass through the 256 colours of GIF.
      derives: [{ from: 'animation', to: 'look' }],
      except: { 'gif>gif': 'absent', 'gif>webp': 'absent' },
      selfEdges: true,
      operation: 'recode',
      takes: 'all',
      gives: 'one',
      options: [...IMAGE_OPTIONS, 'colours'],
      cost: { ms: { base: 80, perMB: 300 }, memoryMB: { base: 200, perMB: 0 }, cpuSlots: 1 },
    },
    {
      name: 'first-frame',
      from: ['apng'],
      to: ['png'],
      keeps: ['look', 'alpha'],
      operation: 'recode',
      takes: 'first',
      gives: 'one',
      options: SIZE_OPTIONS,
      cost: { ms: { base: 60, perMB: 30 }, memoryMB: { base: 120, perMB: 0 }, cpuSlots: 1 },
    },
    {
      // The options fps and duration ask for more than one frame; without them `frame` is taken, which costs less.
      name: 'frames',
      from: FRAMED,
      to: ['png', 'jpg'],
      keeps: [],
      derives: [{ from: 'video', to: 'look' }],
      operation: 'extract',
      takes: 'all',
      gives: 'many',
      needs: ['video'],
      options: ['fps', 'start', 'duration', 'end', 'quality', ...SIZE_OPTIONS, 'salvage'],
      cost: { ms: { base: 300, perMB: 2000 }, memoryMB: { base: 200, perMB: 0 }, cpuSlots: 1, growth: 3 },
    },
    {
      name: 'frame',
      from: READ_VIDEO,
      to: ['png', 'jpg'],
      keeps: [],
      derives: [{ from: 'video', to: 'look' }],
      operation: 'recode',
      takes: 'first',
      gives: 'one',
      needs: ['video'],
      options: ['start', 'quality', ...SIZE_OPTIONS, 'salvage'],
      cost: { ms: { base: 80, perMB: 20 }, memoryMB: { base: 200, perMB: 0 }, cpuSlots: 1, growth: 0.3 },
    },
  ],
  load: () => import('./run.ts'),
});
