import type { Case } from '../case.ts';

function trace(source: string, options?: Case['options']): Case {
  return {
    codec: 'trace',
    edge: 'trace',
    from: 'png',
    source,
    to: 'svg',
    ...(options && { options }),
    comparator: 'image',
  };
}

export const cases: readonly Case[] = [
  trace('flat-shapes-and-letters.png'),
  trace('flat-shapes-and-letters.png', { colours: 3, width: 640 }),
  trace('card-fading-to-transparent.png', { colours: 12 }),
];
