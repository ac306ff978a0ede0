import { viewOf } from '../../../io/bytes.ts';
import { unpackBits } from '../tiff/pack-bits.ts';
import { plainImage, requireSides, UnknownKind, type PlainImage } from '../plain-image.ts';

const HEADER_BYTES = 26;
const [GREY, RGB] = [1, 3] as const;
const PACKED = 1;

/**
 * The merged image of a Photoshop file in grey or RGB; colours are on white, and what is transparent is beside them.
 * https://www.adobe.com/devnet-apps/photoshop/fileformatashtml/
 */
export function readPhotoshop(file: Uint8Array): PlainImage {
  const view = viewOf(file);
  const isLarge = view.getUint16(4) === 2;
  const stored = view.getUint16(12);
  const [height, width, depth, mode] = [view.getUint32(14), view.getUint32(18), view.getUint16(22), view.getUint16(24)];
  if ((mode !== GREY && mode !== RGB) || (depth !== 8 && depth !== 16))
    throw new UnknownKind('Its colours are not read here.');
  requireSides(width, height);
  let at = HEADER_BYTES;
  at += 4 + view.getUint32(at);
  at += 4 + view.getUint32(at);
  const layersAt = at + (isLarge ? 8 : 4);
  const layersBytes = isLarge ? Number(view.getBigUint64(at)) : view.getUint32(at);
  const hasAlpha = layersBytes > 0 && hasMergedAlpha(view, layersAt, layersBytes, isLarge);
  at = layersAt + layersBytes;
  const own = mode === GREY ? 1 : 3;
  const channels = Math.min(stored, hasAlpha ? own + 1 : own);
  const rowBytes = width * (depth / 8);
  const isPacked = view.getUint16(at) === PACKED;
  const rows = isPacked
    ? packedRows(file, at + 2, { rowBytes, rows: stored * height, lengthBytes: isLarge ? 4 : 2 })
    : (row: number): Uint8Array => file.subarray(at + 2 + row * rowBytes, at + 2 + (row + 1) * rowBytes);
  const planes = Array.from({ length: channels * height }, (_, row) => rows(row));
  return unmatted(
    plainImage({ width, height, channels, bitsPerChannel: depth }, (pixel, channel) => {
      const value = planes[channel * height + Math.floor(pixel / width)]![(pixel % width) * (depth / 8)];
      if (value === undefined) throw new RangeError('The file ends within its pixels.');
      return value;
    }),
  );
}

/** A negative number of layers says that the first channel beyond the colours is the opacity of the merged image. */
function hasMergedAlpha(view: DataView, at: number, bytes: number, isLarge: boolean): boolean {
  const lengthBytes = isLarge ? 8 : 4;
  return bytes > lengthBytes + 2 && view.getInt16(at + lengthBytes) < 0;
}

function packedRows(
  file: Uint8Array,
  lengthsAt: number,
  { rowBytes, rows, lengthBytes }: { readonly rowBytes: number; readonly rows: number; readonly lengthBytes: 2 | 4 },
): (row: number) => Uint8Array {
  const view = viewOf(file);
  const starts = [lengthsAt + rows * lengthBytes];
  for (let row = 0; row < rows; row++) {
    const at = lengthsAt + row * lengthBytes;
    starts.push(starts[row]! + (lengthBytes === 4 ? view.getUint32(at) : view.getUint16(at)));
  }
  return (row) => unpackBits(file.subarray(starts[row], starts[row + 1]), rowBytes);
}

/** The colours without the white that shines through them. */
function unmatted(image: PlainImage): PlainImage {
  if (!image.hasAlpha) return image;
  const data = new Uint8Array(image.data);
  for (let at = 0; at < data.length; at += 4) {
    const opacity = data[at + 3]! / 255;
    if (opacity === 0) continue;
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = Math.max(
        0,
        Math.min(255, Math.round((data[at + channel]! - 255 * (1 - opacity)) / opacity)),
      );
  }
  return { ...image, data };
}
