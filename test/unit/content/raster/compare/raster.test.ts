import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../../../engine/contract/facts.ts';
import { compareRaster } from '../../../../../engine/content/raster/diff.ts';
import { landscape, type Paint } from '../../../../support/images.ts';
import { expectation, failures, hole, onGround, SIZE, still } from './compare-images.ts';

const noisy: Paint = (x, y) => {
  const [red, green, blue] = landscape(x, y);
  const noise = 12 * Math.sin(x * 900) * Math.cos(y * 700);
  return [red + noise, green - noise, blue + noise].map((value) =>
    Math.max(0, Math.min(255, value)),
  ) as unknown as ReturnType<Paint>;
};

describe('images of the same', () => {
  it('pass, with the noise of a lossy encoder too', () => {
    const source = still('png', landscape);
    expect(failures(source, [still('webp', landscape)], expectation())).toEqual([]);
    expect(failures(source, [still('webp', noisy)], expectation())).toEqual([]);
  });

  it('pass in another size when it was asked for', () => {
    const source = still('png', landscape);
    const options = { width: 160 };
    expect(failures(source, [still('webp', landscape, { width: 160, height: 120 })], expectation({ options }))).toEqual(
      [],
    );
    expect(failures(source, [still('webp', landscape)], expectation({ options }))).toEqual(['image_size']);
    const cover = { width: 120, height: 120, fit: 'cover' } as const;
    const middle: Paint = (x, y) => landscape(0.125 + x * 0.75, y);
    expect(
      failures(source, [still('webp', middle, { width: 120, height: 120 })], expectation({ options: cover })),
    ).toEqual([]);
    expect(
      failures(source, [still('webp', landscape, { width: 120, height: 120 })], expectation({ options: cover })),
    ).not.toEqual([]);
  });

  it('pass on the colour that was asked for under transparency, and on white without it', () => {
    const source = still('png', hole);
    const red = [255, 0, 0] as const;
    const onRed = expectation({ to: 'jpg', options: { background: '#ff0000' } });
    expect(failures(source, [still('jpg', onGround(red))], onRed)).toEqual([]);
    expect(failures(source, [still('jpg', onGround([255, 255, 255]))], expectation({ to: 'jpg' }))).toEqual([]);
    expect(failures(source, [still('jpg', onGround([0, 0, 0]))], expectation({ to: 'jpg' }))).toContain(
      'pixels_changed',
    );
    expect(failures(source, [still('jpg', onGround([255, 255, 255]))], onRed)).toContain('pixels_changed');
  });

  it('pass in the square of an icon', () => {
    const inSquare: Paint = (x, y) => (y < 0.125 || y >= 0.875 ? [0, 0, 0, 0] : landscape(x, (y - 0.125) / 0.75));
    const icon = { width: 256, height: 256 };
    const promised = expectation({ to: 'ico', kept: ['look', 'alpha'] });
    expect(failures(still('png', landscape), [still('ico', inSquare, icon)], promised)).toEqual([]);
    expect(failures(still('png', landscape), [still('ico', landscape, icon)], promised)).not.toEqual([]);
  });

  it('may differ in colour when nothing says what the inks look like', () => {
    const source = still('tiff', landscape);
    const assumed: Facts = { ...source, raster: { ...source.raster!, coloursAssumed: true } };
    const dull: Paint = (x, y) => landscape(x, y).map((value) => value! * 0.8 + 20) as unknown as ReturnType<Paint>;
    expect(failures(source, [still('png', dull)], expectation({ to: 'png' }))).not.toEqual([]);
    expect(failures(assumed, [still('png', dull)], expectation({ to: 'png' }))).toEqual([]);
  });
});

describe('a wrong image is found', () => {
  const wrong: Readonly<Record<string, Paint>> = {
    black: () => [0, 0, 0],
    white: () => [255, 255, 255],
    'half grey': (x, y) => (y > 0.5 ? [128, 128, 128] : landscape(x, y)),
    'grey at the end': (x, y) => (y > 0.75 ? [128, 128, 128] : landscape(x, y)),
    'channels swapped': (x, y) => landscape(x, y).toReversed() as unknown as ReturnType<Paint>,
    mirrored: (x, y) => landscape(1 - x, y),
    'upside down': (x, y) => landscape(x, 1 - y),
    inverted: (x, y) => landscape(x, y).map((value) => 255 - value!) as unknown as ReturnType<Paint>,
    'without colour': (x, y) => {
      const [red, green, blue] = landscape(x, y);
      const grey = 0.3 * red + 0.6 * green + 0.1 * blue;
      return [grey, grey, grey];
    },
    darker: (x, y) => landscape(x, y).map((value) => value! * 0.7) as unknown as ReturnType<Paint>,
    shifted: (x, y) => landscape((x + 0.15) % 1, y),
  };

  it.each(Object.entries(wrong))('%s', (_, paint) => {
    expect(failures(still('png', landscape), [still('webp', paint)], expectation())).not.toEqual([]);
  });

  it('turned by a quarter', () => {
    const turned = still('webp', (x, y) => landscape(y, 1 - x), { width: 240, height: 320 });
    expect(failures(still('png', landscape), [turned], expectation())).toContain('image_size');
  });

  it('an empty page in place of one with a few faint lines', () => {
    const faint: Paint = (x, y) => (y > 0.4 && y < 0.41 && x > 0.2 && x < 0.5 ? [90, 90, 90] : [255, 255, 255]);
    const empty: Paint = () => [255, 255, 255];
    expect(failures(still('png', faint), [still('webp', faint)], expectation())).toEqual([]);
    expect(failures(still('png', faint), [still('webp', empty)], expectation())).not.toEqual([]);
  });
});

describe('depth', () => {
  it('must stay where it was promised', () => {
    const source = still('png', landscape, { bitsPerChannel: 16 });
    const promised = expectation({ to: 'tiff', kept: ['look', 'depth'] });
    expect(failures(source, [still('tiff', landscape, { bitsPerChannel: 16 })], promised)).toEqual([]);
    expect(failures(source, [still('tiff', landscape)], promised)).toEqual(['image_depth']);
  });
});

describe('images that lossy encoders changed', () => {
  /** What halved chroma makes of stripes: their lightness stays, the colour is that of both. */
  const stripes: Paint = (x) => (Math.floor(x * SIZE.width) % 2 === 0 ? [0, 0, 255] : [255, 255, 255]);
  const paler: Paint = (x) => (Math.floor(x * SIZE.width) % 2 === 0 ? [15, 14, 142] : [241, 240, 255]);

  it('may be paler where stripes of one pixel had colours, if the target halves the chroma', () => {
    expect(failures(still('png', stripes), [still('webp', paler)], expectation())).toEqual([]);
    expect(
      failures(still('png', stripes), [still('webp', paler)], expectation({ options: { lossless: true } })),
    ).toContain('pixels_changed');
    expect(failures(still('png', stripes), [still('tga', paler)], expectation({ to: 'tga' }))).toContain(
      'pixels_changed',
    );
    expect(failures(still('png', stripes), [still('webp', () => [208, 124, 125])], expectation())).toContain(
      'pixels_changed',
    );
    expect(failures(still('png', stripes), [still('webp', () => [125, 125, 125])], expectation())).toContain(
      'pixels_changed',
    );
  });

  it('may be coarse where that was asked for', () => {
    const coarse: Paint = (x, y) =>
      landscape(Math.floor(x * 8) / 8 + 1 / 16, Math.floor(y * 6) / 6 + 1 / 12).map((value) =>
        Math.max(0, value! - 12),
      ) as unknown as ReturnType<Paint>;
    const outputs = [still('webp', coarse)];
    expect(failures(still('png', landscape), outputs, expectation())).not.toEqual([]);
    for (const options of [{ quality: 5 }, { targetSize: 1 }, { colours: 8 }])
      expect(failures(still('png', landscape), outputs, expectation({ options })), JSON.stringify(options)).toEqual([]);
    const other = [still('webp', (x, y) => landscape(1 - x, y))];
    expect(failures(still('png', landscape), other, expectation({ options: { quality: 5 } }))).not.toEqual([]);
  });
});

describe('a turn', () => {
  const source = still('png', landscape);
  const size = { width: 240, height: 320 };
  const turned: Readonly<Record<'90' | '180' | '270', Facts>> = {
    '90': still('png', (x, y) => landscape(y, 1 - x), size),
    '180': still('png', (x, y) => landscape(1 - x, 1 - y)),
    '270': still('png', (x, y) => landscape(1 - y, x), size),
  };

  it.each(['90', '180', '270'] as const)('by %s degrees is what was asked for', (rotate) => {
    for (const [degrees, output] of Object.entries(turned)) {
      const failed = failures(source, [output], expectation({ to: 'png', options: { rotate } }));
      if (degrees === rotate) expect(failed).toEqual([]);
      else expect(failed).not.toEqual([]);
    }
  });

  it('comes before the size that was asked for', () => {
    const options = { rotate: '90', width: 120 } as const;
    const small = still('png', (x, y) => landscape(y, 1 - x), { width: 120, height: 160 });
    expect(failures(source, [small], expectation({ to: 'png', options }))).toEqual([]);
  });
});

describe('what is not compared', () => {
  it('is anything but whole images, pages and drawings', () => {
    const document: Facts = { format: 'pdf', sizeBytes: 1, reader: 'test', depth: 'content', features: ['text'] };
    expect([...compareRaster(document, [still('png', landscape)], expectation())]).toEqual([]);
    expect([...compareRaster(still('png', landscape), [document], expectation())]).toEqual([]);
    expect([
      ...compareRaster(still('png', landscape), [still('png', landscape)], expectation({ operations: ['extract'] })),
    ]).toEqual([]);
  });
});

describe('small changes of all pixels', () => {
  const changed =
    (of: (value: number) => number): Paint =>
    (x, y) =>
      landscape(x, y).map((value = 0) => Math.max(0, Math.min(255, of(value)))) as unknown as ReturnType<Paint>;

  it.each<[string, (value: number) => number]>([
    ['darker by a twelfth', (value) => value * 0.92],
    ['in the range of video', (value) => 16 + (value * 219) / 255],
    ['without dark shades', (value) => (value < 60 ? 0 : value)],
    ['without light shades', (value) => (value > 215 ? 255 : value)],
  ])('%s are found in JPEG and GIF', (_name, of) => {
    const source = still('png', landscape);
    for (const to of ['jpg', 'gif'] as const)
      expect(failures(source, [still(to, changed(of))], expectation({ to })), to).not.toEqual([]);
  });

  it('of the opacity are found in WebP, which keeps it', () => {
    const edge =
      (of: (alpha: number) => number): Paint =>
      (x, y) =>
        [
          ...landscape(x, y).slice(0, 3),
          255 * of(Math.max(0, Math.min(1, 8 * (x - 0.4)))),
        ] as unknown as ReturnType<Paint>;
    const source = still(
      'png',
      edge((alpha) => alpha),
    );
    const kept = expectation({ to: 'webp', kept: ['look', 'alpha', 'colour'] });
    expect(
      failures(
        source,
        [
          still(
            'webp',
            edge((alpha) => alpha),
          ),
        ],
        kept,
      ),
    ).toEqual([]);
    expect(
      failures(
        source,
        [
          still(
            'webp',
            edge((alpha) => alpha ** 1.2),
          ),
        ],
        kept,
      ),
    ).toContain('image_alpha');
  });
});
