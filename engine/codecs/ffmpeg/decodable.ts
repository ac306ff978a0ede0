import type { InputFile } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { memoryFile } from '../../io/memory-file.ts';
import type { Limits } from '../../contract/limits.ts';
import { withSingleAmrFrames } from '../../content/timeline/containers/amr-packets.ts';
import { inEightBits } from '../../content/raster/png/apng-depth.ts';

/** Where the header of a PNG says how many bits a sample has. */
const DEPTH_AT = 24;

/** Formats whose tracks of AMR speech may have several frames in a packet. */
const ISO_BMFF: ReadonlySet<FormatId> = new Set<FormatId>(['3gp', '3g2', '3ga', 'mp4', 'm4a', 'mov', 'f4v']);

/** The file as FFmpeg decodes all of it. */
export function decodable(format: FormatId, file: InputFile, limits: Limits): InputFile {
  if (ISO_BMFF.has(format)) return withSingleAmrFrames(file) ?? file;
  return format === 'apng' && isDeep(file) ? shallow(file, limits) : file;
}

/** FFmpeg blends no images of 16 bits: it gets those of an animated PNG in the 8 that videos have. */
function shallow(file: InputFile, { pixels }: Limits): InputFile {
  const bytes = new Uint8Array(file.size);
  file.read(bytes, 0);
  try {
    const inEight = inEightBits(bytes, pixels);
    return inEight ? memoryFile(inEight) : file;
  } catch {
    return file; // FFmpeg says what is wrong with it
  }
}

/** Whether the samples of a PNG have 16 bits. */
export function isDeep(file: InputFile): boolean {
  const depth = new Uint8Array(1);
  return file.read(depth, DEPTH_AT) === 1 && depth[0] === 16;
}
