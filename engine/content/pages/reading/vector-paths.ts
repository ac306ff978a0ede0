import type { Clip } from '../clip.ts';
import type { Paint } from '../interpreter/state.ts';
import { type Box, boundingBox } from '../geometry.ts';
import type { Matrix, Point } from '../matrix.ts';
import { tracePath } from '../outline.ts';
import type { SoftMaskSource } from './reading-state.ts';
import { VECTOR_PATHS } from './thresholds.ts';

const { EDGE_SHARE, MIN_FRAME_POINTS } = VECTOR_PATHS;

/** A painted path with at least one curve or slanted line, in page points. */
export interface VectorPath extends Box {
  /** As SVG writes it. */
  readonly data: string;
  readonly segments: number;
  /** All of its points lie near the edges of its box, like those of a rounded frame. */
  readonly isFrame: boolean;
  /** `#rrggbb`; absent where it is not filled or not stroked. */
  readonly fill?: string;
  readonly fillOpacity?: number;
  /** A pattern or shading instead of the colour. */
  readonly fillPaint?: Paint;
  readonly evenOdd?: boolean;
  readonly stroke?: string;
  readonly strokeOpacity?: number;
  readonly strokeWidth?: number;
  /** Lengths of dashes and gaps. */
  readonly dashes?: readonly number[];
  readonly cap?: 'round' | 'square';
  /** Only what lies within shows. */
  readonly clip?: Box;
  /** The same, of clips that are no upright boxes. */
  readonly shape?: Clip;
  readonly softMask?: SoftMaskSource;
  readonly order: number;
}

interface PathOutline {
  readonly data: string;
  readonly segments: number;
  readonly isFrame: boolean;
  readonly box: Box;
}

/** A path as an SVG in hundredths of a point. */
export function outlineOf(path: ArrayLike<number>, ctm: Matrix): PathOutline {
  let data = '';
  let segments = 0;
  const points: Point[] = [];
  tracePath(path, ctm, (letter, own) => {
    data += `${letter}${own.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join(' ')}`;
    points.push(...own);
    segments++;
  });
  const box = boundingBox(points);
  return {
    data,
    segments,
    isFrame: points.length > MIN_FRAME_POINTS && points.every((point) => isAtEdge(point, box)),
    box,
  };
}

function isAtEdge([x, y]: readonly [number, number], { x0, y0, x1, y1 }: Box): boolean {
  const near = EDGE_SHARE * Math.min(x1 - x0, y1 - y0);
  return Math.min(x - x0, x1 - x, y - y0, y1 - y) <= near;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
