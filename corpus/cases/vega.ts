import type { Case } from '../case.ts';

const drawn = { codec: 'vega', edge: 'draw', to: 'svg', comparator: 'image' } as const;

/** Charts with titles, legends, facets, layers, expressions and links, in Vega and in Vega-Lite. */
export const cases: readonly Case[] = [
  { ...drawn, from: 'vegalite', source: 'bars-legend-title.vl.json' },
  { ...drawn, from: 'vegalite', source: 'layers-facets-expressions.vl.json' },
  { ...drawn, from: 'vega', source: 'pie-with-links.vg.json' },
  {
    ...drawn,
    edge: 'compile',
    from: 'vegalite',
    to: 'vega',
    source: 'bars-legend-title.vl.json',
    comparator: 'exact',
  },
];
