import { corrupt } from '../../content/records/errors.ts';
import { element, textElement, xmlText } from '../../content/listing/text.ts';
import type { Path, Point, Segment } from './curves.ts';
import type { Mark } from './drawing.ts';
import { lineStep, type Label } from './labels.ts';

/** Pixels of the longer side, and around the drawing. */
const [SIDE, MARGIN] = [1200, 12];
/** Hundredths of a millimetre of a line that is one pixel wide. */
const PIXEL_WEIGHT = 25;
/** The height of capital letters, and half the width of a usual letter, as parts of the size of a font. */
const [CAPITALS, LETTER] = [0.72, 0.55];
/** What numbers of coordinates can still be drawn with. */
export const MOST_DISTANT = 1e15;
const NAMESPACES = {
  xmlns: 'http://www.w3.org/2000/svg',
  'xmlns:inkscape': 'http://www.inkscape.org/namespaces/inkscape',
};

/** The marks as a drawing, a group for each layer, in the order in which the layers first come. */
export function svgOf(marks: readonly Mark[]): string {
  const plane = planeOf(marks);
  const layers = Map.groupBy(marks, ({ layer }) => layer);
  const groups = [...layers].map(([layer, members], index) =>
    element(
      'g',
      { id: `layer${index + 1}`, 'inkscape:groupmode': 'layer', 'inkscape:label': layer },
      // Areas lie under lines, and texts above them.
      `\n${members
        .toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind])
        .map((mark) => drawMark(mark, plane))
        .join('\n')}\n`,
    ),
  );
  const size = { width: String(plane.width), height: String(plane.height) };
  return `${element(
    'svg',
    { ...NAMESPACES, ...size, viewBox: `0 0 ${plane.width} ${plane.height}` },
    `\n${groups.join('\n')}\n`,
  )}\n`;
}

const ORDER = { fill: 0, hatching: 0, lines: 1, point: 2, label: 3 } as const;

interface Plane {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  place(point: Point): Point;
}

function planeOf(marks: readonly Mark[]): Plane {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = ([x, y]: Point): void => {
    if (!(Math.abs(x) < MOST_DISTANT && Math.abs(y) < MOST_DISTANT)) throw corrupt('a position lies out of all bounds');
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  };
  for (const mark of marks)
    if (mark.kind === 'point') add(mark.at);
    else if (mark.kind === 'label') for (const corner of cornersOf(mark.label)) add(corner);
    else
      for (const { start, segments } of mark.paths) {
        add(start);
        for (const segment of segments) for (const point of segment) add(point);
      }
  if (left > right) throw corrupt('it shows nothing');
  const span = Math.max(right - left, top - bottom) || 1;
  const scale = (SIDE - 2 * MARGIN) / span;
  return {
    width: Math.ceil((right - left) * scale + 2 * MARGIN),
    height: Math.ceil((top - bottom) * scale + 2 * MARGIN),
    scale,
    place: ([x, y]) => [rounded((x - left) * scale + MARGIN), rounded((top - y) * scale + MARGIN)],
  };
}

/** About the room that a text takes. */
function cornersOf(label: Label): Point[] {
  const { lines, at, anchor, height, angle, width } = label;
  const wide = width ?? (lines.reduce((most, line) => Math.max(most, line.length), 0) * LETTER * height) / CAPITALS;
  const from = { start: 0, middle: -wide / 2, end: -wide }[anchor];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const deep = (lines.length - 1) * lineStep(label);
  return [
    [from, height],
    [from + wide, height],
    [from, -deep],
    [from + wide, -deep],
  ].map(([x = 0, y = 0]): Point => [at[0] + cos * x - sin * y, at[1] + sin * x + cos * y]);
}

function drawMark(mark: Mark, plane: Plane): string {
  const { pen } = mark;
  if (mark.kind === 'label') return drawLabel(mark.label, pen.colour, plane);
  if (mark.kind === 'point') {
    const [x, y] = plane.place(mark.at);
    return element('circle', { cx: String(x), cy: String(y), r: '1.5', fill: pen.colour });
  }
  const d = mark.paths.map((path) => pathText(path, plane)).join('');
  if (mark.kind === 'fill') return element('path', { d, fill: pen.colour, 'fill-rule': 'evenodd' });
  const stroke = { stroke: pen.colour, 'stroke-width': String(rounded(Math.max(0.4, pen.weight / PIXEL_WEIGHT))) };
  if (mark.kind === 'hatching')
    return element('path', { d, fill: pen.colour, 'fill-opacity': '0.15', 'fill-rule': 'evenodd', ...stroke });
  // A dot is as long as the line is wide.
  const dashes = pen.dashes.map((length) => Math.max(1, rounded(length * plane.scale)));
  const dashed = dashes.length > 1 ? { 'stroke-dasharray': dashes.join(' ') } : {};
  return element('path', {
    d,
    fill: 'none',
    ...stroke,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...dashed,
  });
}

function pathText({ start, segments, isClosed }: Path, plane: Plane): string {
  const spell = (segment: Segment): string => {
    const points = segment.map((point) => plane.place(point).join(' ')).join(' ');
    return segment.length === 1 ? `L${points}` : `C${points}`;
  };
  return `M${plane.place(start).join(' ')}${segments.map(spell).join('')}${isClosed ? 'Z' : ''}`;
}

function drawLabel(label: Label, colour: string, plane: Plane): string {
  const { lines, at, anchor, height, angle, width } = label;
  const [x, y] = plane.place(at);
  // Not every program stretches a text: one that is to fit has letters that are no wider.
  const fitting = width === undefined ? Infinity : width / (LETTER * Math.max(1, lines[0]!.length));
  const size = rounded(Math.min(height / CAPITALS, fitting) * plane.scale);
  const degrees = rounded((-angle * 180) / Math.PI);
  const step = rounded(lineStep(label) * plane.scale);
  const attributes = {
    x: String(x),
    y: String(y),
    'font-family': 'Arial, sans-serif',
    'font-size': String(Math.max(size, 0.1)),
    ...(anchor === 'start' ? {} : { 'text-anchor': anchor }),
    fill: colour,
    ...(width === undefined
      ? {}
      : { textLength: String(rounded(width * plane.scale)), lengthAdjust: 'spacingAndGlyphs' }),
    ...(degrees === 0 ? {} : { transform: `rotate(${degrees} ${x} ${y})` }),
  };
  if (lines.length === 1) return textElement('text', lines[0], attributes);
  const spans = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [element('tspan', { x: String(x), y: String(rounded(y + index * step)) }, xmlText(line))],
  );
  return element('text', attributes, spans.join(''));
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
