import { placedPoints } from '../../content/mesh/model.ts';
import { arcPath, axesOf, linesOfPath, pointsOfPath, type Path, type Point } from './curves.ts';
import { numberOf, pointsOf, type Entity } from './document.ts';
import { positionsOf } from './faces.ts';
import { extrusionOf, frameOf } from './frames.ts';
import { after, elevationOf, pathsOf, splineOf, verticesOfCurve } from './shapes.ts';

const [CLOSED, IN_SPACE] = [1, 8];

type Take = (lines: number) => void;

/**
 * The lines of an entity in the coordinates of its block, three numbers a position; undefined for one that has none. Curves
 * become many straight lines: `take` counts them before.
 */
export function wiresOf(entity: Entity, take: Take): Float64Array[] | undefined {
  switch (entity.type) {
    case 'LINE':
      return [Float64Array.from([10, 20, 30, 11, 21, 31].map((group) => numberOf(entity, group)))];
    case 'LEADER':
      return [Float64Array.from(pointsOf(entity.tags, 10).flat())];
    case 'ELLIPSE':
      return [ellipseOf(entity, take)];
    case 'SPLINE':
      return splinesOf(entity, take);
    case 'POLYLINE':
      return numberOf(entity, 70) & IN_SPACE ? [polylineOf(entity)] : flatWires(entity, take);
    case 'CIRCLE':
    case 'ARC':
    case 'LWPOLYLINE':
      return flatWires(entity, take);
    default:
      return undefined;
  }
}

/** Lines in the plane of their entity, at its elevation. */
function flatWires(entity: Entity, take: Take): Float64Array[] {
  const elevation = elevationOf(entity);
  const frame = frameOf(entity);
  return pathsOf(entity)!.map((path) => {
    const places = closedPoints(path, take).flatMap(([x, y]) => [x, y, elevation]);
    return placedPoints(Float64Array.from(places), frame);
  });
}

function closedPoints(path: Path, take: Take): Point[] {
  take(linesOfPath(path));
  const points = pointsOfPath(path);
  return path.isClosed ? [...points, points[0]!] : points;
}

function polylineOf(entity: Entity): Float64Array {
  const vertices = verticesOfCurve(entity);
  const isClosed = (numberOf(entity, 70) & CLOSED) !== 0;
  return positionsOf(isClosed ? [...vertices, ...vertices.slice(0, 1)] : vertices);
}

function ellipseOf(entity: Entity, take: Take): Float64Array {
  const [centre, major] = [10, 11].map((group) => [0, 10, 20].map((axis) => numberOf(entity, group + axis))) as [
    number[],
    number[],
  ];
  const [, , normal] = axesOf(extrusionOf(entity));
  const ratio = numberOf(entity, 40, 1);
  const minor = [0, 1, 2].map((axis) => {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    return ratio * (normal[u]! * major[v]! - normal[v]! * major[u]!);
  });
  const [from, to] = [numberOf(entity, 41), numberOf(entity, 42, 2 * Math.PI)];
  const circle = arcPath([0, 0], { major: [1, 0], minor: [0, 1] }, [from, after(from, to)]);
  return Float64Array.from(
    closedPoints(circle, take).flatMap(([along, across]) =>
      centre.map((value, axis) => value + along * major[axis]! + across * minor[axis]!),
    ),
  );
}

/** As it is seen from above and from the side: what is a point of one is the same point of the other. */
function splinesOf(entity: Entity, take: Take): Float64Array[] {
  const heights = splineOf(entity, ([, , z]) => [z, 0]).map((path) => closedPoints(path, take));
  return splineOf(entity).map((path, index) =>
    Float64Array.from(closedPoints(path, take).flatMap(([x, y], at) => [x, y, heights[index]![at]![0]])),
  );
}
