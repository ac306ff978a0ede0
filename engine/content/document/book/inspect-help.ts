import type { RunContext } from '../../../contract/codec.ts';
import type { Facts } from '../../../contract/facts.ts';
import { addBlocks } from '../document-facts.ts';
import { readHtml } from '../html/reader.ts';
import type { Block } from '../model.ts';
import { Content } from '../text-content.ts';
import { openHelp, type Help, type HelpFile } from './help-reader.ts';
import { aboutBy } from './inspect.ts';

/** What the pages of a compiled help say; nothing where it has none and holds data alone. */
export function factsOfHelp(
  files: readonly HelpFile[],
  { limits, signal }: RunContext,
): Pick<Facts, 'document' | 'book'> {
  const help = openHelp(files);
  if (help.pages.length === 0) return {};
  const content = new Content(limits.verifiedTextChars);
  content.title = help.title;
  addBlocks(content, blocksOf(help, signal));
  return {
    document: content.document({ hasPages: false }),
    book: aboutBy(help),
  };
}

function* blocksOf({ pages, find, resolve }: Help, signal: AbortSignal): Generator<Block> {
  for (const { name, html } of pages) {
    signal.throwIfAborted();
    const read = (address: string): Uint8Array | undefined => find(resolve(address, name))?.content();
    yield* readHtml(html, { read, mayLack: true }).blocks;
  }
}
