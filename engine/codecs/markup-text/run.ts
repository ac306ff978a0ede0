import type { CreateRunner, InspectRequest, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Feature } from '../../formats/features.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import type { Facts } from '../../contract/facts.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import { sniffHtmlEncoding } from '../../content/document/html/encoding.ts';
import { addBlocks } from '../../content/document/document-facts.ts';
import type { ReadFile } from '../../content/document/light/page.ts';
import { readerBeside } from '../../content/document/markup/beside.ts';
import type { Document } from '../../content/document/model.ts';
import { Content } from '../../content/document/text-content.ts';
import { joinText } from '../../content/document/inspect-text.ts';
import { withoutMarks, type MarkupContent } from '../../content/document/markup-text/content.ts';
import { countSinglePixels } from '../../content/document/markup-text/single-pixels.ts';
import {
  documentReaderOf,
  hasMarkedHeadings,
  isReadApproximately,
  readerOf,
} from '../../content/document/markup-text/readers.ts';

const createRunner: CreateRunner = () => ({
  inspect: (artifact, request, context) => inspectMarkup(artifact, request, context),
});

export default createRunner;

/** Reads a text file as a whole: that is fast enough for every effort. */
function inspectMarkup(artifact: Artifact, { dialect }: InspectRequest, context: RunContext): Facts {
  const { format } = artifact;
  const readDocument = documentReaderOf(format);
  const read = readDocument ? undefined : readerOf(format);
  if (!readDocument && !read) throw new Error(`There is no reader of ${format}.`);
  const bytes = context.bytes(artifact);
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  const declared = sniffHtmlEncoding(bytes);
  const { text, encoding, assumed } = decodeText(bytes, declared);
  if (assumed) {
    context.warn({
      code: 'encoding_assumed',
      message: `The text is not valid UTF-8; it was read as ${encoding}.`,
      details: { encoding },
    });
  }
  const found = readDocument
    ? factsOfDocument(format, readDocument(text, besideOf(artifact), dialect), context)
    : factsOfText(format, read!(text), context, text);
  return { format, sizeBytes: bytes.byteLength, reader: 'markup-text', depth: 'content', ...found };
}

function besideOf(artifact: Artifact): ReadFile | undefined {
  const beside = 'bytes' in artifact ? artifact.beside : undefined;
  return beside && readerBeside(beside, artifact.format);
}

function factsOfDocument(
  format: FormatId,
  { properties, blocks }: Document,
  { limits }: RunContext,
): Pick<Facts, 'features' | 'document'> {
  const content = new Content(limits.verifiedTextChars);
  addBlocks(content, blocks);
  content.hasMetadata = Object.keys(properties).length > 0;
  content.title = properties.title;
  const { figures, formulas, hasMetadata, shapes } = content;
  const document = {
    ...content.document({ hasPages: false, unknown: hasMarkedHeadings(format) ? [] : ['headings'] }),
    ...(isReadApproximately(format) && { isApproximate: true as const }),
  };
  const about = { hasText: /[\p{L}\p{N}]/u.test(document.text), figures, formulas, hasMetadata, vectors: shapes };
  return { features: featuresOf(format, about), document };
}

function factsOfText(
  format: FormatId,
  content: MarkupContent,
  { limits: { verifiedTextChars } }: RunContext,
  source: string,
): Pick<Facts, 'features' | 'document'> {
  const asides = withoutMarks(content.notes.join('\n'));
  const hasText = /[\p{L}\p{N}]/u.test(content.text + asides);
  return {
    features: featuresOf(format, { ...content, hasText }),
    document: {
      text: joinText({ pages: [content.text], asides }, verifiedTextChars),
      isApproximate: true,
      ...(content.text.length + asides.length >= verifiedTextChars ? { excerpt: true } : {}),
      ...(content.formulaText !== '' && { formulas: content.formulaText.slice(0, verifiedTextChars) }),
      figures: content.figures,
      ...unshownOf(source, content),
      links: content.links,
      tables: content.tables,
      headings: content.headings,
    },
  };
}

/** Pages have images of one pixel, but nobody finds them there. */
function unshownOf(text: string, { figures }: MarkupContent): { unshownFigures?: number } {
  const unshownFigures = Math.min(figures, countSinglePixels(text));
  return unshownFigures > 0 ? { unshownFigures } : {};
}

interface Found {
  readonly hasText: boolean;
  readonly figures: number;
  readonly vectors: number;
  readonly formulas: number;
  readonly hasMetadata: boolean;
}

/** What this very file has of all that its format can carry. */
function featuresOf(format: FormatId, { hasText, figures, vectors, formulas, hasMetadata }: Found): Feature[] {
  const found: Partial<Record<Feature, boolean>> = {
    text: hasText,
    structure: hasText,
    records: hasText,
    look: true,
    figures: figures > 0,
    vector: vectors > 0,
    formulas: formulas > 0,
    metadata: hasMetadata,
  };
  return formatOf(format).carries.filter((feature) => found[feature]);
}
