import type { FormatTable } from '../format.ts';

export const videoFormats = {
  mp4: {
    name: 'MPEG-4 Video',
    mime: ['video/mp4'],
    extensions: ['mp4', 'm4v'],
    carries: ['video', 'audio', 'subtitles', 'animation', 'metadata'],
    lossy: true,
  },
  mov: {
    name: 'QuickTime Movie',
    mime: ['video/quicktime'],
    extensions: ['mov', 'qt'],
    carries: ['video', 'audio', 'subtitles', 'animation', 'metadata'],
    lossy: true,
  },
  mkv: {
    name: 'Matroska Video',
    mime: ['video/matroska', 'video/x-matroska'],
    extensions: ['mkv'],
    carries: ['video', 'audio', 'subtitles', 'animation', 'metadata'],
    lossy: true,
  },
  webm: {
    name: 'WebM',
    mime: ['video/webm'],
    extensions: ['webm'],
    carries: ['video', 'audio', 'subtitles', 'animation', 'metadata'],
    lossy: true,
  },
} as const satisfies FormatTable;
