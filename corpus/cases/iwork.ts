import type { Case } from '../case.ts';

const KEEPER = 'keeper-list-table-note-box';
const LAMPS = 'lamps-picture-table-notes';

export const cases: readonly Case[] = ['2009', '2013'].flatMap((year) => [
  { codec: 'iwork', edge: 'text', from: 'pages', to: 'odt', source: `${KEEPER}-${year}.pages`, comparator: 'document' },
  { codec: 'iwork', edge: 'slides', from: 'key', to: 'odp', source: `${LAMPS}-${year}.key`, comparator: 'document' },
]);
