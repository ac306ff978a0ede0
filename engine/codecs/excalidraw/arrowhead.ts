import { short } from '../../content/pages/painter/numbers.ts';
import type { Point } from './scene.ts';

/** Pixels, of a line that is long enough. */
const SIZE = 18;
/** Half of the angle between the sides of a head, in degrees. */
const SPREAD = 22;

interface Pen {
  readonly stroke: string;
  readonly strokeWidth: number;
}

/** What a line ends with at `tip`, as it comes from `from`. */
export function arrowhead(kind: string, from: Point, tip: Point, { stroke, strokeWidth }: Pen): string {
  const length = Math.hypot(tip[0] - from[0], tip[1] - from[1]);
  if (length === 0) return '';
  const size = Math.min(SIZE, length / 2);
  const direction = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
  const back = (degrees: number, distance = size): string => {
    const angle = direction + Math.PI + (degrees * Math.PI) / 180;
    return `${short(tip[0] + Math.cos(angle) * distance)} ${short(tip[1] + Math.sin(angle) * distance)}`;
  };
  const at = `${short(tip[0])} ${short(tip[1])}`;
  const isOpen = kind.endsWith('_outline');
  const paint = `fill="${isOpen ? '#ffffff' : stroke}" stroke="${stroke}" stroke-width="${short(strokeWidth)}"`;
  switch (kind.replace(/_outline$/, '')) {
    case 'dot':
    case 'circle':
      return `<circle cx="${short(tip[0])}" cy="${short(tip[1])}" r="${short(size / 3)}" ${paint}/>`;
    case 'bar':
      return `<path d="M${back(90, size / 2)}L${back(-90, size / 2)}" ${paint}/>`;
    case 'triangle':
      return `<path d="M${at}L${back(SPREAD)}L${back(-SPREAD)}Z" ${paint}/>`;
    case 'diamond':
      return `<path d="M${at}L${back(SPREAD, size / 2)}L${back(0)}L${back(-SPREAD, size / 2)}Z" ${paint}/>`;
    default:
      return `<path d="M${back(SPREAD)}L${at}L${back(-SPREAD)}" fill="none" stroke="${stroke}" stroke-width="${short(strokeWidth)}"/>`;
  }
}
