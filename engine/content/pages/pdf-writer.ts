import { latin1Bytes } from '../../io/bytes.ts';

/** The number of an object of a PDF file. */
export type PdfReference = number;

const CHUNK_BYTES = 64 * 1024;

/**
 * Writes the syntax of a PDF file (ISO 32000-1, section 7) from its beginning to its end: objects go out as they come,
 * and nothing of them is kept but where they are. The same calls give the same bytes.
 */
export class PdfWriter {
  readonly #sink: (bytes: Uint8Array) => void;
  /** By number; -1 for what is reserved and not yet written. */
  readonly #offsets: number[] = [0];
  readonly #pending = new Uint8Array(CHUNK_BYTES);
  #pendingBytes = 0;
  #written = 0;

  /** `sink` gets the file piece by piece, in order, and must copy what it keeps. */
  constructor(sink: (bytes: Uint8Array) => void) {
    this.#sink = sink;
    // Four bytes above 127 in a comment tell programs that copy files that this one is not text.
    this.#write('%PDF-1.7\n');
    this.#write(Uint8Array.of(0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a));
  }

  /** A number for an object that is written later. */
  reserve(): PdfReference {
    return this.#offsets.push(-1) - 1;
  }

  /** Writes an object, e.g. `<< /Type /Catalog >>`. */
  object(content: string, reference: PdfReference = this.reserve()): PdfReference {
    this.#begin(reference);
    this.#write(`${content}\nendobj\n`);
    return reference;
  }

  /** Writes a stream; `entries` are those of its dictionary, without its length. */
  stream(entries: string, chunks: readonly Uint8Array[]): PdfReference {
    const reference = this.reserve();
    const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#begin(reference);
    this.#write(`<< ${entries} /Length ${length} >>\nstream\n`);
    for (const chunk of chunks) this.#write(chunk);
    this.#write('\nendstream\nendobj\n');
    return reference;
  }

  /** Writes the table of objects and the end of the file. */
  finish({ root, info }: { readonly root: PdfReference; readonly info: PdfReference }): void {
    const start = this.#written;
    const size = this.#offsets.length;
    const rows = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.#write(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`);
    this.#write(`trailer\n<< /Size ${size} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`);
    this.#flush();
  }

  #begin(reference: PdfReference): void {
    this.#offsets[reference] = this.#written;
    this.#write(`${reference} 0 obj\n`);
  }

  #write(part: string | Uint8Array): void {
    const bytes = typeof part === 'string' ? latin1Bytes(part) : part;
    this.#written += bytes.byteLength;
    if (this.#pendingBytes + bytes.byteLength > CHUNK_BYTES) this.#flush();
    if (bytes.byteLength > CHUNK_BYTES) {
      this.#sink(bytes);
      return;
    }
    this.#pending.set(bytes, this.#pendingBytes);
    this.#pendingBytes += bytes.byteLength;
  }

  #flush(): void {
    if (this.#pendingBytes > 0) this.#sink(this.#pending.subarray(0, this.#pendingBytes));
    this.#pendingBytes = 0;
  }
}

/** A number as PDF writes it: no exponent, and no more digits than matter on a page. */
export function pdfNumber(value: number): string {
  return String(Number(value.toFixed(4)));
}
