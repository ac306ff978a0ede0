/** Boxes on the way to the table of sample sizes (ISO/IEC 14496-12, section 8.1.1). */
const PATH = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz'] as const;

/** Frames of an animated AVIF: the samples of its longest track; 0 for one that is no sequence, or broken. */
export function framesOfSequence(bytes: Uint8Array): number {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return longestTrack(file, { start: 0, end: file.byteLength }, 0);
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A full box: version and flags, the size of all samples if they are equal, and their number. */
const SAMPLE_COUNT_AT = 16;

function longestTrack(file: DataView, { start, end }: Range, depth: number): number {
  let longest = 0;
  for (let at = start; at + 8 <= end;) {
    const size = file.getUint32(at);
    const type = String.fromCodePoint(...new Uint8Array(file.buffer, file.byteOffset + at + 4, 4));
    if (size < 8) break; // a box of 64 bits or up to the end: media data, with nothing to look for in it
    if (type === PATH[depth]) {
      const isTable = depth === PATH.length - 1;
      const inside = { start: at + 8, end: Math.min(end, at + size) };
      longest = Math.max(
        longest,
        isTable ? file.getUint32(at + SAMPLE_COUNT_AT) : longestTrack(file, inside, depth + 1),
      );
    }
    at += size;
  }
  return longest;
}
