import type { Limits } from '../../contract/limits.ts';
import { repairParts } from '../../content/document/ooxml/repair-parts.ts';

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

/** A paragraph's start and end, or a frame or shape that is fixed to a page, without others in it. */
const PARAGRAPH_OR_FIXED =
  /<text:(?:p|h)\b[^<>]*(?<!\/)>|<\/text:(?:p|h)>|<draw:([\w-]+) [^<>]*text:anchor-type="page"[^<>]*(?<!\/)>((?:(?!<draw:\1\b|<\/draw:\1>).)*)<\/draw:\1>/gs;
const TEXT_BOX = /^\s*<draw:text-box\b[^<>]*>(.*)<\/draw:text-box>/s;
const PARAGRAPH = /<text:(p|h|list)\b.*<\/text:\1>/s;

/**
 * A text document as pandoc takes it: what is fixed to a page stands between the paragraphs (OpenDocument 1.3, 5.1.3),
 * where pandoc sees it only as a paragraph.
 */
export function readableOpenDocument(bytes: Uint8Array, limits: Limits): Uint8Array {
  return repairParts(bytes, limits, /^content\.xml$/, (source) => {
    let depth = 0;
    return source.replace(PARAGRAPH_OR_FIXED, (found, kind: string | undefined, content: string) => {
      if (kind === undefined) depth += found.startsWith('</') ? -1 : 1;
      if (kind === undefined || depth > 0) return found;
      if (kind !== 'frame') return PARAGRAPH.exec(content)?.[0] ?? '';
      return TEXT_BOX.exec(content)?.[1] ?? `<text:p>${found}</text:p>`;
    });
  });
}
