import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import type { XmlAttributes } from '../../io/xml.ts';
import type { Size } from '../raster/size.ts';
import type { RootElement, Survey } from './survey.ts';

/** A step of a filter whose cost for a pixel is not small (Filter Effects 1, sections 9.9, 9.17 and 9.21). */
export interface CostlyPrimitive {
  readonly filter: string;
  /** Layers of noise. */
  readonly octaves: number;
  /** Sides of the box of pixels that each pixel is made of: a number of pixels, or a length of the drawing. */
  readonly box?: { readonly width: number; readonly height: number; readonly unit: 'pixel' | 'length' | 'share' };
}

/** Nanoseconds that a layer of noise, and a pixel of a box, take for each pixel of the result: measured with resvg. */
const OCTAVE_NS = 70;
const BOX_PIXEL_NS = 2;
const NS_PER_MS = 1e6;

/** The primitive as it stands in a filter; undefined for all whose cost a canvas within the limits bounds. */
export function costlyPrimitive(
  name: string,
  attributes: XmlAttributes,
  filter: { readonly id: string; readonly isShare: boolean },
): CostlyPrimitive | undefined {
  const pair = (key: string, absent: number): readonly [number, number] => {
    const [first = absent, second = first] =
      (attributes.get(key) ?? '').match(/[\d.]+(?:e[+-]?\d+)?/gi)?.map(Number) ?? [];
    return [first, second];
  };
  switch (name) {
    case 'feTurbulence':
      return { filter: filter.id, octaves: pair('numOctaves', 1)[0] };
    case 'feMorphology': {
      const [x, y] = pair('radius', 0);
      return {
        filter: filter.id,
        octaves: 0,
        box: { width: 2 * x, height: 2 * y, unit: filter.isShare ? 'share' : 'length' },
      };
    }
    case 'feConvolveMatrix': {
      const [width, height] = pair('order', 3);
      return { filter: filter.id, octaves: 0, box: { width, height, unit: 'pixel' } };
    }
    default:
      return undefined;
  }
}

/** How often filters are applied, by their identifiers. */
export function filterUses(source: string): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const [, id] of source.matchAll(/\bfilter\s*[:=]\s*["']?\s*url\(\s*["']?#([^"')\s]+)/g))
    uses.set(id!, (uses.get(id!) ?? 0) + 1);
  return uses;
}

/**
 * The same for what draws parts with filters larger than they are shown, as writers of PDF do: `enlargement` is how many of
 * its pixels a pixel of the drawing has. What is filtered is taken to cover the drawing once there: which part of it
 * each filter covers is not known.
 */
export function requireBoundedFiltersOf(
  { root, source, costlyPrimitives }: Survey,
  size: Size,
  { enlargement, limits }: { readonly enlargement: number; readonly limits: Limits },
): void {
  if (costlyPrimitives.length === 0) return;
  const unit = viewBoxOf(root) ?? size;
  const scale = Math.max(size.width / unit.width, size.height / unit.height);
  const uses = filterUses(source);
  requireBoundedFilters(costlyPrimitives, uses, size, { scale, limits });
  const canvas = { width: size.width * enlargement, height: size.height * enlargement };
  const once = new Map([...uses.keys()].map((id) => [id, 1] as const));
  requireBoundedFilters(costlyPrimitives, once, canvas, { scale: scale * enlargement, limits });
}

/** The size of the root element's box of coordinates; undefined when it has none. */
export function viewBoxOf({ viewBox }: RootElement): Size | undefined {
  const [, , width, height] = (viewBox ?? '').split(/[\s,]+/).map(Number);
  return width! > 0 && height! > 0 ? { width: width!, height: height! } : undefined;
}

/**
 * Throws `input_too_complex` for filters that would take minutes on the canvas: a box of a large radius looks at as many
 * pixels for each pixel. `scale` is how many pixels a unit of the drawing has.
 */
export function requireBoundedFilters(
  primitives: readonly CostlyPrimitive[],
  uses: ReadonlyMap<string, number>,
  { width, height }: Size,
  { scale, limits }: { readonly scale: number; readonly limits: Limits },
): void {
  const sideOf = (length: number, unit: NonNullable<CostlyPrimitive['box']>['unit'], side: number): number =>
    Math.min(side, 1 + length * { pixel: 1, length: scale, share: side }[unit]);
  let ns = 0;
  for (const { filter, octaves, box } of primitives) {
    const pixels = box ? sideOf(box.width, box.unit, width) * sideOf(box.height, box.unit, height) : 0;
    ns += (uses.get(filter) ?? 0) * width * height * (octaves * OCTAVE_NS + pixels * BOX_PIXEL_NS);
  }
  if (ns <= limits.filterMs * NS_PER_MS) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The filters of the drawing would take minutes for ${Math.round(width)} × ${Math.round(height)} pixels. Make their radii smaller, or the image.`,
    details: { limit: 'filterMs' },
  });
}
