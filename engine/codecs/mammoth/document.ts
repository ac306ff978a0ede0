import mammoth from 'mammoth';
import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { HtmlDocument } from '../../content/document/html/page.ts';
import { findWordPart, readCoreProperties, type OfficePackage } from '../../content/document/ooxml/package.ts';
import { readHeadingStyles, type HeadingStyle } from '../../content/document/ooxml/word-styles.ts';
import { openParts, type MammothFile } from './parts.ts';
import { reportDropped } from './losses.ts';
import { findMarginalia, openMarginal } from './marginalia.ts';
import type { Images } from '../../content/document/embedded-images.ts';
import { outlineStyleId } from '../../content/document/ooxml/story-rewriter.ts';
import { prepareDocument } from './transform.ts';

interface DocumentRequest {
  readonly images: Images;
  readonly context: RunContext;
  /** Shape tables as Markdown holds them: a header row, and no merged cells. */
  readonly markdownTables: boolean;
}

/** The lowest heading that HTML has. */
const LOWEST_HEADING = 6;
const OUTLINE_STYLES: readonly HeadingStyle[] = Array.from({ length: 9 }, (_, index) => ({
  id: outlineStyleId(index + 1),
  level: index + 1,
}));

/** Converts the body and every distinct header and footer. Throws `input_corrupt` or `input_too_complex`. */
export async function convertDocument(parts: OfficePackage, request: DocumentRequest): Promise<HtmlDocument> {
  const { context } = request;
  const main = findWordPart(parts);
  const relationships = parts.relationshipsOf(main);
  const headings = readHeadingStyles(parts, relationships, context.limits.nesting);
  const styleMap = [...headings, ...OUTLINE_STYLES].map(
    ({ id, level }) => `p.${escapeStyleId(id)} => h${Math.min(level, LOWEST_HEADING)}:fresh`,
  );
  const file = openParts(parts, main, context.limits);
  const convertPart = (part: MammothFile): Promise<string> => convertToHtml(part, styleMap, request);

  const body = await convertPart(file);
  const marginals = { header: new Set<string>(), footer: new Set<string>() };
  for (const { type, part } of findMarginalia(relationships)) {
    context.signal.throwIfAborted();
    const marginal = openMarginal(file, parts, { main, part, limits: context.limits });
    const html = marginal && (await convertPart(marginal));
    if (html) marginals[type].add(html);
  }
  reportDropped(file, relationships, context);
  return {
    header: [...marginals.header].join('\n'),
    body,
    footer: [...marginals.footer].join('\n'),
    properties: readCoreProperties(parts, context.limits.nesting),
  };
}

async function convertToHtml(
  file: MammothFile,
  styleMap: readonly string[],
  { images, context, markdownTables }: DocumentRequest,
): Promise<string> {
  // mammoth takes an opened archive in place of bytes: ours is bounded and checks what it reads.
  const input = { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0];
  try {
    const { value, messages } = await mammoth.convertToHtml(input, {
      styleMap: [...styleMap],
      convertImage: mammoth.images.imgElement((image) =>
        images.convert({ mimeType: image.contentType ?? '', read: () => image.readAsBuffer() }),
      ),
      transformDocument: (document: unknown) => prepareDocument(document, { context, markdownTables }),
      // A map inside the document could make any element of any paragraph.
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
    });
    file.messages.push(...messages.map(({ message }) => message));
    return value;
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    throw new ConversionError(
      { code: 'input_corrupt', message: 'The Word document is damaged: one of its parts cannot be read.' },
      { cause: error },
    );
  }
}

/** Style ids are identifiers in mammoth's style maps: everything else in them is escaped. */
function escapeStyleId(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '\\$&').replace(/^[0-9-]/, '\\$&');
}
