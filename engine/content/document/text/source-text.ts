import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { Artifact } from '../../../contract/artifact.ts';
import { decodeText } from '../../../io/text-encoding.ts';

/**
 * The text of a small source, such as a graph or a program, with a warning where its encoding had to be guessed. Throws
 * `empty_file`, and `input_too_complex` above `maxBytes`.
 */
export function readSourceText(
  input: Artifact,
  { maxBytes, encoding }: { readonly maxBytes: number; readonly encoding?: string },
  context: RunContext,
): string {
  const bytes = context.bytes(input);
  if (bytes.byteLength > maxBytes) throw tooLong(maxBytes, bytes.byteLength);
  const { text, encoding: found, assumed } = decodeText(bytes, encoding);
  if (text.trim() === '') throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  if (assumed) {
    context.warn({
      code: 'encoding_assumed',
      message: `The text is not valid UTF-8; it was read as ${found}. Give the option encoding if letters are wrong.`,
      details: { encoding: found },
    });
  }
  return text;
}

function tooLong(allowed: number, found: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The text has ${found} bytes; ${allowed} are the most that can be drawn.`,
    details: { limit: 'bytes', allowed, found },
  });
}
