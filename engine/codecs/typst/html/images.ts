import { posix } from 'node:path';
import type { RunContext } from '../../../contract/codec.ts';
import { POINTS_PER_PIXEL } from '../../../content/document/css/lengths.ts';
import { requireBoundedImage } from '../filtered-images.ts';
import { withoutLinkedImages } from '../linked-images.ts';
import { imageOf, type Image } from './image-header.ts';

/** Bytes of all images of a page, taken from their addresses. */
const DATA_ADDRESS = /^data:([^,;]*)((?:;[^,;]*)*),([\s\S]*)$/i;

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** An image that Typst can show. */
export interface PlacedImage {
  readonly path: string;
  /** Points. */
  readonly width: number;
  readonly height: number;
}

/** The images of a page: those that are in its text, and those that came with it. Nothing is ever fetched. */
export class Images {
  readonly files = new Map<string, Uint8Array>();
  readonly #companions: ReadonlyMap<string, Uint8Array>;
  readonly #context: RunContext;
  readonly #placed = new Map<string, PlacedImage>();
  readonly #missing = new Set<string>();
  #unreadable = 0;

  constructor(companions: ReadonlyMap<string, Uint8Array>, context: RunContext) {
    this.#companions = companions;
    this.#context = context;
  }

  /** The image at an address of the page; nothing when it is not here. */
  at(address: string): PlacedImage | undefined {
    const known = this.#placed.get(address);
    if (known) return known;
    const bytes = contentOf(address) ?? this.#companions.get(address) ?? this.#companions.get(pathOf(address));
    if (!bytes) {
      this.#missing.add(address.slice(0, 200));
      return undefined;
    }
    return this.add(bytes, address);
  }

  add(bytes: Uint8Array, key: string): PlacedImage | undefined {
    const image = imageOf(bytes);
    // A drawing has no pixels: the units of its coordinates may be as small as they like.
    const isTooLarge = image && image.kind !== 'svg' && image.width * image.height > this.#context.limits.pixels;
    if (!image || isTooLarge) {
      this.#unreadable++;
      return undefined;
    }
    const placed = { ...sizeOf(image), path: `picture-${this.files.size + 1}` };
    this.files.set(placed.path, image.kind === 'svg' ? this.#drawing(bytes, image) : bytes);
    this.#placed.set(key, placed);
    return placed;
  }

  #drawing(bytes: Uint8Array, size: Image): Uint8Array {
    const drawing = DECODER.decode(bytes);
    requireBoundedImage(drawing, size, this.#context.limits);
    return ENCODER.encode(withoutLinkedImages(drawing));
  }

  finish(): void {
    const missing = [...this.#missing];
    if (missing.length > 0) {
      this.#context.warn({
        code: 'picture_dropped',
        message: `${missing.length} images are not in the file and are never fetched, such as ${missing[0]!.slice(0, 80)}. Embed them as data.`,
        lost: ['figures'],
        details: { pictures: missing.slice(0, 50) },
      });
    }
    if (this.#unreadable > 0) {
      this.#context.warn({
        code: 'picture_dropped',
        message: `${this.#unreadable} images are damaged, too large, or neither PNG, JPEG, GIF, WebP nor SVG.`,
        lost: ['figures'],
      });
    }
  }
}

function sizeOf({ width, height }: Image): Pick<PlacedImage, 'width' | 'height'> {
  return { width: width * POINTS_PER_PIXEL, height: height * POINTS_PER_PIXEL };
}

function contentOf(address: string): Uint8Array | undefined {
  const match = DATA_ADDRESS.exec(address);
  if (!match) return undefined;
  const [, , parameters = '', data = ''] = match;
  if (/;base64/i.test(parameters)) return new Uint8Array(Buffer.from(decodedPath(data), 'base64'));
  return new TextEncoder().encode(decodedPath(data));
}

/** Where an address leads from the folder of the page. */
function pathOf(address: string): string {
  return posix.normalize(decodedPath(address.replace(/[?#].*$/, '')));
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
