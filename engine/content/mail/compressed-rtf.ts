const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const HEADER_BYTES = 16;
const WINDOW_BYTES = 4096;
/** What the window begins with ([MS-OXRTFCP] 2.1.2.1): words that every RTF has. */
const WINDOW = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor ' +
    'MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
);
/** What a body has at most: a longer one is no letter. */
const MAX_BYTES = 32 << 20;

/** Expands the RTF of an Outlook message ([MS-OXRTFCP]); nothing where it is not what it says. */
export function expandRtf(bytes: Uint8Array): Buffer | undefined {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (source.length < HEADER_BYTES) return undefined;
  const rawBytes = source.readUInt32LE(4);
  const type = source.readUInt32LE(8);
  if (type === UNCOMPRESSED) return source.subarray(HEADER_BYTES, HEADER_BYTES + rawBytes);
  if (type !== COMPRESSED || rawBytes > MAX_BYTES) return undefined;
  return expand(source.subarray(HEADER_BYTES), rawBytes);
}

/** Each bit of a control byte says whether a letter follows, or a place in the window and a length. */
function expand(source: Buffer, rawBytes: number): Buffer {
  const window = Buffer.alloc(WINDOW_BYTES);
  WINDOW.copy(window);
  const out = Buffer.alloc(rawBytes);
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
