import { defineCodec } from '../../contract/codec.ts';

/** The reader of MIDI files: our own, which shares nothing with the synthesizer that plays them. */
export default defineCodec({
  id: 'midi-reader',
  lane: 'light',
  packages: [],
  licence: 'MIT',
  inspects: ['mid'],
  edges: [],
  load: () => import('./run.ts'),
});
