import { short } from '../../content/pages/painter/numbers.ts';
import type { Placed } from './layout.ts';
import { isSet, middleOf, numberIn, type Box, type Point, type Style } from './model.ts';

/** Pixels that a line goes straight on from a shape before it turns. */
const JETTY = 20;
const ORTHOGONAL =
  /^(orthogonalEdgeStyle|elbowEdgeStyle|entityRelationEdgeStyle|segmentEdgeStyle|sideToSideEdgeStyle|topToBottomEdgeStyle|loopEdgeStyle)$/;
const ROUND = /^(ellipse|doubleEllipse|startState|endState|cloud|waypoint)$/;
const DIAMOND = /^(rhombus|mxgraph\.flowchart\.decision|mxgraph\.bpmn\.gateway2)$/;

type Placings = ReadonlyMap<string, Placed>;

/** Where an end of a line is: on a shape, or free. */
interface End {
  readonly box: Box | undefined;
  readonly name: string;
  /** Where the style or the file fixes it. */
  readonly fixed: Point | undefined;
}

/** The points of a line from its source to its target; undefined where it has no place. */
export function routeOf({ cell, origin }: Placed, placed: Placings): Point[] | undefined {
  const { style, geometry } = cell;
  const shift = ([x, y]: Point): Point => [x + origin[0], y + origin[1]];
  const source = endOf(placed, cell.source, style, 'exit', geometry.source && shift(geometry.source));
  const target = endOf(placed, cell.target, style, 'entry', geometry.target && shift(geometry.target));
  if (!source || !target) return undefined;
  const points = geometry.points.map(shift);
  return ORTHOGONAL.test(style.get('edgeStyle') ?? '')
    ? orthogonal(source, points, target)
    : straight(source, points, target);
}

function endOf(
  placed: Placings,
  id: string | undefined,
  style: Style,
  prefix: 'exit' | 'entry',
  free: Point | undefined,
): End | undefined {
  const shape = id === undefined ? undefined : placed.get(id);
  if (!shape || shape.cell.kind !== 'vertex') return free && { box: undefined, name: '', fixed: free };
  const { box, cell } = shape;
  const [x, y] = [numberIn(style, `${prefix}X`, Number.NaN), numberIn(style, `${prefix}Y`, Number.NaN)];
  const isFixed = Number.isFinite(x) && Number.isFinite(y);
  const fixed: Point | undefined = isFixed
    ? [
        box.x + x * box.width + numberIn(style, `${prefix}Dx`, 0),
        box.y + y * box.height + numberIn(style, `${prefix}Dy`, 0),
      ]
    : undefined;
  return { box, name: cell.style.get('shape') ?? cell.style.get('name') ?? '', fixed };
}

const centreOf = ({ box, fixed }: End): Point => fixed ?? middleOf(box!);

function straight(source: End, points: readonly Point[], target: End): Point[] {
  const first = source.fixed ?? borderPoint(source, points[0] ?? centreOf(target));
  const last = target.fixed ?? borderPoint(target, points.at(-1) ?? centreOf(source));
  return [first, ...points, last];
}

/** Where the line from the middle of a shape to a point leaves it. */
function borderPoint({ box, name }: End, towards: Point): Point {
  const [cx, cy] = middleOf(box!);
  const [dx, dy] = [towards[0] - cx, towards[1] - cy];
  const [rx, ry] = [box!.width / 2, box!.height / 2];
  if ((dx === 0 && dy === 0) || rx === 0 || ry === 0) return [cx, cy];
  const [u, v] = [Math.abs(dx) / rx, Math.abs(dy) / ry];
  const scale = ROUND.test(name) ? 1 / Math.hypot(u, v) : DIAMOND.test(name) ? 1 / (u + v) : 1 / Math.max(u, v);
  return [cx + dx * scale, cy + dy * scale];
}

type Axis = 'x' | 'y';

/** The axis along which a line leaves a fixed end: that of the nearest side. */
function axisOf({ box, fixed }: End): Axis | undefined {
  if (!box || !fixed) return undefined;
  const [x, y] = [(fixed[0] - box.x) / (box.width || 1), (fixed[1] - box.y) / (box.height || 1)];
  const [toSide, toTop] = [Math.min(Math.abs(x), Math.abs(1 - x)), Math.min(Math.abs(y), Math.abs(1 - y))];
  return toSide < toTop ? 'x' : 'y';
}

/** A line of level and upright parts, through the points that somebody has set. */
function orthogonal(source: End, points: readonly Point[], target: End): Point[] {
  if (points.length === 0) return unguided(source, target);
  const first = facing(source, points[0]!);
  const last = facing(target, points.at(-1)!);
  const route: Point[] = [first.point];
  let axis: Axis = first.axis;
  for (const point of [...points, last.point]) {
    const [x, y] = route.at(-1)!;
    if (Math.abs(x - point[0]) > 0.5 && Math.abs(y - point[1]) > 0.5) {
      const isLast = point === last.point;
      // The last part ends along the axis of the target.
      const isLevelFirst = isLast ? last.axis === 'y' : axis === 'x';
      route.push(isLevelFirst ? [point[0], y] : [x, point[1]]);
    }
    const [bx, by] = route.at(-1)!;
    if (Math.abs(bx - point[0]) > 0.5) axis = 'y';
    else if (Math.abs(by - point[1]) > 0.5) axis = 'x';
    route.push(point);
  }
  return route;
}

/** The point of a shape from which a level or upright line leads to a point, else the middle of a side. */
function facing(end: End, point: Point): { readonly point: Point; readonly axis: Axis } {
  const { box, fixed } = end;
  if (fixed || !box) {
    const at = fixed!;
    return { point: at, axis: axisOf(end) ?? (Math.abs(point[0] - at[0]) > Math.abs(point[1] - at[1]) ? 'x' : 'y') };
  }
  const [cx, cy] = middleOf(box);
  if (point[0] >= box.x && point[0] <= box.x + box.width)
    return { point: [point[0], point[1] < cy ? box.y : box.y + box.height], axis: 'y' };
  if (point[1] >= box.y && point[1] <= box.y + box.height)
    return { point: [point[0] < cx ? box.x : box.x + box.width, point[1]], axis: 'x' };
  return { point: [point[0] < cx ? box.x : box.x + box.width, cy], axis: 'x' };
}

function unguided(source: End, target: End): Point[] {
  const [a, b] = [source, target].map(
    ({ box, fixed }) => box ?? { x: fixed![0], y: fixed![1], width: 0, height: 0 },
  ) as [Box, Box];
  const [gapX, gapY] = [gap(a.x, a.width, b.x, b.width), gap(a.y, a.height, b.y, b.height)];
  const usual: Axis = gapX > 0 && (gapX >= gapY || gapY <= 0) ? 'x' : 'y';
  // Shapes above or beside each other are joined by one line where they overlap.
  if (!source.fixed && !target.fixed) {
    const shared = usual === 'y' ? overlap(a.x, a.width, b.x, b.width) : overlap(a.y, a.height, b.y, b.height);
    if (shared !== undefined)
      return usual === 'y'
        ? [
            [shared, a.y < b.y ? a.y + a.height : a.y],
            [shared, a.y < b.y ? b.y : b.y + b.height],
          ]
        : [
            [a.x < b.x ? a.x + a.width : a.x, shared],
            [a.x < b.x ? b.x : b.x + b.width, shared],
          ];
  }
  const from = source.fixed ?? sideMiddle(a, b, usual);
  const to = target.fixed ?? sideMiddle(b, a, usual);
  const [out, into] = [jetty(source, from, to, usual), jetty(target, to, from, usual)];
  return [from, ...joined(out, into), to].filter((point, at, all) => at === 0 || !isSame(point, all[at - 1]!));
}

interface Jetty {
  readonly point: Point;
  readonly axis: Axis;
}

/** The end of the first straight part behind an end: outside of its shape. */
function jetty(end: End, at: Point, other: Point, usual: Axis): Jetty {
  const axis = axisOf(end) ?? usual;
  const { box } = end;
  const middle = box ? middleOf(box) : at;
  const side = axis === 'x' ? Math.sign(at[0] - middle[0]) : Math.sign(at[1] - middle[1]);
  const way = side || Math.sign(axis === 'x' ? other[0] - at[0] : other[1] - at[1]) || 1;
  const room = axis === 'x' ? (other[0] - at[0]) * way : (other[1] - at[1]) * way;
  const length = room > 0 ? Math.min(JETTY, room / 2) : JETTY;
  return { point: axis === 'x' ? [at[0] + way * length, at[1]] : [at[0], at[1] + way * length], axis };
}

function joined(out: Jetty, into: Jetty): Point[] {
  const [[ax, ay], [bx, by]] = [out.point, into.point];
  if (out.axis !== into.axis) return [out.point, out.axis === 'x' ? [bx, ay] : [ax, by], into.point];
  if (out.axis === 'x') {
    const middle = (ax + bx) / 2;
    return [out.point, [middle, ay], [middle, by], into.point];
  }
  const middle = (ay + by) / 2;
  return [out.point, [ax, middle], [bx, middle], into.point];
}

function gap(a: number, sizeA: number, b: number, sizeB: number): number {
  return Math.max(b - (a + sizeA), a - (b + sizeB));
}

function overlap(a: number, sizeA: number, b: number, sizeB: number): number | undefined {
  const [from, to] = [Math.max(a, b), Math.min(a + sizeA, b + sizeB)];
  return to - from > 1 ? (from + to) / 2 : undefined;
}

function sideMiddle(box: Box, other: Box, axis: Axis): Point {
  const [cx, cy] = middleOf(box);
  const [ox, oy] = middleOf(other);
  if (axis === 'x') return [ox < cx ? box.x : box.x + box.width, cy];
  return [cx, oy < cy ? box.y : box.y + box.height];
}

function isSame(a: Point, b: Point): boolean {
  return Math.abs(a[0] - b[0]) < 0.01 && Math.abs(a[1] - b[1]) < 0.01;
}

/** The path of a line: sharp or round corners, or a curve. */
export function pathOf(points: readonly Point[], style: Style): string {
  const pair = ([x, y]: Point): string => `${short(x)} ${short(y)}`;
  if (points.length < 3 || (!isSet(style, 'curved') && !isSet(style, 'rounded')))
    return `M${points.map(pair).join('L')}`;
  let path = `M${pair(points[0]!)}`;
  for (let at = 1; at < points.length - 1; at++) {
    const [before, corner, after] = [points[at - 1]!, points[at]!, points[at + 1]!];
    if (isSet(style, 'curved')) {
      const end = at === points.length - 2 ? after : mixed(corner, after, 0.5);
      path += `Q${pair(corner)} ${pair(end)}`;
    } else {
      const radius = numberIn(style, 'arcSize', 20) / 2;
      path += `L${pair(towards(corner, before, radius))}Q${pair(corner)} ${pair(towards(corner, after, radius))}`;
    }
  }
  return isSet(style, 'curved') ? path : `${path}L${pair(points.at(-1)!)}`;
}

function mixed([ax, ay]: Point, [bx, by]: Point, share: number): Point {
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  return length === 0 ? from : mixed(from, to, Math.min(0.5, distance / length));
}

/** The point at a share of the length of a line from -1 to 1, moved across it. */
export function pointOn(points: readonly Point[], share: number, across: number): Point {
  const lengths = points.slice(1).map(([x, y], at) => Math.hypot(x - points[at]![0], y - points[at]![1]));
  let left = (lengths.reduce((sum, length) => sum + length, 0) * (Math.min(1, Math.max(-1, share)) + 1)) / 2;
  for (const [at, length] of lengths.entries()) {
    if (left <= length || at === lengths.length - 1) {
      const [from, to] = [points[at]!, points[at + 1]!];
      const [x, y] = mixed(from, to, length === 0 ? 0 : left / length);
      const [nx, ny] = length === 0 ? [0, 0] : [(to[1] - from[1]) / length, -(to[0] - from[0]) / length];
      return [x - nx * across * -1, y - ny * across * -1];
    }
    left -= length;
  }
  return points[0]!;
}
