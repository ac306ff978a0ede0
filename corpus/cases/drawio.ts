import type { Case } from '../case.ts';

const SOURCE = 'shapes-lines-packed-page.drawio';

/** Two pages with everything that is drawn on one; the second is packed. */
export const cases: readonly Case[] = [
  { codec: 'drawio', edge: 'draw', from: 'drawio', to: 'svg', source: SOURCE, comparator: 'image' },
];

export const origins = { [`sources/drawio/${SOURCE}`]: 'ours: `corpus/make/diagrams.ts`' };
