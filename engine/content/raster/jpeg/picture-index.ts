/** By how many bytes things moved when a file with several pictures was written anew. */
export interface Moves {
  /** The TIFF header of the index, from which offsets are counted. */
  readonly header: number;
  /** The pictures behind the first one. */
  readonly others: number;
}

const SIGNATURE_BYTES = 4;
const ENTRIES_TAG = 0xb002;
const ENTRY_BYTES = 16;

/**
 * The index of several pictures (CIPA DC-007, section 5.2.3) for places that have changed: gain maps and previews
 * behind the picture are found by it. The first picture's own size changes as the others move. A damaged index stays
 * as it is.
 */
export function movedPictureIndex(payload: Uint8Array, { header, others }: Moves): Uint8Array {
  const moved = payload.slice();
  const index = moved.subarray(SIGNATURE_BYTES);
  const view = new DataView(index.buffer, index.byteOffset, index.byteLength);
  const LITTLE_ENDIAN = 0x49;
  const isLittle = index[0] === LITTLE_ENDIAN;
  const uint32 = (at: number): number => view.getUint32(at, isLittle);
  try {
    const directory = uint32(4);
    for (let entry = 0; entry < view.getUint16(directory, isLittle); entry++) {
      const at = directory + 2 + entry * 12;
      if (view.getUint16(at, isLittle) !== ENTRIES_TAG) continue;
      const start = uint32(at + 8);
      for (let picture = 0; picture < uint32(at + 4) / ENTRY_BYTES; picture++) {
        const sizeAt = start + picture * ENTRY_BYTES + 4;
        const offset = uint32(sizeAt + 4);
        if (picture === 0) view.setUint32(sizeAt, uint32(sizeAt) + others, isLittle);
        else if (offset !== 0) view.setUint32(sizeAt + 4, offset + others - header, isLittle);
      }
    }
    return moved;
  } catch (error) {
    if (error instanceof RangeError) return payload;
    throw error;
  }
}
