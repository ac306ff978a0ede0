import { requirePackage } from '../../../io/packages.ts';
import { viewOf } from '../../../io/bytes.ts';
import type { Limits } from '../../../contract/limits.ts';
import { corruptArchive, mostExpandedBytes, refuseExpansion, truncatedArchive } from '../errors.ts';

interface Lz4 {
  compress(bytes: Uint8Array): Uint8Array;
  /** Expands one block into `target` from `targetAt` on; returns where it ended. */
  decompressBlock(bytes: Uint8Array, target: Uint8Array, at: number, length: number, targetAt: number): number;
}

interface XxHash {
  hash(seed: number, bytes: Uint8Array, at: number, length: number): number;
}

const load = (): Lz4 => requirePackage('lz4js') as Lz4;
const loadHash = (): XxHash => requirePackage('lz4js/xxh32.js') as XxHash;

export function packLz4(bytes: Uint8Array): Uint8Array {
  return load().compress(bytes);
}

const FRAME = 0x184d2204;
const LEGACY_FRAME = 0x184c2102;
const LEGACY_BLOCK_BYTES = 8 << 20;
const SKIPPABLE_FRAMES = 0x184d2a50;
const IS_STORED = 0x80000000;

/** Frames one after another (LZ4 frame format 1.6.4); the library's own reader knows one, and believes its sizes. */
export function expandLz4(bytes: Uint8Array, limits: Limits): Uint8Array {
  const expanded = new Expanded(bytes, limits);
  const view = viewOf(bytes);
  for (let at = 0; at + 4 <= bytes.byteLength;) {
    const magic = view.getUint32(at, true);
    if (magic === FRAME) at = readFrame(view, at, expanded);
    else if (magic === LEGACY_FRAME) at = readLegacyFrame(view, at, expanded);
    else if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE_FRAMES && at + 8 <= bytes.byteLength)
      at += 8 + view.getUint32(at + 4, true);
    else if (at > 0) break; // something else lies behind the last frame
    else throw corruptArchive('it is no LZ4 file');
  }
  return expanded.bytes;
}

/** What has come out so far: blocks refer back to those before. */
class Expanded {
  readonly #packed: Uint8Array;
  readonly #limits: Limits;
  readonly #lz4 = load();
  #target = new Uint8Array(1 << 16);
  length = 0;

  constructor(packed: Uint8Array, limits: Limits) {
    this.#packed = packed;
    this.#limits = limits;
  }

  get bytes(): Uint8Array {
    return this.#target.subarray(0, this.length);
  }

  /** One block, of at most so many bytes when it is expanded. */
  addBlock(
    at: number,
    length: number,
    { isStored, most }: { readonly isStored: boolean; readonly most: number },
  ): void {
    if (at + length > this.#packed.byteLength) throw truncatedArchive();
    const block = this.#packed.subarray(at, at + length);
    this.#reserve(isStored ? length : most);
    const end = isStored ? this.#copy(block) : this.#lz4.decompressBlock(block, this.#target, 0, length, this.length);
    if (!(end - this.length <= Math.max(most, length))) throw corruptArchive('a block is larger than it may be');
    this.length = end;
    const { byteLength } = this.#packed;
    if (end > mostExpandedBytes(byteLength, this.#limits)) refuseExpansion(byteLength, this.#limits);
  }

  #copy(block: Uint8Array): number {
    this.#target.set(block, this.length);
    return this.length + block.byteLength;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#target.byteLength) return;
    const target = new Uint8Array(Math.max(this.length + more, 2 * this.#target.byteLength));
    target.set(this.bytes);
    this.#target = target;
  }
}

function readFrame(view: DataView, start: number, expanded: Expanded): number {
  if (start + 7 > view.byteLength) throw truncatedArchive();
  const flags = view.getUint8(start + 4);
  const most = 1 << (8 + 2 * ((view.getUint8(start + 5) >> 4) & 7));
  if (flags >> 6 !== 1 || most < 1 << 16) throw corruptArchive('its header is damaged');
  const hasBlockSums = (flags & 0x10) !== 0;
  const hasSize = (flags & 0x08) !== 0;
  const hasSum = (flags & 0x04) !== 0;
  const hasDictionary = (flags & 0x01) !== 0;
  const before = expanded.length;
  let at = start + 7 + (hasSize ? 8 : 0) + (hasDictionary ? 4 : 0);
  for (;;) {
    if (at + 4 > view.byteLength) throw truncatedArchive();
    const stated = view.getUint32(at, true);
    at += 4;
    if (stated === 0) break;
    const length = stated & ~IS_STORED;
    expanded.addBlock(at, length, { isStored: (stated & IS_STORED) !== 0, most });
    at += length + (hasBlockSums ? 4 : 0);
  }
  if (!hasSum) return at;
  if (at + 4 > view.byteLength) throw truncatedArchive();
  const frame = expanded.bytes.subarray(before);
  const sum = loadHash().hash(0, frame, 0, frame.byteLength) >>> 0;
  if (sum !== view.getUint32(at, true)) throw corruptArchive('the checksum of its content is wrong');
  return at + 4;
}

/** Blocks without an end: a number that is too large to be a size begins something else. */
function readLegacyFrame(view: DataView, start: number, expanded: Expanded): number {
  let at = start + 4;
  while (at + 4 <= view.byteLength) {
    const length = view.getUint32(at, true);
    if (length > LEGACY_BLOCK_BYTES + (LEGACY_BLOCK_BYTES >> 4)) break;
    expanded.addBlock(at + 4, length, { isStored: false, most: LEGACY_BLOCK_BYTES });
    at += 4 + length;
  }
  return at;
}
