import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const CONTAINERS = ['ttf', 'otf', 'woff', 'woff2', 'eot'] as const;

/** The XML of fontTools beside them: to write it no outlines are changed. */
const WRITTEN = [...CONTAINERS, 'ttx'] as const;

const shared = {
  keeps: ['glyphs', 'metadata'],
  operation: 'recode',
  cost: { ms: { base: 10, perMB: 400 }, memoryMB: { base: 40, perMB: 20 }, cpuSlots: 1 },
} as const satisfies Partial<EdgeSpec>;

/**
 * Fonts from one container into another with every table as it is; between TTF and OTF the outlines are drawn by
 * HarfBuzz and written by our own code, everything else stays. WOFF 2 is packed by the reference implementation.
 */
export default defineCodec({
  id: 'font',
  lane: 'document',
  packages: ['harfbuzzjs', 'woff2-encoder'],
  licence: 'MIT',
  wasm: {
    // 1 GiB: eight times the largest font that is read.
    subset: { file: 'harfbuzzjs/dist/harfbuzz-subset.wasm', maxPages: 16_384 },
  },
  inspects: [],
  edges: [
    {
      ...shared,
      name: 'repack',
      from: CONTAINERS,
      to: CONTAINERS,
      selfEdges: true,
      takes: 'one',
      gives: 'one',
      options: ['subset'],
    },
    {
      ...shared,
      name: 'dump',
      from: CONTAINERS,
      to: ['ttx'],
      takes: 'one',
      gives: 'one',
      options: ['subset'],
    },
    {
      ...shared,
      name: 'compile',
      from: ['ttx'],
      to: CONTAINERS,
      takes: 'one',
      gives: 'one',
      options: ['subset'],
    },
    {
      ...shared,
      name: 'wrap-postscript',
      from: ['pfa', 'pfb', 'cff'],
      to: WRITTEN,
      takes: 'one',
      gives: 'one',
      options: ['subset'],
    },
    {
      ...shared,
      name: 'svg-font',
      from: [...WRITTEN, 'pfa', 'pfb', 'cff'],
      to: ['svgfont'],
      keeps: ['glyphs'],
      takes: 'one',
      gives: 'one',
      options: ['subset'],
    },
    {
      ...shared,
      name: 'split',
      from: ['ttc', 'dfont'],
      to: WRITTEN,
      takes: 'all',
      gives: 'many',
      options: ['pages', 'subset'],
    },
  ],
  load: () => import('./run.ts'),
});
