import { defineCodec } from '../../contract/codec.ts';

/**
 * Pages of a PDF as drawings, one SVG each: pdf.js says what a page paints, and it is written as the same outlines,
 * images, clips, gradients, patterns, masks and blends. Nothing of a page is drawn as pixels but its images and
 * shadings made of meshes, which SVG does not have.
 */
export default defineCodec({
  id: 'pdf-svg',
  lane: 'document',
  packages: ['pdfjs-dist'],
  licence: 'Apache-2.0',
  inspects: [],
  edges: [
    {
      name: 'draw',
      from: ['pdf'],
      to: ['svg'],
      keeps: ['text', 'look', 'vector', 'figures', 'metadata'],
      operation: 'recode',
      // A scan that becomes a PDF with recognised words is no drawing.
      requiresUntransformed: true,
      takes: 'all',
      gives: 'many',
      needs: ['decrypted'],
      options: ['pages', 'password'],
      cost: { ms: { base: 120, perMB: 900 }, memoryMB: { base: 150, perMB: 60 }, cpuSlots: 1, growth: 3 },
    },
  ],
  load: () => import('./run.ts'),
});
