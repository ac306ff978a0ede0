import { describe, expect, it } from 'vitest';
import type { FormatId } from '../../../../../engine/formats/index.ts';
import type { Facts } from '../../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';
import { landscape, type ImageFile, type Paint } from '../../../../support/images.ts';
import { expectation, failures, still } from './compare-images.ts';

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
