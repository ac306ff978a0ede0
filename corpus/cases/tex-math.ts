import type { Case } from '../case.ts';

const formula = { codec: 'tex-math', from: 'texmath', source: 'fraction-sum-matrix.texmath' } as const;
const several = { ...formula, source: 'aligned-definitions.texmath' } as const;

/** A formula with what is built of others, and one over several lines with definitions of its own. */
export const cases: readonly Case[] = [
  { ...formula, edge: 'draw', to: 'svg', comparator: 'image' },
  { ...several, edge: 'draw', to: 'svg', comparator: 'image' },
  { ...formula, edge: 'mark-up', to: 'mathml', comparator: 'exact' },
  { ...several, edge: 'mark-up', to: 'html', comparator: 'exact' },
];
