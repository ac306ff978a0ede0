import { concatBytes } from '../../../io/bytes.ts';
import type { Size } from '../size.ts';
import { pngChunk, pngChunks } from '../png/chunks.ts';

/** One frame as a PNG file of the size of the animation, and how long it is shown. */
export interface MngFrame {
  readonly png: Uint8Array;
  /** Hundredths of a second. */
  readonly delay: number;
}

const SIGNATURE = Uint8Array.of(0x8a, 0x4d, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Older versions of ImageMagick join frames that are counted in shorter ticks. */
const TICKS_PER_SECOND = 100;
/** What decoders must know: bits for "the others are valid", plain features and transparency (4.1.1). */
const PROFILE = 0b1011;
/** Each frame begins with an empty canvas, so that none shows through. */
const CLEARED = 3;
const DELAY_OF_ALL = 2;
const IMAGE_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
const REPEAT = 3;
const FOR_EVER = 0x7fff_ffff;

/**
 * An animation of PNG images. The library rounds delays that are all the same to whole frames a second, and does not say
 * that what is transparent shows nothing of the frame before.
 * http://www.libpng.org/pub/mng/spec/mng-1.0-20010209-pdg.html
 */
export function encodeMng(frames: readonly MngFrame[], { width, height }: Size, loops: number): Uint8Array {
  const end = loops === 0 ? FOR_EVER : loops;
  const parts = frames.flatMap(({ png, delay }) => [
    chunk('FRAM', Uint8Array.of(CLEARED, 0, DELAY_OF_ALL, 0, 0, 0), numbers(delay)),
    ...imageChunks(png),
  ]);
  return concatBytes([
    SIGNATURE,
    chunk('MHDR', numbers(width, height, TICKS_PER_SECOND, 0, 0, 0, PROFILE)),
    chunk('TERM', Uint8Array.of(REPEAT, 0), numbers(frames.at(-1)?.delay ?? 0, end)),
    ...parts,
    chunk('MEND'),
  ]);
}

function imageChunks(png: Uint8Array): Uint8Array[] {
  return [...pngChunks(png)].filter(({ type }) => IMAGE_CHUNKS.includes(type)).map(({ whole }) => whole);
}

function chunk(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  return pngChunk(type, concatBytes(content));
}

function numbers(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return new Uint8Array(view.buffer);
}
