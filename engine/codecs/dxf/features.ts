import type { RunContext } from '../../contract/codec.ts';
import { entryOfFeature, type Geometry, type Position } from '../../content/listing/map/features.ts';
import { systemNamed } from '../../content/listing/map/epsg-codes.ts';
import { areaOf, lineOf } from '../../content/listing/map/mapinfo/layout.ts';
import { inDegrees, projectionOf, tellProjection } from '../../content/listing/map/reference-systems.ts';
import type { Listing } from '../../content/listing/model.ts';
import { createValueBudget, type ValueBudget } from '../../content/records/errors.ts';
import { linesOfPath, pointsOfPath, type Path } from './curves.ts';
import type { Drawn, Mark } from './drawing.ts';

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
function flattened(path: Path, budget: ValueBudget): Position[] {
  budget.take(2 * (1 + linesOfPath(path)));
  return pointsOfPath(path).filter(([x, y], index, points) => {
    const before = points[index - 1];
    return before?.[0] !== x || before[1] !== y;
  });
}
