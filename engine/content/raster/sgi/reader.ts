import { viewOf } from '../../../io/bytes.ts';
import { byteAt, plainImage, requireSides, type PlainImage } from '../plain-image.ts';

const HEADER_BYTES = 512;

/** Planes from the bottom up, as they are or in run lengths by row. http://paulbourke.net/dataformats/sgirgb/ */
export function readSgi(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const isPacked = view.getUint8(2) === 1;
  const sampleBytes = view.getUint8(3);
  const dimensions = view.getUint16(4);
  const width = view.getUint16(6);
  const height = dimensions > 1 ? view.getUint16(8) : 1;
  const channels = dimensions > 2 ? Math.min(4, view.getUint16(10)) : 1;
  requireSides(width, height);
  const size = { width, height, channels, bitsPerChannel: sampleBytes * 8, isBottomUp: true };
  if (!isPacked)
    return plainImage(size, (pixel, channel) =>
      byteAt(file, HEADER_BYTES + (channel * width * height + pixel) * sampleBytes),
    );
  const rows = Array.from({ length: height * channels }, (_, row) =>
    unpackedRow(file, view.getUint32(HEADER_BYTES + row * 4), width, sampleBytes),
  );
  return plainImage(size, (pixel, channel) => rows[channel * height + Math.floor(pixel / width)]![pixel % width]!);
}

/** The upper byte of each sample. */
function unpackedRow(file: Uint8Array, start: number, width: number, sampleBytes: number): Uint8Array {
  const row = new Uint8Array(width);
  for (let from = start, to = 0; to < width;) {
    const packet = byteAt(file, from + sampleBytes - 1);
    const count = packet & 127;
    from += sampleBytes;
    if (count === 0) break;
    const isRun = packet < 128;
    for (let index = 0; index < count && to < width; index++)
      row[to++] = byteAt(file, from + (isRun ? 0 : index * sampleBytes));
    from += isRun ? sampleBytes : count * sampleBytes;
  }
  return row;
}
