/** Length of the longest code that JPEG allows. */
const MAX_LENGTH = 16;
/** Symbols in all, and one that is never used: its code, the longest, would be all ones, which JPEG forbids. */
const SYMBOLS = 256;
const RESERVED = SYMBOLS;

/** A Huffman table made ready for writing. */
export interface HuffmanEncoder {
  /** By symbol. */
  readonly codes: Uint16Array;
  readonly lengths: Uint8Array;
  /** How many codes each length has, from 1 to 16 bits, and the symbols in the order of their codes: as DHT holds it. */
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
}

/** The table that writes symbols of these frequencies in the fewest bits. T.81, annex K.2. */
export function optimalHuffman(frequencies: Uint32Array): HuffmanEncoder {
  const lengths = codeLengths(frequencies);
  const counts = limitLengths(lengths);
  const used = [...frequencies.keys()].filter((symbol) => frequencies[symbol]! > 0);
  const symbols = Uint8Array.from(used.sort((a, b) => lengths[a]! - lengths[b]! || a - b));
  const encoder = {
    codes: new Uint16Array(SYMBOLS),
    lengths: new Uint8Array(SYMBOLS),
    counts,
    symbols,
  };
  let code = 0;
  let place = 0;
  for (const [index, count] of counts.entries()) {
    for (const symbol of symbols.subarray(place, place + count)) {
      encoder.codes[symbol] = code++;
      encoder.lengths[symbol] = index + 1;
    }
    place += count;
    code *= 2;
  }
  return encoder;
}

/** Huffman's algorithm over the symbols that occur and the reserved one: the length of each code, unlimited. */
function codeLengths(frequencies: Uint32Array): Uint8Array {
  const lengths = new Uint8Array(SYMBOLS + 1);
  // The reserved symbol comes first among equals, so that its code is one of the longest.
  let trees = [{ weight: 1, symbols: [RESERVED] }];
  for (const [symbol, weight] of frequencies.entries()) if (weight > 0) trees.push({ weight, symbols: [symbol] });
  trees = trees.sort((a, b) => a.weight - b.weight);
  while (trees.length > 1) {
    const [first, second] = trees.splice(0, 2) as [(typeof trees)[0], (typeof trees)[0]];
    const joined = { weight: first.weight + second.weight, symbols: [...first.symbols, ...second.symbols] };
    for (const symbol of joined.symbols) lengths[symbol]!++;
    const place = trees.findIndex(({ weight }) => weight > joined.weight);
    trees.splice(place === -1 ? trees.length : place, 0, joined);
  }
  return lengths;
}

/** How many codes each length has when none is longer than 16 bits and the reserved one, the longest, is gone. K.3. */
function limitLengths(lengths: Uint8Array): Uint8Array {
  const counts = new Uint32Array(SYMBOLS + 1);
  for (const length of lengths) if (length > 0) counts[length]!++;
  for (let length = SYMBOLS; length > MAX_LENGTH; length--) {
    while (counts[length]! > 0) {
      let shorter = length - 2;
      while (counts[shorter] === 0) shorter--;
      counts[length]! -= 2;
      counts[length - 1]!++;
      counts[shorter + 1]! += 2;
      counts[shorter]!--;
    }
  }
  let longest = MAX_LENGTH;
  while (longest > 0 && counts[longest] === 0) longest--;
  counts[longest]!--;
  return Uint8Array.from(counts.subarray(1, MAX_LENGTH + 1));
}
