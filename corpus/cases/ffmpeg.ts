import type { Case } from '../case.ts';

const AUDIO_SOURCES = {
  wav: 'sweep-stereo-16bit-tags.wav',
  mp3: 'sweep-tags-cover.mp3',
  flac: 'sweep-mono-24bit-tags.flac',
  ogg: 'sweep-vorbis-tags.ogg',
  opus: 'sweep-opus-tags.opus',
  m4a: 'sweep-aac-tags-cover.m4a',
} as const;

const VIDEO_SOURCES = {
  mp4: 'h264-aac-tags.mp4',
  mov: 'mjpeg-pcm.mov',
  mkv: 'h264-aac-subtitles.mkv',
  webm: 'vp8-vorbis.webm',
} as const;

type AudioFormat = keyof typeof AUDIO_SOURCES;
type VideoFormat = keyof typeof VIDEO_SOURCES;

function audio(from: AudioFormat, to: AudioFormat, options?: Case['options']): Case {
  const source = AUDIO_SOURCES[from];
  return { codec: 'ffmpeg', edge: 'audio', from, to, source, ...(options && { options }), comparator: 'audio' };
}

function video(from: VideoFormat, to: VideoFormat, source: string = VIDEO_SOURCES[from]): Case {
  return { codec: 'ffmpeg', edge: 'video', from, to, source, comparator: 'video' };
}

function soundtrack(from: VideoFormat, to: AudioFormat): Case {
  return { codec: 'ffmpeg', edge: 'soundtrack', from, to, source: VIDEO_SOURCES[from], comparator: 'audio' };
}

function film(from: 'gif' | 'apng', to: VideoFormat, source: string): Case {
  return { codec: 'ffmpeg', edge: 'film', from, to, source, comparator: 'video' };
}

function animated(from: 'gif' | 'apng', to: Case['to'], source: string): Case {
  return { codec: 'ffmpeg', edge: 'animated-picture', from, to, source, comparator: 'image' };
}

export const cases: readonly Case[] = [
  audio('wav', 'mp3'),
  audio('wav', 'ogg'),
  audio('mp3', 'wav'),
  audio('mp3', 'm4a'),
  audio('flac', 'wav'),
  audio('ogg', 'flac'),
  audio('opus', 'mp3'),
  audio('m4a', 'opus'),
  audio('wav', 'mp3', { start: 0.25, duration: 0.5, channels: 1 }),
  video('mp4', 'webm'),
  video('mp4', 'mkv', 'h264-rotated-90.mp4'),
  video('mp4', 'mov', 'h264-two-audio-languages.mp4'),
  video('mp4', 'webm', 'hevc-hdr10.mp4'),
  video('mov', 'mp4'),
  video('mkv', 'mp4'),
  video('webm', 'mkv'),
  { ...video('mp4', 'mp4'), options: { width: 80, fps: 12.5, quality: 60 } },
  soundtrack('mp4', 'mp3'),
  soundtrack('mp4', 'm4a'),
  soundtrack('mov', 'flac'),
  soundtrack('mkv', 'opus'),
  soundtrack('webm', 'ogg'),
  soundtrack('webm', 'wav'),
  { codec: 'ffmpeg', edge: 'animation', from: 'mp4', to: 'gif', source: VIDEO_SOURCES.mp4, comparator: 'image' },
  { codec: 'ffmpeg', edge: 'animation', from: 'mov', to: 'apng', source: VIDEO_SOURCES.mov, comparator: 'image' },
  { codec: 'ffmpeg', edge: 'animation', from: 'mkv', to: 'webp', source: VIDEO_SOURCES.mkv, comparator: 'image' },
  { codec: 'ffmpeg', edge: 'animation', from: 'webm', to: 'gif', source: VIDEO_SOURCES.webm, comparator: 'image' },
  film('gif', 'mp4', 'test-card-animated.gif'),
  film('gif', 'mkv', 'square-on-transparent-odd-size.gif'),
  film('apng', 'mov', 'test-card-animated.apng'),
  film('apng', 'webm', 'test-card-animated.apng'),
  {
    codec: 'ffmpeg',
    edge: 'frame',
    from: 'mp4',
    to: 'png',
    source: VIDEO_SOURCES.mp4,
    options: { start: 0.5 },
    comparator: 'image',
  },
  { codec: 'ffmpeg', edge: 'frame', from: 'mp4', to: 'png', source: 'hevc-hdr10.mp4', comparator: 'image' },
  { codec: 'ffmpeg', edge: 'frame', from: 'mov', to: 'jpg', source: VIDEO_SOURCES.mov, comparator: 'image' },
  { codec: 'ffmpeg', edge: 'frame', from: 'mkv', to: 'png', source: VIDEO_SOURCES.mkv, comparator: 'image' },
  { codec: 'ffmpeg', edge: 'frame', from: 'webm', to: 'jpg', source: VIDEO_SOURCES.webm, comparator: 'image' },
  animated('gif', 'apng', 'square-on-transparent-odd-size.gif'),
  animated('apng', 'gif', 'test-card-animated.apng'),
  animated('apng', 'webp', 'test-card-animated.apng'),
  { ...animated('apng', 'png', 'test-card-animated.apng'), edge: 'first-frame' },
];
