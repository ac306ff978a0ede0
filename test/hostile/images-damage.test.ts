import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CORPUS } from '../../corpus/cases.ts';
import { ConversionError, createEngine, formatOf, resolveFormat, type FormatId } from '../../engine/index.ts';
import { makePng } from '../support/make-files.ts';
import { sharedEngine } from '../support/shared-engine.ts';

/** The smallest source of each image format that is read. */
const SAMPLES = samples();
/** Cut at every tenth, as uploads are; the others three times, to keep the test short. */
const COMMON: readonly FormatId[] = ['png', 'jpg', 'webp', 'gif', 'tiff', 'avif', 'heic', 'jxl', 'bmp', 'ico', 'svg'];
const MUTATIONS = 4;
const SEED = 20_261_121;

/** Cut files of these may be whole images: text without a length, further images behind the first, other sizes. */
const MAY_BE_WHOLE: readonly FormatId[] = ['mpo', 'dds', 'fits', 'pbm', 'pgm', 'ppm', 'pnm'];
/** What is said of a damaged file: never a fault of ours. */
const NAMED =
  /^(input_(corrupt|truncated|too_complex|encrypted)|source_format_(undetected|mismatch)|unsupported_conversion)$/;

const engine = sharedEngine();

async function outcome(bytes: Uint8Array, format: FormatId): Promise<string> {
  try {
    await engine.convert(bytes, { to: format === 'png' || format === 'apng' ? 'webp' : 'png', from: format });
    return 'converted';
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

describe('an image whose end is missing is refused', () => {
  it.each([...SAMPLES])('%s', async (format, path) => {
    const whole = new Uint8Array(readFileSync(path));
    const tenths = COMMON.includes(format) ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [2, 5, 9];
    for (const tenth of tenths) {
      const code = await outcome(whole.slice(0, Math.floor((whole.byteLength * tenth) / 10)), format);
      if (code === 'converted' && MAY_BE_WHOLE.includes(format)) continue;
      expect(code, `${tenth} tenths`).toMatch(NAMED);
    }
  });
});

describe('an image with changed bytes is converted, or refused by name', () => {
  it.each([...SAMPLES])('%s', async (format, path) => {
    const random = generatorOf(SEED);
    const whole = new Uint8Array(readFileSync(path));
    for (let mutation = 0; mutation < MUTATIONS; mutation++) {
      const changed = whole.slice();
      // Half of them near the beginning, where headers are.
      const reach = mutation % 2 === 0 ? Math.min(200, changed.byteLength) : changed.byteLength;
      for (let change = 0; change <= mutation; change++) changed[random(reach)] = random(256);
      const code = await outcome(changed, format);
      if (code !== 'converted') expect(code, `mutation ${mutation}`).toMatch(NAMED);
    }
  });
});

it('the engine is as good as before', async () => {
  await expect(engine.convert(makePng(), { to: 'jpg' })).resolves.toMatchObject({ targetFormat: 'jpg' });
});

/** Numbers below a bound, the same ones for the same seed (a linear congruential generator). */
function generatorOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
}

function samples(): ReadonlyMap<FormatId, string> {
  const planning = createEngine();
  const found = new Map<FormatId, string>();
  const entries = readdirSync(join(CORPUS, 'sources'), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.sort((a, b) => statSync(b).size - statSync(a).size)) {
    const format = resolveFormat(extname(path).slice(1));
    const isReadable = format && formatOf(format).family === 'image' && planning.targets(format).length > 0;
    if (isReadable) found.set(format, path);
  }
  return found;
}
