import type { InputFile } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { memoryFile } from '../../io/memory-file.ts';
import type { Limits } from '../../contract/limits.ts';
import { inEightBits } from '../../content/raster/png/apng-depth.ts';

/** Where the header of a PNG says how many bits a sample has. */
const DEPTH_AT = 24;

/** FFmpeg blends no images of 16 bits: it gets those of an animated PNG in the 8 that videos have. */
export function decodable(format: FormatId, file: InputFile, { pixels }: Limits): InputFile {
  if (format !== 'apng' || !isDeep(file)) return file;
  const bytes = new Uint8Array(file.size);
  file.read(bytes, 0);
  try {
    const shallow = inEightBits(bytes, pixels);
    return shallow ? memoryFile(shallow) : file;
  } catch {
    return file; // FFmpeg says what is wrong with it
  }
}

/** Whether the samples of a PNG have 16 bits. */
export function isDeep(file: InputFile): boolean {
  const depth = new Uint8Array(1);
  return file.read(depth, DEPTH_AT) === 1 && depth[0] === 16;
}
