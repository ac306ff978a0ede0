import { decodeHTMLStrict } from 'entities/decode';
import { ConversionError } from '../../../contract/errors.ts';
import type { FormatId } from '../../../formats/index.ts';
import { readBibtex, readCslJson, readRis } from './citations.ts';
import { readPlainText } from '../text/reader.ts';
import { contentOfDocument, type MarkupContent } from './content.ts';
import { readHtml } from '../html/reader.ts';
import type { ReadFile } from '../light/page.ts';
import type { Document } from '../model.ts';
import { readLight } from './light.ts';
import type { Dialect } from '../markdown/dialect.ts';
import { readMarkdownDocument } from '../markdown/document.ts';
import { readNotebook } from './notebook.ts';
import { readOutline } from './outline.ts';
import { PROSE } from './prose.ts';
import { withReadFences, withReadLiterals } from './raw-blocks.ts';
import { readAsciiDoc } from '../asciidoc/reader.ts';
import { readOrg } from '../org/reader.ts';
import { readRst } from '../rst/reader.ts';
import { readRoff } from '../roff/reader.ts';
import { readTaggedXml } from '../tagged-xml/reader.ts';
import { readTagged } from './tagged.ts';
import { readTex } from '../tex/reader.ts';
import { readTexinfo } from './texinfo.ts';
import { readTypst } from '../typst/reader.ts';
import { VOCABULARIES } from './vocabularies.ts';
import { WIKI_LANGUAGES } from '../wiki/languages.ts';
import { readWiki } from '../wiki/reader.ts';

type Read = (source: string) => MarkupContent;
/** `read` gives the bytes of images that lie beside a text. */
type ReadDocument = (source: string, read?: ReadFile, dialect?: Dialect) => Document;

const readPage: ReadDocument = (source, read) => readHtml(source, read && { read, mayLack: true });

/** Pages of recognised text. Browsers show what is left of a damaged file; here nothing could tell what it lacks. */
const readRecognised: ReadDocument = (source, read) => {
  if (!source.includes('ocr_page'))
    throw new ConversionError({
      code: 'input_corrupt',
      message: 'This hOCR file holds no pages of recognised text. Send the file as the OCR program wrote it.',
    });
  if (!/<\/html>\s*$/i.test(source))
    throw new ConversionError({
      code: 'input_truncated',
      message: 'This hOCR file was truncated: its end is missing. Send the whole file.',
    });
  return readPage(source, read);
};

/** Formats that are read into the document model. */
const DOCUMENTS: Partial<Record<FormatId, ReadDocument>> = {
  html: readPage,
  hocr: readRecognised,
  md: (source, read, dialect) => readMarkdownDocument(withReadFences(source), read, dialect),
  txt: readPlainText,
};

/** Languages of marks that are read as the HTML that they mean. */
const LIGHT: Partial<Record<FormatId, ReadDocument>> = {
  rst: readRst,
  org: readOrg,
  asciidoc: readAsciiDoc,
  ...Object.fromEntries(
    Object.entries(WIKI_LANGUAGES).map(([format, language]) => [
      format,
      (source: string, read?: ReadFile) => readWiki(source, language, read),
    ]),
  ),
  muse: (source, read) => readWiki(withReadLiterals(source), WIKI_LANGUAGES.muse, read),
  docbook: (source, read) => readTaggedXml(source, 'docbook', read),
  jats: (source, read) => readTaggedXml(source, 'jats', read),
  bits: (source, read) => readTaggedXml(source, 'jats', read),
  tei: (source, read) => readTaggedXml(source, 'tei', read),
  markua: readMarkua,
  latex: readTex,
  context: readTex,
  typst: readTypst,
  man: readRoff,
  mdoc: readRoff,
  ms: readRoff,
};

export function documentReaderOf(format: FormatId): ReadDocument | undefined {
  return DOCUMENTS[format] ?? LIGHT[format];
}

/** Whether a language has no grammar but how its programs read it, so that they may differ in how a text is built. */
export function isReadApproximately(format: FormatId): boolean {
  return LIGHT[format] !== undefined;
}

/** Whether headings of a language are marked: those of BBCode are bold lines, but for a dialect of it. */
export function hasMarkedHeadings(format: FormatId): boolean {
  return format !== 'bbcode';
}

/** Markdown but for its attributes, which are in braces, and its formulas. */
function readMarkua(source: string): Document {
  const plain = withReadFences(source)
    .replace(/^\{[^{}\n]*\}[ \t]*$/gm, '')
    .replace(/\$\$?`([^`\n]*)`|`([^`\n]*)`\$/g, '$$x$$')
    .replace(/(?<=[)\]])\{[^{}\n]*\}/g, '');
  return readMarkdownDocument(plain);
}

/** The order of entries means nothing. */
function unordered(content: MarkupContent): MarkupContent {
  return { ...content, text: '', notes: [content.text] };
}

/** Perl's documentation names characters in `E<>`: by the names of HTML or by number (perlpod, "Formatting Codes"). */
function readPod(source: string): MarkupContent {
  const named = source.replace(/E<(\w+)>/g, (code, name: string) => {
    const number = /^\d/.test(name) ? Number(name.replace(/^0(?=\d)/, '0o')) : undefined;
    const reference = number === undefined ? `&${name};` : `&#${number};`;
    const character = decodeHTMLStrict(reference);
    return character === reference ? code : character;
  });
  return readLight(named, PROSE.pod!);
}

const OWN: Partial<Record<FormatId, Read>> = {
  pod: readPod,
  texinfo: readTexinfo,
  opml: readOutline,
  ipynb: readNotebook,
  bibtex: readBibtex,
  ris: readRis,
  csljson: readCslJson,
};

export function readerOf(format: FormatId): Read | undefined {
  const readDocument = documentReaderOf(format);
  if (readDocument) return (source) => contentOfDocument(readDocument(source));
  if (OWN[format]) return OWN[format];
  const vocabulary = VOCABULARIES[format];
  if (vocabulary && format === 'endnotexml') return (source) => unordered(readTagged(source, vocabulary));
  if (vocabulary) return (source) => readTagged(source, vocabulary);
  return undefined;
}
