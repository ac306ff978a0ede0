import { uint16At, uint32At } from '../../../io/big-endian.ts';
import { concatBytes, latin1Of } from '../../../io/bytes.ts';
import { damaged } from './palm-database.ts';

interface Code {
  readonly length: number;
  readonly isTerminal: boolean;
  /** The largest code of this length, left-aligned in 32 bits. */
  readonly largest: number;
}

interface Phrase {
  bytes: Uint8Array;
  isExpanded: boolean;
}

/** Phrases in phrases: a dictionary that holds itself would go on for ever. */
const MAX_DEPTH = 32;
/** Bytes of one expanded record: they hold 4 KiB of text each. */
const MAX_RECORD_BYTES = 1 << 20;

/** The second compression of Mobipocket: Huffman codes of phrases, which hold codes of phrases themselves. */
export class HuffCdic {
  readonly #codes: readonly Code[];
  readonly #smallest: number[] = [];
  readonly #largest: number[] = [];
  readonly #phrases: Phrase[] = [];

  /** The HUFF record and the CDIC records after it. Throws `input_corrupt`. */
  constructor(huff: Uint8Array | undefined, dictionaries: readonly Uint8Array[]) {
    if (!huff || latin1Of(huff, 0, 4) !== 'HUFF' || huff.length < 24) throw damaged('its table of codes is missing');
    const codes = uint32At(huff, 8);
    const lengths = uint32At(huff, 12);
    if (codes + 1024 > huff.length || lengths + 256 > huff.length) throw damaged('its table of codes is too short');
    this.#codes = Array.from({ length: 256 }, (_, index) => codeOf(uint32At(huff, codes + 4 * index)));
    this.#smallest.push(0);
    this.#largest.push(0);
    for (let length = 1; length <= 32; length++) {
      const place = lengths + 8 * (length - 1);
      this.#smallest.push(uint32At(huff, place) * 2 ** (32 - length));
      this.#largest.push((uint32At(huff, place + 4) + 1) * 2 ** (32 - length) - 1);
    }
    for (const dictionary of dictionaries) this.#addPhrases(dictionary);
  }

  expand(packed: Uint8Array): Uint8Array {
    return this.#expand(packed, 0);
  }

  #addPhrases(cdic: Uint8Array): void {
    if (latin1Of(cdic, 0, 4) !== 'CDIC' || cdic.length < 16) throw damaged('its dictionary is missing');
    const total = uint32At(cdic, 8);
    const bits = uint32At(cdic, 12);
    const count = Math.min(2 ** Math.min(bits, 20), total - this.#phrases.length, (cdic.length - 16) >> 1);
    for (let index = 0; index < count; index++) {
      const start = 16 + uint16At(cdic, 16 + 2 * index);
      if (start + 2 > cdic.length) throw damaged('its dictionary is too short');
      const length = uint16At(cdic, start);
      const bytes = cdic.subarray(start + 2, start + 2 + (length & 0x7fff));
      this.#phrases.push({ bytes, isExpanded: (length & 0x8000) !== 0 });
    }
  }

  #expand(packed: Uint8Array, depth: number): Uint8Array {
    if (depth > MAX_DEPTH) throw damaged('its dictionary holds itself');
    const pieces: Uint8Array[] = [];
    let size = 0;
    let bit = 0;
    for (const bits = packed.length * 8; bit < bits;) {
      const code = wordAt(packed, bit);
      const { length, largest } = this.#lengthOf(code);
      bit += length;
      if (bit > bits) break;
      const phrase = this.#phrases[Math.floor((largest - code) / 2 ** (32 - length))];
      if (!phrase) throw damaged('a phrase of its text is not in its dictionary');
      if (!phrase.isExpanded) {
        phrase.bytes = this.#expand(phrase.bytes, depth + 1);
        phrase.isExpanded = true;
      }
      pieces.push(phrase.bytes);
      size += phrase.bytes.length;
      if (size > MAX_RECORD_BYTES) throw damaged('a part of its text expands too far');
    }
    return concatBytes(pieces);
  }

  #lengthOf(code: number): { length: number; largest: number } {
    const { length: shortest, isTerminal, largest } = this.#codes[code >>> 24]!;
    if (isTerminal) return { length: shortest, largest };
    let length = Math.max(1, shortest);
    while (length <= 32 && code < this.#smallest[length]!) length++;
    if (length > 32) throw damaged('a code of its text is unknown');
    return { length, largest: this.#largest[length]! };
  }
}

function codeOf(value: number): Code {
  const length = value & 0x1f;
  if (length === 0) throw damaged('its table of codes is wrong');
  return { length, isTerminal: (value & 0x80) !== 0, largest: ((value >>> 8) + 1) * 2 ** (32 - length) - 1 };
}

/** The 32 bits from a bit on; zeros beyond the end. */
function wordAt(bytes: Uint8Array, bit: number): number {
  const first = bit >> 3;
  const shift = bit & 7;
  let word = 0;
  for (let index = 0; index < 4; index++) word = word * 256 + (bytes[first + index] ?? 0);
  const next = bytes[first + 4] ?? 0;
  return ((word << shift) | (next >> (8 - shift))) >>> 0;
}
