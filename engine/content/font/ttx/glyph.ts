import type { Contour } from '../quadratic-pen.ts';

/** One glyph of the table `glyf`, with all that it says. https://learn.microsoft.com/typography/opentype/spec/glyf */
export interface Glyph {
  readonly contours: readonly Contour[];
  readonly components: readonly Component[];
  /** Undefined where a glyph of components has none. */
  readonly program: Uint8Array | undefined;
  readonly overlaps: boolean;
}

/** Another glyph, moved or with one of its points laid on one of those before. */
export interface Component {
  readonly glyph: number;
  readonly flags: number;
  readonly first: number;
  readonly second: number;
  readonly isByPoints: boolean;
  /** How x and y become the new x, then how they become the new y. */
  readonly transform: readonly [xx: number, xy: number, yx: number, yy: number] | undefined;
}

export const EMPTY_GLYPH: Glyph = { contours: [], components: [], program: undefined, overlaps: false };

export const POINT_FLAG = {
  onCurve: 0x01,
  xShort: 0x02,
  yShort: 0x04,
  repeat: 0x08,
  xSame: 0x10,
  ySame: 0x20,
  overlap: 0x40,
} as const;

export const COMPONENT_FLAG = {
  words: 0x0001,
  offsets: 0x0002,
  roundToGrid: 0x0004,
  scale: 0x0008,
  more: 0x0020,
  twoScales: 0x0040,
  matrix: 0x0080,
  program: 0x0100,
  useMetrics: 0x0200,
  overlaps: 0x0400,
  scaledOffset: 0x0800,
  unscaledOffset: 0x1000,
} as const;

/** The flags that say more than how a component is stored. */
export const KEPT_FLAGS =
  COMPONENT_FLAG.roundToGrid |
  COMPONENT_FLAG.useMetrics |
  COMPONENT_FLAG.overlaps |
  COMPONENT_FLAG.scaledOffset |
  COMPONENT_FLAG.unscaledOffset |
  0x10;
