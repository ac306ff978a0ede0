import type { FormatId } from '../../formats/index.ts';
import { truncatedImage } from '../../content/raster/failures.ts';

/** [MS-EMF] §2.3.4.2: where the header says how many bytes the metafile has. */
const EMF_SIZE_OFFSET = 48;
/** [MS-WMF] §2.3.2.3: a placeable metafile has a header of its own before the usual one. */
const PLACEABLE_KEY = 0x9ac6cdd7;
const PLACEABLE_BYTES = 22;
/** [MS-WMF] §2.3.2.2: where the header says how many words of 16 bits the metafile has. */
const WMF_SIZE_OFFSET = 6;

/** LibreOffice draws as much of a metafile as there is. Throws `input_truncated` when that is not all that it promises. */
export function requireWholeMetafile(bytes: Uint8Array, format: FormatId): void {
  const promised = format === 'emf' ? emfBytes(bytes) : format === 'wmf' ? wmfBytes(bytes) : 0;
  if (bytes.byteLength < promised) throw truncatedImage();
}

function emfBytes(bytes: Uint8Array): number {
  return uint32At(bytes, EMF_SIZE_OFFSET);
}

function wmfBytes(bytes: Uint8Array): number {
  const start = uint32At(bytes, 0) === PLACEABLE_KEY ? PLACEABLE_BYTES : 0;
  return start + 2 * uint32At(bytes, start + WMF_SIZE_OFFSET);
}

/** Without its header a metafile is not whole either. */
function uint32At(bytes: Uint8Array, offset: number): number {
  if (bytes.byteLength < offset + 4) throw truncatedImage();
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(offset, true);
}
