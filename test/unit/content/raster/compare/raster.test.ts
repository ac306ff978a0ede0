import { describe, expect, it } from 'vitest';
import type { FormatId } from '../../../../../engine/formats/index.ts';
import type { Facts } from '../../../../../engine/contract/facts.ts';
import { compareRaster } from '../../../../../engine/content/raster/diff.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';
import { factsOfImages, landscape, paintImage, type Paint, type ImageFile } from '../../../../support/images.ts';
import { ditherToBilevel } from '../../../../../engine/codecs/magick/bilevel.ts';
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

/** The same scene with the sun further to the right: neighbouring frames differ little. */
const scene =
  (step: number): Paint =>
  (x, y) =>
    Math.hypot(x - 0.15 - step * 0.15, y - 0.2) < 0.1 ? [255, 240, 120] : landscape(x, y);
const FRAMES = [scene(0), scene(1), scene(2), scene(3)];
const DELAYS = [100, 200, 300, 400];

describe('animations', () => {
  const animation = (format: FormatId, frames: readonly Paint[], delaysMs: readonly number[], loops = 2): Facts =>
    factsOfImages({ format, ...SIZE, frames, delaysMs, loops });
  const source = animation('gif', FRAMES, DELAYS);
  const promised = expectation({ from: 'gif', kept: ['look', 'animation'], takes: 'all' });

  it('keep their frames, delays and loops', () => {
    expect(failures(source, [animation('webp', FRAMES, DELAYS)], promised)).toEqual([]);
    expect(failures(source, [animation('webp', FRAMES, [100, 100, 300, 500])], promised)).toEqual(['image_timing']);
    expect(failures(source, [animation('webp', FRAMES, DELAYS, 0)], promised)).toEqual(['image_loops']);
  });

  it('may be timed in hundredths of a second, if no frame is late', () => {
    const fast = animation('apng', FRAMES, [33, 34, 33, 34]);
    expect(failures(fast, [animation('gif', FRAMES, [30, 40, 30, 30])], promised)).toEqual([]);
    expect(failures(fast, [animation('gif', FRAMES, [40, 40, 30, 30])], promised)).toEqual(['image_timing']);
  });

  it('with a lost frame are found', () => {
    const lost = animation('webp', FRAMES.slice(0, 3), DELAYS.slice(0, 3));
    expect(failures(source, [lost], promised)).toContain('image_timing');
    const stretched = animation('webp', [FRAMES[0]!, FRAMES[2]!, FRAMES[3]!], [300, 300, 400]);
    expect(failures(source, [stretched], promised)).not.toEqual([]);
    const extra = animation('webp', [...FRAMES, scene(4)], [...DELAYS, 100]);
    expect(failures(source, [extra], promised)).toContain('image_count');
  });

  it('with frames in another order are found, however alike they are', () => {
    const swapped = animation('webp', [FRAMES[0]!, FRAMES[2]!, FRAMES[1]!, FRAMES[3]!], DELAYS);
    expect(failures(source, [swapped], promised)).toContain('frame_order');
  });

  it('may join equal frames', () => {
    const paused = animation('gif', [FRAMES[0]!, FRAMES[0]!, FRAMES[1]!], [100, 100, 100]);
    expect(failures(paused, [animation('webp', [FRAMES[0]!, FRAMES[1]!], [200, 100])], promised)).toEqual([]);
    const frozen = animation('gif', [FRAMES[0]!, FRAMES[0]!], [100, 100]);
    expect(failures(frozen, [still('webp', FRAMES[0]!)], promised)).toEqual([]);
  });

  it('may come at the pace that was asked for', () => {
    const asked = { ...promised, options: { fps: 10 } };
    const starts = DELAYS.map((_, at) => DELAYS.slice(0, at).reduce((sum, delay) => sum + delay, 0));
    const shown = Array.from(
      { length: 10 },
      (_, at) => FRAMES[starts.findLastIndex((start) => start < 100 * at + 50)]!,
    );
    const paced = (frames: readonly Paint[]): Facts => animation('apng', frames, Array(frames.length).fill(100));
    expect(DELAYS.reduce((sum, delay) => sum + delay, 0)).toBe(1000);
    expect(failures(source, [paced(shown)], asked)).toEqual([]);
    expect(failures(source, [paced(shown.slice(0, 5))], asked)).toContain('image_timing');
    expect(failures(source, [paced([...shown, ...shown])], asked)).toContain('image_count');
    expect(failures(source, [paced(shown.toReversed())], asked)).not.toEqual([]);
  });

  it('give their first frame, or the one asked for', () => {
    const first = expectation({ from: 'gif', to: 'png', takes: 'first' });
    expect(failures(source, [still('png', FRAMES[0]!)], first)).toEqual([]);
    expect(failures(source, [still('png', FRAMES[2]!)], { ...first, options: { pages: '3' } })).toEqual([]);
    expect(failures(source, [still('png', () => [9, 9, 9])], { ...first, options: { pages: '3' } })).not.toEqual([]);
  });

  it('become pages', () => {
    const pages = factsOfImages({ format: 'tiff', ...SIZE, frames: FRAMES });
    expect(failures(source, [pages], { ...promised, to: 'tiff', kept: ['look'] })).toEqual([]);
  });
});

describe('pages', () => {
  const source = factsOfImages({ format: 'tiff', ...SIZE, frames: FRAMES });
  const each = expectation({ from: 'tiff', to: 'png', takes: 'all', gives: 'many' });
  const files = (frames: readonly Paint[]): Facts[] => frames.map((paint) => still('png', paint));

  it('become one file each', () => {
    expect(failures(source, files(FRAMES), each)).toEqual([]);
    expect(failures(source, files(FRAMES.slice(1)), each)).toContain('image_count');
    expect(failures(source, files([FRAMES[1]!, FRAMES[0]!, FRAMES[2]!, FRAMES[3]!]), each)).toContain('frame_order');
  });

  it('are those that were asked for', () => {
    const promised = { ...each, options: { pages: '2-3' } };
    expect(failures(source, files([FRAMES[1]!, FRAMES[2]!]), promised)).toEqual([]);
    expect(failures(source, files([FRAMES[1]!]), promised)).toContain('image_count');
  });

  it('keep their own sizes', () => {
    const wide = factsOfImages({ format: 'tiff', width: 320, height: 120, frames: [landscape] });
    const mixed: Facts = {
      ...source,
      raster: {
        ...source.raster!,
        frames: 2,
        thumbnails: [source.raster!.thumbnails![0]!, { ...wide.raster!.thumbnails![0]!, frame: 1 }],
      },
    };
    const outputs = [still('png', FRAMES[0]!), still('png', landscape, { height: 120 })];
    expect(failures(mixed, outputs, each)).toEqual([]);
    expect(failures(mixed, [outputs[0]!, still('png', landscape)], each)).toContain('image_size');
  });
});

const greyed =
  (shares: readonly [number, number, number], paint: Paint = landscape): Paint =>
  (x, y) => {
    const grey = paint(x, y)
      .slice(0, 3)
      .reduce<number>((sum, value, channel) => sum + value! * shares[channel]!, 0);
    return [grey, grey, grey];
  };
const GREY_601 = [0.299, 0.587, 0.114] as const;
const GREY_709 = [0.2126, 0.7152, 0.0722] as const;

describe('images without colours', () => {
  const source = still('png', landscape);

  it('pass where the target holds only greys, whichever way they were made', () => {
    for (const shares of [GREY_601, GREY_709])
      expect(failures(source, [still('pgm', greyed(shares))], expectation({ to: 'pgm' }))).toEqual([]);
    expect(failures(source, [still('pgm', greyed([0, 0, 1]))], expectation({ to: 'pgm' }))).not.toEqual([]);
    const upsideDown: Paint = (x, y) => greyed(GREY_709)(x, 1 - y);
    expect(failures(source, [still('pgm', upsideDown)], expectation({ to: 'pgm' }))).not.toEqual([]);
  });

  it('pass where the plan says that they were lost on the way, and nowhere else', () => {
    const grey = still('tga', greyed(GREY_709));
    expect(failures(source, [grey], expectation({ to: 'tga', lost: ['colour'] }))).toEqual([]);
    expect(failures(source, [grey], expectation({ to: 'tga' }))).toContain('pixels_changed');
  });

  it('are found where the colours were so faint that little has changed', () => {
    const faint: Paint = (x, y) => landscape(x, y).map((value) => 200 + 0.1 * value!) as unknown as ReturnType<Paint>;
    const promised = expectation({ to: 'png' });
    expect(failures(still('png', faint), [still('png', faint)], promised)).toEqual([]);
    expect(failures(still('png', faint), [still('png', greyed(GREY_709, faint))], promised)).toEqual([
      'pixels_changed',
    ]);
  });

  it('were made of colours before something shone through', () => {
    const clear: Paint = () => [213, 0, 41, 96];
    const asked = expectation({ to: 'png', options: { colourSpace: 'grey' } });
    expect(failures(still('png', clear), [still('png', () => [106, 106, 106, 96])], asked)).toEqual([]);
    expect(failures(still('png', clear), [still('png', () => [160, 160, 160, 96])], asked)).not.toEqual([]);
  });

  it('are what was asked for', () => {
    const asked = expectation({ to: 'jpg', options: { colourSpace: 'grey' } });
    expect(failures(source, [still('jpg', greyed(GREY_709))], asked)).toEqual([]);
    expect(failures(source, [still('jpg', landscape)], asked)).toEqual(['greys']);
  });

  it('may be dots that stand for shades', () => {
    const dots: Paint = (x, y) => {
      const [grey] = greyed(GREY_709)(x, y);
      const threshold = (((Math.floor(x * 320) * 5 + Math.floor(y * 240) * 3) % 8) + 0.5) * 32;
      return grey > threshold ? [255, 255, 255] : [0, 0, 0];
    };
    const promised = expectation({ to: 'pbm' });
    expect(failures(source, [still('pbm', dots)], promised)).toEqual([]);
    expect(failures(source, [still('pbm', (x, y) => dots(1 - x, y))], promised)).not.toEqual([]);
    expect(failures(source, [still('pbm', () => [0, 0, 0])], promised)).not.toEqual([]);
  });
});

describe('dots of one shade', () => {
  const flat =
    (shade: number): Paint =>
    () => [shade, shade, shade];
  /** The same with a part that is a little lighter. */
  const marked: Paint = (x, y) => (x > 0.25 && x < 0.5 && y > 0.25 && y < 0.5 ? [116, 116, 116] : [100, 100, 100]);

  function dotted(paint: Paint): Paint {
    const { width, height } = SIZE;
    const dots = ditherToBilevel(paintImage(width, height, paint)).data;
    return (x, y) => {
      const value = dots[(Math.floor(y * height) * width + Math.floor(x * width)) * 4]!;
      return [value, value, value];
    };
  }

  const promised = expectation({ to: 'pbm' });

  it('do not lie evenly in all cells', () => {
    for (const shade of [4, 29, 64, 100, 127, 191, 248])
      expect(failures(still('png', flat(shade)), [still('pbm', dotted(flat(shade)))], promised)).toEqual([]);
  });

  it('hide no part that is lighter, and are of no other shade', () => {
    expect(failures(still('png', marked), [still('pbm', dotted(marked))], promised)).toEqual([]);
    expect(failures(still('png', marked), [still('pbm', dotted(flat(100)))], promised)).not.toEqual([]);
    expect(failures(still('png', flat(100)), [still('pbm', dotted(marked))], promised)).not.toEqual([]);
    expect(failures(still('png', flat(100)), [still('pbm', dotted(flat(130)))], promised)).not.toEqual([]);
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

describe('colours in whole percent', () => {
  const flat =
    (colour: readonly [number, number, number]): Paint =>
    () =>
      colour;

  it('are the nearest that Sixel can say', () => {
    const source = still('png', flat([34, 85, 204]));
    const promised = expectation({ to: 'sixel' });
    expect(failures(source, [still('sixel', flat([33, 84, 204]))], promised)).toEqual([]);
    for (const other of [
      [33, 82, 204],
      [36, 87, 204],
      [33, 84, 209],
    ] as const)
      expect(failures(source, [still('sixel', flat(other))], promised), other.join(', ')).toContain('pixels_changed');
  });

  it('are others where the target can say all', () => {
    const source = still('png', flat([34, 85, 204]));
    expect(failures(source, [still('gif', flat([33, 84, 204]))], expectation({ to: 'gif' }))).toContain(
      'pixels_changed',
    );
  });
});

describe('icons', () => {
  const inSquare: Paint = (x, y) => (y < 0.125 || y >= 0.875 ? [0, 0, 0, 0] : landscape(x, (y - 0.125) / 0.75));
  const icon = (format: FormatId, side: number): Facts => still(format, inSquare, { width: side, height: side });
  const source = still('png', landscape);

  it.each(['ico', 'cur', 'icns'] as const)('of the sizes that were asked for: %s', (to) => {
    const promised = expectation({ to, options: { sizes: [16, 128, 32] } });
    expect(failures(source, [icon(to, 128)], promised)).toEqual([]);
    expect(failures(source, [icon(to, 32)], promised)).toEqual(['image_size']);
  });

  it('of images that end between two pixels of a thumbnail', () => {
    // Four colours, and the brightest on one of them.
    const card: Paint = (x, y) => {
      if (x > 0.625 && x < 0.875 && y > 0.625 && y < 0.875) return [255, 0, 255];
      if (y < 0.5) return x < 0.5 ? [215, 40, 40] : [45, 160, 65];
      return x < 0.5 ? [34, 85, 204] : [243, 195, 49];
    };
    const square = (paint: Paint): Facts =>
      still('ico', (x, y) => (y < 1 / 6 || y >= 5 / 6 ? [0, 0, 0, 0] : paint(x, (y - 1 / 6) * 1.5)), {
        width: 96,
        height: 96,
      });
    const wide = still('png', card, { width: 96, height: 64 });
    const promised = expectation({ to: 'ico', kept: ['look', 'alpha'] });
    expect(failures(wide, [square(card)], promised)).toEqual([]);
    const lower: Paint = (x, y) => card(x, y - 0.05);
    expect(failures(wide, [square(lower)], promised)).not.toEqual([]);
  });

  it('of Apple have the sides that there are', () => {
    expect(failures(source, [icon('icns', 256)], expectation({ to: 'icns' }))).toEqual([]);
    expect(failures(source, [icon('icns', 320)], expectation({ to: 'icns' }))).toEqual(['image_size']);
  });
});

describe('pages and drawings', () => {
  const drawing = (more: Partial<ImageFile> = {}): Facts => still('svg', landscape, more);
  const page = (width: number, height: number, paint: Paint = landscape): Facts =>
    still('pdf', paint, { width, height });
  const rendered = (options: Expectation['options'], from: 'svg' | 'pdf' = 'svg'): Expectation =>
    expectation({ from, to: 'png', operations: ['render'], options });
  const png = (width: number, height: number, paint: Paint = landscape): Facts =>
    still('png', paint, { width, height });

  it('are drawn in their natural size, or in the one that was asked for', () => {
    expect(failures(drawing(), [png(320, 240)], rendered({}))).toEqual([]);
    expect(failures(drawing(), [png(640, 480)], rendered({}))).toContain('image_size');
    expect(failures(drawing(), [png(640, 480)], rendered({ dpi: 192 }))).toEqual([]);
    expect(failures(drawing(), [png(800, 600)], rendered({ width: 800 }))).toEqual([]);
    expect(failures(drawing(), [png(320, 240, (x, y) => landscape(1 - x, y))], rendered({}))).not.toEqual([]);
  });

  it('of a document have the proportions of its pages, and the resolution that was asked for', () => {
    const source = page(320, 240);
    expect(failures(source, [png(667, 500)], rendered({}, 'pdf'))).toEqual([]);
    expect(failures(source, [png(500, 500)], rendered({}, 'pdf'))).toContain('image_size');
    expect(failures(source, [png(667, 500)], rendered({ dpi: 150 }, 'pdf'))).toEqual([]);
    expect(failures(source, [png(320, 240)], rendered({ dpi: 150 }, 'pdf'))).toEqual(['image_size']);
    expect(failures(source, [png(667, 500, () => [255, 255, 255])], rendered({}, 'pdf'))).not.toEqual([]);
  });

  it('of a document are as large in an icon as they were drawn', () => {
    const inSquare: Paint = (x, y) => (y < 0.125 || y >= 0.875 ? [0, 0, 0, 0] : landscape(x, (y - 0.125) / 0.75));
    const toIcon = expectation({ from: 'pdf', to: 'icns', operations: ['render'] });
    expect(failures(page(320, 240), [still('icns', inSquare, { width: 512, height: 512 })], toIcon)).toEqual([]);
    expect(failures(page(320, 240), [still('icns', landscape)], toIcon)).toContain('image_size');
  });

  it('that images are wrapped in show them whole', () => {
    const source = png(320, 240);
    const wrapped = (options: Expectation['options'] = {}): Expectation =>
      expectation({ to: 'pdf', operations: ['wrap'], options });
    expect(failures(source, [page(240, 180)], wrapped())).toEqual([]);
    expect(failures(source, [page(240, 240)], wrapped())).toContain('image_size');
    expect(failures(source, [page(240, 180, (x, y) => landscape(x, 1 - y))], wrapped())).not.toEqual([]);
    const share = 297 / 210 / (4 / 3);
    const onPaper: Paint = (x, y) => {
      const within = 0.5 + (x - 0.5) * share;
      return within < 0 || within > 1 ? [255, 255, 255] : landscape(within, y);
    };
    expect(failures(source, [page(842, 595, onPaper)], wrapped({ pageSize: 'a4' }))).toEqual([]);
    expect(failures(png(320, 120), [page(842, 595)], wrapped({ pageSize: 'a4' }))).not.toEqual([]);
    expect(failures(source, [page(792, 612, onPaper)], wrapped({ pageSize: 'a4' }))).toContain('image_size');
  });

  it('that were traced may differ much, but show the same', () => {
    const traced = expectation({ to: 'svg', operations: ['infer'] });
    const areas: Paint = (x, y) =>
      landscape(x, y).map((value) => Math.round(value! / 85) * 85) as unknown as ReturnType<Paint>;
    expect(failures(png(320, 240), [still('svg', areas)], traced)).toEqual([]);
    expect(failures(png(320, 240), [still('svg', areas)], expectation())).not.toEqual([]);
    expect(failures(png(320, 240), [still('svg', () => [255, 255, 255])], traced)).not.toEqual([]);
    expect(failures(png(320, 240), [still('svg', (x, y) => areas(1 - x, y))], traced)).not.toEqual([]);
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
