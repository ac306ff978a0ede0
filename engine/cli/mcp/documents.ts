import { randomUUID } from 'node:crypto';

/** Characters of all documents that are kept for reading on. */
const KEPT_CHARACTERS = 64 * 1024 * 1024;

export interface Document {
  readonly text: string;
  readonly format: string;
  readonly warnings: readonly string[];
}

/** The texts that were read last, so that their further pages need no conversion. */
export class Documents {
  readonly #kept = new Map<string, Document>();
  #characters = 0;

  add(document: Document): string {
    const id = randomUUID();
    this.#kept.set(id, document);
    this.#characters += document.text.length;
    for (const [oldest, { text }] of this.#kept) {
      if (this.#characters <= KEPT_CHARACTERS || oldest === id) break;
      this.#kept.delete(oldest);
      this.#characters -= text.length;
    }
    return id;
  }

  find(id: string): Document | undefined {
    const found = this.#kept.get(id);
    if (!found) return undefined;
    // The last one in order is the last one that was read.
    this.#kept.delete(id);
    this.#kept.set(id, found);
    return found;
  }
}
