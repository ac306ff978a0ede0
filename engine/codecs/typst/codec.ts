import { defineCodec } from '../../codec.ts';

const PAGE_OPTIONS = ['pageSize', 'landscape', 'margin', 'fontSize', 'toc'] as const;
const COST = { ms: { base: 250, perMB: 12_000 }, memoryMB: { base: 250, perMB: 150 }, cpuSlots: 1 } as const;

/** Typst sets text on pages: its own language, and HTML, Markdown and plain text by what we make of them. */
export default defineCodec({
  id: 'typst',
  lane: 'document',
  instance: 'warm',
  packages: [
    '@myriaddreamin/typst-ts-web-compiler',
    '@mixmark-io/domino',
    '@expo-google-fonts/arimo',
    '@expo-google-fonts/chocolate-classical-sans',
    '@expo-google-fonts/cousine',
    '@expo-google-fonts/nanum-gothic',
    '@expo-google-fonts/noto-emoji',
    '@expo-google-fonts/noto-sans-arabic',
    '@expo-google-fonts/noto-sans-devanagari',
    '@expo-google-fonts/noto-sans-hebrew',
    '@expo-google-fonts/noto-sans-math',
    '@expo-google-fonts/noto-sans-thai',
    '@expo-google-fonts/tinos',
  ],
  licence: 'Apache-2.0 AND BSD-2-Clause AND OFL-1.1',
  // 1 GiB: a book of 2,000 pages with its tags takes half of it.
  wasm: {
    typst: {
      file: '@myriaddreamin/typst-ts-web-compiler/wasm',
      maxPages: 16_384,
    },
  },
  inspects: [],
  edges: [
    {
      name: 'typeset',
      from: ['typst'],
      to: ['pdf'],
      keeps: ['text', 'structure', 'look', 'vector', 'figures', 'formulas', 'metadata'],
      turns: [{ from: 'text', to: 'look' }],
      act: 'recode',
      takes: 'one',
      gives: 'one',
      options: PAGE_OPTIONS,
      cost: COST,
    },
    {
      name: 'page',
      from: ['html'],
      to: ['pdf'],
      keeps: ['text', 'structure', 'look', 'vector', 'figures', 'metadata'],
      act: 'recode',
      takes: 'one',
      gives: 'one',
      options: PAGE_OPTIONS,
      cost: COST,
    },
    {
      name: 'markdown',
      from: ['md'],
      to: ['pdf'],
      keeps: ['text', 'structure', 'figures', 'metadata'],
      turns: [{ from: 'text', to: 'look' }],
      act: 'recode',
      takes: 'one',
      gives: 'one',
      options: PAGE_OPTIONS,
      cost: COST,
    },
    {
      name: 'plain',
      from: ['txt'],
      to: ['pdf'],
      keeps: ['text'],
      turns: [{ from: 'text', to: 'look' }],
      act: 'recode',
      takes: 'one',
      gives: 'one',
      options: ['pageSize', 'landscape', 'margin', 'fontSize'],
      cost: COST,
    },
  ],
  load: () => import('./run.ts'),
});
