import { gunzip, isCutShort, isTooLarge } from '../../io/compression.ts';
import { ConversionError } from '../../contract/errors.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { declaredEncoding } from '../../io/xml.ts';
import type { Limits } from '../../contract/limits.ts';

/** The XML of a drawing's file, packed by gzip or not, at most `limits.xmlChars` bytes of it. */
export function expandedBytes(bytes: Uint8Array, limits: Limits): Uint8Array {
  const content = isGzip(bytes) ? expanded(bytes, limits.xmlChars) : bytes;
  if (content.byteLength > limits.xmlChars) throw tooLarge(limits.xmlChars);
  return content;
}

/** The characters of a drawing; references in quotes, which the library does not know, lose them. */
export function textOf(content: Uint8Array): string {
  return decodeText(content, declaredEncoding(content)).text.replaceAll(QUOTED_REFERENCE, 'url($2)');
}

const QUOTED_REFERENCE = /url\(\s*(["']|&quot;|&apos;)(#[\w.:-]+)\1\s*\)/g;

function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

function expanded(bytes: Uint8Array, maxOutputLength: number): Uint8Array {
  try {
    return gunzip(bytes, { maxOutputLength });
  } catch (error) {
    if (isTooLarge(error)) throw tooLarge(maxOutputLength);
    if (isCutShort(error)) {
      const message = 'The compressed drawing is truncated: its end is missing. Send the complete file.';
      throw new ConversionError({ code: 'input_truncated', message }, { cause: error });
    }
    const message = 'The compressed drawing is damaged and cannot be expanded. Send another copy.';
    throw new ConversionError({ code: 'input_corrupt', message }, { cause: error });
  }
}

function tooLarge(allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The drawing expands to more than ${allowed} bytes. Simplify it, or split it.`,
    details: { limit: 'xmlChars', allowed },
  });
}
