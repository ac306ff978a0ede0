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
function checkShownSize(
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

/** Widths of a pixel by its height that MPEG-4 (part 2, table 6-12) and H.263 know beside 1. */
const MPEG_4_ASPECTS = [12 / 11, 10 / 11, 16 / 11, 40 / 33];
/** H.264 (table E-1) and HEVC. */
const H264_ASPECTS = [
  ...MPEG_4_ASPECTS,
  ...[24 / 11, 20 / 11, 32 / 11, 80 / 33, 18 / 11, 15 / 11, 64 / 33, 160 / 99, 4 / 3, 3 / 2, 2],
];
/** Heights of a pixel by its width in MPEG-1 (ISO 11172-2, 2.4.3.2). */
const MPEG_1_HEIGHTS = [
  0.6735, 0.7031, 0.7615, 0.8055, 0.8437, 0.8935, 0.9157, 0.9815, 1.0255, 1.0695, 1.095, 1.1575, 1.2015,
];
/** Proportions of the whole image in MPEG-2 (H.262, table 6-3). */
const MPEG_2_PROPORTIONS = [4 / 3, 16 / 9, 2.21];

/** Widths of a pixel that a stream may note where readers of the container alone do not see them. */
const NOTED_ASPECTS: Readonly<Record<string, (size: Required<Size>) => readonly number[]>> = {
  h263: () => MPEG_4_ASPECTS,
  mpeg4: () => MPEG_4_ASPECTS,
  h264: () => H264_ASPECTS,
  hevc: () => H264_ASPECTS,
  mpeg1video: () => MPEG_1_HEIGHTS.map((height) => 1 / height),
  mpeg2video: ({ width, height }) => MPEG_2_PROPORTIONS.map((proportion) => (proportion * height) / width),
};

/** The same of a video, in whose stream the width of a pixel may be noted. */
export function checkSizeOfVideo(
  feature: 'video' | 'animation' | 'look',
  before: Size & { readonly codec?: string },
  after: Size,
  options: Expectation['options'],
  how: { longestSide?: number; tolerance?: number } = {},
): Check[] {
  const { codec = '', width, height } = before;
  const noted = width && height ? (NOTED_ASPECTS[codec]?.({ width, height }) ?? []) : [];
  const sizes = [1, ...noted].map((aspect) => ({ ...before, width: width && width * aspect }));
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
