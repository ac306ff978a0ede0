import { bytesOfBase64, latin1Of } from '../../io/bytes.ts';
import type { Texture } from './model.ts';

const SIGNATURES: readonly (readonly [Texture['type'], RegExp])[] = [
  // oxlint-disable-next-line no-control-regex -- signatures have control characters
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['bmp', /^BM/],
];

/** What kind of image the bytes are; undefined for what no reader of models shows. */
export function textureType(bytes: Uint8Array, name: string): Texture['type'] | undefined {
  const head = latin1Of(bytes, 0, 16);
  const known = SIGNATURES.find(([, signature]) => signature.test(head))?.[0];
  return known ?? (/\.tga$/i.test(name) ? 'tga' : undefined);
}

export const TEXTURE_MIME = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tga: 'image/x-tga',
} as const satisfies Record<Texture['type'], string>;

/** Files that lie beside a model, by the path that leads to them. */
export type FilesBeside = ReadonlyMap<string, Uint8Array>;

/**
 * Collects the textures that a model names. Names are found whatever their case and folder, as programs find them; what is
 * not there is counted by name.
 */
export class TextureList {
  readonly textures: Texture[] = [];
  readonly missing = new Set<string>();
  readonly #files: FilesBeside;
  readonly #places = new Map<string, number | undefined>();

  constructor(files: FilesBeside = new Map()) {
    this.#files = new Map([...files].map(([path, bytes]) => [baseName(path), bytes]));
  }

  /** Index of the texture of a file beside the model, or of the data that an address holds. */
  named(path: string): number | undefined {
    const data = bytesOfAddress(path);
    if (data) return this.embedded('', data);
    const key = baseName(path);
    if (!this.#places.has(key)) this.#places.set(key, this.#add(key, this.#files.get(key)));
    const place = this.#places.get(key);
    if (place === undefined) this.missing.add(path);
    return place;
  }

  /** Index of the texture of the first of several names that is there; the first name is missing where none is. */
  namedAs(paths: readonly string[]): number | undefined {
    return this.named(paths.find((path) => this.#files.has(baseName(path))) ?? paths[0]!);
  }

  /** Index of a texture that is in the model itself. */
  embedded(name: string, bytes: Uint8Array): number | undefined {
    return this.#add(name, bytes);
  }

  #add(name: string, bytes: Uint8Array | undefined): number | undefined {
    const type = bytes && textureType(bytes, name);
    return type && this.textures.push({ name, type, bytes: bytes! }) - 1;
  }
}

const DATA = /^data:[^,]*;base64,/;

/** What an address of data holds; undefined for any other address. */
export function bytesOfAddress(address: string): Uint8Array | undefined {
  const data = DATA.exec(address);
  return data ? bytesOfBase64(address.slice(data[0].length)) : undefined;
}

export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1)!.toLowerCase();
}

/** Names of files for textures: their own without its extension, told apart by numbers. */
export function textureFileNames(textures: readonly Texture[], stem: string): string[] {
  const taken = new Set<string>();
  return textures.map(({ name, type }) => {
    const base =
      baseName(name)
        .replace(/\.\w+$/, '')
        .replaceAll(/[^\w.-]+/g, '-') || `${stem}-texture`;
    let unique = base;
    for (let number = 2; taken.has(unique); number++) unique = `${base}-${number}`;
    taken.add(unique);
    return `${unique}.${type}`;
  });
}
