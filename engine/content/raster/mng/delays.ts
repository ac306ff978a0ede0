import { pngChunks } from '../png/chunks.ts';

/** Where the rate of the clock is in the header, in ticks a second; 0 means that nothing is timed. */
const TICKS_AT = 8;

/**
 * Milliseconds that each image of an MNG is shown, in the order of the file: the library gives images the delay of their
 * neighbours. Only plain sequences are understood; throws a RangeError for damaged chunks.
 * http://www.libpng.org/pub/mng/spec/mng-1.0-20010209-pdg.html, 4.3.2 (FRAM)
 */
export function readMngDelays(file: Uint8Array): number[] {
  const delays: number[] = [];
  let ticksPerSecond = 0;
  let usual = 1;
  let once: number | undefined;
  for (const { type, content } of pngChunks(file, 'MEND')) {
    if (type === 'MHDR') ticksPerSecond = uint32At(content, TICKS_AT);
    if (type === 'FRAM') {
      const change = frameChange(content);
      once = change?.isOnce ? change.delay : undefined;
      if (change && !change.isOnce) usual = change.delay;
    }
    if (type === 'IHDR' || type === 'JHDR') {
      delays.push(ticksPerSecond === 0 ? 0 : Math.round(((once ?? usual) * 1000) / ticksPerSecond));
      once = undefined;
    }
  }
  return delays;
}

/** The delay that a FRAM chunk sets, for the next image or from there on; after its mode is a name that ends with 0. */
function frameChange(content: Uint8Array): { readonly delay: number; readonly isOnce: boolean } | undefined {
  const nameEnd = content.indexOf(0, 1);
  const changes = nameEnd < 0 ? content.length : nameEnd + 1;
  if (changes + 4 > content.length) return undefined;
  const change = content[changes];
  if (change === 0) return undefined;
  return { delay: uint32At(content, changes + 4), isOnce: change === 1 };
}

function uint32At(content: Uint8Array, at: number): number {
  return new DataView(content.buffer, content.byteOffset, content.byteLength).getUint32(at);
}
