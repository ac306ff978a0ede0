import type { CreateRunner, RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { Feature } from '../../formats/features.ts';
import type { Artifact } from '../../io/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import type { Facts } from '../../verify/facts.ts';
import { sniffHtmlEncoding } from '../../models/html-encoding.ts';
import { readHtml } from './html.ts';
import { readMarkdown } from './markdown.ts';
import { readPlainText, type MarkupContent } from './content.ts';

const READERS = { html: readHtml, md: readMarkdown, txt: readPlainText } as const;

type MarkupFormat = keyof typeof READERS;

const createRunner: CreateRunner = () => ({
  inspect: (artifact, _request, context) => inspectMarkup(artifact, context),
});

export default createRunner;

/** Reads a text file as a whole: that is fast enough for every effort. */
function inspectMarkup(artifact: Artifact, context: RunContext): Facts {
  const format = artifact.format as MarkupFormat;
  const bytes = context.bytes(artifact);
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  const declared = format === 'html' ? sniffHtmlEncoding(bytes) : undefined;
  const { text, encoding, assumed } = decodeText(bytes, declared);
  if (assumed) {
    context.warn({
      code: 'encoding_assumed',
      message: 'The text is not valid UTF-8; it was read as windows-1252.',
      details: { encoding },
    });
  }
  const content = READERS[format](text);
  const { verifiedTextChars } = context.limits;
  return {
    format,
    sizeBytes: bytes.byteLength,
    reader: 'markup-text',
    depth: 'content',
    features: featuresOf(format, content),
    document: {
      text: content.text.slice(0, verifiedTextChars),
      ...(content.text.length > verifiedTextChars ? { excerpt: true } : {}),
      figures: content.figures,
      links: content.links,
      tables: content.tables,
      headings: content.headings,
    },
  };
}

function featuresOf(format: MarkupFormat, content: MarkupContent): Feature[] {
  const hasText = /[\p{L}\p{N}]/u.test(content.text);
  const features: Feature[] = [];
  if (hasText) features.push('text');
  if (format === 'txt') return features;
  if (hasText) features.push('structure');
  if (format === 'html') features.push('look');
  if (content.figures > 0) features.push('figures');
  if (content.vectors > 0) features.push('vector');
  if (content.hasMetadata) features.push('metadata');
  return features;
}
