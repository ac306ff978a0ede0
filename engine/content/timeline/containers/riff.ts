import type { InputFile } from '../../../contract/codec.ts';
import { latin1, viewAt, type ContainerFacts } from './byte-view.ts';

/** Chunks before the samples that are looked at; real files have fewer than ten. */
const MAX_CHUNKS = 256;

/** Sizes that writers leave behind when they cannot go back: they promise nothing. */
const UNKNOWN_SIZES: ReadonlySet<number> = new Set([0, 0xffffffff, 0x7fffffff, 0x7ffff000]);

/** Walks the chunks of a WAVE file: samples that should reach beyond its end prove that it was truncated. */
export function readRiff(file: InputFile): ContainerFacts {
  let wideSize: number | undefined;
  let position = 12;
  for (let count = 0; count < MAX_CHUNKS && position + 8 <= file.size; count++) {
    const view = viewAt(file, position, 24);
    const type = latin1(view, 0, 4);
    const size = view.getUint32(4, true);
    // RF64 (EBU Tech 3306): the sizes that do not fit 32 bits are in a chunk of their own.
    if (type === 'ds64' && view.byteLength === 24) wideSize = Number(view.getBigUint64(16, true));
    if (type === 'data') return samplesAt(file, position + 8, size === 0xffffffff ? (wideSize ?? size) : size);
    position += 8 + size + (size & 1);
  }
  return { unreadable: true, subtitles: [] };
}

function samplesAt(file: InputFile, start: number, size: number): ContainerFacts {
  if (UNKNOWN_SIZES.has(size) || start + size <= file.size) return { subtitles: [] };
  return { truncated: { promisedBytes: start + size }, subtitles: [] };
}
