import { latin1, viewAt } from '../containers/byte-view.ts';
import { chunksOf } from './chunks.ts';
import type { ReadLayout, SampleBytes, SampleLayout, SampleType } from './layout.ts';

/** AIFF 1.3 and AIFF-C: compression types that are none. */
const AIFC_TYPES: Readonly<Record<string, Partial<SampleType>>> = {
  NONE: {},
  twos: {},
  sowt: { littleEndian: true },
  fl32: { isFloat: true, bits: 32 },
  FL32: { isFloat: true, bits: 32 },
  fl64: { isFloat: true, bits: 64 },
};

export const aiffLayout: ReadLayout = (file) => {
  const isCompressed = latin1(viewAt(file, 8, 4), 0, 4) === 'AIFC';
  let format: Omit<SampleLayout, 'parts'> | undefined;
  let data: SampleBytes | undefined;
  for (const { type, body, size } of chunksOf(file, false)) {
    if (type === 'SSND') data = { start: body + 8, end: body + size };
    if (type !== 'COMM') continue;
    const view = viewAt(file, body, 22);
    if (view.byteLength < (isCompressed ? 22 : 18)) return undefined;
    const plain = isCompressed ? AIFC_TYPES[latin1(view, 18, 4)] : {};
    if (!plain) return undefined;
    const channels = view.getUint16(0);
    const bits = Math.ceil(view.getUint16(6) / 8) * 8;
    format = { rate: extended(view, 8), channels, bits, isFloat: false, isSigned: true, littleEndian: false, ...plain };
  }
  return format && data && { ...format, parts: [data] };
};

/** A rate as an 80-bit float (IEEE 754 extended), rounded to a whole number. */
function extended(view: DataView, offset: number): number {
  return Math.round(Number(view.getBigUint64(offset + 2)) * 2 ** ((view.getUint16(offset) & 0x7fff) - 16_383 - 63));
}
