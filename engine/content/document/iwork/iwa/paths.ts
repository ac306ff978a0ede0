import type { Message } from '../message.ts';
import type { Frame } from '../../opendocument/document.ts';
import { inside } from './styles.ts';

/** Kinds of elements of a path (TSP.Path). */
const MOVE = 1;
const LINE = 2;
const QUADRATIC = 3;
const CUBIC = 4;
const CLOSE = 5;
const MAX_POINTS = 20_000;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The outline of a shape (TSD.PathSourceArchive) as an SVG path in its frame; nothing for a plain rectangle. */
export function shapePath(source: Message | undefined, frame: Frame): string | undefined {
  if (!source) return undefined;
  const bezier = source.message(5);
  if (bezier) {
    const path = bezier.message(3);
    return path && fitted(pathElements(path), frame, sizeOf(bezier.message(2)));
  }
  const scalar = source.message(4);
  if (scalar) return scalarPath(scalar, frame);
  const connection = inside(source, [7, 1]);
  if (connection) {
    const path = connection.message(3);
    return path && fitted(pathElements(path), frame, sizeOf(connection.message(2)));
  }
  const editable = source.message(8);
  return editable ? fitted(editableElements(editable), frame, sizeOf(editable.message(2))) : undefined;
}

function sizeOf(size: Message | undefined): Point {
  return { x: size?.number(1) ?? 0, y: size?.number(2) ?? 0 };
}

interface Element {
  readonly command: 'M' | 'L' | 'Q' | 'C' | 'Z';
  readonly points: readonly Point[];
}

function pathElements(path: Message): Element[] {
  return path
    .messages(1)
    .slice(0, MAX_POINTS)
    .flatMap((element): Element[] => {
      const points = element.messages(2).map(pointOf);
      const kind = element.uint(1);
      if (kind === MOVE && points.length >= 1) return [{ command: 'M', points: points.slice(0, 1) }];
      if (kind === LINE && points.length >= 1) return [{ command: 'L', points: points.slice(0, 1) }];
      if (kind === QUADRATIC && points.length >= 2) return [{ command: 'Q', points: points.slice(0, 2) }];
      if (kind === CUBIC && points.length >= 3) return [{ command: 'C', points: points.slice(0, 3) }];
      return kind === CLOSE ? [{ command: 'Z', points: [] }] : [];
    });
}

function pointOf(message: Message | undefined): Point {
  return { x: message?.number(1) ?? 0, y: message?.number(2) ?? 0 };
}

/** A path that is edited by its nodes: each has a point and the two ends of its handles. */
function editableElements(source: Message): Element[] {
  return source.messages(1).flatMap((subpath): Element[] => {
    const nodes = subpath
      .messages(1)
      .slice(0, MAX_POINTS)
      .map((node) => {
        const point = pointOf(node.message(2));
        return {
          before: node.has(1) ? pointOf(node.message(1)) : point,
          point,
          after: node.has(3) ? pointOf(node.message(3)) : point,
        };
      });
    const [first, ...others] = nodes;
    if (!first) return [];
    const isClosed = subpath.flag(2) ?? false;
    const targets = isClosed ? [...others, first] : others;
    return [
      { command: 'M', points: [first.point] },
      ...targets.map((node, index): Element => ({
        command: 'C',
        points: [nodes[index]!.after, node.before, node.point],
      })),
      ...(isClosed ? [{ command: 'Z', points: [] } as const] : []),
    ];
  });
}

/** Stretched from the size in which the path was drawn to that of its frame; nothing for the frame's own rectangle. */
function fitted(elements: readonly Element[], frame: Frame, natural: Point): string | undefined {
  if (elements.length === 0 || isRectangle(elements, natural)) return undefined;
  const scale = { x: natural.x > 0 ? frame.width / natural.x : 1, y: natural.y > 0 ? frame.height / natural.y : 1 };
  const text = (value: number): string => String(Math.round(value * 1000) / 1000);
  return elements
    .map(({ command, points }) => [command, ...points.flatMap(({ x, y }) => [text(x * scale.x), text(y * scale.y)])])
    .map((parts) => parts.join(' '))
    .join(' ');
}

function isRectangle(elements: readonly Element[], { x, y }: Point): boolean {
  const corners = elements.flatMap(({ points }) => points).slice(0, 4);
  const wanted = [
    [0, 0],
    [x, 0],
    [x, y],
    [0, y],
  ];
  return (
    elements.every(({ command }) => 'MLZ'.includes(command)) &&
    corners.length === 4 &&
    elements.filter(({ command }) => command === 'L').length <= 4 &&
    wanted.every(
      ([left, top], index) => Math.abs(corners[index]!.x - left!) < 0.5 && Math.abs(corners[index]!.y - top!) < 0.5,
    )
  );
}

const ROUNDED = 0;
const POLYGON = 1;
/** How far the handles of a quarter of a circle reach. */
const KAPPA = 0.5523;

/** A rectangle with round corners, or a regular polygon. */
function scalarPath(source: Message, { width, height }: Frame): string | undefined {
  const value = source.number(2) ?? 0;
  if (source.uint(1) === POLYGON) {
    const sides = Math.min(64, Math.max(3, Math.round(value)));
    const points = Array.from({ length: sides }, (_, index) => {
      const angle = (2 * Math.PI * index) / sides - Math.PI / 2;
      return `${((1 + Math.cos(angle)) * width) / 2} ${((1 + Math.sin(angle)) * height) / 2}`;
    });
    return `M ${points.join(' L ')} Z`;
  }
  const radius = Math.min(value, width / 2, height / 2);
  if ((source.uint(1) ?? ROUNDED) !== ROUNDED || radius <= 0) return undefined;
  const handle = radius * (1 - KAPPA);
  const [right, bottom] = [width - radius, height - radius];
  return [
    `M ${radius} 0 L ${right} 0 C ${width - handle} 0 ${width} ${handle} ${width} ${radius}`,
    `L ${width} ${bottom} C ${width} ${height - handle} ${width - handle} ${height} ${right} ${height}`,
    `L ${radius} ${height} C ${handle} ${height} 0 ${height - handle} 0 ${bottom}`,
    `L 0 ${radius} C 0 ${handle} ${handle} 0 ${radius} 0 Z`,
  ].join(' ');
}
