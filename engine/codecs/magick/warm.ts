import type { InspectRequest, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { convertImage } from './convert.ts';
import { inspectImage } from './inspect.ts';
import { imageOfPixels } from './pixels.ts';
import { writeImage } from './write.ts';

const SIDE = 256;
/** What is judged here most, and icons, which are written here alone. */
const WARMED_FORMATS: readonly FormatId[] = ['png', 'jpg', 'webp', 'gif', 'tiff', 'bmp', 'ico'];
const LOOK: InspectRequest = { effort: 'quick' };

/** After so many, V8 has compiled the inner loops with optimisation. */
const ROUNDS = 3;

/**
 * Converts a small image into the formats of most jobs and looks at the results: V8 compiles functions when they are
 * first called, and once more while they are called often.
 */
export function warmUp(context: RunContext): void {
  const bytes = pattern();
  const performances = Array.from({ length: ROUNDS }, () => WARMED_FORMATS);
  for (const to of performances.flat()) {
    const step = { codec: 'magick', edge: 'encode', from: 'png', to, options: {} } as const;
    const [written] = convertImage({ name: 'pattern.png', bytes }, step, { ...context, preview() {} });
    inspectImage(written!.bytes, to, LOOK, context.limits);
  }
}

function pattern(): Uint8Array {
  const data = Uint8Array.from({ length: SIDE * SIDE * 4 }, (_, index) => (index % 4 === 3 ? 255 : (index * 37) % 251));
  const image = imageOfPixels({ width: SIDE, height: SIDE, data });
  try {
    return writeImage(image, 'png', {});
  } finally {
    image.dispose();
  }
}
