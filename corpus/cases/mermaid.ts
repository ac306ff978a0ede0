import type { Case } from '../case.ts';

const drawn = { codec: 'mermaid', edge: 'draw', from: 'mermaid', to: 'svg', comparator: 'image' } as const;

/** A diagram of each kind that is drawn. */
export const cases: readonly Case[] = [
  { ...drawn, source: 'flow-shapes-groups-styles.mmd' },
  { ...drawn, source: 'sequence-loop-note.mmd' },
  { ...drawn, source: 'classes-members-relations.mmd' },
  { ...drawn, source: 'states-inner.mmd' },
  { ...drawn, source: 'entities-keys.mmd' },
  { ...drawn, source: 'chart-bars-line.mmd' },
];
