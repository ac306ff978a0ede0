import { defineCodec } from '../../contract/codec.ts';

/**
 * A reader: counts the entries of a ZIP and checks their sums, and unpacks what is to be merged. ZIPs are written by the
 * engine itself when it packs results.
 */
export default defineCodec({
  id: 'zip',
  lane: 'light',
  packages: ['fflate'],
  licence: 'MIT',
  inspects: ['zip'],
  edges: [],
  load: () => import('./run.ts'),
});
