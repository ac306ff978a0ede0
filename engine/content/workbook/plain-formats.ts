/** Digits, dates and what is around them. */
const ORDINARY =
  /^(?:General|(?:"[^"]*"|\\.|\[\$[^\]]*\]|\[(?:h+|m+|s+)\]|AM\/PM|A\/P|[#0,.%+\-/:() €$£¥]|E[+-]0+|[ymdhsTZ])+)?$/i;

/** How LibreOffice shows booleans in Excel's formats; in others they have a style of their own. */
const BOOLEAN = '"TRUE";"TRUE";"FALSE"';

/**
 * Whether a number format has one part for all numbers and neither colours, conditions, fractions nor room for texts:
 * what every format of sheets can hold.
 */
export function isOrdinaryFormat(code: string): boolean {
  return ORDINARY.test(code) || code === BOOLEAN;
}
