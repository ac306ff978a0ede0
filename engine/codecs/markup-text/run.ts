import type { CreateRunner, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Feature } from '../../formats/features.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import type { Facts } from '../../contract/facts.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import { sniffHtmlEncoding } from '../../content/document/html/encoding.ts';
import { joinText } from '../../content/document/inspect-text.ts';
import { withoutMarks, type MarkupContent } from '../../content/document/markup-text/content.ts';
import { countSinglePixels } from '../../content/document/markup-text/single-pixels.ts';
import { readerOf } from '../../content/document/markup-text/readers.ts';

const createRunner: CreateRunner = () => ({
  inspect: (artifact, _request, context) => inspectMarkup(artifact, context),
});

export default createRunner;

/** Reads a text file as a whole: that is fast enough for every effort. */
function inspectMarkup(artifact: Artifact, context: RunContext): Facts {
  const { format } = artifact;
  const read = readerOf(format);
  if (!read) throw new Error(`There is no reader of ${format}.`);
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
  const content = read(text);
  const { verifiedTextChars } = context.limits;
  const asides = withoutMarks(content.notes.join('\n'));
  return {
    format,
    sizeBytes: bytes.byteLength,
    reader: 'markup-text',
    depth: 'content',
    features: featuresOf(format, content),
    document: {
      text: joinText({ pages: [content.text], asides }, verifiedTextChars),
      ...(content.text.length + asides.length >= verifiedTextChars ? { excerpt: true } : {}),
      figures: content.figures,
      ...unshownOf(text, content),
      links: content.links,
      tables: content.tables,
      headings: content.headings,
    },
  };
}

/** Pages have pictures of one pixel, but nobody finds them there. */
function unshownOf(text: string, { figures }: MarkupContent): { unshownFigures?: number } {
  const unshownFigures = Math.min(figures, countSinglePixels(text));
  return unshownFigures > 0 ? { unshownFigures } : {};
}

/** What this very file has of all that its format can carry. */
function featuresOf(format: FormatId, content: MarkupContent): Feature[] {
  const hasText = /[\p{L}\p{N}]/u.test(content.text + content.notes.join(''));
  const found: Partial<Record<Feature, boolean>> = {
    text: hasText,
    structure: hasText,
    records: hasText,
    look: true,
    figures: content.figures > 0,
    vector: content.vectors > 0,
    formulas: content.formulas > 0,
    metadata: content.hasMetadata,
  };
  return formatOf(format).carries.filter((feature) => found[feature]);
}
