import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../engine/contract/facts.ts';
import { withKnownColours } from '../../../engine/run/inspect.ts';
import { comparisonsOf } from '../../../engine/content/raster/compare/tolerance.ts';
import { expectation } from '../content/raster/compare/compare-images.ts';

const INKS: Facts = {
  ...{ format: 'tiff', sizeBytes: 1000, reader: 'vips', depth: 'content', features: ['look', 'colour'] },
  raster: {
    ...{ width: 960, height: 640, frames: 1, sequence: 'single', alpha: false, bitsPerChannel: 8 },
    ...{ inks: true, coloursAssumed: true },
  },
};
const FINE = { isScaled: false, cells: 64, isDrawnSmall: false, isUnaligned: false };

function strictest({ raster }: Facts): number {
  return comparisonsOf(
    raster!,
    [{ ...raster!, coloursAssumed: undefined }],
    expectation({ from: 'tiff', to: 'jpg' }),
    FINE,
  )[0]!.tolerance.deltaE;
}

describe('inks without a profile', () => {
  it('may look otherwise to another reader', () => {
    expect(strictest(INKS)).toBeGreaterThan(20);
  });

  it('must look as the codec assumed which converted them', () => {
    expect(strictest(withKnownColours(INKS))).toBeLessThan(5);
  });

  it('leave other images as they are', () => {
    const { coloursAssumed: _, ...raster } = INKS.raster!;
    const known: Facts = { ...INKS, raster };
    expect(withKnownColours(known)).toBe(known);
    expect(withKnownColours({ ...INKS, raster: undefined }).raster).toBeUndefined();
  });
});
