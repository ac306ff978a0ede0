import type { FormatId } from '../../formats/index.ts';
import { INDEX_FIRST, type Container } from './container.ts';

const PCM = ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'] as const;

/** Frames a second that MPEG-1 and MPEG-2 have a number for. */
const MPEG_RATES = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60] as const;
/** Proportions that MPEG-2 has a number for, beside square pixels (ITU-T H.262, table 6-3). */
const MPEG_SHAPES = [4 / 3, 16 / 9, 2.21] as const;
const PAL = { width: 720, height: 576, fps: 25 } as const;
const NTSC = { width: 720, height: 480, fps: 30_000 / 1001 } as const;

const MPEG_STREAM = {
  video: { copies: ['mpeg1video', 'mpeg2video'], encodes: 'mpeg2', frameRates: MPEG_RATES, shapes: MPEG_SHAPES },
  audio: { copies: ['mp2', 'mp3', 'ac3'], encodes: 'mp2' },
} as const;
const TRANSPORT_STREAM = {
  demuxer: 'mpegts',
  muxer: 'mpegts',
  video: { copies: ['h264', 'hevc', 'mpeg1video', 'mpeg2video'], encodes: 'h264' },
  audio: { copies: ['aac', 'mp2', 'mp3', 'ac3', 'eac3'], encodes: 'aac' },
} as const;
const THIRD_GENERATION = {
  demuxer: 'mov',
  chapters: 'own',
  // FFmpeg's own muxer of 3GP writes tags that no player reads, itself included; that of MP4 does not take AMR.
  muxer: 'mp4',
  video: { copies: ['h264', 'h263', 'mpeg4'], encodes: 'h264' },
  audio: { copies: ['aac'], encodes: 'aac' },
  subtitles: { copies: ['mov_text'], encodes: 'mov_text' },
  notesRotation: true,
} as const;
const WINDOWS_MEDIA = {
  demuxer: 'asf',
  chapters: 'own',
  muxer: 'asf',
  video: { copies: ['wmv1', 'wmv2', 'wmv3', 'vc1', 'msmpeg4v3'], encodes: 'wmv', endUntold: true },
  audio: { copies: ['wmav1', 'wmav2', 'wmapro', 'mp3'], encodes: 'wma' },
} as const;

/**
 * Formats of videos. Only what the players of a format expect is copied: MP4 may hold VP9 and Opus, but most that open
 * MP4 cannot play them. AV1 is the exception: it cannot be decoded here, so that copying is the only way.
 */
export const VIDEO_CONTAINERS = {
  mp4: {
    demuxer: 'mov',
    chapters: 'own',
    muxer: 'mp4',
    muxerArgs: INDEX_FIRST,
    video: { copies: ['h264', 'hevc', 'av1', 'mpeg4'], encodes: 'h264' },
    audio: { copies: ['aac', 'mp3', 'ac3', 'eac3', 'alac'], encodes: 'aac' },
    subtitles: { copies: ['mov_text'], encodes: 'mov_text' },
    cover: 'stream',
    notesRotation: true,
  },
  mov: {
    demuxer: 'mov',
    chapters: 'own',
    muxer: 'mov',
    muxerArgs: INDEX_FIRST,
    video: {
      copies: ['h264', 'hevc', 'mpeg4', 'prores', 'mjpeg', 'dnxhd', 'dvvideo', 'png', 'jpeg2000'],
      encodes: 'h264',
    },
    audio: { copies: ['aac', 'mp3', 'ac3', 'eac3', 'alac', 'pcm_s16le', 'pcm_s24le', 'pcm_s16be'], encodes: 'aac' },
    subtitles: { copies: ['mov_text'], encodes: 'mov_text' },
    notesRotation: true,
  },
  mkv: {
    demuxer: 'matroska',
    cover: 'attachment',
    chapters: 'own',
    muxer: 'matroska',
    video: {
      copies: [
        ...['h264', 'hevc', 'av1', 'vp8', 'vp9', 'mpeg4', 'mpeg2video', 'mpeg1video', 'mjpeg', 'prores', 'theora'],
        ...['ffv1', 'vc1', 'wmv3', 'rv20', 'rv30', 'rv40', 'msmpeg4v3', 'dvvideo', 'flv1'],
      ],
      encodes: 'h264',
    },
    audio: {
      copies: ['aac', 'mp3', 'mp2', 'ac3', 'eac3', 'dts', 'truehd', 'alac', 'flac', 'vorbis', 'opus', 'wmav2', ...PCM],
      encodes: 'aac',
    },
    subtitles: { copies: ['subrip', 'ass', 'webvtt', 'dvd_subtitle', 'hdmv_pgs_subtitle'], encodes: 'subrip' },
  },
  webm: {
    demuxer: 'matroska',
    chapters: 'own',
    muxer: 'webm',
    video: { copies: ['vp8', 'vp9', 'av1'], encodes: 'vp9' },
    audio: { copies: ['opus', 'vorbis'], encodes: 'opus' },
    subtitles: { copies: ['webvtt'], encodes: 'webvtt' },
  },
  // What has frames that look ahead starts late in AVI, which has no place for their times.
  avi: {
    demuxer: 'avi',
    muxer: 'avi',
    video: {
      copies: ['mpeg4', 'mjpeg', 'msmpeg4v2', 'msmpeg4v3', 'huffyuv', 'ffv1', 'dvvideo', 'cinepak'],
      encodes: 'mpeg4',
      isFixedRate: true,
    },
    audio: { copies: ['mp3', 'mp2', 'ac3', 'pcm_u8', 'pcm_s16le'], encodes: 'mp3Constant' },
  },
  wmv: WINDOWS_MEDIA,
  asf: WINDOWS_MEDIA,
  flv: {
    demuxer: 'flv',
    muxer: 'flv',
    video: { copies: ['h264', 'flv1', 'vp6f'], encodes: 'h264' },
    audio: { copies: ['aac', 'mp3'], encodes: 'aac', tracks: 1 },
  },
  f4v: {
    demuxer: 'mov',
    chapters: 'own',
    muxer: 'f4v',
    muxerArgs: INDEX_FIRST,
    video: { copies: ['h264'], encodes: 'h264' },
    audio: { copies: ['aac', 'mp3'], encodes: 'aac' },
    notesRotation: true,
  },
  mpg: { demuxer: 'mpeg', muxer: 'mpeg', ...MPEG_STREAM },
  vob: { demuxer: 'mpeg', muxer: 'vob', ...MPEG_STREAM, audio: { copies: ['ac3', 'mp2'], encodes: 'ac3' } },
  ts: TRANSPORT_STREAM,
  m2ts: {
    ...TRANSPORT_STREAM,
    muxerArgs: ['-mpegts_m2ts_mode', '1'],
    audio: { copies: ['ac3', 'eac3', 'aac'], encodes: 'ac3' },
  },
  '3gp': { ...THIRD_GENERATION, muxerArgs: [...INDEX_FIRST, '-brand', '3gp6'] },
  '3g2': { ...THIRD_GENERATION, muxerArgs: [...INDEX_FIRST, '-brand', '3g2a'] },
  ogv: {
    demuxer: 'ogg',
    chapters: 'tags',
    muxer: 'ogv',
    video: { copies: ['theora'], encodes: 'theora', counted: true },
    audio: { copies: ['vorbis', 'opus', 'flac'], encodes: 'vorbis' },
  },
  mxf: {
    demuxer: 'mxf',
    muxer: 'mxf',
    video: {
      copies: ['mpeg2video', 'dnxhd', 'prores'],
      encodes: 'mpeg2',
      frameRates: [24_000 / 1001, 24, 25, 30_000 / 1001, 50, 60_000 / 1001],
      shapes: MPEG_SHAPES,
    },
    audio: { copies: [], encodes: 'pcm16', rates: [48_000] },
  },
  dv: {
    demuxer: 'dv',
    muxer: 'dv',
    video: { copies: [], encodes: 'dv', frames: [PAL, { ...NTSC, pixelFormat: 'yuv411p' }] },
    audio: { copies: [], encodes: 'pcm16', rates: [48_000], channels: [2], tracks: 1 },
  },
  swf: {
    demuxer: 'swf',
    muxer: 'swf',
    // The muxer counts frames and takes no times: what is copied into it has the frame rate of its old clock.
    video: { copies: [], encodes: 'flv1', isFixedRate: true, square: true },
    audio: { copies: [], encodes: 'mp3Constant', rates: [11_025, 22_050, 44_100], tracks: 1 },
  },
  y4m: { demuxer: 'yuv4mpegpipe', muxer: 'yuv4mpegpipe', video: { copies: [], encodes: 'raw', isFixedRate: true } },
  // Nothing says its frame rate: players take this one.
  mjpeg: { demuxer: 'mjpeg', muxer: 'mjpeg', video: { copies: ['mjpeg'], encodes: 'mjpeg', frameRates: [25] } },
  rm: {
    demuxer: 'rm',
    muxer: 'rm',
    // Times that are copied come out wrong.
    video: { copies: [], encodes: 'rv20', multipleOf: 16, isFixedRate: true },
    audio: { copies: ['ac3'], encodes: 'ac3', tracks: 1 },
  },
  nut: {
    demuxer: 'nut',
    chapters: 'own',
    muxer: 'nut',
    video: {
      copies: ['h264', 'mpeg4', 'mpeg2video', 'mjpeg', 'vp8', 'vp9', 'ffv1', 'theora'],
      encodes: 'h264',
      endUntold: true,
    },
    audio: { copies: ['aac', 'mp3', 'mp2', 'ac3', 'vorbis', 'flac', ...PCM], encodes: 'vorbis' },
  },
  ivf: { demuxer: 'ivf', muxer: 'ivf', video: { copies: ['vp8', 'vp9', 'av1'], encodes: 'vp9', square: true } },
  gxf: {
    demuxer: 'gxf',
    muxer: 'gxf',
    video: { copies: [], encodes: 'mpeg2', frames: [PAL, NTSC] },
    audio: { copies: [], encodes: 'pcm16', rates: [48_000], channels: [1] },
  },
  wtv: { demuxer: 'wtv', muxer: 'wtv', ...MPEG_STREAM },
  amv: {
    demuxer: 'avi',
    muxer: 'amv',
    video: { copies: [], encodes: 'amv', multipleOf: 16, frameRates: [25] },
    audio: { copies: [], encodes: 'adpcmAmv', tracks: 1, required: true },
  },
  roq: {
    demuxer: 'roq',
    muxer: 'roq',
    video: { copies: [], encodes: 'roq', multipleOf: 16, frameRates: [30] },
    audio: { copies: [], encodes: 'roqDpcm', tracks: 1 },
  },
} as const satisfies Partial<Record<FormatId, Container>>;

/** Demuxers of videos that are only read. */
export const VIDEO_DEMUXERS = { ogm: 'ogg' } as const satisfies Partial<Record<FormatId, string>>;
