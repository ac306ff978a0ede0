import type { Box } from '../geometry.ts';
import { boxOf } from './arguments.ts';

type Pair = readonly [number, number];
export type Stop = readonly [offset: number, colour: string, opacity?: number];

/** A gradient along a line or between circles, as pdf.js describes it. */
export interface Gradient {
  readonly kind: 'axial' | 'radial';
  readonly box?: Box;
  readonly stops: readonly Stop[];
  readonly from: Pair;
  readonly to: Pair;
  readonly fromRadius: number;
  readonly toRadius: number;
}

/** What pdf.js puts in front of, or behind, the stops of a gradient that does not go on beyond its end. */
const END_GAP = 1e-5;
/** Such an end is transparent; pdf.js 6.5 hands that on as black where it packs the gradient. */
const NO_COLOUR: ReadonlySet<string> = new Set(['transparent', '#000000']);

/** Triangles, each corner of which has a colour. */
export interface Mesh {
  /** Pairs of coordinates, three pairs a triangle. */
  readonly points: ArrayLike<number>;
  /** Four bytes a corner: red, green, blue and one that is unused. */
  readonly colours: ArrayLike<number>;
  readonly corners: number;
  readonly bounds: Box;
  readonly box?: Box;
  /** Around the triangles, where the mesh fills an area. */
  readonly background?: ArrayLike<number>;
}

export type Shading = { readonly gradient: Gradient } | { readonly mesh: Mesh };

/** A shading from pdf.js's description of it; nothing for one that it could not read. */
export function shadingOf(described: readonly unknown[]): Shading | undefined {
  if (described[0] === 'RadialAxial') return gradientOf(described);
  return described[0] === 'Mesh' ? meshOf(described) : undefined;
}

/** `RadialAxial`, kind, box, stops, first and second point, first and second radius. */
function gradientOf([, kind, box, stops, from, to, fromRadius, toRadius]: readonly unknown[]): Shading | undefined {
  const area = boxOf(box);
  if (!isPair(from) || !isPair(to) || !Array.isArray(stops) || stops.length === 0) return undefined;
  return {
    gradient: {
      kind: kind === 'radial' ? 'radial' : 'axial',
      ...(area && { box: area }),
      stops: stops as Gradient['stops'],
      from,
      to,
      fromRadius: Number(fromRadius ?? 0),
      toRadius: Number(toRadius ?? 0),
    },
  };
}

/** `Mesh`, type, points, colours, corners, bounds, box, background. */
function meshOf([, , points, colours, corners, bounds, box, background]: readonly unknown[]): Shading | undefined {
  const around = boxOf(bounds);
  const area = boxOf(box);
  if (!around || !(around.x1 > around.x0 && around.y1 > around.y0)) return undefined;
  return {
    mesh: {
      points: points as ArrayLike<number>,
      colours: colours as ArrayLike<number>,
      corners: Number(corners),
      bounds: around,
      ...(area && { box: area }),
      ...(background ? { background: background as ArrayLike<number> } : {}),
    },
  };
}

function isPair(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length >= 2 && value.slice(0, 2).every(Number.isFinite);
}

/** The stops that have a colour of the gradient. */
export function paintedStops({ stops }: Gradient): readonly Stop[] {
  return stops.filter((_, index) => hasColour(stops, index));
}

/** Whether a stop is more than the end of a gradient that stops there. */
export function hasColour(stops: readonly Stop[], index: number): boolean {
  return !NO_COLOUR.has(stops[index]![1]) || !isBeyond(stops, index);
}

function isBeyond(stops: readonly Stop[], index: number): boolean {
  const neighbour = index === 0 ? stops[1] : index === stops.length - 1 ? stops[index - 1] : undefined;
  return neighbour !== undefined && Math.abs(neighbour[0] - stops[index]![0]) < END_GAP;
}
