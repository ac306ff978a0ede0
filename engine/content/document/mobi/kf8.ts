import { uint32At } from '../../../io/big-endian.ts';
import { latin1Bytes, latin1Of } from '../../../io/bytes.ts';
import type { RunContext } from '../../../contract/codec.ts';
import type { Book } from '../book/book.ts';
import { BookBuilder } from '../book/book-builder.ts';
import { readContentsIndex, treeOfContents } from './contents.ts';
import { readIndex } from './index-reader.ts';
import type { MobiFile } from './header.ts';
import { damaged } from './palm-database.ts';
import { nameOfPosition, withAnchors } from './places.ts';

/** Where the header names the records of version 8. */
const FLOWS_OFFSET = 192;
const FRAGMENTS_OFFSET = 248;
const SKELETONS_OFFSET = 252;
const COUNT = 1;
const PLACE = 6;

const LINK = /kindle:pos:fid:([\dA-V]{4}):off:([\dA-V]{10})/gi;
const RESOURCE = /kindle:embed:([\dA-V]{4})(?:\?mime=[\w/+.-]*)?/gi;
const FLOW = /kindle:flow:([\dA-V]{4})(?:\?mime=[\w/+.-]*)?/gi;
const STYLE_SHEET = /<link\b[^>]*href\s*=\s*["']flow-(\d+)["']/gi;
const NAME = 'text';

interface Fragment {
  /** Position in the assembled text. */
  readonly insertAt: number;
  readonly length: number;
}

interface Page {
  readonly start: number;
  readonly markup: string;
}

/** A Kindle book of version 8: pages that are put together of skeletons and fragments. */
export function readKf8(file: MobiFile, context: RunContext): Book {
  const text = file.text(context.signal);
  const flows = readFlows(file, text);
  const fragments = readFragments(file);
  const positionOf = (fragment: number, offset: number): number | undefined => {
    const found = fragments[fragment];
    return found && found.insertAt + offset;
  };
  const pages = assemble(file, flows[0] ?? text, fragments);
  const index = readContentsIndex(file, positionOf);
  const targets = pages.flatMap(({ markup }) =>
    [...markup.matchAll(LINK)].map(
      ([, fragment, offset]) => positionOf(parseInt(fragment!, 32), parseInt(offset!, 32)) ?? -1,
    ),
  );
  const positions = [...targets, ...index.map(({ position }) => position)];
  const builder = new BookBuilder((name) => imageAt(name, file, flows), context.limits);
  const decoder = new TextDecoder(file.encoding);
  for (const { start, markup } of pages) {
    context.signal.throwIfAborted();
    const html = decoder
      .decode(latin1Bytes(withAnchors(markup, positions, start)))
      .replace(LINK, (_, fragment: string, offset: string) => {
        const position = positionOf(parseInt(fragment, 32), parseInt(offset, 32));
        return `#${nameOfPosition(position ?? -1)}`;
      })
      .replace(RESOURCE, (_, number: string) => `resource-${parseInt(number, 32)}`)
      .replace(FLOW, (_, number: string) => `flow-${parseInt(number, 32)}`);
    const styleSheets = [...html.matchAll(STYLE_SHEET)].map(([, number]) =>
      decoder.decode(flows[Number(number)] ?? new Uint8Array(0)),
    );
    builder.addChapter({ name: NAME, html, resolve: (address) => address, styleSheets });
  }
  const cover = file.cover === undefined ? undefined : builder.imageNamed(`resource-${file.cover}`);
  const book = builder.finish(
    file.metadata,
    treeOfContents(index, (position) => `${NAME}#${nameOfPosition(position)}`),
    cover,
  );
  builder.losses.report(context, book.images.size);
  return book;
}

/** The text is followed by style sheets and drawings, each a flow of its own. */
function readFlows(file: MobiFile, text: Uint8Array): Uint8Array[] {
  const number = file.recordAt(FLOWS_OFFSET);
  const table = number === undefined ? undefined : file.records[number];
  if (!table || latin1Of(table, 0, 4) !== 'FDST') return [text];
  const count = Math.min(uint32At(table, 8), (table.length - 12) >> 3);
  return Array.from({ length: count }, (_, index) =>
    text.subarray(uint32At(table, 12 + 8 * index), uint32At(table, 16 + 8 * index)),
  );
}

function readFragments(file: MobiFile): Fragment[] {
  const number = file.recordAt(FRAGMENTS_OFFSET);
  if (number === undefined) return [];
  return readIndex(file.records, number).entries.map(({ name, tags }) => ({
    insertAt: Number(latin1Of(name)) || 0,
    length: tags.get(PLACE)?.[1] ?? 0,
  }));
}

/** Puts fragments into their skeletons: what stood behind one another then has the same length in one piece. */
function assemble(file: MobiFile, text: Uint8Array, fragments: readonly Fragment[]): Page[] {
  const number = file.recordAt(SKELETONS_OFFSET);
  if (number === undefined) return [{ start: 0, markup: latin1Of(text) }];
  const pages: Page[] = [];
  let next = 0;
  for (const { tags } of readIndex(file.records, number).entries) {
    const [count = 0] = tags.get(COUNT) ?? [];
    const [start = 0, length = 0] = tags.get(PLACE) ?? [];
    if (start + length > text.length) throw damaged('a page lies beyond the end of its text');
    let markup = latin1Of(text, start, start + length);
    let position = start + length;
    for (const fragment of fragments.slice(next, next + count)) {
      const at = Math.max(0, Math.min(markup.length, fragment.insertAt - start));
      markup = markup.slice(0, at) + latin1Of(text, position, position + fragment.length) + markup.slice(at);
      position += fragment.length;
    }
    next += count;
    pages.push({ start, markup });
  }
  if (pages.length === 0) throw damaged('it has no pages');
  return pages;
}

function imageAt(name: string, file: MobiFile, flows: readonly Uint8Array[]): Uint8Array | undefined {
  const [, kind, number] = /^(resource|flow)-(\d+)$/.exec(name) ?? [];
  return kind === 'resource' ? file.resource(Number(number)) : flows[Number(number)];
}
