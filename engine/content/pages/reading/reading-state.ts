import type { Clip } from '../clip.ts';
import type { Box, Matrix } from '../geometry.ts';
import type { OperatorList } from '../interpreter/page-objects.ts';
import { type GraphicsState, initialState } from '../interpreter/state.ts';

/** What draws a soft mask (ISO 32000-2, 11.5): its group, and the matrix with which the group begins. */
export interface SoftMaskSource {
  readonly operators: OperatorList;
  readonly ctm: Matrix;
}

/** How a transparency group shows as a whole (ISO 32000-2, 11.4), with all groups around it. */
export interface GroupBlending {
  readonly alpha: number;
  readonly multiplies: boolean;
  readonly softMask?: SoftMaskSource;
}

const OPAQUE: GroupBlending = { alpha: 1, multiplies: false };

/** The state with what decides of glyphs, lines and images where they show. */
export interface ReadingState extends GraphicsState {
  /** The transparency groups in which this is painted. */
  group: GroupBlending;
  /** Around all that the clips show. */
  clip: Box | undefined;
  /** The clips that are no upright boxes. */
  shape: Clip | undefined;
  /** Places in the page's glyphs of the letters that are the clip: what is painted shows as their colour. */
  letters: readonly number[] | undefined;
  softMask: SoftMaskSource | undefined;
}

export function initialReadingState(ctm: Matrix): ReadingState {
  return {
    ...initialState(ctm),
    group: OPAQUE,
    clip: undefined,
    shape: undefined,
    letters: undefined,
    softMask: undefined,
  };
}
