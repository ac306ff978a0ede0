import { latin1Of } from '../../../io/bytes.ts';
import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { Content } from '../text-content.ts';
import type { FactsOf } from '../facts-of.ts';
import { RtfReader } from './reader.ts';

const SIGNATURE = '{\\rtf';

/** Reads the facts of an RTF document ([MS-OXRTFCP] aside, RTF 1.9.1): its text as a word processor shows it. */
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
  new RtfReader(content, context).read(source);
  const document = content.document({ hasPages: false, unknown: ['tables', 'headings'] });
  return { depth: 'content', features: content.features(), document };
}
