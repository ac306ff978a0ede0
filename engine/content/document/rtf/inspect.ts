import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { addBlocks } from '../document-facts.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { openRtf, readRtf } from './reader.ts';

/** Reads the facts of an RTF document (RTF 1.9.1): what a word processor shows of it, block by block. */
export function inspectRtf(bytes: Uint8Array, { effort }: InspectRequest, context: RunContext): FactsOf {
  const source = openRtf(bytes);
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
