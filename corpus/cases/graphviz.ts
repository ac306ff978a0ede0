import type { Case } from '../case.ts';

const graph = { codec: 'graphviz', from: 'gv', source: 'clusters-records-links.gv' } as const;

/** A graph with everything that labels can be, and one that names its own layout. */
export const cases: readonly Case[] = [
  { ...graph, edge: 'draw', to: 'svg', comparator: 'image' },
  { ...graph, edge: 'draw', source: 'circle-layout.gv', to: 'svg', comparator: 'image' },
  { ...graph, edge: 'model', to: 'json', comparator: 'exact' },
];
