import type { Warning } from '../contract/codec.ts';
import type { FormatId } from '../formats/index.ts';
import type { Facts } from '../contract/facts.ts';

/** Formats of the document family that can hold programs. */
const WITH_MACROS: ReadonlySet<FormatId> = new Set<FormatId>([
  ...(['docm', 'dotm', 'xlsm', 'xltm', 'xlsb', 'pptm', 'potm', 'ppsm'] as const),
  ...(['doc', 'dot', 'xls', 'xlt', 'ppt', 'pps'] as const),
  ...(['odt', 'ott', 'fodt', 'ods', 'ots', 'fods', 'odp', 'otp', 'fodp', 'odg', 'otg', 'fodg'] as const),
]);

/** Programs inside a document are never run, and a result that cannot hold them lacks them. */
export function warningOfMacros({ macros }: Facts, to: FormatId): Warning | undefined {
  if (!macros || WITH_MACROS.has(to)) return undefined;
  const message = 'The document has macros. They were not run, and the result does not have them.';
  return { code: 'feature_dropped', message };
}
