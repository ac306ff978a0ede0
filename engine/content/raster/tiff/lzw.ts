const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
const MAX_CODES = 4096;

/**
 * Unpacks the LZW of TIFF 6.0 (section 13): codes of 9 to 12 bits, high bits first, that grow one code early. Stops at
 * `size` bytes. Throws a RangeError for a code that cannot be where it is.
 */
export function unpackLzw(packed: Uint8Array, size: number): Uint8Array {
  const unpacked = new Uint8Array(size);
  // A string is the one before it and one more byte: its first byte and its length are kept to write it backwards.
  const prefixes = new Uint16Array(MAX_CODES);
  const lasts = new Uint8Array(MAX_CODES);
  const firsts = new Uint8Array(MAX_CODES);
  const lengths = new Uint16Array(MAX_CODES);
  for (let code = 0; code < CLEAR; code++) {
    lasts[code] = code;
    firsts[code] = code;
    lengths[code] = 1;
  }
  let free = FIRST_FREE;
  let width = 9;
  let previous = -1;
  let buffer = 0;
  let bits = 0;
  let at = 0;
  for (let next = 0; at < size;) {
    for (; bits < width && next < packed.length; bits += 8) buffer = ((buffer << 8) | packed[next++]!) & 0xff_ffff;
    if (bits < width) break;
    bits -= width;
    const code = (buffer >>> bits) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      free = FIRST_FREE;
      width = 9;
      previous = -1;
      continue;
    }
    if (code > free || (code === free && previous < 0)) throw new RangeError(`The LZW code ${code} is not known yet.`);
    if (previous >= 0 && free < MAX_CODES) {
      prefixes[free] = previous;
      firsts[free] = firsts[previous]!;
      lasts[free] = firsts[code === free ? previous : code]!;
      lengths[free] = lengths[previous]! + 1;
      free++;
      if (free === (1 << width) - 1 && width < 12) width++;
    }
    const end = at + lengths[code]!;
    for (let place = end - 1, string = code; place >= at; place--) {
      if (place < size) unpacked[place] = lasts[string]!;
      string = prefixes[string]!;
    }
    at = end;
    previous = code;
  }
  return unpacked;
}
