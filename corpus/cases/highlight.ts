import type { Case } from '../case.ts';

const python = { codec: 'highlight', from: 'code', source: 'tabs-wide-characters.py' } as const;
const typescript = { ...python, source: 'generics-comments.ts' } as const;

/** Languages told by the file name, by the first line of a script, and by the caller. */
export const cases: readonly Case[] = [
  { ...typescript, edge: 'page', to: 'html', comparator: 'exact' },
  { ...python, edge: 'page', to: 'html', options: { theme: 'monokai' }, comparator: 'exact' },
  { ...python, edge: 'page', source: 'shebang.code', to: 'html', comparator: 'exact' },
  { ...typescript, edge: 'draw', to: 'svg', comparator: 'image' },
  { ...python, edge: 'draw', to: 'svg', options: { theme: 'nord', fontSize: 12 }, comparator: 'image' },
  { ...python, edge: 'draw', source: 'shebang.code', to: 'svg', options: { syntax: 'ruby' }, comparator: 'image' },
];
