import type { RunContext } from '../../contract/codec.ts';
import { entryOfFeature, type Geometry, type Position } from '../../content/listing/map/features.ts';
import { systemNamed } from '../../content/listing/map/epsg-codes.ts';
import { areaOf, lineOf } from '../../content/listing/map/mapinfo/layout.ts';
import { inDegrees, projectionOf, tellProjection } from '../../content/listing/map/reference-systems.ts';
import type { Listing } from '../../content/listing/model.ts';
import { createValueBudget, type ValueBudget } from '../../content/records/errors.ts';
import type { Path, Point } from './curves.ts';
import type { Drawn, Mark } from './drawing.ts';

/** Straight lines that a curve between two points becomes: of a circle, which has four curves, 64. */
const LINES_OF_CURVE = 16;

/**
 * What a drawing shows as the features of a map: points, lines and labels, and areas of what is filled or closed, each
 * with its layer and colour. Blocks are there as often as they stand in the drawing. `system` names the reference system
 * of its coordinates, which are metres or degrees of that.
 */
export function mapOfDrawing({ marks }: Drawn, system: string, context: RunContext): Listing {
  const projection = projectionOf(systemNamed(system, 'sourceCrs').definition);
  const { toDegrees } = projection;
  const budget = createValueBudget(context.limits);
  const entries = marks.flatMap((mark) => {
    const geometry = geometryOf(mark, budget);
    if (!geometry) return [];
    return [
      entryOfFeature({
        layer: mark.layer,
        ...(mark.kind === 'label' && { name: mark.label.lines.join(' ').trim() }),
        geometry: toDegrees ? inDegrees(geometry, toDegrees) : geometry,
        properties: { colour: mark.pen.colour },
      }),
    ];
  });
  if (entries.length > 0) tellProjection(projection, context);
  return { entries };
}

function geometryOf(mark: Mark, budget: ValueBudget): Geometry | undefined {
  if (mark.kind === 'point') return { type: 'Point', coordinates: mark.at };
  if (mark.kind === 'label') return { type: 'Point', coordinates: mark.label.at };
  const lines = mark.paths.map((path) => flattened(path, budget)).filter((line) => line.length > 1);
  const areClosed = lines.length > 0 && mark.paths.every(({ isClosed }) => isClosed);
  if (mark.kind === 'lines' && !areClosed) return lineOf(lines)[0];
  const rings = lines.filter((line) => line.length > 2).map(closed);
  return rings.length > 0 ? areaOf(rings, (count) => budget.take(count)) : lineOf(lines)[0];
}

function closed(line: readonly Position[]): readonly Position[] {
  const [first, last] = [line[0]!, line.at(-1)!];
  return first[0] === last[0] && first[1] === last[1] ? line : [...line, first];
}

/** Without the same position twice in a row. */
function flattened({ start, segments }: Path, budget: ValueBudget): Position[] {
  const points: Point[] = [start];
  for (const segment of segments) {
    const from = points.at(-1)!;
    if (segment.length === 1) points.push(segment[0]);
    else for (let step = 1; step <= LINES_OF_CURVE; step++) points.push(pointOf(from, segment, step / LINES_OF_CURVE));
  }
  budget.take(2 * points.length);
  return points.filter(([x, y], index) => {
    const before = points[index - 1];
    return before?.[0] !== x || before[1] !== y;
  });
}

function pointOf(from: Point, [first, second, to]: readonly [Point, Point, Point], at: number): Point {
  const left = 1 - at;
  const shares = [left ** 3, 3 * left * left * at, 3 * left * at * at, at ** 3] as const;
  const along = (axis: 0 | 1): number =>
    shares[0] * from[axis] + shares[1] * first[axis] + shares[2] * second[axis] + shares[3] * to[axis];
  return at === 1 ? to : [along(0), along(1)];
}
