import { base64Of, concatBytes, utf8Bytes } from '../../../io/bytes.ts';
import { textureType, TEXTURE_MIME, type FilesBeside } from '../textures.ts';
import { bufferBytes, openGltf, type Gltf } from './container.ts';
import type { GltfDocument, GltfImage } from './document.ts';
import { glbOf } from './writer.ts';

/**
 * Puts a glTF document into its other form with everything in it, animations and extensions too: its buffers become one,
 * and images beside it are taken into it. Throws `input_corrupt` and `input_truncated`.
 */
export function repackGltf(bytes: Uint8Array, isBinary: boolean, files?: FilesBeside): Uint8Array<ArrayBuffer> {
  const gltf = openGltf(bytes, files);
  const { buffer, starts } = joinedBuffers(gltf);
  const { bufferViews = [], images = [], ...rest } = gltf.document;
  const document: GltfDocument = {
    ...rest,
    ...(bufferViews.length > 0 && {
      bufferViews: bufferViews.map((view) => ({
        ...view,
        buffer: 0,
        byteOffset: (view.byteOffset ?? 0) + (starts[view.buffer] ?? 0),
      })),
    }),
    ...(images.length > 0 && { images: images.map((image) => withData(image, gltf)) }),
  };
  const byteLength = buffer.byteLength;
  if (isBinary) return glbOf({ ...document, buffers: byteLength > 0 ? [{ byteLength }] : [] }, buffer);
  const uri = `data:application/octet-stream;base64,${base64Of(buffer)}`;
  return utf8Bytes(
    `${JSON.stringify({ ...document, buffers: byteLength > 0 ? [{ byteLength, uri }] : [] }, undefined, 1)}\n`,
  );
}

/** All buffers one after the other, and where each begins: at a multiple of four, as their views do. */
function joinedBuffers(gltf: Gltf): {
  readonly buffer: Uint8Array;
  readonly starts: readonly number[];
} {
  const parts: Uint8Array[] = [];
  const starts: number[] = [];
  let size = 0;
  for (const buffer of gltf.document.buffers ?? []) {
    const bytes = bufferBytes(buffer, gltf);
    const filler = new Uint8Array((4 - (bytes.byteLength % 4)) % 4);
    starts.push(size);
    parts.push(bytes, filler);
    size += bytes.byteLength + filler.byteLength;
  }
  return { buffer: concatBytes(parts), starts };
}

function withData(image: GltfImage, { resolve }: Gltf): GltfImage {
  const { uri } = image;
  const bytes = uri === undefined || uri.startsWith('data:') ? undefined : resolve(uri);
  const type = bytes && textureType(bytes, uri!);
  return type ? { ...image, uri: `data:${TEXTURE_MIME[type]};base64,${base64Of(bytes)}` } : image;
}
