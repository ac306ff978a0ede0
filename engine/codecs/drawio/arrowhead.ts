import { short } from '../../content/pages/painter/numbers.ts';
import type { Point } from './model.ts';

/** A head at the tip of a line that comes from `from`, and where the line itself has to end. */
export interface Arrowhead {
  readonly shape: string;
  readonly end: Point;
}

export interface ArrowLook {
  readonly kind: string;
  readonly size: number;
  readonly isFilled: boolean;
  readonly stroke: string;
  readonly strokeWidth: number;
}

/** Heads as draw.io draws them; what is unknown is drawn as the classic one. */
export function arrowhead(
  from: Point,
  tip: Point,
  { kind, size, isFilled, stroke, strokeWidth }: ArrowLook,
): Arrowhead | undefined {
  const length = Math.hypot(tip[0] - from[0], tip[1] - from[1]);
  if (kind === 'none' || kind === '' || length === 0) return undefined;
  const [ux, uy] = [(tip[0] - from[0]) / length, (tip[1] - from[1]) / length];
  const at = (back: number, side = 0): string =>
    `${short(tip[0] - ux * back - uy * side)} ${short(tip[1] - uy * back + ux * side)}`;
  const point = (back: number): Point => [tip[0] - ux * back, tip[1] - uy * back];
  const wide = size + strokeWidth;
  const half = wide * (kind.endsWith('Thin') ? 0.3 : 0.5);
  const paint = `fill="${isFilled ? stroke : '#ffffff'}" stroke="${stroke}" stroke-width="${short(strokeWidth)}"`;
  const drawn = `fill="none" stroke="${stroke}" stroke-width="${short(strokeWidth)}"`;
  const filled = (path: string, back: number): Arrowhead => ({
    shape: `<path d="${path}" ${paint}/>`,
    end: point(back),
  });
  const lines = (path: string): Arrowhead => ({ shape: `<path d="${path}" ${drawn}/>`, end: tip });
  const circle = (middle: number, radius: number): string => {
    const [cx, cy] = point(middle);
    return `<circle cx="${short(cx)}" cy="${short(cy)}" r="${short(radius)}" ${paint}/>`;
  };
  switch (kind) {
    case 'block':
    case 'blockThin':
    case 'manyOptional':
      return filled(`M${at(0)}L${at(wide, half)}L${at(wide, -half)}Z`, wide);
    case 'open':
    case 'openThin':
    case 'openAsync':
      return lines(`M${at(wide, half)}L${at(0)}L${at(wide, -half)}`);
    case 'oval':
      return { shape: circle(0, size / 2), end: isFilled ? tip : point(size / 2) };
    case 'circle':
    case 'circlePlus':
      return { shape: circle(size / 2, size / 2), end: point(size) };
    case 'diamond':
    case 'diamondThin':
      return filled(`M${at(0)}L${at(wide / 2, half)}L${at(wide)}L${at(wide / 2, -half)}Z`, wide);
    case 'box':
      return filled(`M${at(0, half)}L${at(wide, half)}L${at(wide, -half)}L${at(0, -half)}Z`, wide);
    case 'dash':
      return lines(`M${at(0, half)}L${at(wide, -half)}`);
    case 'cross':
      return lines(`M${at(0, half)}L${at(wide, -half)}M${at(0, -half)}L${at(wide, half)}`);
    case 'async':
      return filled(`M${at(0)}L${at(wide, half)}L${at(wide)}Z`, wide);
    case 'baseDash':
      return lines(`M${at(0, half)}L${at(0, -half)}`);
    case 'ERone':
      return lines(`M${at(wide, half)}L${at(wide, -half)}`);
    case 'ERmandOne':
      return lines(`M${at(wide / 2, half)}L${at(wide / 2, -half)}M${at(wide, half)}L${at(wide, -half)}`);
    case 'ERmany':
      return lines(`M${at(wide)}L${at(0, half)}M${at(wide)}L${at(0, -half)}`);
    case 'ERoneToMany':
      return lines(`M${at(wide)}L${at(0, half)}M${at(wide)}L${at(0, -half)}M${at(wide, half)}L${at(wide, -half)}`);
    case 'ERzeroToOne':
      return {
        shape: circle(wide * 1.5, wide / 2) + lines(`M${at(wide / 2, half)}L${at(wide / 2, -half)}`).shape,
        end: tip,
      };
    case 'ERzeroToMany':
      return {
        shape: circle(wide * 1.5, wide / 2) + lines(`M${at(wide)}L${at(0, half)}M${at(wide)}L${at(0, -half)}`).shape,
        end: tip,
      };
    default:
      return filled(`M${at(0)}L${at(wide, half)}L${at(wide * 0.75)}L${at(wide, -half)}Z`, wide * 0.75);
  }
}
