/* oxlint-disable no-control-regex -- control characters are looked for: they tell binary from text */
/** The head of a file as text. */
interface DecodedText {
  readonly text: string;
  /** `bytes`: an 8-bit encoding that nothing names; only its ASCII part can be trusted. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'bytes';
}

/** Below this many bytes their mere lack of control characters says nothing: most of them must be ASCII. */
const FEW_BYTES = 64;
const ASCII_SHARE = 0.75;
/** Every language has line ends and digits, even those that are written in two bytes a character. */
const LEAST_ASCII_SHARE = 0.01;
/** Longest UTF-8 sequence that the end of the head may cut. */
const CUT_BYTES = 3;

/** Text, when the bytes are text: by byte order mark, as UTF-16 or UTF-8, or in some 8-bit encoding. */
export function decodeText(bytes: Uint8Array, isWhole: boolean): DecodedText | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return checked(decode(bytes.subarray(2), 'utf-16le'), 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return checked(decode(bytes.subarray(2), 'utf-16be'), 'utf-16be');
  const wide = wideEncoding(bytes);
  if (wide) return checked(decode(bytes, wide), wide);
  if (hasControls(bytes)) return undefined;
  const utf8 = decodeUtf8(bytes, isWhole);
  if (utf8 !== undefined) return { text: utf8, encoding: 'utf-8' };
  return looksLike8Bit(bytes) ? { text: decode(bytes, 'windows-1252'), encoding: 'bytes' } : undefined;
}

/** Every other byte of Western text in UTF-16 is zero. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(bytes.byteLength, 256) & ~1;
  if (length < 4) return undefined;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) evenZeros++;
    if (bytes[at + 1] === 0) oddZeros++;
  }
  const most = 0.9 * (length / 2);
  if (oddZeros >= most && evenZeros === 0) return 'utf-16le';
  return evenZeros >= most && oddZeros === 0 ? 'utf-16be' : undefined;
}

function checked(text: string, encoding: 'utf-16le' | 'utf-16be'): DecodedText | undefined {
  return /[\0-\x08\x0e-\x1a\ufffe\uffff]/.test(text) ? undefined : { text, encoding };
}

/** Control characters that no text has; ESC, form feed and backspace of old printers' files are let through. */
function hasControls(bytes: Uint8Array): boolean {
  return bytes.some(
    (byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1b,
  );
}

function decodeUtf8(bytes: Uint8Array, isWhole: boolean): string | undefined {
  const cuts = isWhole ? 0 : CUT_BYTES;
  for (let cut = 0; cut <= cuts; cut++) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.byteLength - cut));
    } catch {
      // Cut one byte more: the head may end within a character.
    }
  }
  return undefined;
}

function looksLike8Bit(bytes: Uint8Array): boolean {
  const ascii = bytes.reduce((count, byte) => count + (byte < 0x80 ? 1 : 0), 0);
  return ascii >= (bytes.byteLength < FEW_BYTES ? ASCII_SHARE : LEAST_ASCII_SHARE) * bytes.byteLength;
}

function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}
