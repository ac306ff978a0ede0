import { formatOf } from '../../formats/index.ts';
import type { Facts } from '../../contract/facts.ts';
import type { Compare } from '../../contract/report.ts';

/** What was written to be drawn, or shows a font, has become something that is seen. */
export const compareDrawing: Compare = (source, outputs, { kept }) => {
  const drawings = outputs.filter(({ raster }) => raster !== undefined);
  if (drawings.length === 0) return [];
  const isText = formatOf(source.format).drawn === true && kept.includes('vector');
  const isSpecimen = source.fonts !== undefined;
  if (!isText && !isSpecimen) return [];
  const ok = drawings.every(isText ? hasShapes : isNotBlank);
  return [{ name: 'drawing', feature: 'vector', ok, expected: 'shapes', found: ok ? 'shapes' : 'nothing' }];
};

function hasShapes({ features }: Facts): boolean {
  return features.includes('vector') || features.includes('text');
}

function isNotBlank({ raster }: Facts): boolean {
  const images = raster?.thumbnails ?? [];
  return images.length === 0 || images.some(({ rgb }) => rgb.some((value) => value !== rgb[0]));
}
