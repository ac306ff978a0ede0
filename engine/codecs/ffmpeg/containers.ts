import type { FormatId } from '../../formats/index.ts';
import type { AudioCodec, SubtitleCodec, VideoCodec } from './encoders.ts';

/** What one format takes: the codecs that go in unchanged, and the one that everything else is encoded to. */
export interface Container {
  readonly demuxer: string;
  readonly muxer: string;
  readonly muxerArgs?: readonly string[];
  readonly audio?: { readonly copies: readonly string[]; readonly encodes: AudioCodec };
  readonly video?: { readonly copies: readonly string[]; readonly encodes: VideoCodec };
  readonly subtitles?: { readonly copies: readonly string[]; readonly encodes: SubtitleCodec };
  /** How a cover picture is kept: as a stream of its own, or as a tag of the sound. */
  readonly cover?: 'stream' | 'tag';
  /** A rotation can be noted beside the pictures, so that they need not be turned. */
  readonly notesRotation?: true;
}

/** Puts the index before the data, so that a player can begin before it has the whole file. */
const INDEX_FIRST = ['-movflags', '+faststart'] as const;

const PCM = ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'] as const;

/**
 * Only what the players of a format expect is copied: MP4 may hold VP9 and Opus, but most that open MP4 cannot play
 * them. AV1 is the exception: it cannot be decoded here, so that copying is the only way.
 */
export const CONTAINERS: Partial<Record<FormatId, Container>> = {
  wav: { demuxer: 'wav', muxer: 'wav', audio: { copies: PCM, encodes: 'pcm' } },
  mp3: {
    demuxer: 'mp3',
    muxer: 'mp3',
    // ID3v2.3 is what Windows and car radios read.
    muxerArgs: ['-id3v2_version', '3', '-write_id3v1', '1'],
    audio: { copies: ['mp3'], encodes: 'mp3' },
    cover: 'stream',
  },
  flac: { demuxer: 'flac', muxer: 'flac', audio: { copies: ['flac'], encodes: 'flac' }, cover: 'stream' },
  ogg: { demuxer: 'ogg', muxer: 'ogg', audio: { copies: ['vorbis'], encodes: 'vorbis' }, cover: 'tag' },
  opus: { demuxer: 'ogg', muxer: 'opus', audio: { copies: ['opus'], encodes: 'opus' }, cover: 'tag' },
  m4a: {
    demuxer: 'mov',
    muxer: 'ipod',
    muxerArgs: INDEX_FIRST,
    audio: { copies: ['aac', 'alac'], encodes: 'aac' },
    cover: 'stream',
  },
  mp4: {
    demuxer: 'mov',
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
    muxer: 'mov',
    muxerArgs: INDEX_FIRST,
    video: { copies: ['h264', 'hevc', 'mpeg4', 'prores', 'mjpeg', 'dnxhd'], encodes: 'h264' },
    audio: { copies: ['aac', 'mp3', 'ac3', 'eac3', 'alac', 'pcm_s16le', 'pcm_s24le', 'pcm_s16be'], encodes: 'aac' },
    subtitles: { copies: ['mov_text'], encodes: 'mov_text' },
    notesRotation: true,
  },
  mkv: {
    demuxer: 'matroska',
    muxer: 'matroska',
    video: {
      copies: [
        'h264',
        'hevc',
        'av1',
        'vp8',
        'vp9',
        'mpeg4',
        'mpeg2video',
        'mpeg1video',
        'mjpeg',
        'prores',
        'theora',
        'ffv1',
        'vc1',
      ],
      encodes: 'h264',
    },
    audio: {
      copies: ['aac', 'mp3', 'ac3', 'eac3', 'dts', 'truehd', 'alac', 'flac', 'vorbis', 'opus', ...PCM],
      encodes: 'aac',
    },
    subtitles: { copies: ['subrip', 'ass', 'webvtt', 'dvd_subtitle', 'hdmv_pgs_subtitle'], encodes: 'subrip' },
  },
  webm: {
    demuxer: 'matroska',
    muxer: 'webm',
    video: { copies: ['vp8', 'vp9', 'av1'], encodes: 'vp9' },
    audio: { copies: ['opus', 'vorbis'], encodes: 'opus' },
    subtitles: { copies: ['webvtt'], encodes: 'webvtt' },
  },
};

/** Pictures that can be read as films, by their demuxers. */
const PICTURE_DEMUXERS: Partial<Record<FormatId, string>> = { gif: 'gif', apng: 'apng' };

/** The demuxer that must read a format, whatever its content would like to be. */
export function demuxerOf(format: FormatId): string {
  return PICTURE_DEMUXERS[format] ?? containerOf(format).demuxer;
}

export function containerOf(format: FormatId): Container {
  const container = CONTAINERS[format];
  if (!container) throw new Error(`The media codec has no row for ${format}.`);
  return container;
}
