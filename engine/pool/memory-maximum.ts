/**
 * Reads and lowers the memory limits of a WebAssembly binary before it is compiled. `resourceLimits` of a worker bound
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

/** Bytes that end with a LEB128 number, made longer by zeros, which its value may be followed by. */
function padLeb128(bytes: readonly number[], length: number): number[] {
  const zeros = length - bytes.length;
  return zeros === 0 ? [...bytes] : [...bytes.slice(0, -1), bytes.at(-1)! | 0x80, ...Array(zeros - 1).fill(0x80), 0];
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

/**
 * The module with memories that cannot grow beyond `maxPages` (64 KiB each). A maximum that it has is lowered in `bytes`
 * themselves, since a copy of a large library costs more than reading it; one that had none becomes a copy. Throws a
 * RangeError if the module needs more than that to start.
 */
export function withMemoryMaximum(bytes: Uint8Array, maxPages: number): Uint8Array {
  let out = bytes;
  const count = readMemories(bytes).length;
  for (let index = 0; index < count; index++) {
    const memory = readMemories(out)[index]!; // positions move after each change
    if (memory.minimum > maxPages) {
      throw new RangeError(`The module needs ${memory.minimum} pages to start, but the ceiling is ${maxPages}.`);
    }
    if (memory.maximum !== undefined && memory.maximum <= maxPages) continue;
    const limits = [memory.flags | HAS_MAXIMUM, ...leb128(memory.minimum), ...leb128(maxPages)];
    if (memory.maximum === undefined) out = replaceLimits(out, memory, limits);
    else out.set(padLeb128(limits, memory.to - memory.from), memory.from);
  }
  return out;
}

/**
 * A copy of the module whose table of functions may grow, so that functions of ours can be put behind those of the
 * library; the same bytes when it already may.
 */
export function withGrowableTable(bytes: Uint8Array): Uint8Array {
  const reader = new BinaryReader(bytes, HEADER_BYTES);
  while (reader.position < bytes.byteLength) {
    const section = reader.section();
    if (section.id === SECTION.table) {
      reader.unsigned(); // how many; the first is the one that indirect calls use
      reader.skipValueType();
      const from = reader.position;
      const { flags, minimum, maximum } = reader.limits();
      if (maximum === undefined) return bytes;
      const limits = [flags & ~HAS_MAXIMUM, ...leb128(minimum)];
      return replaceLimits(bytes, { section, from, to: reader.position }, limits);
    }
    reader.position = section.end;
  }
  return bytes;
}

function replaceLimits(
  bytes: Uint8Array,
  { section: { id, start, body, end }, from, to }: Pick<ModuleMemory, 'section' | 'from' | 'to'>,
  limits: readonly number[],
): Uint8Array {
  const sectionSize = end - body + limits.length - (to - from);
  return Buffer.concat([
    bytes.subarray(0, start),
    Buffer.from([id, ...leb128(sectionSize)]),
    bytes.subarray(body, from),
    Buffer.from(limits),
    bytes.subarray(to),
  ]);
}
