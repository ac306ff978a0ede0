import { requirePackage } from './packages.ts';

/** Text of a file with the encoding that it was read in. */
export interface DecodedText {
  /** Without its byte order mark. */
  readonly text: string;
  /** Name as the Encoding Standard spells it: `utf-8`, `utf-16le`, `windows-1252` … */
  readonly encoding: string;
  /** Nothing in the file says so: the bytes are no valid UTF-8, and the encoding is what their frequencies suggest. */
  readonly assumed: boolean;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
/** Bytes that are looked at when a file without a mark is suspected to be UTF-16. */
const SAMPLE_BYTES = 4096;

/**
 * Decodes text by its byte order mark, by what the file (or whoever knows) `declares` of it, as UTF-8 when it is valid,
 * else as what its letters look like. Never fails: an unknown declared encoding is ignored.
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const marked = markedEncoding(bytes) ?? unmarkedUtf16(bytes);
  if (marked !== undefined) return decodeAs(bytes, marked);
  const utf8 = decodeUtf8(bytes);
  // A declaration is a claim: text that is valid UTF-8 beyond ASCII hardly ever is anything else.
  if (utf8 !== undefined && (declared === undefined || !isAscii(bytes))) return utf8;
  const claimed = declared === undefined ? undefined : encodingOfLabel(declared);
  if (claimed !== undefined && claimed !== 'utf-8') return decodeAs(bytes, claimed);
  return utf8 ?? { ...decodeAs(bytes, likelyEncoding(bytes)), assumed: true };
}

/** Bytes of the sample whose letters are counted. */
const COUNTED_BYTES = 65_536;
/** Out of 100: below, the sample is too short to tell. */
const LEAST_CONFIDENCE = 20;
/** Encodings of Latin letters, which a few accents resemble: they must be ahead of the western one, and often. */
const LATIN = /^(?:ISO-8859-[29]|windows-125[0478])$/;
const WESTERN = /^(?:ISO-8859-1|windows-1252)$/;
const LEAST_LEAD = 5;
const LEAST_ACCENTS = 20;
/** Names of the Windows code pages that hold the same letters, and the quotation marks that Windows adds. */
const WINDOWS_PAGES: Readonly<Record<string, string>> = {
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
};

function likelyEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, COUNTED_BYTES);
  const { analyse } = requirePackage('chardet') as typeof import('chardet');
  const matches = analyse(sample);
  const [best] = matches;
  if (!best || best.confidence < LEAST_CONFIDENCE) return 'windows-1252';
  const western = matches.find(({ name }) => WESTERN.test(name))?.confidence ?? 0;
  const isDoubtful =
    best.confidence < western + LEAST_LEAD || sample.filter((byte) => byte >= 0x80).length < LEAST_ACCENTS;
  if (LATIN.test(best.name) && isDoubtful) return 'windows-1252';
  return encodingOfLabel(WINDOWS_PAGES[best.name] ?? best.name) ?? 'windows-1252';
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
