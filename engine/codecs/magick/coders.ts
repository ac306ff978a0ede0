import { MagickFormat } from '@imagemagick/magick-wasm';
import { cameraRawFormats } from '../../formats/catalogue/camera-raw.ts';
import type { FormatId } from '../../formats/index.ts';
import { CODERS, type Ways } from './formats.ts';

/** Camera raw files of every make are LibRaw's, which tells them apart by itself. */
const CAMERA_RAW = MagickFormat.Dng;

function namesOf(way: Ways): MagickFormat[] {
  return [...CODERS.values()].filter(([, ways]) => ways === way || ways === 'both').map(([name]) => name);
}

/** What the policy allows: our formats, and raw pixels that we hand over ourselves. */
export const READ_CODERS: readonly MagickFormat[] = [
  ...namesOf('read'),
  CAMERA_RAW,
  MagickFormat.Rgba,
  MagickFormat.Cmyk,
];
/** Bitmaps have the third version of their header where nothing is transparent; Apple icons hold colours with alpha. */
export const WRITE_CODERS: readonly MagickFormat[] = [...namesOf('write'), MagickFormat.Bmp3, MagickFormat.Png32];

export function coderOf(format: FormatId): MagickFormat {
  if (isCameraRaw(format)) return CAMERA_RAW;
  const coder = CODERS.get(format);
  if (!coder) throw new Error(`magick has no coder for ${format}.`);
  return coder[0];
}

export function isCameraRaw(format: FormatId): boolean {
  return format === 'dng' || format in cameraRawFormats;
}

/** The formats that the library's own coders write. */
export function isWrittenByLibrary(format: FormatId): boolean {
  const ways = CODERS.get(format)?.[1];
  return ways === 'write' || ways === 'both';
}
