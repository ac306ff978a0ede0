import type { SheetImageFacts } from '../../contract/facts.ts';
import { MiB } from '../../contract/limits.ts';
import { crc32Of } from '../../io/compression.ts';
import { imageTypeOf } from '../document/book/image-type.ts';
import { withoutTrailer } from '../document/image-size.ts';
import type { PlacedImage, Workbook } from './model.ts';

/** Types whose bytes formats keep as they are; drawings are drawn again. */
const KEPT: Readonly<Record<string, SheetImageFacts['type']>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
};
/** Bytes of images that are read of one workbook. */
const MAX_BYTES = 256 * MiB;

/** Reads what the images of a workbook are, each once. */
export class KeptImages {
  readonly #workbook: Workbook;
  readonly #known = new Map<string, Pick<SheetImageFacts, 'type' | 'crc32'> | undefined>();
  #bytesLeft = MAX_BYTES;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  of(images: readonly PlacedImage[]): SheetImageFacts[] {
    return images.flatMap((image) => {
      const { target, cell, corner } = image;
      const known = this.#known.has(target) && !image.read ? this.#known.get(target) : this.#read(image);
      this.#known.set(target, known);
      return known ? [{ ...known, ...(cell === undefined ? corner && { corner } : { cell }) }] : [];
    });
  }

  #read({ target, read }: PlacedImage): Pick<SheetImageFacts, 'type' | 'crc32'> | undefined {
    const bytes = read ? read() : this.#workbook.readImage?.(target);
    const type = bytes && KEPT[imageTypeOf(bytes) ?? ''];
    if (!bytes || !type || bytes.byteLength > this.#bytesLeft) return undefined;
    this.#bytesLeft -= bytes.byteLength;
    return { type, crc32: crc32Of(withoutTrailer(bytes)) };
  }
}
