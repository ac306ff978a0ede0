import type { RunContext } from '../../contract/codec.ts';
import { systemNamed } from '../../content/listing/map/epsg-codes.ts';
import { entryOfFeature } from '../../content/listing/map/features.ts';
import { inDegrees, projectionOf, tellProjection } from '../../content/listing/map/reference-systems.ts';
import type { Listing } from '../../content/listing/model.ts';
import type { Drawing } from './dgn.ts';

/** The elements of a drawing as the features of a map. `system` names the reference system of its coordinates. */
export function mapOfDrawing({ marks }: Drawing, system: string, context: RunContext): Listing {
  const projection = projectionOf(systemNamed(system, 'sourceCrs').definition);
  const { toDegrees } = projection;
  if (marks.length > 0) tellProjection(projection, context);
  return {
    entries: marks.map(({ level, geometry, colour, label }) =>
      entryOfFeature({
        layer: level,
        name: label?.text,
        geometry: toDegrees ? inDegrees(geometry, toDegrees) : geometry,
        properties: { colour },
      }),
    ),
  };
}
