import { paintedStops } from '../painter/gradients.ts';
import { colourOf } from '../painter/paint-servers.ts';
import { type Shading, shadingOf } from '../interpreter/shadings.ts';
import type { Paint } from '../interpreter/state.ts';
import { type Box, type Matrix, matrixOf, multiply, transformBox } from '../geometry.ts';
import { rgbOf } from '../../raster/colour.ts';

/** pdf.js's description of a shading by its id. */
export type ShadingFinder = (id: string) => readonly unknown[] | undefined;

/** Colours that differ by less in every channel are one to the eye. */
const MAX_DIFFERENCE = 6;
/** Of the corners of a mesh so many are looked at. */
const MAX_SAMPLES = 256;

type Colour = readonly [number, number, number];

/** The paint that a colour operator with a pattern sets (ISO 32000-2, 8.7): a tiling, or a shading and its matrix. */
export function patternOf(args: readonly unknown[], base: Matrix): Paint {
  if (args[0] === 'TilingPattern') return { kind: 'tiling', pattern: args, matrix: base };
  const own = matrixOf(args[2] as ArrayLike<unknown> | null | undefined);
  return { kind: 'shading', id: String(args[1]), matrix: own ? multiply(base, own) : base };
}

export interface PatternLook {
  /** About the mean of its colours, `#rrggbb`. */
  readonly colour: string;
  /** It has no other colour. */
  readonly isPlain: boolean;
  /** On the page; outside of it nothing is painted. */
  readonly box?: Box;
}

/** What is known of a pattern without painting it. */
export function lookOfPattern(paint: Paint, find: ShadingFinder): PatternLook {
  if (paint.kind === 'tiling') {
    const [, tint, , , , , , paintType] = paint.pattern;
    return { colour: (Number(paintType) === 2 && colourOf(tint)) || '#000000', isPlain: false };
  }
  const described = paint.kind === 'shading' ? find(paint.id) : undefined;
  const shading = described && shadingOf(described);
  if (!shading || paint.kind !== 'shading') return { colour: '#000000', isPlain: false };
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
