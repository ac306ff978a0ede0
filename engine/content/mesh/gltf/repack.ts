import { base64Of, concatBytes, utf8Bytes } from '../../../io/bytes.ts';
import { textureType, TEXTURE_MIME, type FilesBeside } from '../textures.ts';
import { bufferBytes, openGltf, type Gltf } from './container.ts';
import type { GltfBuffer, GltfBufferView, GltfDocument, GltfImage } from './document.ts';
import { isPlaceholder, meshoptOf } from './unpack.ts';
import { glbOf } from './writer.ts';

/**
 * Puts a glTF document into its other form with everything in it, animations and extensions too: its buffers become one,
 * and images beside it are taken into it. Throws `input_corrupt` and `input_truncated`.
 */
export function repackGltf(bytes: Uint8Array, isBinary: boolean, files?: FilesBeside): Uint8Array<ArrayBuffer> {
  const gltf = openGltf(bytes, files);
  const joined = new JoinedBuffers(gltf);
  const { bufferViews = [], images = [], ...rest } = gltf.document;
  const document: GltfDocument = {
    ...rest,
    ...(bufferViews.length > 0 && { bufferViews: bufferViews.map((view) => joined.moved(view)) }),
    ...(images.length > 0 && { images: images.map((image) => withData(image, gltf)) }),
  };
  const buffer = joined.bytes();
  const byteLength = buffer.byteLength;
  const uri = isBinary ? undefined : `data:application/octet-stream;base64,${base64Of(buffer)}`;
  const own = byteLength > 0 || joined.placeholders.length > 0 ? [{ byteLength, ...(uri && { uri }) }] : [];
  const whole = { ...document, buffers: [...own, ...joined.placeholders] };
  return isBinary ? glbOf(whole, buffer) : utf8Bytes(`${JSON.stringify(whole, undefined, 1)}\n`);
}

/**
 * All buffers one after the other: each begins at a multiple of four, as their views do. Those that only say how large
 * unpacked geometry is follow as they are.
 */
class JoinedBuffers {
  readonly placeholders: GltfBuffer[] = [];
  readonly #parts: Uint8Array[] = [];
  /** Of each buffer: its place among the new ones, and where it begins. */
  readonly #places: { readonly buffer: number; readonly start: number }[] = [];

  constructor(gltf: Gltf) {
    let size = 0;
    for (const buffer of gltf.document.buffers ?? []) {
      if (isPlaceholder(buffer)) {
        this.#places.push({ buffer: this.placeholders.push(buffer), start: 0 });
        continue;
      }
      const bytes = bufferBytes(buffer, gltf);
      const filler = new Uint8Array((4 - (bytes.byteLength % 4)) % 4);
      this.#places.push({ buffer: 0, start: size });
      this.#parts.push(bytes, filler);
      size += bytes.byteLength + filler.byteLength;
    }
  }

  bytes(): Uint8Array {
    return concatBytes(this.#parts);
  }

  moved(view: GltfBufferView): GltfBufferView {
    const packed = meshoptOf(view);
    return {
      ...this.#moved(view),
      ...(packed && { extensions: { ...view.extensions, [packed.name]: this.#moved(packed.layout) } }),
    };
  }

  #moved<T extends { readonly buffer: number; readonly byteOffset?: number }>(view: T): T {
    const { buffer, start } = this.#places[view.buffer] ?? { buffer: 0, start: 0 };
    return { ...view, buffer, byteOffset: (view.byteOffset ?? 0) + start };
  }
}

function withData(image: GltfImage, { resolve }: Gltf): GltfImage {
  const { uri } = image;
  const bytes = uri === undefined || uri.startsWith('data:') ? undefined : resolve(uri);
  const type = bytes && textureType(bytes, uri!);
  return type ? { ...image, uri: `data:${TEXTURE_MIME[type]};base64,${base64Of(bytes)}` } : image;
}
