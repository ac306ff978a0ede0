import type { Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { escapeXml } from '../../io/xml.ts';
import { openZip } from '../../io/zip.ts';
import type { Book, BookImage } from '../../content/document/book/book.ts';
import { readEpub } from '../../content/document/book/epub-reader.ts';
import { readFb2 } from '../../content/document/book/fb2-reader.ts';
import { pngOfGif } from '../../content/raster/gif/reader.ts';
import { sniffHtmlEncoding } from '../../content/document/html/encoding.ts';
import { decryptOffice } from '../../content/document/encryption/index.ts';
import { noFindings } from '../../content/document/ooxml/story-rewriter.ts';
import { pageOfBook } from './book-page.ts';
import { drawn, needsDrawnImages, type DrawnImage } from './drawn-images.ts';
import { marginsOf, type Margins } from './margins.ts';
import { readableOpenDocument } from './open-document.ts';
import { readableWord } from './word.ts';
import { requireBoundedWork } from './complexity.ts';
import { repaired } from './repairs.ts';

const PACKAGES: ReadonlySet<FormatId> = new Set(['docx', 'odt']);
const BOOKS: ReadonlySet<FormatId> = new Set(['epub', 'fb2']);
/** Targets that pandoc writes with a cover beside the text. */
const COVERED: ReadonlySet<FormatId> = new Set(['epub']);
/** What an XML declaration says is no longer so once the text is in UTF-8. */
const XML_ENCODING = /^(<\?xml[^>]+encoding\s*=\s*["'])[\w-]+(["'])/;

interface Source {
  readonly bytes: Uint8Array;
  /** Of a text; absent for packages and books. */
  readonly text?: string;
  /** Of a book, by the names that its page has for them. */
  readonly images?: Book['images'];
  /** The image that is the cover of the book where the target has covers. */
  readonly cover?: string;
  /** Of the pages of a document, where pandoc does not read them. */
  readonly margins?: Margins;
}

/** The input as pandoc takes it: packages as they are, books as pages of HTML, texts in UTF-8. */
export function sourceOf(input: Artifact, step: Step, context: RunContext): Source {
  const { from, options } = step;
  const bytes = context.bytes(input);
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  if (PACKAGES.has(from)) return packageOf(bytes, step, context);
  if (BOOKS.has(from)) return bookOf(bytes, step, context);
  const { text, encoding, assumed } = decodeText(bytes, options.encoding ?? sniffHtmlEncoding(bytes));
  if (assumed) {
    context.warn({
      code: 'encoding_assumed',
      message: `The text is not valid UTF-8; it was read as ${encoding}.`,
      details: { encoding },
    });
  }
  const written = step.to === 'rtf' ? withoutGifsInText(text, context) : text;
  const readable = from === 'txt' ? paragraphsOf(written) : repaired(written.replace(XML_ENCODING, '$1utf-8$2'), step);
  requireBoundedWork(readable, from, context.limits);
  return { bytes: new TextEncoder().encode(readable), text: readable, margins: marginsOf(bytes, from, context) };
}

/** Whether drawings of the source may have to be drawn for the target. */
export function drawsImages({ from, to }: Step): boolean {
  return BOOKS.has(from) && needsDrawnImages(to);
}

function bookOf(bytes: Uint8Array, { from, to, options }: Step, context: RunContext): Source {
  const book = from === 'epub' ? readEpub(bytes, context) : readFb2(bytes, context, options.encoding);
  const images = new Map<string, DrawnImage>();
  for (const [name, image] of book.images) {
    context.signal.throwIfAborted();
    images.set(name, writableImage(image, to, context));
  }
  const cover = COVERED.has(to) ? book.cover : undefined;
  const page = pageOfBook({ ...book, images }, { namesInHeadings: to === 'md', hasCover: cover !== undefined });
  return { bytes: new TextEncoder().encode(page), images, cover };
}

function writableImage(image: BookImage, to: FormatId, context: RunContext): DrawnImage {
  if (needsDrawnImages(to) && image.type === 'image/svg+xml') return drawn(image, context.limits);
  const png = to === 'rtf' && image.type === 'image/gif' ? pngOf(image.bytes, context) : undefined;
  return png ? { bytes: png, type: 'image/png' } : image;
}

const GIF_DATA = /\bdata:image\/gif;base64,([A-Za-z0-9+/=]+)/g;
/** Pixels of a GIF within a text, at most: it is held twice with four bytes a pixel. */
const MAX_GIF_PIXELS = 16_000_000;

/** RTF is written with PNG and JPEG only: a GIF in the text becomes a PNG of its first image. */
function withoutGifsInText(text: string, context: RunContext): string {
  return text.replace(GIF_DATA, (address, base64: string) => {
    const png = pngOf(Buffer.from(base64, 'base64'), context);
    return png ? `data:image/png;base64,${Buffer.from(png).toString('base64')}` : address;
  });
}

function pngOf(gif: Uint8Array, { limits }: RunContext): Uint8Array | undefined {
  return pngOfGif(gif, Math.min(limits.pixels, MAX_GIF_PIXELS));
}

/** A package without its password, whose entries keep within the limits: pandoc would expand whatever is in it. */
function packageOf(input: Uint8Array, { from, options }: Step, context: RunContext): Source {
  const { limits } = context;
  const bytes = decryptOffice(input, options.password, limits);
  const zip = openZip(bytes, limits);
  for (const entry of zip.entries) zip.read(entry);
  if (from !== 'docx') return { bytes: readableOpenDocument(bytes, limits), margins: marginsOf(bytes, from, context) };
  const findings = noFindings();
  const readable = readableWord(bytes, limits, findings);
  if (findings.hiddenRuns > 0) {
    const message = 'Text that the document hides was left out.';
    context.warn({ code: 'text_dropped', message, details: { count: findings.hiddenRuns } });
  }
  return readable;
}

/** Plain text has no marks: its lines stay lines, and empty ones separate paragraphs. */
function paragraphsOf(text: string): string {
  const paragraphs = text.split(/\r?\n[ \t]*\r?\n/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => `<p>${escapeXml(paragraph.trim()).replace(/\r?\n/g, '<br/>')}</p>`).join('\n');
}
