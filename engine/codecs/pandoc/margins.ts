import type { RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Block } from '../../content/document/model.ts';
import { openOpenDocument } from '../../content/document/opendocument/package.ts';
import { readOpenDocument } from '../../content/document/opendocument/reader.ts';
import { openRtf, readRtf } from '../../content/document/rtf/reader.ts';
import { writeText } from '../../content/document/text/writer.ts';

/** The distinct texts of headers and footers, a paragraph each. */
export interface Margins {
  readonly header: readonly string[];
  readonly footer: readonly string[];
}

/**
 * What is over and under the text of each page of RTF and OpenDocument, which pandoc's readers leave out; without what is
 * only the number of a page.
 */
export function marginsOf(bytes: Uint8Array, from: FormatId, context: RunContext): Margins | undefined {
  const blocks = blocksOf(bytes, from, context);
  if (!blocks) return undefined;
  const margins = { header: new Set<string>(), footer: new Set<string>() };
  for (const block of blocks) {
    if (block.kind !== 'margin' || block.unshown) continue;
    for (const line of [...writeText(block.blocks)].join('').split('\n')) {
      if (/\p{L}/u.test(line)) margins[block.edge].add(line.trim());
    }
  }
  return { header: [...margins.header], footer: [...margins.footer] };
}

function blocksOf(bytes: Uint8Array, from: FormatId, context: RunContext): Iterable<Block> | undefined {
  if (from === 'rtf') return readRtf(openRtf(bytes), context).blocks;
  if (from !== 'odt') return undefined;
  const document = openOpenDocument(bytes, context.limits);
  return document === 'encrypted' ? undefined : beforeText(readOpenDocument(document, context).blocks);
}

/** The headers and footers of OpenDocument come first: the text need not be read for them. */
function* beforeText(blocks: Iterable<Block>): Generator<Block> {
  for (const block of blocks) {
    if (block.kind !== 'margin') return;
    yield block;
  }
}
