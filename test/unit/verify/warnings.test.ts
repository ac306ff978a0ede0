import { describe, expect, it } from 'vitest';
import { EMBEDDED_FONTS } from '../../../engine/content/pages/compare/archival.ts';
import type { Facts, RasterFacts } from '../../../engine/contract/facts.ts';
import { warningOfMacros, warningOfOpacity, warningOfTones, warningsOf } from '../../../engine/verify/warnings.ts';

const document: Facts = { format: 'docm', sizeBytes: 1, reader: 'office-xml', depth: 'structure', features: [] };
const raster: RasterFacts = {
  ...{ width: 1, height: 1, frames: 1, sequence: 'single', alpha: false, bitsPerChannel: 8 },
};

describe('shades', () => {
  it.each([
    ['png', 'gif', 'gif holds at most 256 colours. Where the image has more, the nearest were used.'],
    ['jpg', 'pbm', 'pbm holds only black and white. Shades were dithered.'],
    ['gif', 'pbm', 'pbm holds only black and white. Shades were dithered.'],
    ['png', 'pgm', undefined],
    ['gif', 'xpm', undefined],
    ['pgm', 'gif', undefined],
    ['pbm', 'gif', undefined],
    ['gif', 'png', undefined],
  ] as const)('that are reduced from %s to %s are told', (from, to, message) => {
    expect(warningOfTones({ raster }, { from, to })?.message).toBe(message);
  });

  it('are those of images alone', () => {
    expect(warningOfTones({}, { from: 'png', to: 'gif' })).toBeUndefined();
  });
});

describe('partly transparent pixels', () => {
  const SIDE = 16;
  const withOpacity = (opacity: (x: number) => number): RasterFacts => {
    const alpha = Uint8Array.from({ length: SIDE * SIDE }, (_, cell) => opacity(cell % SIDE));
    return { ...raster, thumbnails: [{ frame: 0, width: SIDE, height: SIDE, rgb: new Uint8Array(), alpha }] };
  };

  it('are told where the target holds none', () => {
    const fading = withOpacity((x) => x * 16);
    expect(warningOfOpacity({ raster: fading }, { to: 'xpm' })).toMatchObject({ code: 'feature_dropped' });
    expect(warningOfOpacity({ raster: fading }, { to: 'gif' })).toMatchObject({ code: 'feature_dropped' });
    expect(warningOfOpacity({ raster: fading }, { to: 'png' })).toBeUndefined();
  });

  it('are no news at the edge of a shape', () => {
    const shape = withOpacity((x) => (x < 8 ? 0 : x === 8 ? 128 : 255));
    expect(warningOfOpacity({ raster: shape }, { to: 'gif' })).toBeUndefined();
  });
});

describe('macros', () => {
  it('are told where the target cannot hold them', () => {
    expect(warningOfMacros({ macros: true }, { to: 'pdf' })).toMatchObject({ code: 'feature_dropped' });
    expect(warningOfMacros({ macros: true }, { to: 'docx' })).toMatchObject({ code: 'feature_dropped' });
  });

  it('are not where it can, or where there are none', () => {
    expect(warningOfMacros({ macros: true }, { to: 'xls' })).toBeUndefined();
    expect(warningOfMacros({}, { to: 'pdf' })).toBeUndefined();
  });
});

it('tells everything about one result', () => {
  const source = { ...document, macros: true } as const;
  const checks = [{ name: EMBEDDED_FONTS, ok: true, expected: 'all', found: 'all but 1', missing: ['Athelas'] }];
  const codes = warningsOf(source, { from: 'docm', to: 'pdf' }, checks).map(({ code }) => code);
  expect(codes).toEqual(['feature_dropped', 'font_not_embedded']);
  expect(warningsOf(document, { from: 'docm', to: 'pdf' }, [])).toEqual([]);
});
