import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import resvg from '../../../engine/codecs/resvg/codec.ts';
import codec from '../../../engine/codecs/trace/codec.ts';
import { nearestColour, reduceColours } from '../../../engine/codecs/trace/palette.ts';
import type { OptionValues } from '../../../engine/formats/options.ts';
import { readPng, type Pixels } from '../../support/compare/png.ts';
import { makeRgbaPng } from '../../support/make-files.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources/png');
const FLAT = new Uint8Array(readFileSync(join(SOURCES, 'flat-shapes-and-letters.png')));
const FADING = new Uint8Array(readFileSync(join(SOURCES, 'card-fading-to-transparent.png')));

let trace: RunnerBench;
/** What was traced is judged by drawing it. */
let reader: RunnerBench;
beforeAll(async () => {
  trace = await startRunner(codec);
  reader = await startRunner(resvg);
});
afterAll(async () => {
  await trace[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});
beforeEach(() => {
  trace.warnings.length = 0;
});

async function traced(png: Uint8Array, options: OptionValues = {}): Promise<string> {
  const [svg] = await trace.convert(png, 'png', 'svg', 'trace', options);
  return new TextDecoder().decode(svg);
}

async function drawn(svg: string): Promise<Pixels> {
  const [png] = await reader.convert(new TextEncoder().encode(svg), 'svg', 'png', 'render');
  return readPng(png!);
}

function colourAt({ width, rgba }: Pixels, x: number, y: number): number[] {
  return [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}

const fillsOf = (svg: string): Set<string> => new Set(svg.match(/fill="#[0-9a-f]{6}"/g));

/** Share of the pixels whose channels are all within 40 of those of the other image. */
function likeness(one: Pixels, other: Pixels): number {
  let like = 0;
  for (let at = 0; at < one.rgba.length; at += 4) {
    const isLike = [0, 1, 2, 3].every((channel) => Math.abs(one.rgba[at + channel]! - other.rgba[at + channel]!) < 40);
    if (isLike) like++;
  }
  return like / (one.rgba.length / 4);
}

describe('tracing', () => {
  it('turns an image as its EXIF says', async () => {
    const lying = new Uint8Array(readFileSync(join(SOURCES, 'lying-with-position.png')));
    const image = await drawn(await traced(lying));
    const original = readPng(lying);
    expect([image.width, image.height]).toEqual([original.height, original.width]);
    // Turned right by a quarter: what was at the left below is at the left above.
    const [x, y] = [10, original.height - 10];
    const [before, after] = [colourAt(original, x, y), colourAt(image, original.height - 1 - y, x)];
    for (const channel of [0, 1, 2]) expect(Math.abs(before[channel]! - after[channel]!)).toBeLessThan(60);
  });

  it('shows what the image showed, in its size, and says that it was traced', async () => {
    const image = await drawn(await traced(FLAT));
    const original = readPng(FLAT);
    expect([image.width, image.height]).toEqual([original.width, original.height]);
    expect(likeness(image, original)).toBeGreaterThan(0.94);
    expect(trace.warnings.map(({ code }) => code)).toEqual(['feature_dropped']);
  });

  it('uses no more colours than asked for', async () => {
    for (const colours of [2, 12]) {
      const fills = fillsOf(await traced(FLAT, { colours })).size;
      expect(fills).toBeGreaterThan(1);
      expect(fills).toBeLessThanOrEqual(colours);
    }
  });

  it('is as wide as asked for', async () => {
    const { width, height } = await drawn(await traced(FLAT, { width: 640, colours: 4 }));
    expect([width, height]).toEqual([640, 480]);
  });

  it('leaves clear what was clear', async () => {
    const image = await drawn(await traced(FADING));
    const original = readPng(FADING);
    const wrong = original.rgba.filter(
      (alpha, at) => at % 4 === 3 && (alpha < 60 || alpha > 200) && alpha < 128 !== image.rgba[at]! < 128,
    );
    expect(wrong.length / (original.rgba.length / 4)).toBeLessThan(0.01);
    expect(colourAt(image, 90, 10)[3]).toBe(0);
    expect(colourAt(image, 4, 10)[3]).toBe(255);
  });

  it('draws nothing of an image that is all clear', async () => {
    const image = await drawn(await traced(makeRgbaPng(20, 10, () => [255, 0, 0, 0])));
    expect(image.rgba.every((value, at) => at % 4 !== 3 || value === 0)).toBe(true);
  });

  it('makes a busy photograph smaller before', async () => {
    let seed = 1;
    const noise = (): number => (seed = (seed * 16_807) % 2_147_483_647) % 256;
    const svg = await traced(makeRgbaPng(640, 640, () => [noise(), noise(), noise(), 255]));
    expect(svg).toMatch(/width="640" height="640" viewBox="0 0 320 320"/);
    expect(svg.length).toBeLessThan(8_000_000);
  });

  it('traces one pixel, and a line of pixels', async () => {
    expect(await traced(makeRgbaPng(1, 1, () => [255, 0, 0, 255]))).toContain('<svg');
    const image = await drawn(await traced(makeRgbaPng(300, 2, () => [255, 0, 0, 255])));
    expect(colourAt(image, 150, 1)).toEqual([255, 0, 0, 255]);
  });

  it('refuses what has no header', async () => {
    await expect(traced(FLAT.slice(0, 20))).rejects.toMatchObject({ code: 'input_corrupt' });
  });
});

describe('the palette', () => {
  const imageOf = (colours: readonly (readonly number[])[]): { width: number; height: number; data: Uint8Array } => {
    const side = 40;
    const data = Uint8Array.from({ length: side * side * 4 }, (_, at) => {
      const colour = colours[Math.floor((Math.floor(at / 4) % side) / (side / colours.length))]!;
      return colour[at % 4] ?? 255;
    });
    return { width: side, height: side, data };
  };

  it('holds the colours of a graphic as they are', () => {
    const colours = [
      [250, 10, 10],
      [10, 250, 10],
      [20, 30, 200],
      [255, 255, 255],
    ];
    const palette = reduceColours(imageOf(colours), 16);
    expect(palette.toSorted()).toEqual(colours.toSorted());
  });

  it('paints the image with its nearest colours', () => {
    const image = imageOf([
      [250, 10, 10],
      [230, 20, 10],
      [10, 20, 240],
      [20, 10, 220],
    ]);
    const before = image.data.slice();
    const palette = reduceColours(image, 2);
    expect(palette).toHaveLength(2);
    for (let at = 0; at < before.length; at += 4) {
      const [red, green, blue] = before.subarray(at, at + 3) as unknown as [number, number, number];
      expect([...image.data.subarray(at, at + 3)]).toEqual(nearestColour([red, green, blue], palette));
    }
  });
});
