import { Blob, DrawFuncs, Face, Font } from 'harfbuzzjs';
import { damaged } from './sfnt.ts';

/** Receives an outline in font units, curves as the font has them. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadTo(controlX: number, controlY: number, x: number, y: number): void;
  cubicTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
}

let pen: Pen | undefined;
let drawFuncs: DrawFuncs | undefined;

/** Functions that HarfBuzz calls are never taken back, so there is one set of them for the whole thread. */
function forwardToPen(): DrawFuncs {
  if (drawFuncs) return drawFuncs;
  drawFuncs = new DrawFuncs();
  drawFuncs.setMoveToFunc((x, y) => pen!.moveTo(x, y));
  drawFuncs.setLineToFunc((x, y) => pen!.lineTo(x, y));
  drawFuncs.setQuadraticToFunc((cx, cy, x, y) => pen!.quadTo(cx, cy, x, y));
  drawFuncs.setCubicToFunc((x1, y1, x2, y2, x, y) => pen!.cubicTo(x1, y1, x2, y2, x, y));
  return drawFuncs;
}

/** One font as HarfBuzz reads it, in units of its em. */
export class OpenFont {
  readonly face: Face;
  readonly font: Font;
  readonly unitsPerEm: number;

  constructor(file: Uint8Array, index = 0) {
    this.face = new Face(new Blob(file), index);
    this.font = new Font(this.face);
    this.unitsPerEm = this.face.upem;
    this.font.setScale(this.unitsPerEm, this.unitsPerEm);
  }

  draw(glyph: number, on: Pen): void {
    pen = on;
    try {
      this.font.drawGlyph(glyph, forwardToPen());
    } finally {
      pen = undefined;
    }
  }

  /** Names of all glyphs, or nothing where the font has none of its own. */
  glyphNames(count: number): string[] | undefined {
    const names = Array.from({ length: count }, (_, glyph) => this.font.glyphName(glyph));
    const isNumbered = names.slice(1).every((name) => /^(gid|cid)\d+$/.test(name));
    return isNumbered && count > 1 ? undefined : names;
  }
}

/** Coordinates of OpenType have 16 bits. */
export function inRange(value: number): number {
  const rounded = Math.round(value);
  if (rounded >= -32_768 && rounded <= 32_767) return rounded;
  throw damaged('an outline leaves the space that a font has');
}
