import type { Size } from '../size.ts';
import type { RgbaImage } from '../inspect/raster.ts';

/**
 * A page as fax machines send it: black and white runs in one dimension, each line after an end-of-line code. A file
 * does not say how wide it is; its lines do, which is where ImageMagick, told nothing, takes 2592 dots.
 * ITU-T T.4, tables 2 and 3
 */
const WHITE_SHORT =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100';
const WHITE_LONG =
  '11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 010011010 011000 010011011';
const BLACK_SHORT =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111';
const BLACK_LONG =
  '0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011 0000001100100 0000001100101';
/** From 1792 on, for both colours. */
const LONGEST =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111 000000011100 000000011101 000000011110 000000011111';

const END_OF_LINE = '000000000001';
const LINES_AT_END = 6;
const LONG_STEP = 64;
const MOST_PER_CODE = 2560;

/** By length of the run: the code of what is below 64, and of multiples of 64. */
function codesOf(short: string, long: string): ReadonlyMap<number, string> {
  const longs = [...long.split(' '), ...LONGEST.split(' ')];
  return new Map([
    ...short.split(' ').map((code, run) => [run, code] as const),
    ...longs.map((code, index) => [(index + 1) * LONG_STEP, code] as const),
  ]);
}

const CODES = [codesOf(WHITE_SHORT, WHITE_LONG), codesOf(BLACK_SHORT, BLACK_LONG)] as const;
/** The same by code, with a 1 before it so that zeros at its beginning count. */
const RUNS = CODES.map(
  (codes) => new Map([...codes].map(([run, code]) => [Number.parseInt(`1${code}`, 2), run] as const)),
);
const LONGEST_CODE_BITS = 13;

/** Each line as the lengths of its runs, white first; nothing of damaged ones. */
function readLines(file: Uint8Array): number[][] {
  const lines: number[][] = [];
  const reader = new BitReader(file);
  let emptyLines = 0;
  while (emptyLines < LINES_AT_END - 1 && reader.skipPastEndOfLine()) {
    const line = readLine(reader);
    emptyLines = line && line.length === 0 ? emptyLines + 1 : 0;
    if (line === undefined || line.length > 0) lines.push(line ?? []);
  }
  return lines;
}

/** Up to the next end-of-line code, which stays unread; nothing for a damaged line. */
function readLine(reader: BitReader): number[] | undefined {
  const runs: number[] = [];
  let run = 0;
  for (;;) {
    if (reader.isAtEndOfLine()) return run === 0 ? runs : undefined;
    const part = reader.readRun(RUNS[runs.length % 2]!);
    if (part === undefined) return undefined;
    run += part;
    if (part >= LONG_STEP) continue;
    runs.push(run);
    run = 0;
  }
}

class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  #bitAt(at: number): number | undefined {
    const byte = this.#bytes[at >> 3];
    return byte === undefined ? undefined : (byte >> (7 - (at & 7))) & 1;
  }

  /** Eleven zeros: fill bits may come before the one that ends the code. */
  isAtEndOfLine(): boolean {
    for (let offset = 0; offset < END_OF_LINE.length - 1; offset++)
      if ((this.#bitAt(this.#at + offset) ?? 0) !== 0) return false;
    return true;
  }

  skipPastEndOfLine(): boolean {
    for (let zeros = 0; ;) {
      const bit = this.#bitAt(this.#at++);
      if (bit === undefined) return false;
      if (bit === 0) zeros++;
      else if (zeros >= END_OF_LINE.length - 1) return true;
      else zeros = 0;
    }
  }

  readRun(runs: ReadonlyMap<number, number>): number | undefined {
    let code = 1;
    for (let bits = 1; bits <= LONGEST_CODE_BITS; bits++) {
      const bit = this.#bitAt(this.#at + bits - 1);
      if (bit === undefined) return undefined;
      code = code * 2 + bit;
      const run = runs.get(code);
      if (run === undefined) continue;
      this.#at += bits;
      return run;
    }
    return undefined;
  }
}

/** The width on which most lines agree: those that were damaged on their way have another one. */
function widthOf(lines: readonly (readonly number[])[]): number {
  const widths = lines.map((line) => line.reduce((sum, run) => sum + run, 0));
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0];
  if (width === 0) throw new RangeError('There are no lines of a fax in this file.');
  if (widths.at(-1)! < width) throw new RangeError('The last line of the fax ends early.');
  return width;
}

export function readFaxHeader(file: Uint8Array): Size {
  const lines = readLines(file);
  return { width: widthOf(lines), height: lines.length };
}

export function decodeFax(file: Uint8Array): RgbaImage {
  const lines = readLines(file);
  const [width, height] = [widthOf(lines), lines.length];
  const data = new Uint8Array(width * height * 4).fill(255);
  for (const [y, line] of lines.entries()) {
    let x = 0;
    for (const [index, run] of line.entries()) {
      const end = Math.min(width, x + run);
      if (index % 2 === 1)
        for (let at = (y * width + x) * 4; at < (y * width + end) * 4; at += 4) data.fill(0, at, at + 3);
      x = end;
    }
  }
  return { width, height, data };
}

/** An image of black and white alone. */
export function encodeFax({ width, height, data }: RgbaImage): Uint8Array {
  const writer = new BitWriter();
  for (let y = 0; y < height; y++) {
    writer.write(END_OF_LINE);
    let isBlack = false;
    for (let x = 0; x < width; isBlack = !isBlack) {
      let end = x;
      while (end < width && (data[(y * width + end) * 4] === 0) === isBlack) end++;
      writeRun(writer, end - x, CODES[isBlack ? 1 : 0]);
      x = end;
    }
  }
  writer.write(END_OF_LINE.repeat(LINES_AT_END));
  return writer.finish();
}

function writeRun(writer: BitWriter, length: number, codes: ReadonlyMap<number, string>): void {
  let rest = length;
  for (; rest > MOST_PER_CODE; rest -= MOST_PER_CODE) writer.write(codes.get(MOST_PER_CODE)!);
  const long = rest - (rest % LONG_STEP);
  if (long > 0) writer.write(codes.get(long)!);
  writer.write(codes.get(rest - long)!);
}

class BitWriter {
  readonly #bytes: number[] = [];
  #byte = 0;
  #bits = 0;

  write(code: string): void {
    for (const bit of code) {
      this.#byte = this.#byte * 2 + Number(bit);
      if (++this.#bits < 8) continue;
      this.#bytes.push(this.#byte);
      this.#byte = 0;
      this.#bits = 0;
    }
  }

  finish(): Uint8Array {
    while (this.#bits > 0) this.write('0');
    return Uint8Array.from(this.#bytes);
  }
}
