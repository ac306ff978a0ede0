import type { FormatId } from '../../formats/index.ts';
import { INDEX_FIRST, type Container } from './container.ts';

const PCM_LITTLE = ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'] as const;
const PCM_BIG = ['pcm_s8', 'pcm_s16be', 'pcm_s24be', 'pcm_s32be', 'pcm_f32be', 'pcm_f64be'] as const;
const TELEPHONE = ['pcm_alaw', 'pcm_mulaw'] as const;

/** Formats of audio alone: a row more is a format that is read and written. */
export const AUDIO_CONTAINERS = {
  wav: { demuxer: 'wav', muxer: 'wav', audio: { copies: [...PCM_LITTLE, ...TELEPHONE], encodes: 'pcm' } },
  mp3: {
    demuxer: 'mp3',
    chapters: 'own',
    muxer: 'mp3',
    // ID3v2.3 is what Windows and car radios read.
    muxerArgs: ['-id3v2_version', '3', '-write_id3v1', '1'],
    audio: { copies: ['mp3'], encodes: 'mp3' },
    cover: 'stream',
  },
  flac: {
    demuxer: 'flac',
    chapters: 'tags',
    muxer: 'flac',
    audio: { copies: ['flac'], encodes: 'flac' },
    cover: 'stream',
  },
  ogg: {
    demuxer: 'ogg',
    chapters: 'tags',
    muxer: 'ogg',
    audio: { copies: ['vorbis'], encodes: 'vorbis' },
    cover: 'tag',
  },
  oga: { demuxer: 'ogg', chapters: 'tags', muxer: 'oga', audio: { copies: ['flac'], encodes: 'flac' }, cover: 'tag' },
  opus: { demuxer: 'ogg', chapters: 'own', muxer: 'opus', audio: { copies: ['opus'], encodes: 'opus' }, cover: 'tag' },
  m4a: {
    demuxer: 'mov',
    chapters: 'own',
    muxer: 'ipod',
    muxerArgs: INDEX_FIRST,
    audio: { copies: ['aac', 'alac'], encodes: 'aac' },
    cover: 'stream',
  },
  aac: { demuxer: 'aac', muxer: 'adts', audio: { copies: ['aac'], encodes: 'aac' } },
  ac3: { demuxer: 'ac3', muxer: 'ac3', audio: { copies: ['ac3'], encodes: 'ac3' } },
  eac3: { demuxer: 'eac3', muxer: 'eac3', audio: { copies: ['eac3'], encodes: 'eac3' } },
  aiff: {
    demuxer: 'aiff',
    chapters: 'own',
    muxer: 'aiff',
    muxerArgs: ['-write_id3v2', '1'],
    audio: { copies: PCM_BIG, encodes: 'pcmBig' },
    cover: 'stream',
  },
  aifc: {
    demuxer: 'aiff',
    muxer: 'aiff',
    muxerArgs: ['-write_id3v2', '1'],
    audio: { copies: [...TELEPHONE, 'pcm_s16le', 'pcm_f32be'], encodes: 'pcmAifc' },
  },
  au: { demuxer: 'au', muxer: 'au', audio: { copies: [...PCM_BIG, ...TELEPHONE], encodes: 'pcmBig' } },
  caf: {
    demuxer: 'caf',
    muxer: 'caf',
    audio: { copies: [...PCM_LITTLE.slice(1), ...PCM_BIG, ...TELEPHONE, 'alac', 'mp3'], encodes: 'pcm' },
  },
  w64: { demuxer: 'w64', muxer: 'w64', audio: { copies: [...PCM_LITTLE, ...TELEPHONE], encodes: 'pcm' } },
  voc: {
    demuxer: 'voc',
    muxer: 'voc',
    audio: { copies: ['pcm_u8', 'pcm_s16le', ...TELEPHONE], encodes: 'pcm16', channels: [1, 2] },
  },
  ast: { demuxer: 'ast', muxer: 'ast', audio: { copies: ['pcm_s16be_planar'], encodes: 'pcmPlanar' } },
  mmf: { demuxer: 'mmf', muxer: 'mmf', audio: { copies: ['adpcm_yamaha'], encodes: 'adpcmYamaha' } },
  wv: { demuxer: 'wv', muxer: 'wv', audio: { copies: ['wavpack'], encodes: 'wavpack' } },
  tta: { demuxer: 'tta', muxer: 'tta', audio: { copies: ['tta'], encodes: 'tta' } },
  mp2: { demuxer: 'mp3', muxer: 'mp2', audio: { copies: ['mp2'], encodes: 'mp2', leastSeconds: 0.08 } },
  wma: {
    demuxer: 'asf',
    chapters: 'own',
    muxer: 'asf',
    audio: { copies: ['wmav1', 'wmav2', 'wmapro', 'wmalossless'], encodes: 'wma' },
  },
  mka: {
    demuxer: 'matroska',
    cover: 'attachment',
    chapters: 'own',
    muxer: 'matroska',
    audio: {
      copies: [
        'aac',
        'mp3',
        'mp2',
        'ac3',
        'eac3',
        'dts',
        'truehd',
        'alac',
        'flac',
        'vorbis',
        'opus',
        'tta',
        'wavpack',
        ...PCM_LITTLE,
      ],
      encodes: 'flac',
    },
  },
  weba: { demuxer: 'matroska', chapters: 'own', muxer: 'webm', audio: { copies: ['opus', 'vorbis'], encodes: 'opus' } },
  dts: { demuxer: 'dts', muxer: 'dts', audio: { copies: ['dts'], encodes: 'dts' } },
  ra: { demuxer: 'rm', muxer: 'rm', audio: { copies: ['ac3'], encodes: 'ac3' } },
  sox: { demuxer: 'sox', muxer: 'sox', audio: { copies: ['pcm_s32le'], encodes: 'pcm32' } },
  ircam: {
    demuxer: 'ircam',
    muxer: 'ircam',
    audio: { copies: ['pcm_s16le', 'pcm_s32le', 'pcm_f32le'], encodes: 'pcm32' },
  },
  '3ga': {
    demuxer: 'mov',
    chapters: 'own',
    muxer: 'mp4',
    muxerArgs: [...INDEX_FIRST, '-brand', '3gp6'],
    audio: { copies: ['aac'], encodes: 'aac' },
  },
  g722: { demuxer: 'g722', muxer: 'g722', audio: { copies: ['adpcm_g722'], encodes: 'g722' } },
  // No header says the rate: the usual one is meant.
  aptx: { demuxer: 'aptx', muxer: 'aptx', audio: { copies: [], encodes: 'aptx' } },
} as const satisfies Partial<Record<FormatId, Container>>;

/** Demuxers of what is only read: there is no encoder, or none that is worth it. */
export const AUDIO_DEMUXERS = {
  spx: 'ogg',
  gsm: 'gsm',
  amr: 'amr',
  awb: 'amr',
  ape: 'ape',
  mpc: 'mpc',
  tak: 'tak',
  dsf: 'dsf',
  dff: 'iff',
  qcp: 'qcp',
  mp1: 'mp3',
} as const satisfies Partial<Record<FormatId, string>>;
