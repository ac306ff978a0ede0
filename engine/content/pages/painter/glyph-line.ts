import type { OperatorList, PdfJsFont, PdfJsGlyph } from '../interpreter/page-objects.ts';
import { applyMatrix, IDENTITY, type Matrix, matrixOf, multiply, scaleOf } from '../matrix.ts';
import { type Outline, outlineOf } from '../outline.ts';
import type { Canvas } from './canvas.ts';
import { escaped, short, transformOf } from './numbers.ts';

/** Thousandths of an em: outlines of glyphs are written in whole and tenths of them. */
const EM = 1000;
/** No outline reaches further from where it begins, in em. */
const GLYPH_REACH = 4;
const OUTLINE_MATRIX: Matrix = [EM, 0, 0, -EM, 0, 0];
/** Text rendering modes (ISO 32000-2, table 104). */
const STROKE = 1;
const INVISIBLE = 3;
const CLIPPING = 4;

/** The glyphs of one operator: they share a matrix and their paint. */
export class GlyphLine {
  readonly #canvas: Canvas;
  readonly #font: PdfJsFont;
  /** From thousandths of an em, y downwards, to the page. */
  readonly #matrix: Matrix;
  /** An em in text space, by the thousandth. */
  readonly #em: number;
  readonly #uses: string[] = [];
  readonly #outlines: Outline[] = [];
  readonly #isPattern: boolean;

  constructor(canvas: Canvas, font: PdfJsFont) {
    const { fontSize, horizontalScale, rise, ctm, fill, stroke, renderMode } = canvas.state;
    this.#canvas = canvas;
    this.#font = font;
    this.#em = fontSize / EM;
    const own: Matrix = [this.#em * horizontalScale, 0, 0, -this.#em, 0, rise];
    this.#matrix = multiply(ctm, multiply(canvas.graphics.textMatrix, own));
    this.#isPattern =
      [fill, stroke].some(({ kind }) => kind === 'shading' || kind === 'tiling') || renderMode >= CLIPPING;
  }

  /** A glyph where the pen is. */
  add(glyph: PdfJsGlyph, advance: number, vertical: readonly number[] | undefined): void {
    const pen = this.#canvas.graphics.pen / this.#em;
    if (!vertical) {
      this.#place(glyph, pen, 0, advance / this.#em);
      return;
    }
    const unit = (this.#font.fontMatrix?.[0] || 0.001) * EM;
    const [, vx = 0, vy = 0] = vertical;
    this.#place(glyph, -vx * unit, -pen + vy * unit, Math.abs(vx * 2 * unit));
  }

  #place(glyph: PdfJsGlyph, x: number, y: number, advance: number): void {
    const { sheet, surroundings, isHidden, state } = this.#canvas;
    sheet.countGlyph();
    sheet.losses.glyphs++;
    const text = (glyph.unicode ?? '').replace(/\p{Cc}|\ufffe|\uffff/gu, '');
    const isUnseen = state.renderMode === INVISIBLE || !this.#isNearBounds(x, y);
    const isDrawn = isUnseen || this.#draw(glyph, x, y);
    if (isHidden || text === '') return;
    // A font that is in the file and has no outline for a letter shows nothing.
    const isShown = isDrawn || !this.#font.missingFile || text.trim() === '';
    if (isShown) surroundings.text?.add({ text, matrix: this.#matrix, x, y, advance });
    else this.#write(text, x, y);
  }

  /** Whether there was an outline to draw. */
  #draw(glyph: PdfJsGlyph, x: number, y: number): boolean {
    if (this.#font.isType3Font) return this.#drawOperators(glyph, x);
    // The font would show its symbol for what it does not have.
    if (glyph.isInFont === false) return false;
    const { accent, fontChar } = glyph;
    const isDrawn = fontChar !== undefined && this.#drawOutline(fontChar, x, y);
    if (accent) this.#drawOutline(accent.fontChar, x + accent.offset.x * EM, y - accent.offset.y * EM);
    return isDrawn;
  }

  /** Whether a glyph that begins there may be seen. */
  #isNearBounds(x: number, y: number): boolean {
    // glyphs that are drawn by operators may be as large as they like
    if (this.#font.isType3Font) return true;
    const { x0, y0, x1, y1 } = this.#canvas.surroundings.bounds;
    const [atX, atY] = applyMatrix(this.#matrix, x, y);
    const reach = GLYPH_REACH * EM * scaleOf(this.#matrix);
    return atX > x0 - reach && atX < x1 + reach && atY > y0 - reach && atY < y1 + reach;
  }

  #drawOutline(character: string, x: number, y: number): boolean {
    const { objects, definitions } = this.#canvas.sheet;
    const key = `glyph ${this.#font.loadedName} ${character}`;
    const isKnown = definitions.has(key);
    const path = isKnown && !this.#isPattern ? undefined : objects.glyph(this.#font, character);
    if (!isKnown && !path) return false;
    if (this.#isPattern) {
      const moved = multiply(this.#matrix, multiply([1, 0, 0, 1, x, y], OUTLINE_MATRIX));
      const outline = outlineOf(path ?? [], moved);
      if (outline.data !== '') this.#outlines.push(outline);
      return true;
    }
    const id = definitions.once(key, 'g', (name) => `<path id="${name}" d="${glyphData(path!)}"/>`);
    if (path && path.length === 0) return true;
    const across = y === 0 ? '' : ` y="${short(y)}"`;
    this.#uses.push(`<use xlink:href="#${id}" x="${short(x)}"${across}/>`);
    return true;
  }

  /** A glyph that is painted by operators of its own. */
  #drawOperators(glyph: PdfJsGlyph, x: number): boolean {
    const operators = glyphOperators(this.#font, glyph);
    const { sheet, state } = this.#canvas;
    if (!operators) return false;
    const { fill } = state;
    const own = matrixOf(this.#font.fontMatrix) ?? [0.001, 0, 0, 0.001, 0, 0];
    const place = multiply([1, 0, 0, 1, x, 0], multiply([EM, 0, 0, -EM, 0, 0], own));
    const key = `operators ${this.#font.loadedName} ${glyph.operatorListId} ${JSON.stringify(fill)}`;
    const id = sheet.definitions.once(key, 'g', (name) => {
      const depth = this.#canvas.surroundings.depth + 1;
      const content = sheet.paint(sheet, operators, { matrix: IDENTITY, bounds: EVERYWHERE, colour: fill, depth });
      return `<g id="${name}">${content}</g>`;
    });
    this.#uses.push(`<use xlink:href="#${id}" transform="${transformOf(place)}"/>`);
    return true;
  }

  /** Text of a font that is not in the file: the viewer's own font shows it. */
  #write(text: string, x: number, y: number): void {
    const { bold, black, italic, fallbackName, name } = this.#font;
    this.#canvas.sheet.losses.substitute(name ?? 'unnamed');
    const weight = bold || black ? ' font-weight="bold"' : '';
    const style = italic ? ' font-style="italic"' : '';
    const family = ` font-family="${escaped(fallbackName ?? 'sans-serif')}"`;
    this.#uses.push(
      `<text x="${short(x)}" y="${short(y)}" font-size="${EM}"${family}${weight}${style}>${escaped(text)}</text>`,
    );
  }

  /** Paints the line; the outlines that clip come back. */
  finish(): readonly Outline[] {
    const canvas = this.#canvas;
    const { state } = canvas;
    const mode = state.renderMode & INVISIBLE;
    if (this.#outlines.length > 0) this.#paintOutlines(mode);
    if (this.#uses.length > 0) {
      const isFilled = mode !== STROKE || this.#font.isType3Font;
      const isStroked = mode === STROKE || mode === 2;
      const fill = isFilled ? valueOf(canvas, 'fill') : 'none';
      const line = isStroked ? this.#lineAttributes() : '';
      canvas.paint(
        `<g transform="${transformOf(this.#matrix)}" fill="${fill}"${opacityOf('fill', state.fillAlpha)}${line}>${this.#uses.join('')}</g>`,
      );
    }
    return state.renderMode >= CLIPPING ? this.#outlines : [];
  }

  #lineAttributes(): string {
    const { state } = this.#canvas;
    const scale = scaleOf(state.ctm) / Math.max(1e-9, scaleOf(this.#matrix));
    const value = valueOf(this.#canvas, 'stroke');
    return ` stroke="${value}"${opacityOf('stroke', state.strokeAlpha)}${this.#canvas.lineAttributes(scale)}`;
  }

  #paintOutlines(mode: number): void {
    const canvas = this.#canvas;
    const { state } = canvas;
    for (const outline of this.#outlines) {
      if (mode === 0 || mode === 2) canvas.fillOutline(outline, false);
      if (mode !== STROKE && mode !== 2) continue;
      const line = `${opacityOf('stroke', state.strokeAlpha)}${canvas.lineAttributes(scaleOf(state.ctm))}`;
      canvas.paint(`<path d="${outline.data}" fill="none" stroke="${valueOf(canvas, 'stroke')}"${line}/>`);
    }
  }
}

const EVERYWHERE = { x0: -1e6, y0: -1e6, x1: 1e6, y1: 1e6 };

function valueOf({ state, servers }: Canvas, use: 'fill' | 'stroke'): string {
  const value = servers.valueOf(state[use]);
  return typeof value === 'string' ? value : 'none';
}

function opacityOf(use: 'fill' | 'stroke', alpha: number): string {
  return alpha < 1 ? ` ${use}-opacity="${short(alpha)}"` : '';
}

function glyphOperators({ charProcOperatorList }: PdfJsFont, { operatorListId }: PdfJsGlyph): OperatorList | undefined {
  if (!charProcOperatorList || operatorListId === undefined) return undefined;
  if (charProcOperatorList instanceof Map) return charProcOperatorList.get(operatorListId);
  return (charProcOperatorList as Readonly<Record<string, OperatorList>>)[operatorListId];
}

/** Whole thousandths of an em are as fine as fonts are made. */
function glyphData(path: ArrayLike<number>): string {
  return outlineOf(path, OUTLINE_MATRIX).data.replace(/\d+\.\d+/g, (value) =>
    String(Math.round(Number(value) * 10) / 10),
  );
}
