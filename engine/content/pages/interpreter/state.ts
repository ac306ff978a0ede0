import { IDENTITY, type Matrix } from '../matrix.ts';
import type { PdfJsFont } from './page-objects.ts';

/** What an area or a line is painted with. */
export type Paint =
  | { readonly kind: 'none' }
  | { readonly kind: 'colour'; readonly colour: string }
  /** A shading by its id; the matrix leads to the page. */
  | {
      readonly kind: 'shading';
      readonly id: string;
      readonly matrix: Matrix;
      /** For readers that cannot blend: what each of its colours becomes, and how opaque that is. */
      readonly recolour?: (color: string) => { readonly color: string; readonly alpha: number };
    }
  /** A tiling pattern as pdf.js describes it; the matrix leads from what surrounds it to the page. */
  | { readonly kind: 'tiling'; readonly pattern: readonly unknown[]; readonly matrix: Matrix };

const BLACK: Paint = { kind: 'colour', colour: '#000000' };

/** The graphics and text state (ISO 32000-2, 8.4); what shows through clips and masks is the state of each sink. */
export interface GraphicsState {
  ctm: Matrix;
  /** Where the patterns of the content stream begin: that of the page, or of a form in it. */
  patternBase: Matrix;
  fill: Paint;
  stroke: Paint;
  fillAlpha: number;
  strokeAlpha: number;
  /** As CSS names it. */
  blend: string;
  lineWidth: number;
  /** 0 ends lines where they end, 1 with a half circle, 2 with a half square. */
  lineCap: number;
  lineJoin: number;
  miterLimit: number;
  /** Lengths of dashes and gaps, in the units of the line width. */
  dashes: readonly number[];
  dashPhase: number;
  /** Undefined until a font is chosen. */
  fontId: string | undefined;
  /** Undefined also where the file does not have the chosen one. */
  font: PdfJsFont | undefined;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
  renderMode: number;
}

export function initialState(ctm: Matrix = IDENTITY): GraphicsState {
  return {
    ctm,
    patternBase: ctm,
    fill: BLACK,
    stroke: BLACK,
    fillAlpha: 1,
    strokeAlpha: 1,
    blend: 'normal',
    lineWidth: 1,
    lineCap: 0,
    lineJoin: 0,
    miterLimit: 10,
    dashes: [],
    dashPhase: 0,
    fontId: undefined,
    font: undefined,
    fontSize: 1,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    renderMode: 0,
  };
}
