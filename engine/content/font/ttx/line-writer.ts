import type { ConversionError } from '../../../contract/errors.ts';
import { concatBytes, utf8Bytes } from '../../../io/bytes.ts';

interface LineWriterOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly tooLong: () => ConversionError;
}

/** Characters that are collected before they become bytes. */
const CHUNK_CHARS = 1024 * 1024;

/** XML line by line, each indented by the elements that are open. */
export class LineWriter {
  readonly #options: LineWriterOptions;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #text = '';
  #depth = 0;

  constructor(options: LineWriterOptions) {
    this.#options = options;
  }

  add(lines: Iterable<string>): void {
    for (const line of lines) this.line(line);
  }

  /** A tag, an element without any inside it, or text. */
  line(line: string): void {
    const isEnd = line.startsWith('</');
    if (isEnd) this.#depth--;
    this.#text += line === '' ? '\n' : `${'  '.repeat(this.#depth)}${line}\n`;
    const isStart = !isEnd && line.startsWith('<') && !line.startsWith('<?') && !line.endsWith('/>');
    if (isStart) this.#depth++;
    if (this.#text.length > CHUNK_CHARS) this.#flush();
  }

  finish(): Uint8Array {
    this.#flush();
    return concatBytes(this.#chunks);
  }

  #flush(): void {
    const { maxBytes, signal, tooLong } = this.#options;
    signal.throwIfAborted();
    const chunk = utf8Bytes(this.#text);
    this.#bytes += chunk.byteLength;
    if (this.#bytes > maxBytes) throw tooLong();
    this.#chunks.push(chunk);
    this.#text = '';
  }
}
