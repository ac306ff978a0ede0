import { ConversionError } from '../../contract/errors.ts';
import type { Stream } from './probe.ts';

/** Decoders that this build does not have: streams of these codecs can only be copied. */
const UNDECODABLE: ReadonlySet<string> = new Set(['av1', 'mpegh_3d_audio', 'unknown', 'none']);

/** Throws when the stream can only be copied. */
export function requireDecoder({ codec, kind }: Stream): void {
  if (!UNDECODABLE.has(codec)) return;
  const message =
    codec === 'av1'
      ? 'The video is AV1, which cannot be decoded here, only copied: convert it to MP4, MKV or WebM without other options.'
      : `The ${kind} of the file is of a kind that is not known here. Send it in a common codec.`;
  throw new ConversionError({ code: 'unsupported_conversion', message, details: { codec } });
}
