import { describe, expect, it } from 'vitest';
import type { DifferenceKind } from '../../../../../engine/contract/differences.ts';
import type { Thumbnail } from '../../../../../engine/contract/facts.ts';
import { videoFaults } from '../../../../../engine/content/timeline/compare/video-faults.ts';
import { WHOLE } from '../../../../../engine/content/raster/compare/image-difference.ts';

const SIDE = 64;
const FRAMES = 16;

type Rgb = readonly [number, number, number];
type Paint = (x: number, y: number, at: number) => Rgb;

function frameOf(paint: Paint, at: number): Thumbnail {
  const rgb = new Uint8Array(3 * SIDE * SIDE);
  for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) rgb.set(paint(x, y, at), 3 * (y * SIDE + x));
  return { frame: at, width: SIDE, height: SIDE, rgb };
}

function film(paint: Paint, order: readonly number[] = [...Array(FRAMES).keys()]): Thumbnail[] {
  return order.map((at) => frameOf(paint, at));
}

/** A brownish ball on black that moves slowly: no frame is clearly another one. */
const ball: Paint = (x, y, at) => {
  const light = Math.max(0, 200 - 8 * Math.hypot(x - 15 - 2 * at, y - 30));
  return [light, 0.93 * light, 0.86 * light];
};

/** Rounding and blocks of a coarse encoder: the same in every run. */
const coded =
  (paint: Paint): Paint =>
  (x, y, at) => {
    const noise = ((x * 73 + y * 151 + at * 199) % 9) - 4;
    const [red, green, blue] = paint(x, y, at);
    return [red, green, blue].map((value) => Math.max(0, Math.min(255, value + noise))) as unknown as Rgb;
  };

const grey =
  (paint: Paint): Paint =>
  (x, y, at) => {
    const [red, green, blue] = paint(x, y, at);
    const light = 0.3 * red + 0.59 * green + 0.11 * blue;
    return [light, light, light];
  };

/** Full colours, and few shades between them. */
const bars: Paint = (x, y) => {
  const bar = Math.floor(x / 16);
  if (y < 4) return [100, 100, 100];
  return [bar % 2 === 0 ? 255 : 0, bar > 1 ? 255 : 0, bar % 3 === 0 ? 255 : 0];
};

const brighter =
  (paint: Paint): Paint =>
  (x, y, at) => {
    const [red, green, blue] = paint(x, y, at);
    return [Math.min(255, 1.2 * red), Math.min(255, 1.2 * green), Math.min(255, 1.2 * blue)];
  };

/** A clear step from frame to frame. */
const moving: Paint = (x, y, at) => (Math.floor(x / 8) === at % 8 && y < 48 ? [220, 220, 220] : [40, 40, 40]);

/** A red square on white; `edge` is the share of red in the columns beside it, where its chroma runs over. */
const square =
  (edge: number): Paint =>
  (x, y) => {
    const isBeside = (x === 20 || x === 41) && y >= 20 && y <= 41;
    const isInside = x > 20 && x < 41 && y > 20 && y < 41;
    const light = isInside ? 0 : isBeside ? 255 * (1 - edge) : 255;
    return [255, light, light];
  };

/** The same bars as a palette of few colours has them: the bright ones darker, the dark ones brighter. */
const averaged =
  (paint: Paint, share: number): Paint =>
  (x, y, at) =>
    paint(x, y, at).map((value) => 128 + share * (value - 128)) as unknown as Rgb;

function faultsOf(
  before: readonly Thumbnail[],
  after: readonly Thumbnail[],
  options: { readonly colours?: number } = {},
): DifferenceKind[] {
  const regions = { expectedRegion: WHOLE, foundRegion: WHOLE };
  return videoFaults([{ atMs: 0, before, after }], regions, options).map(({ kind }) => kind);
}

/** Within parts of three quarters of a second. */
const SHUFFLED = [4, 1, 5, 0, 2, 3, 10, 7, 11, 6, 8, 9, 15, 12, 14, 13];

describe('frames of a video', () => {
  it.each<[string, Paint]>([
    ['that moves slowly', ball],
    ['of full colours', bars],
    ['that moves clearly', moving],
  ])('%s are the same after coarse coding', (_name, paint) => {
    expect(faultsOf(film(paint), film(coded(paint)))).toEqual([]);
  });

  it('may all come a little later', () => {
    const late = [0, ...Array(FRAMES - 1).keys()];
    expect(faultsOf(film(ball), film(coded(ball), late))).toEqual([]);
  });

  it.each<[string, DifferenceKind, Paint, Thumbnail[]]>([
    ['shuffled, though all look alike', 'frame_order', ball, film(coded(ball), SHUFFLED)],
    ['twice as fast, then still', 'frame_order', ball, film(ball, [0, 2, 4, 6, 8, 10, 12, 14, 15, 15, 15, 15, 15, 15])],
    ['without their faint colours', 'frame_changed', ball, film(coded(grey(ball)))],
    ['brighter in the few shades between full colours', 'brightness_changed', bars, film(coded(brighter(bars)))],
  ])('%s differ', (_name, kind, paint, after) => {
    expect(faultsOf(film(paint), after)).toContain(kind);
  });

  it('are the same where an edge is blurred by halved chroma', () => {
    expect(faultsOf(film(square(0.4)), film(square(0.9)))).toEqual([]);
  });

  it('of few colours have less contrast, but not without that option, and not any', () => {
    const stripes: Paint = (x) => (x < 22 ? [90, 90, 90] : x < 43 ? [128, 128, 128] : [170, 170, 170]);
    const paler = film(averaged(stripes, 0.8));
    expect(faultsOf(film(stripes), paler, { colours: 16 })).toEqual([]);
    expect(faultsOf(film(stripes), paler)).toContain('brightness_changed');
    expect(faultsOf(film(stripes), film(averaged(stripes, 0.4)), { colours: 16 })).toContain('brightness_changed');
  });

  it('that stand still at the end of half a second differ', () => {
    const order = [0, 1, 2, 3, 4];
    expect(faultsOf(film(moving, order), film(moving, [0, 2, 4, 4, 4]))).toContain('frame_frozen');
    expect(faultsOf(film(moving, order), film(moving, order))).toEqual([]);
  });
});
