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

function subtitles(from: VideoFormat, to: 'srt' | 'vtt' | 'ass', source: string, options?: Case['options']): Case {
  return {
    codec: 'ffmpeg',
    edge: 'subtitle-track',
    from,
    to,
    source,
    ...(options && { options }),
    comparator: 'exact',
  };
}

function frames(from: VideoFormat | 'avi', to: 'png' | 'jpg', options: Case['options']): Case {
  const source = from === 'avi' ? OTHER_FILMS.avi : VIDEO_SOURCES[from];
  return { codec: 'ffmpeg', edge: 'frames', from, to, source, options, comparator: 'image' };
}

function film(from: 'gif' | 'apng', to: VideoFormat, source: string): Case {
  return { codec: 'ffmpeg', edge: 'film', from, to, source, comparator: 'video' };
}

function animated(from: 'gif' | 'apng', to: Case['to'], source: string): Case {
  return { codec: 'ffmpeg', edge: 'animated-picture', from, to, source, comparator: 'image' };
}

/** The long tail of sound: each is read from its own sample, and written from the sweep. */
const OTHER_AUDIO = {
  oga: 'sweep-flac-tags.oga',
  aac: 'sweep.aac',
  ac3: 'sweep.ac3',
  eac3: 'sweep.eac3',
  aiff: 'sweep-tags.aiff',
  aifc: 'sweep-ulaw.aifc',
  au: 'sweep.au',
  caf: 'sweep-alac.caf',
  w64: 'sweep.w64',
  voc: 'sweep-8bit.voc',
  ast: 'sweep.ast',
  mmf: 'sweep-22k.mmf',
  wv: 'sweep-tags.wv',
  tta: 'sweep-tags.tta',
  mp2: 'sweep.mp2',
  wma: 'sweep-tags.wma',
  mka: 'sweep-flac-tags.mka',
  weba: 'sweep-tags.weba',
  dts: 'sweep-mono.dts',
  ra: 'sweep-ac3.ra',
  sox: 'sweep-mono.sox',
  ircam: 'sweep-big-endian.sf',
  '3ga': 'sweep-aac.3ga',
  g722: 'sweep.g722',
  aptx: 'sweep.aptx',
} as const;
const READ_AUDIO = {
  spx: 'sweep-wideband.spx',
  gsm: 'sweep.gsm',
  amr: 'sweep.amr',
  awb: 'sweep.awb',
  mpc: 'sweep.mpc',
} as const;

/** The long tail of film. */
const OTHER_FILMS = {
  avi: 'mpeg4-mp3.avi',
  wmv: 'wmv2-wma-tags.wmv',
  asf: 'wmv1-wma.asf',
  flv: 'flv1-mp3.flv',
  f4v: 'h264-aac.f4v',
  mpg: 'mpeg1-mp2.mpg',
  vob: 'mpeg2-ac3.vob',
  ts: 'mpeg2-mp2.ts',
  m2ts: 'h264-ac3.m2ts',
  '3gp': 'h263-aac.3gp',
  '3g2': 'mpeg4-aac.3g2',
  ogv: 'theora-vorbis-tags.ogv',
  mxf: 'mpeg2-pcm.mxf',
  dv: 'pal-one-picture.dv',
  swf: 'flv1-mp3.swf',
  y4m: 'five-pictures.y4m',
  mjpeg: 'fifteen-pictures.mjpeg',
  rm: 'rv10-ac3.rm',
  nut: 'mpeg4-vorbis.nut',
  ivf: 'vp8.ivf',
  gxf: 'mpeg2-pcm.gxf',
  wtv: 'mpeg2-mp2.wtv',
  amv: 'amv-adpcm.amv',
  roq: 'roq-dpcm.roq',
} as const;

/** A tenth of a second of a film is enough to see that a format is read or written as it should be. */
const SHORT = { duration: 0.2 } as const;

function longTail(): Case[] {
  const audioCase = (from: Case['from'], to: Case['to'], source: string): Case => {
    return { codec: 'ffmpeg', edge: 'audio', from, to, source, options: SHORT, comparator: 'audio' };
  };
  const film = (
    edge: string,
    from: Case['from'],
    to: Case['to'],
    source: string,
    comparator: Case['comparator'],
  ): Case => {
    return { codec: 'ffmpeg', edge, from, to, source, options: edge === 'frame' ? {} : SHORT, comparator };
  };
  const audioIds = Object.keys(OTHER_AUDIO) as (keyof typeof OTHER_AUDIO)[];
  const filmIds = Object.keys(OTHER_FILMS) as (keyof typeof OTHER_FILMS)[];
  return [
    ...Object.entries({ ...OTHER_AUDIO, ...READ_AUDIO }).map(([from, source]) =>
      audioCase(from as Case['from'], 'flac', source),
    ),
    ...audioIds.map((to) => audioCase('wav', to, AUDIO_SOURCES.wav)),
    ...audioIds.map((to) => film('soundtrack', 'mp4', to, VIDEO_SOURCES.mp4, 'audio')),
    ...filmIds.map((to) => film('video', 'mp4', to, VIDEO_SOURCES.mp4, 'video')),
    ...filmIds.map((to) => film('film', 'gif', to, 'test-card-animated.gif', 'video')),
    ...Object.entries(OTHER_FILMS).flatMap(([from, source]) => [
      film('video', from as Case['from'], BROADCAST.includes(from) ? 'mp4' : 'mkv', source, 'video'),
      film('animation', from as Case['from'], 'gif', source, 'image'),
      film('frame', from as Case['from'], 'jpg', source, 'image'),
      ...(SILENT.includes(from) ? [] : [film('soundtrack', from as Case['from'], 'flac', source, 'audio')]),
    ]),
  ];
}

/** Their sound comes in packets longer than these samples, which Matroska would promise and not hold. */
const BROADCAST: readonly string[] = ['dv', 'gxf'];

/** Formats that hold no sound. */
const SILENT: readonly string[] = ['y4m', 'mjpeg', 'ivf'];

export const cases: readonly Case[] = [
  ...longTail(),
  audio('wav', 'mp3'),
  audio('wav', 'ogg'),
  audio('mp3', 'wav'),
  audio('mp3', 'm4a'),
  audio('flac', 'wav'),
  audio('ogg', 'flac'),
  audio('opus', 'mp3'),
  audio('m4a', 'opus'),
  audio('wav', 'mp3', { start: 0.25, duration: 0.5, channels: 1 }),
  audio('wav', 'flac', { volume: -6 }),
  audio('wav', 'm4a', { normalise: true }),
  video('mp4', 'webm'),
  video('mp4', 'mkv', 'h264-rotated-90.mp4'),
  video('mp4', 'mov', 'h264-two-audio-languages.mp4'),
  video('mp4', 'webm', 'hevc-hdr10.mp4'),
  video('mp4', 'webm', 'h264-hlg-white-and-grey.mp4'),
  video('mp4', 'webm', 'h264-pq-white-and-grey.mp4'),
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
  subtitles('mkv', 'srt', VIDEO_SOURCES.mkv),
  subtitles('mkv', 'ass', 'h264-ass-styles.mkv'),
  subtitles('mp4', 'vtt', 'h264-aac-subtitles.mp4'),
  subtitles('mov', 'srt', 'two-subtitle-languages.mov', { language: 'de' }),
  subtitles('webm', 'srt', 'vp8-webvtt.webm'),
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
  frames('mp4', 'png', { fps: 10, duration: 0.2 }),
  frames('mov', 'jpg', { fps: 5, duration: 0.2, rotate: '90' }),
  frames('mkv', 'jpg', { fps: 5, duration: 0.2 }),
  frames('webm', 'jpg', { fps: 5, duration: 0.2 }),
  frames('avi', 'jpg', { fps: 5, duration: 0.2, width: 80, height: 80, fit: 'cover' }),
  { codec: 'ffmpeg', edge: 'frame', from: 'mp4', to: 'png', source: 'hevc-hdr10.mp4', comparator: 'image' },
  { codec: 'ffmpeg', edge: 'frame', from: 'mov', to: 'jpg', source: VIDEO_SOURCES.mov, comparator: 'image' },
  { codec: 'ffmpeg', edge: 'frame', from: 'mkv', to: 'png', source: VIDEO_SOURCES.mkv, comparator: 'image' },
  { codec: 'ffmpeg', edge: 'frame', from: 'webm', to: 'jpg', source: VIDEO_SOURCES.webm, comparator: 'image' },
  animated('gif', 'apng', 'square-on-transparent-odd-size.gif'),
  animated('apng', 'gif', 'test-card-animated.apng'),
  animated('apng', 'webp', 'test-card-animated.apng'),
  { ...animated('apng', 'png', 'test-card-animated.apng'), edge: 'first-frame' },
];

export const origins = {
  'sources/ircam/sweep-big-endian.sf':
    'ours: the samples of sweep-stereo-16bit-tags.wav behind the header of the Sun, by the description of the format; MIT',
};
