import { defineCodec } from '../../contract/codec.ts';

/** The reader of audio and video files: a demuxer in TypeScript that knows nothing of what wrote them. */
export default defineCodec({
  id: 'mediabunny',
  lane: 'light',
  packages: ['mediabunny'],
  licence: 'MPL-2.0',
  inspects: [
    'mp4',
    'mov',
    'mkv',
    'webm',
    'wav',
    'mp3',
    'flac',
    'ogg',
    'opus',
    'm4a',

    'aac',
    'mka',
    'weba',
    '3ga',
    '3gp',
    '3g2',
    'f4v',
  ],
  edges: [],
  load: () => import('./run.ts'),
});
