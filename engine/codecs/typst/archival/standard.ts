import type { OptionValues } from '../../../formats/options.ts';

/** What a part of PDF/A (ISO 19005) allows. */
export interface ArchivalStandard {
  readonly part: 1 | 2 | 3;
  /** Part 1 follows PDF 1.4: nothing shines through, profiles are of version 2, and lists are short. */
  readonly isFirst: boolean;
}

const STANDARDS = {
  'pdf-1.7': undefined, // what the compiler writes anyway
  'pdfa-1b': { part: 1, isFirst: true },
  'pdfa-2b': { part: 2, isFirst: false },
  'pdfa-3b': { part: 3, isFirst: false },
} as const satisfies Record<NonNullable<OptionValues['pdfStandard']>, ArchivalStandard | undefined>;

/** Nothing where no archive is asked for. */
export function archivalStandardOf({ pdfStandard }: OptionValues): ArchivalStandard | undefined {
  return pdfStandard && STANDARDS[pdfStandard];
}
