import { damagedWorks } from './document.ts';

/** A piece of a document of Works 5 to 9. */
export interface Chunk {
  /** Four characters, such as `TEXT`. */
  readonly name: string;
  readonly start: number;
  readonly length: number;
}

const TABLES_AT = 0x18;
const ENTRY_BYTES = 0x18;
const HEADER_BYTES = 8;
const NO_TABLE = 0xffffffff;
const MAX_CHUNKS = 10_000;

/** The chunks of a document: tables of them follow each other. Throws `input_corrupt`. */
export function readChunkTable(bytes: Uint8Array): readonly Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  const seen = new Set<number>();
  for (let at = TABLES_AT; at !== NO_TABLE && !seen.has(at);) {
    if (at + HEADER_BYTES > bytes.byteLength) throw damagedWorks('the table of its parts lies beyond the file');
    seen.add(at);
    const count = view.getUint16(at + 2, true);
    for (let index = 0; index < count && chunks.length < MAX_CHUNKS; index++) {
      const entry = at + HEADER_BYTES + ENTRY_BYTES * index;
      if (entry + ENTRY_BYTES > bytes.byteLength) throw damagedWorks('the table of its parts is truncated');
      const start = view.getUint32(entry + 16, true);
      const length = view.getUint32(entry + 20, true);
      const name = String.fromCharCode(...bytes.subarray(entry + 2, entry + 6));
      if (start + length <= bytes.byteLength) chunks.push({ name, start, length });
    }
    at = view.getUint32(at + 4, true);
  }
  return chunks;
}
