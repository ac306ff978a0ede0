import { createHash } from 'node:crypto';

/**
 * The pictures of a document. docx hashes each one in JavaScript to find those that are the same, which takes 15 ms a
 * megabyte: it gets a digest in the place of each, and what it stands for goes into the file.
 */
export class PictureStore {
  readonly #pictures = new Map<string, Uint8Array>();

  /** What stands for a picture; the same for the same bytes. */
  standInOf(picture: Uint8Array): Uint8Array {
    const digest = createHash('sha256').update(picture).digest();
    this.#pictures.set(digest.toString('hex'), picture);
    return digest;
  }

  /** The picture for which this stands. */
  pictureOf(standIn: Uint8Array): Uint8Array | undefined {
    return this.#pictures.get(Buffer.from(standIn.buffer, standIn.byteOffset, standIn.byteLength).toString('hex'));
  }
}
