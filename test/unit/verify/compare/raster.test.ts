import { describe, expect, it } from 'vitest';
import type { FormatId } from '../../../../engine/formats/index.ts';
import type { Facts } from '../../../../engine/verify/facts.ts';
import { compareRaster } from '../../../../engine/verify/compare/raster.ts';
import type { PlanPromise } from '../../../../engine/verify/report.ts';
import { factsOfPictures, landscape, type Paint, type PictureFile } from '../../../support/pictures.ts';

const SIZE = { width: 320, height: 240 };

function still(format: FormatId, paint: Paint, more: Partial<PictureFile> = {}): Facts {
  return factsOfPictures({ format, ...SIZE, frames: [paint], ...more });
}

function promise(more: Partial<PlanPromise> = {}): PlanPromise {
  return {
    from: 'png',
    to: 'webp',
    kept: ['look'],
    lost: [],
    gone: [],
    acts: [],
    takes: 'one',
    gives: 'one',
    options: {},
    ...more,
  };
}

/** Names of the checks that failed. */
function failures(source: Facts, outputs: readonly Facts[], promised: PlanPromise): string[] {
  const checks = compareRaster(source, outputs, promised);
  expect(checks.length).toBeGreaterThan(0);
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}

const noisy: Paint = (x, y) => {
  const [red, green, blue] = landscape(x, y);
  const noise = 12 * Math.sin(x * 900) * Math.cos(y * 700);
  return [red + noise, green - noise, blue + noise].map((value) =>
    Math.max(0, Math.min(255, value)),
  ) as unknown as ReturnType<Paint>;
};
const hole: Paint = (x, y) => [...landscape(x, y).slice(0, 3), x > 0.6 ? 0 : 255] as unknown as ReturnType<Paint>;
const onGround =
  (ground: readonly [number, number, number]): Paint =>
  (x, y) =>
    x > 0.6 ? ground : landscape(x, y);

describe('pictures of the same', () => {
  it('pass, with the noise of a lossy encoder too', () => {
    const source = still('png', landscape);
    expect(failures(source, [still('webp', landscape)], promise())).toEqual([]);
    expect(failures(source, [still('webp', noisy)], promise())).toEqual([]);
  });

  it('pass in another size when it was asked for', () => {
    const source = still('png', landscape);
    const options = { width: 160 };
    expect(failures(source, [still('webp', landscape, { width: 160, height: 120 })], promise({ options }))).toEqual([]);
    expect(failures(source, [still('webp', landscape)], promise({ options }))).toEqual(['size']);
    const cover = { width: 120, height: 120, fit: 'cover' } as const;
    const middle: Paint = (x, y) => landscape(0.125 + x * 0.75, y);
    expect(failures(source, [still('webp', middle, { width: 120, height: 120 })], promise({ options: cover }))).toEqual(
      [],
    );
    expect(
      failures(source, [still('webp', landscape, { width: 120, height: 120 })], promise({ options: cover })),
    ).not.toEqual([]);
  });

  it('pass on the colour that was asked for under transparency, and on white without it', () => {
    const source = still('png', hole);
    const red = [255, 0, 0] as const;
    const onRed = promise({ to: 'jpg', options: { background: '#ff0000' } });
    expect(failures(source, [still('jpg', onGround(red))], onRed)).toEqual([]);
    expect(failures(source, [still('jpg', onGround([255, 255, 255]))], promise({ to: 'jpg' }))).toEqual([]);
    expect(failures(source, [still('jpg', onGround([0, 0, 0]))], promise({ to: 'jpg' }))).toContain('colours');
    expect(failures(source, [still('jpg', onGround([255, 255, 255]))], onRed)).toContain('colours');
  });

  it('pass in the square of an icon', () => {
    const inSquare: Paint = (x, y) => (y < 0.125 || y >= 0.875 ? [0, 0, 0, 0] : landscape(x, (y - 0.125) / 0.75));
    const icon = { width: 256, height: 256 };
    const promised = promise({ to: 'ico', kept: ['look', 'alpha'] });
    expect(failures(still('png', landscape), [still('ico', inSquare, icon)], promised)).toEqual([]);
    expect(failures(still('png', landscape), [still('ico', landscape, icon)], promised)).not.toEqual([]);
  });

  it('may differ in colour when nothing says what the inks look like', () => {
    const source = still('tiff', landscape);
    const assumed: Facts = { ...source, raster: { ...source.raster!, coloursAssumed: true } };
    const dull: Paint = (x, y) => landscape(x, y).map((value) => value! * 0.8 + 20) as unknown as ReturnType<Paint>;
    expect(failures(source, [still('png', dull)], promise())).not.toEqual([]);
    expect(failures(assumed, [still('png', dull)], promise())).toEqual([]);
  });
});

describe('a wrong picture is found', () => {
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
    expect(failures(still('png', landscape), [still('webp', paint)], promise())).not.toEqual([]);
  });

  it('turned by a quarter', () => {
    const turned = still('webp', (x, y) => landscape(y, 1 - x), { width: 240, height: 320 });
    expect(failures(still('png', landscape), [turned], promise())).toContain('size');
  });

  it('an empty page in place of one with a few faint lines', () => {
    const faint: Paint = (x, y) => (y > 0.4 && y < 0.41 && x > 0.2 && x < 0.5 ? [90, 90, 90] : [255, 255, 255]);
    const empty: Paint = () => [255, 255, 255];
    expect(failures(still('png', faint), [still('webp', faint)], promise())).toEqual([]);
    expect(failures(still('png', faint), [still('webp', empty)], promise())).not.toEqual([]);
  });
});

describe('transparency', () => {
  const promised = promise({ kept: ['look', 'alpha'] });
  const source = still('png', hole);

  it('must stay where it was promised', () => {
    expect(failures(source, [still('webp', hole)], promised)).toEqual([]);
    expect(failures(source, [still('webp', onGround([255, 255, 255]))], promised)).toEqual(['transparency']);
    const elsewhere: Paint = (x, y) =>
      [...landscape(x, y).slice(0, 3), x < 0.4 ? 0 : 255] as unknown as ReturnType<Paint>;
    expect(failures(source, [still('webp', elsewhere)], promised)).toContain('transparency');
  });

  it('must not come from nowhere', () => {
    const blank: Paint = (_, y) => [255, 255, 255, y < 0.5 ? 0 : 255];
    const paper: Paint = () => [255, 255, 255];
    expect(failures(still('png', paper), [still('webp', blank)], promised)).toEqual(['transparency']);
  });

  it('that is neither nor may go either way in GIF', () => {
    const shadow: Paint = (x, y) =>
      [...landscape(x, y).slice(0, 3), x > 0.6 ? 120 : 255] as unknown as ReturnType<Paint>;
    const promisedGif = promise({ to: 'gif', kept: ['look', 'alpha'] });
    expect(failures(still('png', shadow), [still('gif', hole)], promisedGif)).toEqual([]);
    expect(failures(still('png', shadow), [still('webp', hole)], promised)).not.toEqual([]);
  });
});

describe('depth', () => {
  it('must stay where it was promised', () => {
    const source = still('png', landscape, { bitsPerChannel: 16 });
    const promised = promise({ to: 'tiff', kept: ['look', 'depth'] });
    expect(failures(source, [still('tiff', landscape, { bitsPerChannel: 16 })], promised)).toEqual([]);
    expect(failures(source, [still('tiff', landscape)], promised)).toEqual(['depth']);
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
    factsOfPictures({ format, ...SIZE, frames, delaysMs, loops });
  const source = animation('gif', FRAMES, DELAYS);
  const promised = promise({ from: 'gif', kept: ['look', 'animation'], takes: 'all' });

  it('keep their frames, delays and loops', () => {
    expect(failures(source, [animation('webp', FRAMES, DELAYS)], promised)).toEqual([]);
    expect(failures(source, [animation('webp', FRAMES, [100, 100, 300, 500])], promised)).toEqual(['delays']);
    expect(failures(source, [animation('webp', FRAMES, DELAYS, 0)], promised)).toEqual(['loops']);
  });

  it('with a lost frame are found', () => {
    const lost = animation('webp', FRAMES.slice(0, 3), DELAYS.slice(0, 3));
    expect(failures(source, [lost], promised)).toContain('delays');
    const stretched = animation('webp', [FRAMES[0]!, FRAMES[2]!, FRAMES[3]!], [300, 300, 400]);
    expect(failures(source, [stretched], promised)).not.toEqual([]);
    const extra = animation('webp', [...FRAMES, scene(4)], [...DELAYS, 100]);
    expect(failures(source, [extra], promised)).toContain('frames');
  });

  it('with frames in another order are found, however alike they are', () => {
    const swapped = animation('webp', [FRAMES[0]!, FRAMES[2]!, FRAMES[1]!, FRAMES[3]!], DELAYS);
    expect(failures(source, [swapped], promised)).toContain('order');
  });

  it('may join equal frames', () => {
    const paused = animation('gif', [FRAMES[0]!, FRAMES[0]!, FRAMES[1]!], [100, 100, 100]);
    expect(failures(paused, [animation('webp', [FRAMES[0]!, FRAMES[1]!], [200, 100])], promised)).toEqual([]);
    const frozen = animation('gif', [FRAMES[0]!, FRAMES[0]!], [100, 100]);
    expect(failures(frozen, [still('webp', FRAMES[0]!)], promised)).toEqual([]);
  });

  it('give their first frame, or the one asked for', () => {
    const first = promise({ from: 'gif', to: 'png', takes: 'first' });
    expect(failures(source, [still('png', FRAMES[0]!)], first)).toEqual([]);
    expect(failures(source, [still('png', FRAMES[2]!)], { ...first, options: { pages: '3' } })).toEqual([]);
    expect(failures(source, [still('png', () => [9, 9, 9])], { ...first, options: { pages: '3' } })).not.toEqual([]);
  });

  it('become pages', () => {
    const pages = factsOfPictures({ format: 'tiff', ...SIZE, frames: FRAMES });
    expect(failures(source, [pages], { ...promised, to: 'tiff', kept: ['look'] })).toEqual([]);
  });
});

describe('pages', () => {
  const source = factsOfPictures({ format: 'tiff', ...SIZE, frames: FRAMES });
  const each = promise({ from: 'tiff', to: 'png', takes: 'all', gives: 'many' });
  const files = (frames: readonly Paint[]): Facts[] => frames.map((paint) => still('png', paint));

  it('become one file each', () => {
    expect(failures(source, files(FRAMES), each)).toEqual([]);
    expect(failures(source, files(FRAMES.slice(1)), each)).toContain('pages');
    expect(failures(source, files([FRAMES[1]!, FRAMES[0]!, FRAMES[2]!, FRAMES[3]!]), each)).toContain('order');
  });

  it('are those that were asked for', () => {
    const promised = { ...each, options: { pages: '2-3' } };
    expect(failures(source, files([FRAMES[1]!, FRAMES[2]!]), promised)).toEqual([]);
    expect(failures(source, files([FRAMES[1]!]), promised)).toContain('pages');
  });

  it('keep their own sizes', () => {
    const wide = factsOfPictures({ format: 'tiff', width: 320, height: 120, frames: [landscape] });
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
    expect(failures(mixed, [outputs[0]!, still('png', landscape)], each)).toContain('size');
  });
});

describe('what is not compared', () => {
  it('is anything but pictures made of pictures', () => {
    const document: Facts = { format: 'pdf', sizeBytes: 1, reader: 'test', depth: 'content', features: ['text'] };
    expect(compareRaster(document, [still('png', landscape)], promise())).toEqual([]);
    expect(compareRaster(still('png', landscape), [document], promise())).toEqual([]);
    expect(compareRaster(still('png', landscape), [still('png', landscape)], promise({ acts: ['infer'] }))).toEqual([]);
  });
});
