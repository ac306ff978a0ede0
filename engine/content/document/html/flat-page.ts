import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';

/** Elements that have no end tag, or whose end tag the next element of the kind stands for. */
const SELF_ENDING =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|colgroup|rt|rp)$/i;
const TAG = /<!--[^]*?(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1|$)|<(\/?)([a-z][^\s/<>]*)[^<>]*?(\/?)>/gi;

/** Throws `input_too_complex` for a page on whose elements within each other a parser would take minutes. */
export function requireFlatPage(text: string, { openElements }: Limits): void {
  let depth = 0;
  for (const [, , end, name, closed] of text.matchAll(TAG)) {
    if (name === undefined || closed === '/' || SELF_ENDING.test(name)) continue;
    depth = Math.max(0, depth + (end === '/' ? -1 : 1));
    if (depth > openElements)
      throw new ConversionError({
        code: 'input_too_complex',
        message: `More than ${openElements} elements of the page are within each other. Make it flatter.`,
        details: { limit: 'openElements' },
      });
  }
}
