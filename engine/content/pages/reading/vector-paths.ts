import type { Clip } from '../clip.ts';
import type { Paint } from '../interpreter/state.ts';
import { applyMatrix, type Box, boundingBox, type Matrix } from '../geometry.ts';
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

// Drawing codes of pdf.js's path data.
const MOVE = 0;
const LINE = 1;
const CUBIC = 2;
const QUADRATIC = 3;
const CLOSE = 4;

const COMMANDS: Readonly<Record<number, { readonly letter: string; readonly points: number }>> = {
  [MOVE]: { letter: 'M', points: 1 },
  [LINE]: { letter: 'L', points: 1 },
  [CUBIC]: { letter: 'C', points: 3 },
  [QUADRATIC]: { letter: 'Q', points: 2 },
  [CLOSE]: { letter: 'Z', points: 0 },
};

interface PathOutline {
  readonly data: string;
  readonly segments: number;
  readonly isFrame: boolean;
  readonly box: Box;
}

/** The path data of a constructPath operator as an SVG path; unknown codes end it. */
export function outlineOf(data: ArrayLike<number>, ctm: Matrix): PathOutline {
  let path = '';
  let segments = 0;
  const points: (readonly [number, number])[] = [];
  for (let index = 0; index < data.length;) {
    const command = COMMANDS[data[index++]!];
    if (!command) break;
    path += command.letter;
    for (let point = 0; point < command.points; point++, index += 2) {
      const [x, y] = applyMatrix(ctm, data[index] ?? 0, data[index + 1] ?? 0);
      points.push([x, y]);
      path += `${point > 0 ? ' ' : ''}${rounded(x)} ${rounded(y)}`;
    }
    segments++;
  }
  const box = boundingBox(points);
  return {
    data: path,
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
