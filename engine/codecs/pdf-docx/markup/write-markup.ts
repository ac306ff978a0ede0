import type { Step, RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { paragraph, type Block, type Inline } from '../../../content/document/model.ts';
import { writeHtml } from '../../../content/document/html/writer.ts';
import { writeMarkdown } from '../../../content/document/markdown/writer.ts';
import { writeText } from '../../../content/document/text/writer.ts';
import { createImages } from '../../../content/document/embedded-images.ts';
import { writeHtmlPage } from '../../../content/document/html/page.ts';
import type { CoreProperties } from '../../../content/document/ooxml/package.ts';
import type { DocumentInfo } from '../write/document.ts';
import { documentBlocks, type PagedLayout } from './document-blocks.ts';
import { headerFooterLines } from './headers-footers.ts';

interface MarkupSource extends PagedLayout {
  readonly info: DocumentInfo;
  /** Name of the PDF. */
  readonly name: string;
}

/** Writes the document as a text file. Headers and footers are in it once: above and below everything else. */
export async function writeMarkup(source: MarkupSource, { to }: Step, context: RunContext): Promise<Uint8Array> {
  const text = await textOfTarget(source, to, context);
  if (text.trim() === '') throw withoutText();
  return new TextEncoder().encode(text);
}

async function textOfTarget(source: MarkupSource, to: Step['to'], context: RunContext): Promise<string> {
  const { layout, info } = source;
  const { header, footer } = headerFooterLines(layout);
  if (to === 'html') return htmlOf(source, context);
  const blocks = [...paragraphsOf(header), ...documentBlocks(source), ...paragraphsOf(footer)];
  if (to === 'txt') return [...writeText(blocks)].join('');
  const images = createImages('reference', context);
  const markdown = await gather(writeMarkdown(blocks, images), context);
  images.report();
  return markdown.trim() === '' ? '' : frontMatterOf(info) + markdown;
}

async function htmlOf(source: MarkupSource, context: RunContext): Promise<string> {
  const { header, footer } = headerFooterLines(source.layout);
  const images = createImages('inline', context);
  const write = (blocks: Iterable<Block>): Promise<string> => gather(writeHtml(blocks, images), context);
  const page = {
    header: await write(paragraphsOf(header)),
    body: await write(documentBlocks(source)),
    footer: await write(paragraphsOf(footer)),
    properties: propertiesOf(source.info),
  };
  images.report();
  return page.body === '' ? '' : writeHtmlPage(page, source.name.replace(/\.[^.]*$/, ''));
}

async function gather(pieces: AsyncIterable<string>, { signal }: RunContext): Promise<string> {
  const gathered: string[] = [];
  for await (const piece of pieces) {
    signal.throwIfAborted();
    gathered.push(piece);
  }
  return gathered.join('');
}

function paragraphsOf(lines: readonly (readonly Inline[])[]): Block[] {
  return lines.map(paragraph);
}

function propertiesOf({ title, author, subject, keywords }: DocumentInfo): CoreProperties {
  return {
    ...(title && { title }),
    ...(author && { creator: author }),
    ...(subject && { subject }),
    ...(keywords && { keywords }),
  };
}

/** Properties as YAML: strings in JSON's quotes are strings there too. */
function frontMatterOf({ title, author, keywords }: DocumentInfo): string {
  const entries = Object.entries({ title, author, keywords }).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return '';
  return `---\n${entries.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join('')}---\n\n`;
}

function withoutText(): ConversionError {
  return new ConversionError({
    code: 'unsupported_conversion',
    message:
      'The PDF has no text: its pages are images. Ask for recognition with the option ocr, or convert it to an image.',
  });
}
