import { utf8Of, viewOf } from '../../../io/bytes.ts';
import { corruptMesh, truncatedMesh, unsupportedMesh } from '../failures.ts';
import { bytesOfAddress, type FilesBeside } from '../textures.ts';
import { BINARY_CHUNK, JSON_CHUNK, MAGIC, type GltfBufferView, type GltfDocument } from './document.ts';

/** A document with what its buffers and images are made of. */
export interface Gltf {
  readonly document: GltfDocument;
  /** The bytes of an address: of data in it, or of a file beside the model. Undefined for what is not there. */
  readonly resolve: (uri: string) => Uint8Array | undefined;
  /** The buffer of a GLB that has no address. */
  readonly binary?: Uint8Array;
  /** What views of buffers hold that were packed, by their indices. */
  readonly views?: ReadonlyMap<number, Uint8Array>;
}

/** Opens glTF 2.0, as text or as GLB. Nothing is ever fetched. Throws `input_corrupt` and `input_truncated`. */
export function openGltf(bytes: Uint8Array, files: FilesBeside = new Map()): Gltf {
  const isBinary = bytes.byteLength >= 12 && viewOf(bytes).getUint32(0, true) === MAGIC;
  const { text, binary } = isBinary ? chunksOf(bytes) : { text: utf8Of(bytes), binary: undefined };
  const document = parse(text);
  if (!String(document.asset?.version).startsWith('2.'))
    throw unsupportedMesh('is glTF 1.0, which is not read. Save it as glTF 2.0');
  return { document, resolve: (uri) => resolve(uri, files), ...(binary && { binary }) };
}

/** The buffers of a document, each read once: those in the text are decoded. */
export class Buffers {
  readonly #gltf: Gltf;
  readonly #read = new Map<number, Uint8Array>();

  constructor(gltf: Gltf) {
    this.#gltf = gltf;
  }

  /** Throws `input_corrupt` and `input_truncated`. */
  part({ buffer, byteOffset = 0, byteLength }: Omit<GltfBufferView, 'extensions'>): Uint8Array {
    const bytes = this.#read.get(buffer) ?? this.#whole(buffer);
    this.#read.set(buffer, bytes);
    if (byteOffset + byteLength > bytes.byteLength) throw truncatedMesh();
    return bytes.subarray(byteOffset, byteOffset + byteLength);
  }

  #whole(index: number): Uint8Array {
    const buffer = this.#gltf.document.buffers?.[index];
    if (!buffer) throw corruptMesh('it names a buffer that is not there');
    return bufferBytes(buffer, this.#gltf);
  }
}

/** What a buffer holds. Throws `input_corrupt` where it is in a file that is not there. */
export function bufferBytes({ uri }: { readonly uri?: string }, { resolve, binary }: Gltf): Uint8Array {
  const bytes = uri === undefined ? binary : resolve(uri);
  if (bytes) return bytes;
  throw corruptMesh(
    `its geometry is in another file (${uri ?? 'its second part'}), which is not there. Pack both into a ZIP, or save the model as GLB`,
  );
}

function chunksOf(bytes: Uint8Array): { readonly text: string; readonly binary: Uint8Array | undefined } {
  const view = viewOf(bytes);
  const length = view.getUint32(8, true);
  if (length > bytes.byteLength) throw truncatedMesh();
  let text: string | undefined;
  let binary: Uint8Array | undefined;
  for (let at = 12; at + 8 <= length;) {
    const size = view.getUint32(at, true);
    if (at + 8 + size > length) throw truncatedMesh();
    const content = bytes.subarray(at + 8, at + 8 + size);
    const kind = view.getUint32(at + 4, true);
    if (kind === JSON_CHUNK) text ??= utf8Of(content);
    else if (kind === BINARY_CHUNK) binary ??= content;
    at += 8 + size;
  }
  if (text === undefined) throw corruptMesh('it has no description of its scene');
  return { text, binary };
}

function parse(text: string): GltfDocument {
  try {
    const document = JSON.parse(text) as unknown;
    if (typeof document === 'object' && document !== null) return document as GltfDocument;
  } catch (error) {
    throw corruptMesh('the description of its scene is no correct JSON', error);
  }
  throw corruptMesh('the description of its scene is no object of JSON');
}

function resolve(uri: string, files: FilesBeside): Uint8Array | undefined {
  return bytesOfAddress(uri) ?? files.get(decoded(uri)) ?? files.get(uri);
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
