import { latin1Bytes, viewOf } from '../../io/bytes.ts';
/*
 * `@kenjiuno/decompressrtf` 0.1 writes as far as the header says, not as far as there is input: 20 bytes become three
 * million, each an element of an array.
 */

const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const HEADER_BYTES = 16;
const WINDOW_BYTES = 4096;
/** What the window begins with ([MS-OXRTFCP] 2.1.2.1): words that every RTF has. */
const WINDOW = latin1Bytes(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor ' +
    'MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
);
/** A body has at most this many bytes. */
const MAX_BYTES = 32 << 20;

/** Expands the RTF of an Outlook message ([MS-OXRTFCP]); nothing where it is not what it says. */
export function expandRtf(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const view = viewOf(bytes);
  const rawBytes = view.getUint32(4, true);
  const type = view.getUint32(8, true);
  if (type === UNCOMPRESSED) return bytes.subarray(HEADER_BYTES, HEADER_BYTES + rawBytes);
  if (type !== COMPRESSED || rawBytes > MAX_BYTES) return undefined;
  return expand(bytes.subarray(HEADER_BYTES), rawBytes);
}

/** Each bit of a control byte says whether a byte follows, or an offset in the window and a length. */
function expand(source: Uint8Array, rawBytes: number): Uint8Array {
  const window = new Uint8Array(WINDOW_BYTES);
  window.set(WINDOW);
  const out = new Uint8Array(rawBytes);
  let written = 0;
  let place = WINDOW.length;
  const put = (byte: number): void => {
    if (written < rawBytes) out[written++] = byte;
    window[place] = byte;
    place = (place + 1) % WINDOW_BYTES;
  };
  for (let position = 0; position < source.length;) {
    if (written >= rawBytes) break;
    const control = source[position++]!;
    for (let bit = 0; bit < 8 && position < source.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        put(source[position++]!);
        continue;
      }
      const pair = (source[position]! << 8) | (source[position + 1] ?? 0);
      position += 2;
      const offset = pair >> 4;
      if (offset === place) return out.subarray(0, written);
      for (let index = 0; index < (pair & 15) + 2; index++) put(window[(offset + index) % WINDOW_BYTES]!);
    }
  }
  return out.subarray(0, written);
}
