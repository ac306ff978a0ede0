import { combined, mapped, type Matrix, type Point } from './curves.ts';
import { numberOf, textOf, type Entity } from './document.ts';
import { planeOfEntity, pointOf } from './shapes.ts';
import { linesOfText, plainText, wrapped } from './texts.ts';

/** Lines of text as they are to stand. */
export interface Label {
  readonly lines: readonly string[];
  /** Where the first line begins, ends or has its middle. */
  readonly at: Point;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Of capital letters, in units of the drawing. */
  readonly height: number;
  /** Radians, counter-clockwise. */
  readonly angle: number;
  /** Units that the line is stretched to. */
  readonly width?: number;
}

/** Parts of the height of capital letters: from one line to the next, a usual letter's width, and what hangs under a line. */
const [LINE, LETTER, DESCENT] = [5 / 3, 0.9, 0.2];
const RADIANS = Math.PI / 180;
const ANCHORS = ['start', 'middle', 'end'] as const;

/** The text of an entity; undefined for what has none. */
export function labelOf(entity: Entity, around: Matrix): Label | undefined {
  if (entity.type === 'MTEXT') return labelOfLines(entity, around);
  const isText = entity.type === 'TEXT' || entity.type === 'ATTRIB';
  const text = isText ? plainText(textOf(entity, 1)).trimEnd() : '';
  // Attributes may be hidden.
  if (text.trim() === '' || (entity.type === 'ATTRIB' && (numberOf(entity, 70) & 1) !== 0)) return undefined;
  const across = numberOf(entity, 72);
  const up = numberOf(entity, entity.type === 'ATTRIB' ? 74 : 73);
  const isPlain = across === 0 && up === 0;
  const height = numberOf(entity, 40, 1);
  const [from, to] = [pointOf(entity, 10), pointOf(entity, 11)];
  // Between two points, its height as well or its width alone.
  const isFitted = across === 3 || across === 5;
  const isCentred = across === 1 || across === 4;
  // How far the line lies under its point, which is below, in the middle or above. What is centred both ways has its own number.
  const below = across === 4 ? 0.5 : [0, -DESCENT, 0.5, 1][up]!;
  return placed(
    {
      lines: [text],
      at: isPlain || isFitted ? from : to,
      anchor: isCentred ? 'middle' : across === 2 ? 'end' : 'start',
      height,
      angle: isFitted ? Math.atan2(to[1] - from[1], to[0] - from[0]) : numberOf(entity, 50) * RADIANS,
      ...(isFitted && { width: Math.hypot(to[0] - from[0], to[1] - from[1]) }),
    },
    below * height,
    combined(around, planeOfEntity(entity)),
  );
}

function labelOfLines(entity: Entity, around: Matrix): Label | undefined {
  const text = entity.tags
    .filter(([group]) => group === 3 || group === 1)
    .map(([, part]) => part)
    .join('');
  const height = numberOf(entity, 40, 1);
  const lines = wrapped(linesOfText(text), numberOf(entity, 41) / (LETTER * height));
  if (lines.every((line) => line.trim() === '')) return undefined;
  const attachment = numberOf(entity, 71, 1);
  const [x, y] = pointOf(entity, 11);
  const angle = x !== 0 || y !== 0 ? Math.atan2(y, x) : numberOf(entity, 50) * RADIANS;
  const deep = (lines.length - 1) * LINE + 1;
  const below = [1, 1 - deep / 2, 1 - deep][Math.floor((attachment - 1) / 3)] ?? 1;
  return placed(
    { lines, at: pointOf(entity, 10), anchor: ANCHORS[(attachment - 1) % 3] ?? 'start', height, angle },
    below * height,
    around,
  );
}

/** In the drawing: `below` is how far the first line lies under the point that places it. */
function placed(label: Label, below: number, matrix: Matrix): Label {
  const { at, angle, height, width } = label;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const origin: Point = [at[0] + sin * below, at[1] - cos * below];
  const [from, along, up] = [origin, [origin[0] + cos, origin[1] + sin], [origin[0] - sin, origin[1] + cos]].map(
    (point) => mapped(matrix, point as unknown as Point),
  ) as [Point, Point, Point];
  return {
    ...label,
    at: from,
    height: height * Math.hypot(up[0] - from[0], up[1] - from[1]),
    angle: Math.atan2(along[1] - from[1], along[0] - from[0]),
    ...(width !== undefined && { width: width * Math.hypot(along[0] - from[0], along[1] - from[1]) }),
  };
}

/** From one line of a label to the next. */
export function lineStep({ height }: Label): number {
  return height * LINE;
}
