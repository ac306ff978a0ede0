import type { Case } from '../case.ts';

/** A board with everything that is drawn on one, and an element that was deleted. */
export const cases: readonly Case[] = [
  {
    codec: 'excalidraw',
    edge: 'draw',
    from: 'excalidraw',
    to: 'svg',
    source: 'shapes-arrows-texts-image.excalidraw',
    comparator: 'image',
  },
];
