import { defineCodec } from '../../codec.ts';

const OPTIONS = ['quality', 'width', 'height', 'fit', 'background', 'strip'] as const;
const COST = { ms: { base: 10, perMB: 120 }, memoryMB: { base: 120, perMB: 30 }, cpuSlots: 1 } as const;

/** The library holds 8 bits a channel: no edge keeps `depth`. */
export default defineCodec({
  id: 'magick',
  lane: 'image',
  instance: 'warm',
  packages: ['@imagemagick/magick-wasm'],
  licence: 'Apache-2.0 AND LGPL-3.0-or-later',
  wasm: {
    // 1 GiB: the pixels that the policy allows, and what the coders need besides.
    magick: { file: '@imagemagick/magick-wasm/magick.wasm', maxPages: 16_384 },
  },
  inspects: ['bmp', 'ico', 'heic'],
  verifies: ['png', 'jpg', 'webp', 'gif', 'tiff', 'avif'],
  edges: [
    {
      name: 'decode',
      from: ['bmp', 'ico', 'heic'],
      to: ['png', 'jpg', 'webp', 'gif', 'tiff', 'avif', 'bmp', 'ico'],
      keeps: ['look', 'alpha', 'metadata'],
      except: { 'ico>ico': 'absent' }, // its small pictures were drawn for their size: ours would be shrunk
      selfEdges: true,
      act: 'recode',
      takes: 'one',
      gives: 'one',
      options: OPTIONS,
      cost: COST,
    },
    {
      name: 'encode',
      from: ['png', 'jpg', 'avif'],
      to: ['bmp', 'ico'],
      keeps: ['look', 'alpha'],
      act: 'recode',
      takes: 'one',
      gives: 'one',
      options: OPTIONS,
      cost: COST,
    },
    {
      name: 'first-frame',
      from: ['gif', 'webp'],
      to: ['bmp', 'ico'],
      keeps: ['look', 'alpha'],
      act: 'recode',
      takes: 'first',
      gives: 'one',
      options: [...OPTIONS, 'pages'],
      cost: COST,
    },
    {
      name: 'each-page',
      from: ['tiff'],
      to: ['bmp', 'ico', 'png', 'jpg', 'webp', 'gif', 'avif'], // reads some colours and compressions that vips does not
      keeps: ['look', 'alpha', 'metadata'],
      act: 'recode',
      takes: 'all',
      gives: 'many',
      options: [...OPTIONS, 'pages'],
      cost: COST,
    },
  ],
  load: () => import('./run.ts'),
});
