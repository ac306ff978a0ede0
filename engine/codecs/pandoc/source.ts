import type { Hop, RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../io/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { escapeXml } from '../../io/xml.ts';

const PACKAGES: ReadonlySet<FormatId> = new Set(['docx', 'odt', 'epub', 'pptx', 'xlsx']);
/** Bytes that say what encoding a text is in, where it says so. */
const DECLARED_WITHIN = 1024;
const DECLARATIONS = [/^<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/, /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i];

/** The input as pandoc takes it: packages as they are, texts in UTF-8. */
export function sourceOf(input: Artifact, { from, options }: Hop, context: RunContext): Uint8Array {
  const bytes = context.bytes(input);
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  if (PACKAGES.has(from)) return bytes;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARED_WITHIN));
  const declared = DECLARATIONS.map((pattern) => pattern.exec(head)?.[1]).find((label) => label !== undefined);
  const { text, encoding, assumed } = decodeText(bytes, options.encoding ?? declared);
  if (assumed) {
    context.warn({
      code: 'encoding_assumed',
      message: `The text is not valid UTF-8; it was read as ${encoding}.`,
      details: { encoding },
    });
  }
  return new TextEncoder().encode(from === 'txt' ? paragraphsOf(text) : text);
}

/** Plain text has no marks: its lines stay lines, and empty ones separate paragraphs. */
function paragraphsOf(text: string): string {
  const paragraphs = text.split(/\r?\n[ \t]*\r?\n/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => `<p>${escapeXml(paragraph.trim()).replace(/\r?\n/g, '<br/>')}</p>`).join('\n');
}
