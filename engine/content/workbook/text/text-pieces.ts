/** Characters that are gathered before they are encoded. */
const PIECE_CHARS = 64 * 1024;

/** Takes text in small pieces and passes it on as UTF-8 in larger ones. */
export class TextPieces {
  readonly #write: (bytes: Uint8Array) => void;
  readonly #encoder = new TextEncoder();
  #gathered: string[] = [];
  #chars = 0;

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  add(text: string): void {
    this.#gathered.push(text);
    this.#chars += text.length;
    if (this.#chars >= PIECE_CHARS) this.flush();
  }

  flush(): void {
    if (this.#chars === 0) return;
    const text = this.#gathered.join('');
    this.#gathered = [];
    this.#chars = 0;
    this.#write(this.#encoder.encode(text));
  }
}
