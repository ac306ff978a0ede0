import type { Case } from '../case.ts';

/** Both are the same score. */
const NAME = 'two-staves-lyrics-tie';

export const cases: readonly Case[] = [
  {
    ...{ codec: 'score-package', edge: 'pack', from: 'musicxml', to: 'mxl' },
    ...{ source: `${NAME}.musicxml`, comparator: 'exact' },
  },
  {
    ...{ codec: 'score-package', edge: 'unpack', from: 'mxl', to: 'musicxml' },
    ...{ source: `${NAME}.mxl`, comparator: 'exact' },
  },
];
