import { defineCodec } from '../../contract/codec.ts';

/** Fonts come with the engine (content/font/shipped-fonts.ts); nothing outside the drawing is ever read. */
export default defineCodec({
  id: 'resvg',
  lane: 'image',
  packages: [
    '@resvg/resvg-wasm',
    '@expo-google-fonts/arimo',
    '@expo-google-fonts/cousine',
    '@expo-google-fonts/noto-emoji',
    '@expo-google-fonts/noto-sans-arabic',
    '@expo-google-fonts/noto-sans-devanagari',
    '@expo-google-fonts/noto-sans-hebrew',
    '@expo-google-fonts/noto-sans-math',
    '@expo-google-fonts/noto-sans-thai',
    '@expo-google-fonts/tinos',
  ],
  optionalPackages: ['@expo-google-fonts/chocolate-classical-sans', '@expo-google-fonts/nanum-gothic'],
  licence: 'MPL-2.0 AND OFL-1.1',
  wasm: {
    // 1 GiB: a canvas of the pixels that the limits allow, and the layer of a group above it.
    resvg: { file: '@resvg/resvg-wasm/index_bg.wasm', maxPages: 16_384 },
  },
  inspects: ['svg', 'svgz'],
  previews: ['svg', 'svgz'],
  edges: [
    {
      name: 'render',
      from: ['svg', 'svgz'],
      to: ['png'],
      keeps: ['look', 'alpha'],
      operation: 'render',
      takes: 'one',
      gives: 'one',
      options: ['width', 'height', 'fit', 'background', 'dpi'],
      cost: { ms: { base: 60, perMB: 500 }, memoryMB: { base: 60, perMB: 60 }, cpuSlots: 1, growth: 4 },
    },
  ],
  load: () => import('./run.ts'),
});
