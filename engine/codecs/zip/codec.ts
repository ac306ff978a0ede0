import { defineCodec } from '../../codec.ts';

/** A reader: counts a ZIP's entries and checks their sums. ZIPs are written by the engine itself when it packs results. */
export default defineCodec({
  id: 'zip',
  lane: 'light',
  instance: 'warm',
  packages: ['fflate'],
  licence: 'MIT',
  inspects: ['zip'],
  edges: [],
  load: () => import('./run.ts'),
});
