import { viewOf } from '../../../io/bytes.ts';
import type { Image } from '../model.ts';
import { imageOfBlip, imageOfEntry, storeEntriesOf } from '../office-art/images.ts';
import { childrenOf, readRecord, type OfficeRecord } from '../office-art/records.ts';
import { propertiesOf, shapeId, shapesOf } from '../office-art/shapes.ts';
import { readPlaces } from './file-information.ts';

/** An image in the text begins with the length of its header and how it is kept ([MS-DOC] 2.9.192). */
const HEADER_BYTES = 68;
const MODE_AT = 6;
const METAFILE = 8;
const SHAPE = 0x64;
const NAMED_SHAPE = 0x66;

/** The image at a place of the stream of data; nothing where the shape there shows none. */
export function imageInText(data: Uint8Array, place: number): Image | undefined {
  const image = data.subarray(Math.max(0, place));
  if (image.byteLength < HEADER_BYTES) return undefined;
  const view = viewOf(image);
  const mode = view.getUint16(MODE_AT, true);
  const name = `picture-in-text-${place}`;
  if (mode === METAFILE) return { kind: 'image', alternative: '', mimeType: 'image/x-wmf', source: `${name}.wmf` };
  if (mode !== SHAPE && mode !== NAMED_SHAPE) return undefined;
  const end = Math.min(image.byteLength, view.getUint32(0, true));
  const start = HEADER_BYTES + (mode === NAMED_SHAPE ? 1 + (image[HEADER_BYTES] ?? 0) : 0);
  const shape = readRecord(image.subarray(0, end), start);
  const shown = shape && readRecord(image.subarray(0, end), start + 8 + shape.data.byteLength);
  if (!shape || !shown) return undefined;
  const found = imageOfEntry(shown, new Uint8Array(0), name) ?? imageOfBlip(shown, name);
  return found && { ...found, alternative: propertiesOf(shape).description };
}

const GROUP = 0xf003;
const DRAWING = 0xf002;
/** Places in what anchors a shape: its number. */
const ANCHOR_BYTES = 26;

/** Whether there are images for shapes to show, in what the table stream has of drawings. */
export function hasStoredImages(drawings: Uint8Array): boolean {
  const all = readRecord(drawings, 0);
  return all !== undefined && storeEntriesOf(all).length > 0;
}

/** The images beside the text, by the places of their anchors in it. */
export class FloatingImages {
  readonly #byShape = new Map<number, Image[]>();

  /** `drawings` is the part of the table stream that has them, `images` the stream that their bytes are in. */
  constructor(drawings: Uint8Array, images: Uint8Array) {
    const all = readRecord(drawings, 0);
    if (!all) return;
    const entries = storeEntriesOf(all);
    // A byte before each drawing says whose it is: that of the body, or of the headers.
    for (let at = 8 + all.data.byteLength + 1; at < drawings.byteLength;) {
      const drawing = readRecord(drawings, at);
      if (drawing?.type !== DRAWING) break;
      for (const child of childrenOf(drawing)) if (child.type === GROUP) this.#addAll(child, entries, images);
      at += 8 + drawing.data.byteLength + 1;
    }
  }

  /** The text is anchored to shapes, and to groups of them by the number of the first shape in it. */
  #addAll(group: OfficeRecord, entries: readonly OfficeRecord[], images: Uint8Array): void {
    for (const child of childrenOf(group)) {
      const shapes = child.type === GROUP ? [...shapesOf(child)] : [child];
      const [first] = shapes;
      if (!first) continue;
      const found = shapes.flatMap((shape) => {
        const { image, description } = propertiesOf(shape);
        const entry = image === undefined ? undefined : entries[image - 1];
        const shown = entry && imageOfEntry(entry, images, `picture-${image}`);
        return shown ? [{ ...shown, alternative: description }] : [];
      });
      if (found.length > 0) this.#byShape.set(shapeId(first), found);
    }
  }

  /** By the places of the anchors in their text. */
  anchored(anchors: Uint8Array): ReadonlyMap<number, readonly Image[]> {
    const { places, data } = readPlaces(anchors, ANCHOR_BYTES);
    return new Map(
      data.map((anchor, index) => [places[index]!, this.#byShape.get(viewOf(anchor).getUint32(0, true)) ?? []]),
    );
  }
}
