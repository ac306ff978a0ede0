import { rgbOf } from '../../raster/colour.ts';
import { type Box, transformBox } from '../geometry.ts';
import { colourOf } from '../interpreter/arguments.ts';
import { paintedStops, type Shading, shadingOf } from '../interpreter/shadings.ts';
import type { Paint } from '../interpreter/state.ts';
import { PATTERNS } from './thresholds.ts';

const { MAX_DIFFERENCE, MAX_SAMPLES } = PATTERNS;

/** pdf.js's description of a shading by its id. */
type ShadingFinder = (id: string) => readonly unknown[] | undefined;

type Colour = readonly [number, number, number];

/** What is known of paints without painting them, each examined once. */
export type ResolvePaint = (paint: Paint) => ResolvedPaint;

export function paintResolver(find: ShadingFinder): ResolvePaint {
  const resolved = new WeakMap<Paint, ResolvedPaint>();
  return (paint) => {
    let description = resolved.get(paint);
    if (!description) {
      description = resolvePaint(paint, find);
      resolved.set(paint, description);
    }
    return description;
  };
}

interface ResolvedPaint {
  /** About the mean of its colours, `#rrggbb`. */
  readonly colour: string;
  /** It has no other colour. */
  readonly isPlain: boolean;
  /** On the page; outside of it nothing is painted. */
  readonly box?: Box;
}

function resolvePaint(paint: Paint, find: ShadingFinder): ResolvedPaint {
  if (paint.kind === 'none') return { colour: '#000000', isPlain: true };
  if (paint.kind === 'colour') return { colour: paint.colour, isPlain: true };
  if (paint.kind === 'tiling') {
    const [, tint, , , , , , paintType] = paint.pattern;
    return { colour: (Number(paintType) === 2 && colourOf(tint)) || '#000000', isPlain: false };
  }
  const described = find(paint.id);
  const shading = described && shadingOf(described);
  if (!shading) return { colour: '#000000', isPlain: false };
  const colours = coloursOf(shading);
  const mean = [0, 1, 2].map((channel) => colours.reduce((sum, colour) => sum + colour[channel]!, 0) / colours.length);
  const isPlain = colours.every((colour) => colour.every((value, at) => Math.abs(value - mean[at]!) < MAX_DIFFERENCE));
  const box = 'gradient' in shading ? shading.gradient.box : shading.mesh.box;
  return { colour: colourOf(mean) ?? '#000000', isPlain, ...(box && { box: transformBox(paint.matrix, box) }) };
}

function coloursOf(shading: Shading): Colour[] {
  if ('gradient' in shading) return paintedStops(shading.gradient).map(([, colour]) => rgbOf(colour));
  const { colours, corners } = shading.mesh;
  const step = Math.max(1, Math.floor(corners / MAX_SAMPLES));
  const sampled: Colour[] = [];
  for (let corner = 0; corner < corners; corner += step) {
    const at = 4 * corner;
    sampled.push([colours[at]!, colours[at + 1]!, colours[at + 2]!]);
  }
  return sampled;
}
