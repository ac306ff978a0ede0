const SIGNATURE_BYTES = 8;
/** Where the rate of the clock stands in the header, in ticks a second; 0 means that nothing is timed. */
const TICKS_AT = 8;

/**
 * Milliseconds that each image of an MNG is shown, in the order of the file: the library gives images the delay of their
 * neighbours. Only plain sequences are understood; throws a RangeError for damaged chunks.
 * http://www.libpng.org/pub/mng/spec/mng-1.0-20010209-pdg.html, 4.3.2 (FRAM)
 */
export function readMngDelays(file: Uint8Array): number[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const delays: number[] = [];
  let ticksPerSecond = 0;
  let usual = 1;
  let once: number | undefined;
  for (let at = SIGNATURE_BYTES; at + 12 <= file.byteLength;) {
    const length = view.getUint32(at);
    const type = Buffer.from(file.subarray(at + 4, at + 8)).toString('latin1');
    const content = at + 8;
    if (type === 'MHDR') ticksPerSecond = view.getUint32(content + TICKS_AT);
    if (type === 'FRAM') {
      const change = frameChange(view, content, length);
      once = change?.isOnce ? change.delay : undefined;
      if (change && !change.isOnce) usual = change.delay;
    }
    if (type === 'IHDR' || type === 'JHDR') {
      delays.push(ticksPerSecond === 0 ? 0 : Math.round(((once ?? usual) * 1000) / ticksPerSecond));
      once = undefined;
    }
    at = content + length + 4;
  }
  return delays;
}

/** The delay that a FRAM chunk sets, for the next image or from there on; after its mode stands a name that ends with 0. */
function frameChange(
  view: DataView,
  start: number,
  length: number,
): { readonly delay: number; readonly isOnce: boolean } | undefined {
  let at = start + 1;
  while (at < start + length && view.getUint8(at) !== 0) at++;
  const changes = at + 1;
  if (changes + 4 > start + length) return undefined;
  const change = view.getUint8(changes);
  if (change === 0) return undefined;
  return { delay: view.getUint32(changes + 4), isOnce: change === 1 };
}
