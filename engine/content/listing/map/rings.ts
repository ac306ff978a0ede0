import type { Geometry, Position } from './features.ts';

type Ring = readonly Position[];

/** Twice the area of a ring: positive where it runs against the clock. */
export function signedArea(ring: Ring): number {
  let sum = 0;
  // From the first position on, so that large coordinates cost no digits.
  const [[x0 = 0, y0 = 0] = []] = ring;
  for (let index = 0; index + 1 < ring.length; index++) {
    const [x1 = 0, y1 = 0] = ring[index]!;
    const [x2 = 0, y2 = 0] = ring[index + 1]!;
    sum += (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
  }
  return sum;
}

/** Closed, and turned against the clock or with it. */
export function orientedRing(ring: Ring, isCounterClockwise: boolean): Ring {
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed = first === last || (first && last && first.every((number, axis) => number === last[axis]));
  const closed = isClosed ? ring : [...ring, first!];
  const area = signedArea(closed);
  return area === 0 || area > 0 === isCounterClockwise ? closed : closed.toReversed();
}

/** As RFC 7946 wants it: the outer ring against the clock, holes with it. */
export function orientedPolygon(rings: readonly Ring[]): readonly Ring[] {
  return rings.filter((ring) => ring.length > 0).map((ring, index) => orientedRing(ring, index === 0));
}

export function orientedGeometry(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case 'Polygon':
      return { type: 'Polygon', coordinates: orientedPolygon(geometry.coordinates) };
    case 'MultiPolygon':
      return { type: 'MultiPolygon', coordinates: geometry.coordinates.map(orientedPolygon) };
    case 'GeometryCollection':
      return { type: 'GeometryCollection', geometries: geometry.geometries.map(orientedGeometry) };
    default:
      return geometry;
  }
}

interface Outer {
  readonly rings: Ring[];
  readonly area: number;
  readonly box: Box;
}

export type Box = readonly [west: number, south: number, east: number, north: number];

/** Comparisons of a hole with the positions of a ring: a map of many islands and lakes has some millions. */
export type Take = (count: number) => void;

/**
 * The polygons of rings that lie in a file one behind the other: outer rings run with the clock, and holes against it
 * (ESRI Shapefile Technical Description, 1998). A hole belongs to the smallest outer ring around it; one that lies in
 * none is a polygon of its own, whichever way it runs.
 */
export function polygonsOfRings(rings: readonly Ring[], take: Take): (readonly Ring[])[] {
  const outers: Outer[] = [];
  const holes: Ring[] = [];
  for (const ring of rings) {
    const area = signedArea(ring);
    if (area < 0 || rings.length === 1) outers.push({ rings: [ring], area: Math.abs(area), box: boxOf(ring) });
    else holes.push(ring);
  }
  const bySize = outers.toSorted((a, b) => a.area - b.area);
  const own: Ring[] = [];
  for (const hole of holes) {
    const box = boxOf(hole);
    const outer = bySize.find(({ rings: [around], box: larger }) => {
      take(1);
      if (!isWithin(box, larger)) return false;
      take(around!.length);
      return isInside(hole, around!);
    });
    if (outer) outer.rings.push(hole);
    else own.push(hole);
  }
  return [...outers.map((outer) => outer.rings), ...own.map((ring) => [ring])].map(orientedPolygon);
}

/**
 * The polygons of rings that say neither by their order nor by their direction which are holes: one that lies in an odd
 * number of others is a hole of the smallest of them.
 */
export function polygonsByNesting(rings: readonly Ring[], take: Take): (readonly Ring[])[] {
  const known = rings
    .filter((ring) => ring.length > 0)
    .map((ring) => ({ rings: [ring], area: Math.abs(signedArea(ring)), box: boxOf(ring), depth: 0 }))
    .map((each, index) => ({ ...each, index }));
  const bySize = known.toSorted((a, b) => a.area - b.area);
  const outers: (readonly Ring[])[] = [];
  for (const each of known) {
    const [ring] = each.rings;
    const around = bySize.filter((other) => {
      take(1);
      const isLarger = other.area > each.area || (other.area === each.area && other.index < each.index);
      if (!isLarger || !isWithin(each.box, other.box)) return false;
      take(other.rings[0]!.length);
      return isInside(ring!, other.rings[0]!);
    });
    each.depth = around.length;
    if (around.length % 2 === 1) around[0]!.rings.push(ring!);
  }
  for (const { depth, rings: own } of known) if (depth % 2 === 0) outers.push(own);
  return outers.map(orientedPolygon);
}

/** Around some positions, of which there is one at least. */
export function boxOf(ring: Ring): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of ring) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  return [west, south, east, north];
}

function isWithin(inner: Box, outer: Box): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];
}

/** Positions of a hole that are looked at: those on the ring itself say nothing. */
const MOST_LOOKED_AT = 16;

function isInside(hole: Ring, ring: Ring): boolean {
  for (const position of hole.slice(0, MOST_LOOKED_AT)) {
    const side = sideOf(position, ring);
    if (side !== 'on') return side === 'inside';
  }
  return true;
}

function sideOf([x = 0, y = 0]: Position, ring: Ring): 'inside' | 'outside' | 'on' {
  let isIn = false;
  for (let index = 0; index + 1 < ring.length; index++) {
    const [x1 = 0, y1 = 0] = ring[index]!;
    const [x2 = 0, y2 = 0] = ring[index + 1]!;
    const cross = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1);
    const isBetween = Math.min(x1, x2) <= x && x <= Math.max(x1, x2) && Math.min(y1, y2) <= y && y <= Math.max(y1, y2);
    if (cross === 0 && isBetween) return 'on';
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isIn = !isIn;
  }
  return isIn ? 'inside' : 'outside';
}
