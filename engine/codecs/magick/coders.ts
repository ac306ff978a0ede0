import { MagickFormat } from '@imagemagick/magick-wasm';
import type { FormatId } from '../../formats/index.ts';

/** ImageMagick's names of our formats. The coder is always ours to say, never a guess from the content. */
const CODERS = {
  png: MagickFormat.Png,
  jpg: MagickFormat.Jpeg,
  webp: MagickFormat.WebP,
  gif: MagickFormat.Gif,
  tiff: MagickFormat.Tiff,
  avif: MagickFormat.Avif,
  bmp: MagickFormat.Bmp,
  ico: MagickFormat.Ico,
  heic: MagickFormat.Heic,
} as const satisfies Partial<Record<FormatId, MagickFormat>>;

/** What the policy allows: our formats, and raw pixels that we hand over ourselves. */
export const READ_CODERS: readonly MagickFormat[] = [...Object.values(CODERS), MagickFormat.Rgba, MagickFormat.Cmyk];
export const WRITE_CODERS: readonly MagickFormat[] = [
  ...Object.values(CODERS).filter((coder) => coder !== MagickFormat.Heic),
  MagickFormat.Bmp3,
];

export function coderOf(format: FormatId): MagickFormat {
  const coder = (CODERS as Partial<Record<FormatId, MagickFormat>>)[format];
  if (!coder) throw new Error(`magick has no coder for ${format}.`);
  return coder;
}
