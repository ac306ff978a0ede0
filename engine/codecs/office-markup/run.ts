import type { CreateRunner, Hop, RunContext } from '../../codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../io/artifact.ts';
import { createPictures } from '../../models/office/embedded-pictures.ts';
import { openData } from '../../models/office/data-workbook.ts';
import { openWorkbook } from '../../models/office/open-workbook.ts';
import { writeHtmlPage } from '../../models/office/html-page.ts';
import { outputNameOf } from '../../models/output-name.ts';
import { decryptOffice } from '../../models/office/encryption/index.ts';
import type { Block, MarkupDocument } from '../../models/markup/blocks.ts';
import { readOpenDocument } from './read/odf.ts';
import { readPptx } from './read/pptx.ts';
import { workbookAsDocument } from './read/sheets.ts';
import { writeTables } from './tables.ts';
import { writeHtml } from '../../models/markup/html.ts';
import { writeMarkdown } from '../../models/markup/markdown.ts';
import { writeText } from '../../models/markup/text.ts';

const createRunner: CreateRunner = () => ({
  convert: async ([input], hop, context) =>
    hop.edge === 'tables' ? writeTables(input!, hop, context) : [await convert(input!, hop, context)],
});

export default createRunner;

async function convert(input: Artifact, { from, to, edge, options }: Hop, context: RunContext): Promise<Artifact> {
  const document =
    edge === 'data'
      ? workbookAsDocument(await openData(context.bytes(input), from, input.name, context), context)
      : await readOffice(
          decryptOffice(context.bytes(input), options.password, context.limits),
          { from, edge },
          context,
        );
  const text = await write(document, to, { name: input.name, context });
  return { name: outputNameOf(input.name, to), format: to, bytes: new TextEncoder().encode(text) };
}

async function readOffice(
  bytes: Uint8Array,
  { from, edge }: Pick<Hop, 'from' | 'edge'>,
  context: RunContext,
): Promise<MarkupDocument> {
  if (edge === 'sheets') return workbookAsDocument(await openWorkbook(bytes, from, context.limits), context);
  return /^f?o[dt][tp]$/.test(from) ? readOpenDocument(bytes, context) : readPptx(bytes, context);
}

interface Target {
  readonly name: string;
  readonly context: RunContext;
}

async function write({ title, blocks }: MarkupDocument, to: FormatId, { name, context }: Target): Promise<string> {
  if (to === 'txt') return [...writeText(blocks)].join('');
  const pictures = createPictures(to === 'md' ? 'reference' : 'inline', context);
  const withTitle: Iterable<Block> = title === undefined ? blocks : titled(title, blocks);
  const pieces = await gather(to === 'md' ? writeMarkdown(withTitle, pictures) : writeHtml(blocks, pictures), context);
  pictures.report();
  if (to === 'md') return pieces;
  const properties = title === undefined ? {} : { title };
  return writeHtmlPage({ header: '', body: pieces, footer: '', properties }, name.replace(/\.[^.]*$/, ''));
}

/** Markdown says what a document is called as its first heading. */
function* titled(title: string, blocks: Iterable<Block>): Generator<Block> {
  yield { kind: 'heading', level: 1, inlines: [{ text: title }] };
  yield* blocks;
}

async function gather(pieces: AsyncIterable<string>, { signal }: RunContext): Promise<string> {
  const gathered: string[] = [];
  for await (const piece of pieces) {
    signal.throwIfAborted();
    gathered.push(piece);
  }
  return gathered.join('');
}
