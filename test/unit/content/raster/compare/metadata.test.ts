import { describe, expect, it } from 'vitest';
import type { Facts, RasterFacts } from '../../../../../engine/contract/facts.ts';
import { landscape } from '../../../../support/images.ts';
import { expectation, failures, still } from './compare-images.ts';

describe('what goes along with an image', () => {
  const withFeatures = (facts: Facts, features: Facts['features'], raster: Partial<RasterFacts> = {}): Facts => ({
    ...facts,
    features,
    raster: { ...facts.raster!, ...raster },
  });
  const source = withFeatures(still('jpg', landscape), ['look', 'metadata'], { hasIccProfile: true });
  const whole = withFeatures(still('png', landscape), ['look', 'metadata'], { hasIccProfile: true });
  const kept = ['look', 'metadata'] as const;

  it('is the metadata that was promised, unless it was to go', () => {
    const bare = withFeatures(whole, ['look'], { hasExif: false });
    expect(failures(source, [whole], expectation({ to: 'png', kept }))).toEqual([]);
    expect(failures(source, [bare], expectation({ to: 'png', kept }))).toEqual(['image_metadata']);
    const unseen = withFeatures(whole, ['look']);
    expect(failures(source, [unseen], expectation({ to: 'png', kept }))).toEqual([]);
    expect(failures(source, [bare], expectation({ to: 'png', kept, options: { strip: true } }))).toEqual([]);
    expect(failures(source, [bare], expectation({ to: 'png' }))).toEqual([]);
  });

  it('is the profile, without which the colours are others', () => {
    const bare = withFeatures(whole, whole.features, { hasIccProfile: false });
    const inks = withFeatures(source, source.features, { inks: true });
    const promised = expectation({ from: 'jpg', to: 'png', kept });
    expect(failures(source, [whole], promised)).toEqual([]);
    expect(failures(source, [bare], promised)).toEqual(['image_profile']);
    expect(failures(source, [bare], { ...promised, options: { colourSpace: 'srgb' } })).toEqual([]);
    expect(failures(source, [bare], { ...promised, to: 'bmp' })).toEqual([]);
    expect(failures(inks, [bare], promised)).toEqual([]);
  });

  it('is the size of the file that was asked for', () => {
    const promised = expectation({ to: 'jpg', options: { targetSize: 20 } });
    expect(failures(source, [{ ...whole, sizeBytes: 20_000 }], promised)).toEqual([]);
    expect(failures(source, [{ ...whole, sizeBytes: 20_001 }], promised)).toEqual(['file size']);
  });
});
