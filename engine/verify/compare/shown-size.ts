import type { OptionValues } from '../../formats/options.ts';
import type { Check } from '../report.ts';

export interface Size {
  readonly width?: number;
  readonly height?: number;
}

/** Video encoders halve the chroma, so that odd sides lose or gain a pixel; proportions are rounded on the way. */
const SIDE_TOLERANCE = 2;

/** Compares the size that a viewer sees with the source's, or with what the options make of it. */
export function checkShownSize(
  feature: 'video' | 'animation' | 'look',
  before: Size,
  after: Size,
  options: Pick<OptionValues, 'width' | 'height'>,
  { longestSide, tolerance = SIDE_TOLERANCE }: { longestSide?: number; tolerance?: number } = {},
): Check[] {
  if (!before.width || !before.height || !after.width || !after.height) return [];
  const source = { width: before.width, height: before.height };
  const asked = options.width !== undefined || options.height !== undefined;
  const scale = asked
    ? scaleOf(source, options)
    : Math.min(1, (longestSide ?? Infinity) / Math.max(source.width, source.height));
  const expected = { width: Math.round(source.width * scale), height: Math.round(source.height * scale) };
  const ok =
    Math.abs(after.width - expected.width) <= tolerance && Math.abs(after.height - expected.height) <= tolerance;
  const text = (size: Size): string => `${size.width} × ${size.height}`;
  return [{ name: 'size', feature, ok, expected: text(expected), found: text(after) }];
}

/** Both sides together are a frame that the picture must fit in. */
function scaleOf(
  source: { readonly width: number; readonly height: number },
  { width, height }: Pick<OptionValues, 'width' | 'height'>,
): number {
  return Math.min(
    width === undefined ? Infinity : width / source.width,
    height === undefined ? Infinity : height / source.height,
  );
}
