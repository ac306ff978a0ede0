import type { Box, Matrix } from '../geometry.ts';
import type { LoadedFont } from './fonts.ts';

/** The graphics and text state parameters that decide where and how glyphs, lines and pictures show. */
export interface GraphicsState {
  ctm: Matrix;
  fill: string;
  stroke: string;
  /** The fill is a pattern or shading whose colour is not known. */
  patternFill: boolean;
  fillAlpha: number;
  strokeAlpha: number;
  /** Blends with what is below instead of covering it (highlighter pens). */
  blends: boolean;
  lineWidth: number;
  font: LoadedFont | undefined;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
  renderMode: number;
  clip: Box | undefined;
}

export function initialState(ctm: Matrix): GraphicsState {
  return {
    ctm,
    fill: '#000000',
    stroke: '#000000',
    patternFill: false,
    fillAlpha: 1,
    strokeAlpha: 1,
    blends: false,
    lineWidth: 1,
    font: undefined,
    fontSize: 1,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    renderMode: 0,
    clip: undefined,
  };
}

/** What a marked-content operator opened; nested marks inherit what they do not set. */
export interface MarkedContent {
  readonly mcid: number | undefined;
  readonly artifact: boolean;
  /** In a layer that is switched off. */
  readonly hidden: boolean;
}
