import type { InputFile } from '../../codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { memoryFile } from '../../io/memory-file.ts';
import type { Limits } from '../../limits.ts';
import { inEightBits } from '../../models/apng-depth.ts';

/** Where the header of a PNG says how many bits a sample has. */
const DEPTH_AT = 24;

/** FFmpeg blends no frames of 16 bits: it gets those of an animated PNG in the 8 that films have. */
export function decodable(format: FormatId, file: InputFile, { pixels }: Limits): InputFile {
  const depth = new Uint8Array(1);
  if (format !== 'apng' || file.read(depth, DEPTH_AT) === 0 || depth[0] !== 16) return file;
  const bytes = new Uint8Array(file.size);
  file.read(bytes, 0);
  try {
    const shallow = inEightBits(bytes, pixels);
    return shallow ? memoryFile(shallow) : file;
  } catch {
    return file; // FFmpeg says what is wrong with it
  }
}
