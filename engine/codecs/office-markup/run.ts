import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { createImages } from '../../content/document/embedded-images.ts';
import { openData } from '../../content/workbook/data-workbook.ts';
import { openWorkbook } from '../../content/workbook/open.ts';
import { openDoc, readDoc } from '../../content/document/doc/reader.ts';
import type { Outline } from '../../content/document/html/contents.ts';
import { writeHtmlPage } from '../../content/document/html/page.ts';
import { openCompoundFile } from '../../io/compound-file.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { decryptOffice } from '../../content/document/encryption/index.ts';
import { text, type Block, type Document } from '../../content/document/model.ts';
import { readOpenDocument } from '../../content/document/opendocument/reader.ts';
import { openOpenDocument } from '../../content/document/opendocument/package.ts';
import { encryptedOffice, openOfficePackage } from '../../content/document/ooxml/package.ts';
import { sniffHtmlEncoding } from '../../content/document/html/encoding.ts';
import { readTaggedXml } from '../../content/document/tagged-xml/reader.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { openPpt, readPpt } from '../../content/document/ppt/reader.ts';
import { readPptx } from '../../content/document/pptx/reader.ts';
import { openRtf, readRtf } from '../../content/document/rtf/reader.ts';
import { workbookAsDocument } from './read/sheets.ts';
import { writeTables } from './tables.ts';
import { writeHtml } from '../../content/document/html/writer.ts';
import { writeMarkdown } from '../../content/document/markdown/writer.ts';
import { writeText } from '../../content/document/text/writer.ts';

const createRunner: CreateRunner = () => ({
  convert: async (inputs, step, context) =>
    step.edge === 'tables' ? writeTables(inputs[0]!, step, context) : [await convert(inputs, step, context)],
});

export default createRunner;

interface Opened {
  /** Of the file that it comes from. */
  readonly name: string;
  readonly document: Document;
}

async function convert(inputs: readonly Artifact[], step: Step, context: RunContext): Promise<Artifact> {
  const { to } = step;
  const { name, document } = await open(inputs, step, context);
  const written = await write(document, to, { name, context, outline: step.options });
  return { name: outputNameOf(name, to), format: to, bytes: new TextEncoder().encode(written) };
}

/** The tables of data may lie in several files. */
async function open(inputs: readonly Artifact[], { from, edge, options }: Step, context: RunContext): Promise<Opened> {
  if (edge === 'data') {
    const { name, workbook } = await openData(inputs, from, context, { keepsBlankLines: false });
    return { name, document: workbookAsDocument(workbook, context) };
  }
  const [input] = inputs;
  if (edge === 'marked') return { name: input!.name, document: readMarked(context.bytes(input!), options.encoding) };
  const bytes = decryptOffice(context.bytes(input!), options.password, context.limits);
  return { name: input!.name, document: await readOffice(bytes, { from, edge }, context) };
}

function readMarked(bytes: Uint8Array, encoding: string | undefined): Document {
  return readTaggedXml(decodeText(bytes, encoding ?? sniffHtmlEncoding(bytes)).text, 'tei');
}

async function readOffice(
  bytes: Uint8Array,
  { from, edge }: Pick<Step, 'from' | 'edge'>,
  context: RunContext,
): Promise<Document> {
  if (edge === 'sheets') return workbookAsDocument(await openWorkbook(bytes, from, context.limits), context);
  if (from === 'doc' || from === 'dot') return readDoc(openDoc(openCompoundFile(bytes)));
  if (from === 'ppt' || from === 'pps') return readPpt(openPpt(openCompoundFile(bytes)));
  if (from === 'rtf') return readRtf(openRtf(bytes), context);
  if (!/^f?o[dt][tp]$/.test(from)) return readPptx(openOfficePackage(bytes, context.limits), context);
  const document = openOpenDocument(bytes, context.limits);
  if (document === 'encrypted') throw encryptedOffice();
  return readOpenDocument(document, context);
}

interface Target {
  readonly name: string;
  /** What was asked for of headings. */
  readonly outline: Outline;
  readonly context: RunContext;
}

async function write(
  { properties, blocks }: Document,
  to: FormatId,
  { name, context, outline }: Target,
): Promise<string> {
  const { title } = properties;
  if (to === 'txt') return [...writeText(blocks)].join('');
  const images = createImages(to === 'md' ? 'reference' : 'inline', context);
  const withTitle: Iterable<Block> = title === undefined ? blocks : titled(title, blocks);
  const pieces = await gather(to === 'md' ? writeMarkdown(withTitle, images) : writeHtml(blocks, images), context);
  images.report();
  if (to === 'md') return pieces;
  return writeHtmlPage(
    { header: '', body: pieces, footer: '', properties: title === undefined ? {} : { title } },
    name.replace(/\.[^.]*$/, ''),
    outline,
  );
}

/** Markdown says what a document is called as its first heading. */
function* titled(title: string, blocks: Iterable<Block>): Generator<Block> {
  yield { kind: 'heading', level: 1, inlines: [text(title)] };
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
