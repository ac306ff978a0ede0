import type { Limits } from '../../contract/limits.ts';
import { repairParts } from './repair-parts.ts';

/** Lists say their first number themselves, which no program reads: their first item has it (OpenDocument 1.3, 19.871). */
const NUMBER_OF_LIST = /(<text:list [^<>]*?) text:start-value="(\d+)"([^<>]*>\s*<text:list-item)(?=[\s>])/g;
/** A language without a region has none. */
const NO_REGION = / fo:country=""/g;

/** A text document of pandoc, valid by the schema of OpenDocument. */
export function repairOpenDocument(bytes: Uint8Array, limits: Limits): Uint8Array {
  return repairParts(bytes, limits, /^(?:styles|content)\.xml$/, (source) =>
    source.replace(NO_REGION, '').replace(NUMBER_OF_LIST, '$1$3 text:start-value="$2"'),
  );
}
