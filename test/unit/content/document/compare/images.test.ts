import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type ConversionResult, type ConvertOptions } from '../../../../../engine/index.ts';
import { sharedEngine } from '../../../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../../../corpus/sources');
const CARD = join(SOURCES, 'jpg/orientation-6-exif.jpg');
const FADING = join(SOURCES, 'png/card-fading-to-transparent.png');
const DRAWING = join(SOURCES, 'svg/gradients-clip-mask-filter.svg');

const engine = sharedEngine();

/** An image of three channels, painted by place. */
function image(side: number, paint: (x: number, y: number) => readonly [number, number, number]): Promise<Buffer> {
  const pixels = Array.from({ length: side * side }, (_, at) => paint(at % side, Math.floor(at / side))).flat();
  return sharp(Uint8Array.from(pixels), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

function namesOf({ report }: ConversionResult): string[] {
  return report.checks.map(({ name }) => name);
}

describe('a result is seen, not only counted', () => {
  const cases: [what: string, source: string, options: ConvertOptions][] = [
    ['an animated PNG, by its second reader', FADING, { to: 'apng' }],
    ['an animated PNG in the colours of its profile', join(SOURCES, 'png/display-p3-stripes.png'), { to: 'apng' }],
    ['a drawing that was rendered', DRAWING, { to: 'png' }],
    ['a drawing in another resolution', DRAWING, { to: 'png', options: { dpi: 192 } }],
    ['a page around a picture', CARD, { to: 'pdf' }],
    ['a picture on paper', CARD, { to: 'pdf', options: { pageSize: 'a4' } }],
    ['a traced picture', CARD, { to: 'svg' }],
    ['a turned picture', CARD, { to: 'png', options: { rotate: '90', width: 40 } }],
    ['an icon of the sizes that were asked for', CARD, { to: 'ico', options: { sizes: [16, 48] } }],
    ['greys that were asked for', CARD, { to: 'jpg', options: { colourSpace: 'grey' } }],
  ];
  it.each(cases)('%s', async (_what, source, options) => {
    const result = await engine.convert(source, { ...options, verify: 'full' });
    expect(result.report.verified).toBe('content');
    expect(namesOf(result)).toEqual(expect.arrayContaining(['size', 'images compared']));
  });

  it('a file that had to be small', async () => {
    const result = await engine.convert(CARD, { to: 'webp', options: { targetSize: 2 } });
    expect(namesOf(result)).toContain('file size');
  });
});

describe('a result that is what was asked for is no failure', () => {
  it.each(['jpg', 'webp', 'avif'] as const)('at quality 5 in %s', async (to) => {
    const photo = await image(
      96,
      (x, y) => [128 + 90 * Math.sin(x / 7), 2 * y, (x * y) % 256].map(Math.round) as never,
    );
    const { report } = await engine.convert(photo, { to, options: { quality: 5 } });
    expect(report.verified).toBe('content');
  });

  it.each(['jpg', 'webp', 'avif'] as const)('of stripes of one pixel whose chroma is halved in %s', async (to) => {
    const stripes = await image(96, (x) => (x % 2 === 0 ? [255, 255, 255] : [0, 0, 255]));
    const { report } = await engine.convert(stripes, { to });
    expect(report.verified).toBe('content');
  });
});

describe('what goes is told', () => {
  it('colours, of an image that has some', async () => {
    expect((await engine.convert(CARD, { to: 'pgm' })).report).toMatchObject({ gone: ['colour'], lost: [] });
    const grey = await image(64, (x, y) => [2 * x + y, 2 * x + y, 2 * x + y]);
    expect((await engine.convert(grey, { to: 'pgm' })).report).toMatchObject({ gone: [], lost: [] });
  });

  it('shades, where the target holds fewer', async () => {
    const codesOf = ({ warnings }: ConversionResult): string[] => warnings.map(({ code }) => code);
    expect(codesOf(await engine.convert(CARD, { to: 'gif' }))).toContain('shades_reduced');
    expect(codesOf(await engine.convert(CARD, { to: 'pbm' }))).toContain('shades_reduced');
    expect(codesOf(await engine.convert(CARD, { to: 'png' }))).not.toContain('shades_reduced');
  });
});
