import type { OptionValues } from '../../../formats/options.ts';
import { resizeFor, turnedSize } from '../../raster/size.ts';
import { formatOf, type FormatId } from '../../../formats/index.ts';
import type { Check, Expectation } from '../../../contract/report.ts';

interface Size {
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
  options: Pick<OptionValues, 'width' | 'height' | 'fit' | 'rotate'>,
  { longestSide, tolerance = SIDE_TOLERANCE }: { longestSide?: number; tolerance?: number } = {},
): Check[] {
  if (!before.width || !before.height || !after.width || !after.height) return [];
  const source = turnedSize({ width: before.width, height: before.height }, options.rotate);
  const scale = Math.min(1, (longestSide ?? Infinity) / Math.max(source.width, source.height));
  const scaled = { width: Math.round(source.width * scale), height: Math.round(source.height * scale) };
  const expected = resizeFor(source, options)?.result ?? scaled;
  const ok =
    Math.abs(after.width - expected.width) <= tolerance && Math.abs(after.height - expected.height) <= tolerance;
  const text = (size: Size): string => `${size.width} × ${size.height}`;
  return [{ name: 'size', feature, ok, expected: text(expected), found: text(after) }];
}

/** The proportions into which a format fits every video, with bars at its sides. */
export function shapeWithBars(to: FormatId): Required<Size> | undefined {
  return formatOf(to).timeline?.sizes && { width: 4, height: 3 };
}

/** Widths of a pixel that codecs note in their streams, where readers of the container alone do not see them (H.264, table E-1). */
const NOTED_ASPECTS = [
  12 / 11,
  10 / 11,
  16 / 11,
  40 / 33,
  24 / 11,
  20 / 11,
  32 / 11,
  80 / 33,
  4 / 3,
  3 / 2,
  2,
] as const;
const NOTING_CODECS: ReadonlySet<string> = new Set(['h263', 'h264', 'hevc', 'mpeg4', 'mpeg2video', 'mpeg1video']);

/** The same of a video, in whose stream the width of a pixel may be noted. */
export function checkSizeOfVideo(
  feature: 'video' | 'animation' | 'look',
  before: Size & { readonly codec?: string },
  after: Size,
  options: Expectation['options'],
  how: { longestSide?: number; tolerance?: number } = {},
): Check[] {
  const wider = NOTING_CODECS.has(before.codec ?? '') ? NOTED_ASPECTS : [];
  const sizes = [1, ...wider].map((aspect) => ({ ...before, width: before.width && before.width * aspect }));
  const checks = sizes.map((size) => checkShownSize(feature, size, after, options, how));
  return checks.find((each) => each.every(({ ok }) => ok)) ?? checks[0]!;
}

/** The same for videos, whose containers may know only some sizes. */
export function checkVideoSize(
  before: Size & { readonly codec?: string },
  after: Size,
  { to, options }: Expectation,
): Check[] {
  const { sizes: only, blockSide } = formatOf(to).timeline ?? {};
  if (!only) return checkSizeOfVideo('video', before, after, options, { tolerance: blockSide });
  const found = `${after.width} × ${after.height}`;
  return [{ name: 'size', feature: 'video', ok: only.includes(found), expected: only.join(' or '), found }];
}
