import { defineCodec } from '../../contract/codec.ts';

/**
 * A reader: judges by 7-Zip what the writers of the codec `archive` wrote, which are our own or Node's. What 7-Zip itself
 * wrote it reads in another instance: nothing else here reads that.
 */
export default defineCodec({
  id: 'seven-zip',
  lane: 'media',
  packages: ['7z-wasm'],
  licence: 'LGPL-2.1-or-later AND BSD-3-Clause',
  wasm: { sevenZip: { file: '7z-wasm/7zz.wasm', maxPages: 16_384 } },
  inspects: [],
  verifies: ['7z', 'tar', 'tgz', 'tbz2', 'txz', 'tzst', 'wim', 'cpio', 'ar', 'cbz', 'cbt', 'cb7'],
  edges: [],
  load: () => import('./run.ts'),
});
