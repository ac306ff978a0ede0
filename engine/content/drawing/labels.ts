import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Facts } from '../../contract/facts.ts';
import { formatOf } from '../../formats/index.ts';
import { normaliseText, wordsOf } from '../document/inspect-text.ts';
import { surveyDrawing } from './survey.ts';

/**
 * Whether drawings or pages show every label of a graph or chart, each of which lies where its layout puts it: they have no
 * order. Readers of pages also join and part words by their places; where labels stand upright or above each other, only
 * their letters tell that they are there.
 */
export function showsAllLabels({ format, document }: Facts, outputs: readonly Facts[]): boolean {
  const { drawn, carries } = formatOf(format);
  const isLaidOut = drawn === true && carries.includes('vector');
  const isDrawing = outputs.every((output) => formatOf(output.format).family === 'image');
  const isOnPages = outputs.every((output) => output.document?.pages !== undefined);
  if (!isLaidOut || !(isDrawing || isOnPages)) return false;
  const partsOf = isDrawing ? wordsIn : lettersIn;
  const found = countAll(partsOf(outputs.map((output) => output.document?.text ?? '').join('\n')));
  return [...countAll(partsOf(document?.text ?? ''))].every(([part, count]) => (found.get(part) ?? 0) >= count);
}

/** Labels that an error names. */
const MOST_NAMED = 5;

/**
 * Throws `unsupported_conversion` with the labels of a diagram that its drawing does not show. An image of the drawing shows
 * no reader of text which ones it lacks: they are looked for before there is one.
 */
export function requireLabels(labels: readonly string[], svg: string, { limits }: RunContext): void {
  const left = countAll(wordsIn(surveyDrawing(svg, limits).text));
  const take = (word: string): boolean => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  };
  const missing = labels.filter((label) => !wordsIn(label).map(take).every(Boolean));
  if (missing.length === 0) return;
  const named = missing.slice(0, MOST_NAMED);
  const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : '';
  const parts = `${named.map((label) => `"${label}"`).join(', ')}${more}`;
  throw new ConversionError({
    code: 'unsupported_conversion',
    message: `Parts of the diagram are not understood here: ${parts}. Write them in another way, or draw the diagram in a browser.`,
    details: { labels: named },
  });
}

function wordsIn(text: string): readonly string[] {
  return wordsOf(normaliseText(text));
}

function lettersIn(text: string): readonly string[] {
  return [...wordsIn(text).join('')];
}

function countAll(parts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return counts;
}
