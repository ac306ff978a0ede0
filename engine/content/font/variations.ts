import type { Sfnt } from './sfnt.ts';

/** Tables of a variable font: without them it is drawn as it is when no axis is moved. */
const VARIATION_TABLES = ['fvar', 'gvar', 'avar', 'cvar', 'HVAR', 'VVAR', 'MVAR', 'STAT', 'VARC'];

export function isVariable({ tables }: Sfnt): boolean {
  return tables.has('fvar');
}

export function withoutVariations({ flavour, tables }: Sfnt): Sfnt {
  return { flavour, tables: new Map([...tables].filter(([tag]) => !VARIATION_TABLES.includes(tag))) };
}
