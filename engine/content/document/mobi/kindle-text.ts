import { setLatin1 } from '../../../io/big-endian.ts';
import { utf8Bytes, utf8Length } from '../../../io/bytes.ts';
/** The text of a Kindle book while it is written: where its anchors are, in bytes, and which places links wait for. */
export class KindleText {
  readonly #pieces: string[] = [];
  readonly #anchors = new Map<string, number>();
  readonly #links: { readonly at: number; readonly target: string }[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  write(text: string): void {
    this.#pieces.push(text);
    this.#bytes += utf8Length(text);
  }

  /** Names the place where the next text begins. */
  anchor(id: string | undefined): void {
    if (id !== undefined && !this.#anchors.has(id)) this.#anchors.set(id, this.#bytes);
  }

  /** Writes what stands for an address until all places are known; the address has as many characters. */
  link(target: string, placeholder: string): void {
    this.#links.push({ at: this.#bytes, target });
    this.write(placeholder);
  }

  /** Where an anchor is; the beginning for one that is nowhere. */
  positionOf(anchor: string): number {
    return this.#anchors.get(anchor) ?? 0;
  }

  /** The whole text with its addresses. */
  finish(addressOf: (position: number, target: string) => string): Uint8Array {
    const text = utf8Bytes(this.#pieces.join(''));
    for (const { at, target } of this.#links) setLatin1(text, addressOf(this.positionOf(target), target), at);
    return text;
  }
}
