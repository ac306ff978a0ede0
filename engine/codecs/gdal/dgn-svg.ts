import { corrupt } from '../../content/records/errors.ts';
import { linesOfGeometry, partsOf, type Position } from '../../content/listing/map/features.ts';
import { element, textElement } from '../../content/listing/text.ts';
import type { Label, Mark, Drawing } from './dgn.ts';

/** Pixels of the longer side, and around the drawing. */
const [SIDE, MARGIN] = [1200, 12];
/** The height of capital letters, and the width of a usual letter, as parts of the size of a font. */
const [CAPITALS, LETTER] = [0.72, 0.55];
/** What numbers of coordinates can still be drawn with. */
const MOST_DISTANT = 1e15;

/** A drawing with a group for each level, in the order in which they first come. */
export function svgOfDrawing({ marks }: Drawing): string {
  const plane = planeOf(marks);
  const levels = Map.groupBy(marks, ({ level }) => level);
  const groups = [...levels].map(([level, members]) =>
    element(
      'g',
      { id: `level${level}`, 'inkscape:groupmode': 'layer', 'inkscape:label': level },
      `\n${members.flatMap((mark) => drawMark(mark, plane)).join('\n')}\n`,
    ),
  );
  const [width, height] = [String(plane.width), String(plane.height)];
  const namespaces = {
    xmlns: 'http://www.w3.org/2000/svg',
    'xmlns:inkscape': 'http://www.inkscape.org/namespaces/inkscape',
  };
  const attributes = { ...namespaces, width, height, viewBox: `0 0 ${width} ${height}` };
  return `${element('svg', attributes, `\n${groups.join('\n')}\n`)}\n`;
}

interface Plane {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  place(position: Position): readonly [x: number, y: number];
}

function planeOf(marks: readonly Mark[]): Plane {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { geometry, label } of marks)
    for (const [x = 0, y = 0] of linesOfGeometry(geometry)
      .flat()
      .flatMap((place) => cornersOf(place, label))) {
      if (!(Math.abs(x) < MOST_DISTANT && Math.abs(y) < MOST_DISTANT))
        throw corrupt('a position lies out of all bounds');
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
    }
  if (left > right) throw corrupt('it shows nothing');
  const scale = (SIDE - 2 * MARGIN) / (Math.max(right - left, top - bottom) || 1);
  return {
    width: Math.ceil((right - left) * scale + 2 * MARGIN),
    height: Math.ceil((top - bottom) * scale + 2 * MARGIN),
    scale,
    place: ([x = 0, y = 0]) => [rounded((x - left) * scale + MARGIN), rounded((top - y) * scale + MARGIN)],
  };
}

/** About the room that a text takes; a position alone takes none. */
function cornersOf(place: Position, label: Label | undefined): Position[] {
  if (!label) return [place];
  const [x = 0, y = 0] = place;
  const wide = (label.text.length * LETTER * label.height) / CAPITALS;
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((label.angle * Math.PI) / 180)) as [number, number];
  return [[0, 0] as const, [wide, 0] as const, [0, label.height] as const, [wide, label.height] as const].map(
    ([along, up]) => [x + cos * along - sin * up, y + sin * along + cos * up],
  );
}

function drawMark({ geometry, colour, width, fill, label }: Mark, plane: Plane): string[] {
  return [...partsOf(geometry)].map((part) => {
    if (part.type === 'Point')
      return label ? drawLabel(part.coordinates, label, { colour, plane }) : dotAt(part.coordinates, colour, plane);
    const isArea = part.type === 'Polygon' || part.type === 'MultiPolygon';
    const d = linesOfGeometry(part)
      .map((line) => `M${line.map((place) => plane.place(place).join(' ')).join('L')}${isArea ? 'Z' : ''}`)
      .join('');
    const stroke = {
      stroke: colour,
      'stroke-width': String(width),
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    };
    return element('path', {
      d,
      fill: isArea && fill !== undefined ? fill : 'none',
      'fill-rule': 'evenodd',
      ...stroke,
    });
  });
}

function dotAt(place: Position, colour: string, plane: Plane): string {
  const [x, y] = plane.place(place);
  return element('circle', { cx: String(x), cy: String(y), r: '1.5', fill: colour });
}

function drawLabel(
  place: Position,
  { text, height, angle }: Label,
  { colour, plane }: { readonly colour: string; readonly plane: Plane },
): string {
  const [x, y] = plane.place(place).map(String) as [string, string];
  return textElement('text', text, {
    ...{ x, y, 'font-family': 'Arial, sans-serif', fill: colour },
    'font-size': String(Math.max(0.1, rounded((height / CAPITALS) * plane.scale))),
    ...(angle === 0 ? {} : { transform: `rotate(${rounded(-angle)} ${x} ${y})` }),
  });
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
