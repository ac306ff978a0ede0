import { corrupt } from '../failures.ts';
import type { Listing } from '../model.ts';
import { featureOfEntry, linesOfGeometry, partsOf, type Feature, type Position } from '../map/features.ts';
import { element, textElement } from '../text.ts';
import { drawingOf } from './palette.ts';

/** Pixels of the longer side, and around the map. */
const [SIDE, MARGIN] = [800, 24];
/** Degrees of a map that shows a single point. */
const LEAST_DEGREES = 0.001;
const COLOURS = ['#1f5fa8', '#b5482a', '#2d7d46', '#7a4a9e', '#8a6d1f', '#2a7f86'] as const;
/** Pixels of a usual letter of a name. */
const LETTER_WIDTH = 6.5;
/** Names are drawn where there are few. */
const MOST_NAMES = 200;

/** Places and lines on a plane: degrees of longitude are as long as they are in the middle of the map. */
export function drawMap({ entries }: Listing): string {
  const features = entries.map(featureOfEntry).filter(({ geometry }) => geometry !== undefined);
  const positions = features.flatMap(({ geometry }) => linesOfGeometry(geometry!).flat());
  if (positions.length === 0) throw corrupt('it shows nothing: no feature has a place');
  const plane = planeOf(positions);
  const layers = [...new Set(features.map(({ layer, kind }) => layer ?? kind))];
  const isNamed = features.length <= MOST_NAMES;
  // Points lie above lines, and lines above areas.
  const inOrder = features.toSorted((a, b) => heightOf(a) - heightOf(b));
  const drawn = inOrder.map((feature) =>
    drawFeature(feature, plane, COLOURS[layers.indexOf(feature.layer ?? feature.kind) % COLOURS.length]!, isNamed),
  );
  return drawingOf(plane.width, plane.height, drawn);
}

interface Plane {
  readonly width: number;
  readonly height: number;
  place(position: Position): readonly [x: number, y: number];
}

function planeOf(positions: readonly Position[]): Plane {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude = 0, latitude = 0] of positions) {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  const shorter = Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const [across, down] = [Math.max((east - west) * shorter, LEAST_DEGREES), Math.max(north - south, LEAST_DEGREES)];
  const scale = (SIDE - 2 * MARGIN) / Math.max(across, down);
  const [width, height] = [across, down].map((degrees) => Math.max(120, Math.round(degrees * scale + 2 * MARGIN)));
  const [left, top] = [(width! - (east - west) * shorter * scale) / 2, (height! - (north - south) * scale) / 2];
  return {
    width: width!,
    height: height!,
    place: ([longitude = 0, latitude = 0]) => [
      Number((left + (longitude - west) * shorter * scale).toFixed(2)),
      Number((top + (north - latitude) * scale).toFixed(2)),
    ],
  };
}

function heightOf({ geometry }: Feature): number {
  if (/Polygon/.test(geometry!.type)) return 0;
  return /Line/.test(geometry!.type) ? 1 : 2;
}

function drawFeature({ geometry, name }: Feature, plane: Plane, colour: string, isNamed: boolean): string {
  const drawn = [...partsOf(geometry!)].map((part) => {
    const lines = linesOfGeometry(part);
    if (/Point/.test(part.type))
      return lines
        .map(([position]) => {
          const [x, y] = plane.place(position!);
          return element('circle', { cx: String(x), cy: String(y), r: '4', fill: colour, stroke: '#ffffff' });
        })
        .join('');
    const isArea = /Polygon/.test(part.type);
    const path = lines
      .map((line) => `M${line.map((position) => plane.place(position).join(' ')).join('L')}${isArea ? 'Z' : ''}`)
      .join('');
    const fill = isArea ? { fill: colour, 'fill-opacity': '0.25', 'fill-rule': 'evenodd' } : { fill: 'none' };
    return element('path', { d: path, ...fill, stroke: colour, 'stroke-width': '2', 'stroke-linejoin': 'round' });
  });
  const [first] = linesOfGeometry(geometry!);
  const [x, y] = plane.place(first?.[0] ?? []);
  const label = isNamed
    ? textElement('text', name, {
        ...besidePoint(x, name ?? '', plane),
        y: String(y - 6),
        'font-family': 'sans-serif',
        'font-size': '12',
        fill: '#202020',
      })
    : '';
  return drawn.join('') + label;
}

/** A name that would end outside of the drawing stands before its place. */
function besidePoint(x: number, name: string, { width }: Plane): Readonly<Record<string, string>> {
  return x + 6 + name.length * LETTER_WIDTH > width ? { x: String(x - 6), 'text-anchor': 'end' } : { x: String(x + 6) };
}
