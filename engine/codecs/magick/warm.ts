import { MagickFormat } from '@imagemagick/magick-wasm';
import type { InspectRequest, RunContext } from '../../codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { convertImage } from './convert.ts';
import { inspectImage } from './inspect.ts';
import { imageOfPixels } from './pixels.ts';

const SIDE = 256;
/** What is judged here most, and icons, which are written here alone. */
const REHEARSED: readonly FormatId[] = ['png', 'jpg', 'webp', 'gif', 'tiff', 'bmp', 'ico'];
const LOOK: InspectRequest = { effort: 'quick', budgetMs: Infinity };

/**
 * Converts a small picture into the formats of most jobs and looks at the results: V8 compiles functions when they are
 * first called.
 */
export function rehearse(context: RunContext): void {
  const bytes = pattern();
  for (const to of REHEARSED) {
    const hop = { codec: 'magick', edge: 'encode', from: 'png', to, options: {} } as const;
    const [written] = convertImage({ name: 'pattern.png', bytes }, hop, { ...context, show() {} });
    inspectImage(written!.bytes, to, LOOK, context.limits);
  }
}

function pattern(): Uint8Array {
  const data = Uint8Array.from({ length: SIDE * SIDE * 4 }, (_, index) => (index % 4 === 3 ? 255 : (index * 37) % 251));
  const image = imageOfPixels({ width: SIDE, height: SIDE, data });
  try {
    return image.write(MagickFormat.Png24, (png) => png.slice());
  } finally {
    image.dispose();
  }
}
