import type { OutputFile } from '../../contract/codec.ts';
import { viewOf } from '../../io/bytes.ts';
import { writeApng } from '../../content/raster/png/apng.ts';

const SIGNATURE_BYTES = 8;
const CHUNK_BYTES = 12;
const ONCE = 1;

/** Makes an animated PNG of one frame of the plain PNG that FFmpeg writes then, in which readers of animations find none. */
export function animateSingleFrame(file: OutputFile): void {
  if (isAnimated(file)) return;
  const png = new Uint8Array(file.size);
  file.read(png, 0);
  file.write(writeApng([{ png, x: 0, y: 0, delayMs: 0 }], ONCE), 0);
}

/** Animations say what they are before their first frame. */
function isAnimated(file: OutputFile): boolean {
  const header = new Uint8Array(8);
  for (let at = SIGNATURE_BYTES; at + header.byteLength <= file.size;) {
    file.read(header, at);
    const type = Buffer.from(header.subarray(4)).toString('latin1');
    if (type === 'acTL' || type === 'IDAT') return type === 'acTL';
    at += CHUNK_BYTES + viewOf(header).getUint32(0);
  }
  return true;
}
