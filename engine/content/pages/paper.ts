import type { OptionValues } from '../../formats/options.ts';

/** A paper that the option `pageSize` names. */
export type Paper = Exclude<NonNullable<OptionValues['pageSize']>, 'picture'>;

/** Points of the shorter and the longer side (ISO 216, ANSI/ASME Y14.1). */
export const PAPERS: Readonly<Record<Paper, readonly [shorter: number, longer: number]>> = {
  a4: [595.2756, 841.8898],
  a5: [419.5276, 595.2756],
  letter: [612, 792],
  legal: [612, 1008],
};
