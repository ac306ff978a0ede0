import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SharpInput } from 'sharp';
import sharp from 'sharp';
import { converted, expectRefused, type OutsideCase, type OutsideSuite } from '../suite.ts';

/** Levels of 255 by which a pixel may differ: what 16 bits round to. */
const ALLOWED_LEVELS = 1;

export const PNG_SUITE: OutsideSuite = {
  id: 'png',
  title: 'PNG → lossless WebP: every pixel beside what sharp decodes, and refusals of damaged files',
  source: 'PngSuite, in the repository image-rs/image-png on GitHub',
  folder: 'image-png',
  cases: async (root) =>
    globSync('tests/pngsuite/*.png', { cwd: root })
      .sort()
      // Files whose names begin with an x are damaged.
      .map((path) => caseOf(join(root, path), { from: 'png', to: 'webp', damaged: basename(path).startsWith('x') })),
};

export const WEBP_SUITE: OutsideSuite = {
  id: 'webp',
  title: 'WebP → PNG: every pixel beside what sharp decodes',
  source: 'the repository webmproject/libwebp-test-data on GitHub',
  folder: 'libwebp-test-data',
  cases: async (root) =>
    globSync('*.webp', { cwd: root })
      .sort()
      .map((path) => caseOf(join(root, path), { from: 'webp', to: 'png', damaged: false })),
};

export const AVIF_SUITE: OutsideSuite = {
  id: 'avif',
  title: 'AVIF of 8, 10 and 12 bits, of layers, grids and edge cases → PNG: every pixel beside what sharp decodes',
  source: 'the repository AOMediaCodec/av1-avif on GitHub',
  folder: 'av1-avif',
  cases: async (root) =>
    globSync('testFiles/**/*.avif', { cwd: root })
      .sort()
      .map((path) => caseOf(join(root, path), { from: 'avif', to: 'png', damaged: false })),
};

interface Work {
  readonly from: string;
  readonly to: string;
  readonly damaged: boolean;
}

function caseOf(path: string, { from, to, damaged }: Work): OutsideCase {
  return {
    name: basename(path),
    run: async (engine) => {
      const conversion = converted(engine, path, { from, to, options: to === 'webp' ? { lossless: true } : {} });
      if (damaged) return expectRefused(conversion);
      await expectSamePixels(await conversion, path);
    },
  };
}

async function expectSamePixels(found: SharpInput, expected: SharpInput): Promise<void> {
  const [ours, theirs] = await Promise.all([pixelsOf(found), pixelsOf(expected)]);
  if (ours.info.width !== theirs.info.width || ours.info.height !== theirs.info.height)
    throw new Error(
      `${ours.info.width} × ${ours.info.height} pixels, and not ${theirs.info.width} × ${theirs.info.height}`,
    );
  let most = 0;
  for (const [index, value] of ours.data.entries()) {
    const alpha = index | 3;
    const isSeen = index === alpha || ours.data[alpha]! > 0 || theirs.data[alpha]! > 0;
    if (isSeen) most = Math.max(most, Math.abs(value - theirs.data[index]!));
  }
  if (most > ALLOWED_LEVELS) throw new Error(`a pixel differs by ${most} of 255`);
}

/** As sRGB with alpha, 8 bits each. */
function pixelsOf(image: SharpInput) {
  return sharp(image).toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}
