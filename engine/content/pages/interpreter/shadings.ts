import type { Gradient } from '../painter/gradients.ts';
import type { Mesh } from '../painter/mesh.ts';
import type { Box } from '../outline.ts';

export type Shading = { readonly gradient: Gradient } | { readonly mesh: Mesh };

/** A shading from pdf.js's description of it; nothing for one that it could not read. */
export function shadingOf(described: readonly unknown[]): Shading | undefined {
  if (described[0] === 'RadialAxial') return gradientOf(described);
  return described[0] === 'Mesh' ? meshOf(described) : undefined;
}

/** `RadialAxial`, kind, box, stops, first and second point, first and second radius. */
function gradientOf([, kind, box, stops, from, to, fromRadius, toRadius]: readonly unknown[]): Shading | undefined {
  if (!isPair(from) || !isPair(to) || !Array.isArray(stops) || stops.length === 0) return undefined;
  return {
    gradient: {
      kind: kind === 'radial' ? 'radial' : 'axial',
      ...boxed(box),
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
  const around = boxed(bounds).box;
  if (!around || !(around.x1 > around.x0 && around.y1 > around.y0)) return undefined;
  return {
    mesh: {
      points: points as ArrayLike<number>,
      colours: colours as ArrayLike<number>,
      corners: Number(corners),
      bounds: around,
      ...boxed(box),
      ...(background ? { background: background as ArrayLike<number> } : {}),
    },
  };
}

function isPair(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length >= 2 && value.slice(0, 2).every(Number.isFinite);
}

export function boxed(value: unknown): { readonly box?: Box } {
  const [x0, y0, x1, y1] = value ? Array.from(value as ArrayLike<number>, Number) : [];
  if (![x0, y0, x1, y1].every(Number.isFinite)) return {};
  return {
    box: { x0: Math.min(x0!, x1!), y0: Math.min(y0!, y1!), x1: Math.max(x0!, x1!), y1: Math.max(y0!, y1!) },
  };
}
