/** Reads numbers of a few bits, one after the other; zeros behind the end. */
class BitReader {
  readonly #bytes: Uint8Array;
  #bit = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(bits: number): number {
    let value = 0;
    for (let count = 0; count < bits; count++, this.#bit++)
      value = (value << 1) | (((this.#bytes[this.#bit >> 3] ?? 0) >> (7 - (this.#bit & 7))) & 1);
    return value;
  }
}

/** An index of the sample rate that is followed by the rate itself. */
const RATE_FOLLOWS = 15;

/**
 * Channels of AAC by its AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) where that lists them, as it must for places
 * without a number, 7.1 of the usual kind among them; undefined where it has a number instead.
 */
export function listedChannels(setup: Uint8Array): number | undefined {
  const bits = new BitReader(setup);
  bits.read(5); // object type
  if (bits.read(4) === RATE_FOLLOWS) bits.read(24);
  if (bits.read(4) !== 0) return undefined;
  bits.read(1); // length of frames
  if (bits.read(1) === 1) bits.read(14); // delay of a core coder
  bits.read(1); // extension
  return channelsOfProgram(bits);
}

/** Those of a program_config_element (ISO/IEC 14496-3, 4.4.1.1). */
function channelsOfProgram(bits: BitReader): number {
  bits.read(4 + 2 + 4); // its number, object type and rate
  const elements = bits.read(4) + bits.read(4) + bits.read(4); // in front, at the sides, behind
  const ofBass = bits.read(2);
  bits.read(3 + 4); // data, coupling
  for (const bitsOfMixdown of [4, 4, 3]) if (bits.read(1) === 1) bits.read(bitsOfMixdown);
  let channels = ofBass;
  for (let element = 0; element < elements; element++) {
    channels += 1 + bits.read(1); // one, or a pair
    bits.read(4);
  }
  return channels;
}
