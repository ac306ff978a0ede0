import type { ReadingState, SoftMaskSource } from './reading-state.ts';
import { rgbOf, colourOfChannels } from '../../raster/colour.ts';

/** A group is painted with the state in which it begins; within it the state begins again. */
export function enterGroup(state: ReadingState): void {
  const softMask = softMaskOf(state);
  state.group = { alpha: fillAlphaOf(state), multiplies: multipliesOf(state), ...(softMask && { softMask }) };
  Object.assign(state, { fillAlpha: 1, strokeAlpha: 1, blend: 'normal', softMask: undefined });
}

export const fillAlphaOf = ({ fillAlpha, group }: ReadingState): number => fillAlpha * group.alpha;
export const strokeAlphaOf = ({ strokeAlpha, group }: ReadingState): number => strokeAlpha * group.alpha;
export const multipliesOf = ({ blend, group }: ReadingState): boolean => blend === 'multiply' || group.multiplies;
export const softMaskOf = ({ softMask, group }: ReadingState): SoftMaskSource | undefined => softMask ?? group.softMask;

/**
 * Floating things of a Word document only cover each other. A colour that multiplies what is below it is replaced by
 * one that lets the same through: white is nothing, grey is thin black, and on white paper every colour is as before.
 */
export function coveringColour(color: string): { readonly color: string; readonly alpha: number } {
  const channels = rgbOf(color);
  const least = Math.min(...channels);
  if (least === 255) return { color, alpha: 0 };
  const deeper = channels.map((channel) => Math.round(((channel - least) * 255) / (255 - least)));
  return {
    color: colourOfChannels(deeper),
    alpha: (255 - least) / 255,
  };
}
