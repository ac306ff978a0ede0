import { defineCodec } from '../../contract/codec.ts';

/**
 * Judges results that no other reader opens: pages for printers that are one image, and formulas. It is no interpreter
 * of PostScript.
 */
export default defineCodec({
  id: 'output-reader',
  lane: 'light',
  packages: [],
  licence: 'MIT',
  inspects: [],
  verifies: ['eps', 'ps', 'pcl', 'mathml'],
  edges: [],
  load: () => import('./run.ts'),
});
