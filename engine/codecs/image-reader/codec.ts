import { defineCodec } from '../../contract/codec.ts';
import { idsOf } from '../../formats/index.ts';
import { READERS } from './formats.ts';

/** Readers of our own for simple formats of images: they judge what a library has written, and share nothing with it. */
export default defineCodec({
  id: 'image-reader',
  lane: 'image',
  packages: [],
  licence: 'MIT',
  inspects: [],
  verifies: idsOf(READERS),
  edges: [],
  load: () => import('./run.ts'),
});
