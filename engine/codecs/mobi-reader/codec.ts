import { defineCodec } from '../../contract/codec.ts';

/** Another reader of Kindle books than the one that converts them: it judges those that were written here. */
export default defineCodec({
  id: 'mobi-reader',
  lane: 'document',
  packages: ['@lingo-reader/mobi-parser', 'fflate', 'htmlparser2'],
  licence: 'MIT',
  inspects: [],
  verifies: ['mobi', 'azw3'],
  edges: [],
  load: () => import('./run.ts'),
});
