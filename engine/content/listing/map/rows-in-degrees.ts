import type { Texts } from '../held.ts';
import { cellsOfEntry } from '../rows.ts';
import { systemNamed } from './epsg-codes.ts';
import { entryOfFeature } from './features.ts';
import { inDegrees, projectionOf } from './reference-systems.ts';
import { geometryOfTexts } from './shapefile/layout.ts';

/** Features as texts, whose coordinates are of a reference system, in degrees. */
export function rowsInDegrees(rows: readonly Texts[], system: string): Texts[] {
  const { toDegrees } = projectionOf(systemNamed(system, 'sourceCrs').definition);
  if (!toDegrees) return [...rows];
  return rows.map((texts) => {
    const geometry = texts.get('longitude') === '' ? undefined : geometryOfTexts(texts);
    if (!geometry) return texts;
    const cells = cellsOfEntry(entryOfFeature({ geometry: inDegrees(geometry, toDegrees) }));
    const placed = new Map(texts);
    for (let at = 0; at + 1 < cells.length; at += 2) placed.set(cells[at]!, cells[at + 1]!);
    return placed;
  });
}
