import { formatOf } from '../../formats/index.ts';
import type { Compare } from '../report.ts';

/** A text that is written to be drawn has become lines and shapes: an empty drawing shows nothing of it. */
export const compareDrawing: Compare = (source, outputs, { kept }) => {
  if (!formatOf(source.format).drawn || !kept.includes('vector')) return [];
  const drawings = outputs.filter(({ raster }) => raster !== undefined);
  if (drawings.length === 0) return [];
  const ok = drawings.every(({ features }) => features.includes('vector') || features.includes('text'));
  return [{ name: 'drawing', feature: 'vector', ok, expected: 'shapes', found: ok ? 'shapes' : 'nothing' }];
};
