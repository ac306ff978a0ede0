import type { InspectRequest, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import { convertImage } from './convert.ts';
import { inspectImage } from './inspect.ts';
import { NativeScope } from './native-scope.ts';
import type { StartedVips, VipsLibrary } from './start.ts';

const SIDE = 256;
const SLOW: readonly FormatId[] = ['avif', 'jxl'];
const QUICK: readonly FormatId[] = ['png', 'jpg', 'webp', 'gif', 'tiff'];
/** After so many, V8 has compiled the inner loops of quick codecs with optimisation. */
const ROUNDS = 4;
const LOOK: InspectRequest = { effort: 'quick' };

/**
 * Converts a small image into every format and looks at the results, in the ways of real jobs: V8 compiles functions
 * when they are first called, and once more while they are called often.
 */
export function warmUp(started: StartedVips, context: RunContext): void {
  const bytes = noise(started.vips);
  const performances = [...Array.from({ length: ROUNDS }, () => QUICK), SLOW];
  for (const to of performances.flat()) {
    const step = { codec: 'vips', edge: 'still', from: 'png', to, options: {} } as const;
    const [written] = convertImage(started, { name: 'noise.png', bytes }, step, { ...context, preview() {} });
    inspectImage(started.vips, written!.bytes, to, LOOK, context.limits);
  }
}

function noise(vips: VipsLibrary): Uint8Array {
  using scope = new NativeScope();
  const grey = scope.keep(vips.Image.gaussnoise(SIDE, SIDE, { mean: 128, sigma: 40 }));
  const band = scope.keep(grey.cast('uchar'));
  const image = scope.keep(scope.keep(band.bandjoin([band, band])).copy({ interpretation: 'srgb' }));
  return image.writeToBuffer('.png');
}
