import { defineCodec } from '../../contract/codec.ts';

/** A reader of our own for uncompressed audio: it judges what FFmpeg has written, and shares nothing with it. */
export default defineCodec({
  id: 'audio-reader',
  lane: 'light',
  packages: [],
  licence: 'MIT',
  inspects: [],
  verifies: ['w64', 'aiff', 'aifc', 'au', 'caf', 'sox', 'ircam', 'voc', 'ast'],
  edges: [],
  load: () => import('./run.ts'),
});
