import type { FormatTable } from '../format.ts';

export const audioFormats = {
  wav: {
    name: 'Waveform Audio',
    mime: ['audio/wav', 'audio/x-wav', 'audio/vnd.wave'],
    extensions: ['wav', 'wave'],
    carries: ['audio', 'depth', 'metadata'],
  },
  mp3: { name: 'MP3', mime: ['audio/mpeg'], extensions: ['mp3'], carries: ['audio', 'metadata'], lossy: true },
  flac: {
    name: 'Free Lossless Audio Codec',
    mime: ['audio/flac', 'audio/x-flac'],
    extensions: ['flac'],
    carries: ['audio', 'depth', 'metadata'],
  },
  ogg: {
    name: 'Ogg Vorbis',
    mime: ['audio/ogg'],
    extensions: ['ogg', 'oga'],
    carries: ['audio', 'metadata'],
    lossy: true,
  },
  opus: { name: 'Ogg Opus', mime: ['audio/opus'], extensions: ['opus'], carries: ['audio', 'metadata'], lossy: true },
  m4a: {
    name: 'MPEG-4 Audio',
    mime: ['audio/mp4', 'audio/x-m4a'],
    extensions: ['m4a', 'm4b'],
    carries: ['audio', 'metadata'],
    lossy: true,
  },
} as const satisfies FormatTable;
