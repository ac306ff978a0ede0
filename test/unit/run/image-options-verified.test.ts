import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConvertOptions } from '../../../engine/index.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');

type Asked = readonly [source: string, to: ConvertOptions['to'], options: ConvertOptions['options']];

async function checksOf([source, to, options]: Asked): Promise<readonly string[]> {
  const { report } = await sharedEngine().convert(join(SOURCES, source), { to, options, allowLoss: 'any' });
  expect(report.verdict).toBe('accepted');
  return report.checks.filter(({ ok }) => !ok).map(({ name }) => name);
}

/** A right result is not refused for what was asked of it; where it was not right, it is made so. */
describe('images with options verify', () => {
  it.each<Asked>([
    // the EXIF is written again, and said that the upright pixels were turned
    ['jpg/orientation-6-exif.jpg', 'webp', { stripLocation: true }],
    ['png/lying-with-position.png', 'jpg', { stripLocation: true }],
    // colours under transparency, also on paper
    ['heic/lossy-alpha.heic', 'pdf', { background: '#336699' }],
    ['psd/two-layers.psd', 'pdf', { background: '#336699', pageSize: 'a4' }],
    // palettes have few opacities, and those of most formats none
    ['heic/lossy-alpha.heic', 'png', { colours: 16 }],
    ['heic/lossy-alpha.heic', 'png', { colours: 64 }],
    ['png/gradient-16bit-alpha.png', 'tga', { colours: 16 }],
    ['png/palette-interlaced.png', 'png', { colours: 2 }],
    ['png/card-fading-to-transparent.png', 'gif', { colourSpace: 'grey' }],
    ['gif/test-card-animated.gif', 'gif', { colourSpace: 'grey' }],
    // of less effort whole areas were of another colour
    ['gif/animated-three-frames-loop-2.gif', 'gif', { effort: 1 }],
    ['tiff/jpeg-strips.tiff', 'webp', { effort: 9 }],
    // means nothing to a JPEG
    ['png/display-p3-stripes.png', 'jpg', { lossless: true }],
    ['png/scanned-letter-table.png', 'tga', { rotate: '180' }],
    ['jpg/orientation-6-exif.jpg', 'pdf', { dpi: 120 }],
    ['svg/picture-inside-and-outside.svg', 'pdf', { pageSize: 'a4' }],
    ['svg/picture-inside-and-outside.svg', 'pdf', { pageSize: 'a5', landscape: false, margin: 20 }],
    ['jpg/progressive-restarts-odd-size-lying.jpg', 'svg', { width: 100, height: 100, fit: 'cover' }],
    ['jpg/progressive-restarts-odd-size-lying.jpg', 'svg', { width: 120, height: 60, fit: 'fill' }],
  ])('%s → %s, %o', async (...asked) => {
    expect(await checksOf(asked)).toEqual([]);
  });

  it('only the step that writes the result is asked for its size in bytes', async () => {
    const source = join(SOURCES, 'jpg/orientation-6-exif.jpg');
    await expect(sharedEngine().convert(source, { to: 'svg', options: { targetSize: 30 } })).rejects.toMatchObject({
      code: 'invalid_options',
    });
  });
});
