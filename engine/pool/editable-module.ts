import { open } from 'node:fs/promises';

/**
 * Reads and changes the limits of a WebAssembly binary before it is compiled. `resourceLimits` of a worker bound
 * neither WASM memory nor buffers, so the ceiling has to be in the module itself.
 * Binary format: https://webassembly.github.io/spec/core/binary/modules.html
 */
const MAGIC = '\0asm';
const HEADER_BYTES = 8;
const SECTION = { import: 2, table: 4, memory: 5, dataCount: 12, tag: 13 } as const;
const IMPORT_KIND = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;
const HAS_MAXIMUM = 1;

interface Section {
  readonly id: number;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/** One memory of a module. `minimum` and `maximum` in pages of 64 KiB; `from` and `to` bound its limits in the binary. */
interface ModuleMemory {
  readonly imported: boolean;
  readonly flags: number;
  readonly minimum: number;
  readonly maximum: number | undefined;
  readonly from: number;
  readonly to: number;
  readonly section: Section;
}

class BinaryReader {
  readonly bytes: Uint8Array;
  position: number;

  constructor(bytes: Uint8Array, position: number) {
    this.bytes = bytes;
    this.position = position;
  }

  byte(): number {
    return this.bytes[this.position++]!;
  }

  /** Unsigned LEB128; a Number is exact up to 2⁵³. */
  unsigned(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  }

  section(): Section {
    const start = this.position;
    const id = this.byte();
    const size = this.unsigned();
    return { id, start, body: this.position, end: this.position + size };
  }

  skipName(): void {
    const length = this.unsigned();
    this.position += length;
  }

  skipValueType(): void {
    const type = this.byte();
    const isReference = type === 0x63 || type === 0x64;
    if (isReference) this.unsigned();
  }

  limits(): { flags: number; minimum: number; maximum: number | undefined } {
    const flags = this.byte();
    const minimum = this.unsigned();
    return { flags, minimum, maximum: flags & HAS_MAXIMUM ? this.unsigned() : undefined };
  }

  /** Skips the description of an import and says whether it is a memory (which is left unread). */
  atImportedMemory(): boolean {
    this.skipName();
    this.skipName();
    const kind = this.byte();
    switch (kind) {
      case IMPORT_KIND.function:
        this.unsigned();
        return false;
      case IMPORT_KIND.table:
        this.skipValueType();
        this.limits();
        return false;
      case IMPORT_KIND.memory:
        return true;
      case IMPORT_KIND.global:
        this.skipValueType();
        this.byte();
        return false;
      case IMPORT_KIND.tag:
        this.byte();
        this.unsigned();
        return false;
      default:
        throw new Error(`Unknown import kind ${kind} in a WebAssembly module.`);
    }
  }
}

function leb128(value: number): number[] {
  const out: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    out.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return out;
}

export function readMemories(bytes: Uint8Array): ModuleMemory[] {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, 4).toString('latin1') !== MAGIC) {
    throw new Error('These bytes are not a WebAssembly module.');
  }
  const reader = new BinaryReader(bytes, HEADER_BYTES);
  const memories: ModuleMemory[] = [];
  while (reader.position < bytes.byteLength) {
    const section = reader.section();
    const { id } = section;
    // Memories come before all later sections but these two, which may come out of order.
    if (id > SECTION.memory && id !== SECTION.dataCount && id !== SECTION.tag) break;
    if (id === SECTION.import || id === SECTION.memory) {
      for (let count = reader.unsigned(); count > 0; count--) {
        if (id === SECTION.import && !reader.atImportedMemory()) continue;
        const from = reader.position;
        memories.push({ imported: id === SECTION.import, ...reader.limits(), from, to: reader.position, section });
      }
    }
    reader.position = section.end;
  }
  return memories;
}

/** Bytes by which a module may become longer: its sizes are numbers of one to five bytes. */
const ROOM = 64;

/**
 * A WebAssembly binary whose limits are changed where it lies. What is before a change moves by a few bytes, into room that
 * was left for it: a copy of a whole library, page by page of memory, takes longer than reading it.
 */
export class EditableModule {
  readonly #memory: Uint8Array<ArrayBuffer>;
  #start = ROOM;

  private constructor(memory: Uint8Array<ArrayBuffer>) {
    this.#memory = memory;
  }

  static async read(path: string): Promise<EditableModule> {
    await using file = await open(path);
    const { size } = await file.stat();
    const memory = new Uint8Array(ROOM + size);
    for (let at = ROOM; at < memory.byteLength;) {
      const { bytesRead } = await file.read(memory, at, memory.byteLength - at);
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read.`);
      at += bytesRead;
    }
    return new EditableModule(memory);
  }

  static of(bytes: Uint8Array): EditableModule {
    const memory = new Uint8Array(ROOM + bytes.byteLength);
    memory.set(bytes, ROOM);
    return new EditableModule(memory);
  }

  /** The module as it is now, until it is changed again. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#memory.subarray(this.#start);
  }

  /**
   * Lowers the maximum of every memory to `maxPages` (64 KiB each), if it is not lower already. Throws a RangeError if the
   * module needs more than that to start.
   */
  limitMemories(maxPages: number): void {
    const count = readMemories(this.bytes).length;
    for (let index = 0; index < count; index++) {
      const memory = readMemories(this.bytes)[index]!; // positions move after each change
      if (memory.minimum > maxPages) {
        throw new RangeError(`The module needs ${memory.minimum} pages to start, but the ceiling is ${maxPages}.`);
      }
      if (memory.maximum !== undefined && memory.maximum <= maxPages) continue;
      this.#replaceLimits(memory, [memory.flags | HAS_MAXIMUM, ...leb128(memory.minimum), ...leb128(maxPages)]);
    }
  }

  /** Lets the table of functions grow, so that functions of ours can be put behind those of the library. */
  letTableGrow(): void {
    const reader = new BinaryReader(this.bytes, HEADER_BYTES);
    while (reader.position < this.bytes.byteLength) {
      const section = reader.section();
      if (section.id === SECTION.table) {
        reader.unsigned(); // how many; the first is the one that indirect calls use
        reader.skipValueType();
        const from = reader.position;
        const { flags, minimum, maximum } = reader.limits();
        if (maximum === undefined) return;
        const limits = [flags & ~HAS_MAXIMUM, ...leb128(minimum)];
        this.#replaceLimits({ section, from, to: reader.position }, limits);
        return;
      }
      reader.position = section.end;
    }
  }

  /** Writes other limits in the place of some, and before them the size of their section, which they change. */
  #replaceLimits(
    { section: { id, start, body, end }, from, to }: Pick<ModuleMemory, 'section' | 'from' | 'to'>,
    limits: readonly number[],
  ): void {
    const inner = this.bytes.slice(body, from);
    const sectionSize = inner.byteLength + limits.length + end - to;
    const head = [id, ...leb128(sectionSize)];
    const moved = this.#start + (to - start) - head.length - inner.byteLength - limits.length;
    if (moved < 0) throw new Error('A WebAssembly module has more limits to change than there is room for.');
    this.#memory.copyWithin(moved, this.#start, this.#start + start);
    let at = moved + start;
    for (const part of [head, inner, limits]) {
      this.#memory.set(part, at);
      at += part.length;
    }
    this.#start = moved;
  }
}
