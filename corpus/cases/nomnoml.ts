import type { Case } from '../case.ts';

/** A diagram with nodes of many kinds, compartments, nodes in nodes, labels at arrows and styles. */
export const cases: readonly Case[] = [
  {
    codec: 'nomnoml',
    edge: 'draw',
    from: 'nomnoml',
    to: 'svg',
    source: 'kinds-compartments-nesting.nomnoml',
    comparator: 'image',
  },
];
