import { describe, expect, it } from 'vitest';
import type { Thumbnail } from '../../../../../engine/contract/facts.ts';
import { BoxShrink } from '../../../../../engine/content/raster/inspect/box-shrink.ts';
import { rasterFacts, withThumbnails } from '../../../../../engine/content/raster/inspect/facts.ts';
import {
  orientThumbnail,
  preShrinkOf,
  sampledFrames,
  THUMBNAIL_SIDE,
  thumbnailOf,
} from '../../../../../engine/content/raster/inspect/raster.ts';
import type { RasterModel } from '../../../../../engine/content/raster/model.ts';
import { landscape, paintImage, type Paint } from '../../../../support/images.ts';

const name = { frame: 0, imageWidth: 64, imageHeight: 64 };
const cell = (rgb: Uint8Array, x: number, y: number): number[] => [
  ...rgb.subarray((y * THUMBNAIL_SIDE + x) * 3, (y * THUMBNAIL_SIDE + x) * 3 + 3),
];

describe('a thumbnail', () => {
  it('holds exact averages, whatever the size of the image', () => {
    const halves: Paint = (x) => (x < 0.5 ? [200, 0, 0] : [0, 100, 0]);
    for (const [width, height] of [
      [64, 64],
      [33, 7],
      [100, 1],
      [2, 2],
      [641, 479],
    ] as const) {
      const { rgb, alpha } = thumbnailOf(paintImage(width, height, halves), name);
      expect(cell(rgb, 2, 60)).toEqual([200, 0, 0]);
      expect(cell(rgb, 60, 3)).toEqual([0, 100, 0]);
      expect(alpha).toBeUndefined();
    }
    const checkers: Paint = (x, y) =>
      (Math.floor(x * 128) + Math.floor(y * 128)) % 2 === 0 ? [255, 255, 255] : [0, 0, 0];
    const { rgb } = thumbnailOf(paintImage(128, 128, checkers), name);
    expect(new Set(rgb)).toEqual(new Set([128]));
  });

  it('lies on white, and keeps the opacity apart', () => {
    const { rgb, alpha } = thumbnailOf(
      paintImage(64, 64, () => [0, 0, 200, 51]),
      name,
    );
    expect(cell(rgb, 9, 9)).toEqual([204, 204, 244]);
    expect(new Set(alpha)).toEqual(new Set([51]));
  });

  it('is not coloured by what is invisible', () => {
    const { rgb } = thumbnailOf(
      paintImage(128, 64, (x) => (Math.floor(x * 128) % 2 === 0 ? [255, 0, 0, 0] : [0, 0, 0, 255])),
      name,
    );
    expect(cell(rgb, 9, 9)).toEqual([128, 128, 128]);
  });

  it('is nearly the same after an image was shrunk by whole factors', () => {
    const [width, height] = [1003, 777];
    const image = paintImage(width, height, landscape);
    const options = { width, height, factorX: preShrinkOf(width), factorY: preShrinkOf(height), hasAlpha: true };
    expect([options.factorX, options.factorY]).toEqual([2, 2]);
    const box = new BoxShrink(options);
    for (let row = 0; row < height; row += 90) {
      box.add(image.data.subarray(row * width * 4, Math.min(height, row + 90) * width * 4));
    }
    const shrunk = thumbnailOf(box.finish(), name);
    const whole = thumbnailOf(image, name);
    const worst = shrunk.rgb.reduce((most, value, index) => Math.max(most, Math.abs(value - whole.rgb[index]!)), 0);
    expect(worst).toBeLessThanOrEqual(6);
  });

  it('turns as the EXIF orientation says', () => {
    const upright = thumbnailOf(paintImage(64, 48, landscape), name);
    const STORED: Record<number, (x: number, y: number) => readonly [number, number]> = {
      1: (x, y) => [x, y],
      2: (x, y) => [1 - x, y],
      3: (x, y) => [1 - x, 1 - y],
      4: (x, y) => [x, 1 - y],
      5: (x, y) => [y, x],
      6: (x, y) => [1 - y, x],
      7: (x, y) => [1 - y, 1 - x],
      8: (x, y) => [y, 1 - x],
    };
    for (const [orientation, place] of Object.entries(STORED)) {
      const isTurned = Number(orientation) >= 5;
      const [width, height] = isTurned ? [48, 64] : [64, 48];
      const stored = thumbnailOf(
        paintImage(width, height, (x, y) => landscape(...place(x, y))),
        { frame: 0, imageWidth: width, imageHeight: height },
      );
      const seen = orientThumbnail(stored, Number(orientation));
      expect([seen.imageWidth, seen.imageHeight], orientation).toEqual([64, 48]);
      const worst = seen.rgb.reduce((most, value, index) => Math.max(most, Math.abs(value - upright.rgb[index]!)), 0);
      expect(worst, orientation).toBeLessThanOrEqual(1);
    }
  });
});

describe('sampled frames', () => {
  it.each([
    ['probe', 5, []],
    ['quick', 1, [0]],
    ['quick', 2, [0, 1]],
    ['quick', 9, [0, 4, 8]],
    ['full', 4, [0, 1, 2, 3]],
  ] as const)('of a %s look at %i are %o', (effort, frames, expected) => {
    expect(sampledFrames(frames, effort)).toEqual(expected);
  });
});

describe('facts', () => {
  const header: RasterModel = {
    width: 4,
    height: 3,
    frames: 1,
    hasAlpha: true,
    bitsPerChannel: 16,
    hasIccProfile: false,
    isCmyk: false,
    hasExif: false,
    hasMetadata: true,
    delaysMs: [10],
    loops: 3,
  };
  const file = { sizeBytes: 9, reader: 'test' };

  it('name what this very file has', () => {
    expect(rasterFacts(header, { ...file, format: 'png' }).features).toEqual([
      'look',
      'colour',
      'alpha',
      'depth',
      'metadata',
    ]);
    expect(rasterFacts(header, { ...file, format: 'pgm' }).features).not.toContain('colour');
    expect(rasterFacts({ ...header, frames: 2 }, { ...file, format: 'tiff' })).toMatchObject({
      features: expect.arrayContaining(['pages']),
      raster: { sequence: 'pages' },
    });
    expect(rasterFacts({ ...header, frames: 2 }, { ...file, format: 'gif' })).toMatchObject({
      features: expect.arrayContaining(['animation']),
      raster: { sequence: 'animation', delaysMs: [10], loops: 3 },
    });
    expect(rasterFacts({ ...header, isCmyk: true }, { ...file, format: 'jpg' }).raster!.coloursAssumed).toBe(true);
  });

  it('call alpha only what is transparent somewhere', () => {
    const facts = rasterFacts(header, { ...file, format: 'png' });
    const opaque = thumbnailOf(paintImage(4, 3, landscape), name);
    const hole = thumbnailOf(
      paintImage(4, 3, (x) => [0, 0, 0, x < 0.5 ? 0 : 255]),
      name,
    );
    expect(withThumbnails(facts, [opaque]).features).not.toContain('alpha');
    expect(withThumbnails(facts, [opaque, hole])).toMatchObject({ depth: 'content', raster: { alpha: true } });
  });

  it('leave colour out only when every frame was seen to be grey', () => {
    const facts = rasterFacts({ ...header, frames: 2 }, { ...file, format: 'tiff' });
    const painted = (paint: Paint): Thumbnail => thumbnailOf(paintImage(64, 64, paint), name);
    const grey = painted((x) => [200 * x, 200 * x, 200 * x + 2]); // a grey of a lossy encoder
    const dot = painted((x, y) => (Math.hypot(x - 0.5, y - 0.5) < 0.02 ? [255, 0, 0] : [240, 240, 240]));
    expect(withThumbnails(facts, [grey, grey]).features).not.toContain('colour');
    expect(withThumbnails(facts, [grey, dot]).features).toContain('colour');
    expect(withThumbnails(facts, [grey]).features).toContain('colour');
  });
});
