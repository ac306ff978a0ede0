/** Unpacks the run lengths of TIFF 6.0 (section 9, PackBits); what is missing at the end stays 0. */
export function unpackBits(packed: Uint8Array, size: number): Uint8Array {
  const unpacked = new Uint8Array(size);
  for (let from = 0, to = 0; from < packed.length && to < size;) {
    const count = packed[from++]!;
    if (count < 128) {
      unpacked.set(packed.subarray(from, from + Math.min(count + 1, size - to)), to);
      from += count + 1;
      to += count + 1;
    } else if (count > 128) {
      unpacked.fill(packed[from++]!, to, to + 257 - count);
      to += 257 - count;
    }
  }
  return unpacked;
}
