import type { Warning } from '../contract/codec.ts';
import { EMBEDDED_FONTS } from '../content/pages/compare/archival.ts';
import type { Check } from '../contract/report.ts';

/** Says which words a result lacks that has nearly all of them. */
export function warningOfMissingText(checks: readonly Check[]): Warning | undefined {
  const check = checks.find(({ name, missing }) => name !== EMBEDDED_FONTS && missing !== undefined);
  if (!check) return undefined;
  const { expected, found, missing = [] } = check;
  return {
    code: 'text_dropped',
    message: `Of ${expected} words of the pages ${found} are in the result. Among the missing are: ${missing.join(', ')}.`,
    details: { expected, found, missing },
  };
}

/** Says which fonts a PDF names and does not have: every reader takes others for them. */
export function warningOfForeignFonts(checks: readonly Check[]): Warning | undefined {
  const fonts = checks.find(({ name }) => name === EMBEDDED_FONTS)?.missing;
  if (!fonts) return undefined;
  return {
    code: 'font_not_embedded',
    message: `Fonts that the PDF uses are not in it, and other programs may show others: ${fonts.join(', ')}.`,
    details: { fonts },
  };
}
