import type { Warning } from '../contract/codec.ts';
import { formatOf, type FormatId } from '../formats/index.ts';
import type { Facts } from '../contract/facts.ts';

/** Programs inside a document are never run, and a result that cannot hold them lacks them. */
export function warningOfMacros({ macros }: Facts, to: FormatId): Warning | undefined {
  if (!macros || formatOf(to).macros) return undefined;
  const message = 'The document has macros. They were not run, and the result does not have them.';
  return { code: 'feature_dropped', message };
}
