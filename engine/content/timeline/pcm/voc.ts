import type { InputFile } from '../../../contract/codec.ts';
import { latin1, viewAt } from '../containers/byte-view.ts';
import type { ReadLayout, SampleBytes, SampleLayout } from './layout.ts';

const BLOCK = { end: 0, sound: 1, more: 2, newSound: 9 } as const;
const HEAD_BYTES = 4;
/** A file of 2 GB in blocks of 2 KB. */
const MOST_BLOCKS = 1 << 20;
/** Codecs that are plain samples: their bits. */
const CODECS: Readonly<Record<number, number>> = { 0: 8, 4: 16 };

/** Creative Voice File: sound in blocks, which may go on in further ones. Silence and loops are not read here. */
export const vocLayout: ReadLayout = (file) => {
  const head = viewAt(file, 0, 26);
  if (head.byteLength < 26 || latin1(head, 0, 19) !== 'Creative Voice File') return undefined;
  let format: Omit<SampleLayout, 'parts'> | undefined;
  const parts: SampleBytes[] = [];
  for (const { type, body, size } of blocksOf(file, head.getUint16(20, true))) {
    if (type === BLOCK.more && format) parts.push({ start: body, end: body + size });
    else if ((type === BLOCK.sound || type === BLOCK.newSound) && !format) {
      const view = viewAt(file, body, 12);
      const skipped = type === BLOCK.sound ? 2 : 12;
      format = type === BLOCK.sound ? formatOfSound(view) : formatOfNewSound(view);
      parts.push({ start: body + skipped, end: body + size });
    } else return undefined; // a second sound, silence, or a loop
  }
  return format && { ...format, parts };
};

interface Block {
  readonly type: number;
  readonly body: number;
  readonly size: number;
}

function* blocksOf(file: InputFile, first: number): Generator<Block> {
  for (let at = first, count = 0; count < MOST_BLOCKS && at + HEAD_BYTES <= file.size; count++) {
    const view = viewAt(file, at, HEAD_BYTES);
    const word = view.getUint32(0, true);
    const [type, size] = [word & 0xff, word >>> 8];
    if (type === BLOCK.end) return;
    yield { type, body: at + HEAD_BYTES, size };
    at += HEAD_BYTES + size;
  }
}

function formatOfSound(view: DataView): Omit<SampleLayout, 'parts'> | undefined {
  const isPlain = view.byteLength >= 2 && view.getUint8(1) === 0;
  return isPlain ? layoutOf(Math.round(1_000_000 / (256 - view.getUint8(0))), 1, 8) : undefined;
}

function formatOfNewSound(view: DataView): Omit<SampleLayout, 'parts'> | undefined {
  const bits = view.byteLength >= 12 ? CODECS[view.getUint16(6, true)] : undefined;
  return bits === undefined ? undefined : layoutOf(view.getUint32(0, true), view.getUint8(5), bits);
}

function layoutOf(rate: number, channels: number, bits: number): Omit<SampleLayout, 'parts'> {
  return { rate, channels, bits, isFloat: false, isSigned: bits > 8, littleEndian: true };
}
