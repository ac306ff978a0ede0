import type { Facts } from '../../contract/facts.ts';
import { formatOf } from '../../formats/index.ts';
import { normaliseText, wordsOf } from '../document/inspect-text.ts';

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
