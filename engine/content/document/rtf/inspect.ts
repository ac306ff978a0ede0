import { latin1Of } from '../../../io/bytes.ts';
import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { addBlocks } from '../document-facts.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { readRtf } from './reader.ts';

const SIGNATURE = '{\\rtf';

/** Reads the facts of an RTF document (RTF 1.9.1): what a word processor shows of it, block by block. */
export function inspectRtf(bytes: Uint8Array, { effort }: InspectRequest, context: RunContext): FactsOf {
  // Every byte is one character here: what it means depends on the font that it is set in.
  const source = latin1Of(bytes);
  if (!source.slice(0, 64).trimStart().startsWith(SIGNATURE)) {
    throw new ConversionError({ code: 'input_corrupt', message: 'The file is not RTF: it does not begin as it must.' });
  }
  if (effort === 'probe') {
    const figures = /\\(?:pngblip|jpegblip|dibitmap|wbitmap)/.test(source) ? (['figures'] as const) : [];
    return { depth: 'structure', features: ['text', 'structure', 'look', 'pages', ...figures] };
  }
  const content = new Content(context.limits.verifiedTextChars);
  addBlocks(content, readRtf(source, context).blocks);
  // Readers of results do not agree on which titles are headings; the outline says it exactly.
  const document = content.document({ hasPages: false, unknown: ['headings'] });
  return { depth: 'content', features: content.features(), document };
}
