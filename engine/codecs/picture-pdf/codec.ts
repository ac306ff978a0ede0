import { defineCodec, type EdgeSpec } from '../../contract/codec.ts';

const COMMON = {
  to: ['pdf'],
  keeps: ['look', 'pages'],
  operation: 'wrap',
  takes: 'all',
  gives: 'one',
} as const satisfies Partial<EdgeSpec>;

/**
 * Images as the pages of a PDF, by a writer of our own: what a PDF can hold as it is (JPEG, the compressed rows of
 * PNG, fax coding) goes in untouched.
 */
export default defineCodec({
  id: 'picture-pdf',
  lane: 'image',
  packages: ['fflate'],
  licence: 'MIT',
  inspects: [],
  edges: [
    {
      ...COMMON,
      name: 'wrap',
      from: ['jpg', 'png'],
      options: ['pageSize', 'dpi', 'background', 'strip'],
      cost: { ms: { base: 1, perMB: 10 }, memoryMB: { base: 30, perMB: 4 }, cpuSlots: 1 },
    },
    {
      ...COMMON,
      name: 'wrap-pages',
      from: ['tiff'],
      options: ['pageSize', 'dpi', 'background', 'pages'],
      cost: { ms: { base: 5, perMB: 80 }, memoryMB: { base: 60, perMB: 8 }, cpuSlots: 1 },
    },
    {
      ...COMMON,
      name: 'comic',
      from: ['cbz', 'cbt'],
      options: ['pageSize', 'dpi', 'background', 'strip'],
      cost: { ms: { base: 5, perMB: 12 }, memoryMB: { base: 40, perMB: 5 }, cpuSlots: 1 },
    },
    {
      ...COMMON,
      name: 'merge',
      from: ['jpg', 'png', 'tiff'],
      merges: 'pages',
      options: ['pageSize', 'dpi', 'background', 'strip'],
      cost: { ms: { base: 5, perMB: 40 }, memoryMB: { base: 60, perMB: 8 }, cpuSlots: 1 },
    },
  ],
  load: () => import('./run.ts'),
});
