/** Text of a file with the encoding that it was read in. */
export interface DecodedText {
  /** Without its byte order mark. */
  readonly text: string;
  /** Name as the Encoding Standard spells it: `utf-8`, `utf-16le`, `windows-1252` … */
  readonly encoding: string;
  /** Nothing in the file says so: the bytes are no valid UTF-8, and windows-1252 is the usual reason. */
  readonly assumed: boolean;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
/** Bytes that are looked at when a file without a mark is suspected to be UTF-16. */
const SAMPLE_BYTES = 4096;

/**
 * Decodes text by its byte order mark, by what the file `declares` of itself, as UTF-8 when it is valid, else as
 * windows-1252. Never fails: an unknown declared encoding is ignored.
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const marked = markedEncoding(bytes) ?? unmarkedUtf16(bytes);
  if (marked !== undefined) return decodeAs(bytes, marked);
  const utf8 = decodeUtf8(bytes);
  // A declaration is a claim: text that is valid UTF-8 beyond ASCII hardly ever is anything else.
  if (utf8 !== undefined && (declared === undefined || !isAscii(bytes))) return utf8;
  const claimed = declared === undefined ? undefined : encodingOfLabel(declared);
  if (claimed !== undefined && claimed !== 'utf-8') return decodeAs(bytes, claimed);
  return utf8 ?? { ...decodeAs(bytes, 'windows-1252'), assumed: true };
}

function decodeUtf8(bytes: Uint8Array): DecodedText | undefined {
  try {
    return { text: strictUtf8.decode(bytes), encoding: 'utf-8', assumed: false };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

function decodeAs(bytes: Uint8Array, encoding: string): DecodedText {
  return { text: new TextDecoder(encoding).decode(bytes), encoding, assumed: false };
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/** UTF-16 of mostly Latin text has a zero in every other byte, which no other text has. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.byteLength < 4) return undefined;
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]!++;
  const half = sample.byteLength / 2;
  if (zeros[1]! > half * 0.7 && zeros[0]! < half * 0.1) return 'utf-16le';
  if (zeros[0]! > half * 0.7 && zeros[1]! < half * 0.1) return 'utf-16be';
  return undefined;
}

function encodingOfLabel(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}
