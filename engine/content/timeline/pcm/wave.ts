import { viewAt } from '../containers/byte-view.ts';
import { chunksOf, wideChunksOf, type Chunk } from './chunks.ts';
import type { ReadLayout, SampleLayout } from './layout.ts';
import type { InputFile } from '../../../contract/codec.ts';

/** Multimedia Programming Interface 1.0: a `fmt ` chunk, then the samples. */
export const waveLayout: ReadLayout = (file) => layoutIn(file, chunksOf(file, true));

/** Sony Wave64: the same chunks, named by GUIDs that begin with their letters, with sizes of 64 bits. */
export const wave64Layout: ReadLayout = (file) => layoutIn(file, wideChunksOf(file));

function layoutIn(file: InputFile, chunks: Iterable<Chunk>): SampleLayout | undefined {
  let format: Omit<SampleLayout, 'parts'> | undefined;
  for (const { type, body, size } of chunks) {
    if (type === 'data') return format && { ...format, parts: [{ start: body, end: body + size }] };
    if (type !== 'fmt ') continue;
    format = formatOf(viewAt(file, body, 26));
    if (!format) return undefined;
  }
  return undefined;
}

/** Format 1 is integers, 3 floats; 0xFFFE names one of them in its extension. */
function formatOf(view: DataView): Omit<SampleLayout, 'parts'> | undefined {
  if (view.byteLength < 16) return undefined;
  const isExtended = view.getUint16(0, true) === 0xfffe && view.byteLength === 26;
  const tag = view.getUint16(isExtended ? 24 : 0, true);
  const bits = view.getUint16(14, true);
  const channels = view.getUint16(2, true);
  // A sample of 12 or 20 bits is in the upper bits of its bytes.
  if ((tag !== 1 && tag !== 3) || view.getUint16(12, true) !== (channels * bits) / 8) return undefined;
  const rate = view.getUint32(4, true);
  return { rate, channels, bits, isFloat: tag === 3, isSigned: bits > 8, littleEndian: true };
}
