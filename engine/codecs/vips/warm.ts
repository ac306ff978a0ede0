import { NativeScope } from './native-scope.ts';
import type { VipsLibrary } from './start.ts';

const SIDE = 64;
const SUFFIXES = ['.png', '.jpg', '.webp', '.gif', '.tif', '.avif', '.jxl'] as const;
const SETTINGS: Partial<Record<(typeof SUFFIXES)[number], object>> = {
  '.webp': { effort: 2 },
  '.avif': { effort: 0, compression: 'av1' },
  '.jxl': { effort: 3 },
};

/** Writes and reads a small picture in every format: the engine compiles WASM functions when they are first called. */
export function warmFormats(vips: VipsLibrary): void {
  using scope = new NativeScope();
  const grey = scope.keep(vips.Image.gaussnoise(SIDE, SIDE, { mean: 128, sigma: 40 }));
  const bytes = scope.keep(grey.cast('uchar'));
  const picture = scope.keep(scope.keep(bytes.bandjoin([bytes, bytes])).copy({ interpretation: 'srgb' }));
  for (const suffix of SUFFIXES) {
    const encoded = picture.writeToBuffer(suffix, SETTINGS[suffix] ?? {});
    using reading = new NativeScope();
    const decoded = reading.keep(vips.Image.newFromBuffer(encoded));
    reading.keep(decoded.shrink(2, 2)).writeToMemory();
  }
}
