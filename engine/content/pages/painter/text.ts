import { applyMatrix, IDENTITY, matrixOf, type Matrix, multiply } from '../matrix.ts';
import { escaped, short, transformOf } from './numbers.ts';
import { outlineOf, type Outline } from '../outline.ts';
import type { OperatorList, PdfJsFont, PdfJsGlyph } from '../interpreter/page-objects.ts';
import { Painter, scaleOf } from './painter.ts';

/** Thousandths of an em: outlines of glyphs are written in whole and tenths of them. */
const EM = 1000;
/** No outline reaches further from where it begins, in em. */
const GLYPH_REACH = 4;
const OUTLINE_MATRIX: Matrix = [EM, 0, 0, -EM, 0, 0];
/** Text rendering modes (ISO 32000-2, table 104). */
const STROKE = 1;
const INVISIBLE = 3;
const CLIPPING = 4;

/** The text of a content stream: glyphs are painted as their outlines, and their letters go into the text layer. */
export class TextPainter {
  readonly #painter: Painter;
  #textMatrix: Matrix = IDENTITY;
  #lineMatrix: Matrix = IDENTITY;
  #clip: Outline[] = [];

  constructor(painter: Painter) {
    this.#painter = painter;
  }

  begin(): void {
    this.place(IDENTITY);
    this.#clip = [];
  }

  /** Glyphs that were gathered for it clip what comes after them. */
  end(): void {
    if (this.#clip.length === 0) return;
    const boxes = this.#clip.map(({ box }) => box);
    const box = {
      x0: Math.min(...boxes.map(({ x0 }) => x0)),
      y0: Math.min(...boxes.map(({ y0 }) => y0)),
      x1: Math.max(...boxes.map(({ x1 }) => x1)),
      y1: Math.max(...boxes.map(({ y1 }) => y1)),
    };
    const data = this.#clip.map((outline) => outline.data).join('');
    this.#painter.clipTo({ data, box, isRectangle: false, segments: this.#clip.length }, false);
    this.#clip = [];
  }

  place(matrix: Matrix): void {
    this.#lineMatrix = matrix;
    this.#textMatrix = matrix;
  }

  moveLine(x: number, y: number): void {
    this.place(multiply(this.#lineMatrix, [1, 0, 0, 1, x, y]));
  }

  /** Shows glyphs, and moves the pen by the numbers between them (thousandths of an em). */
  show(items: readonly unknown[]): void {
    const { font, fontSize, horizontalScale, rise, charSpacing, wordSpacing } = this.#painter.state;
    if (!font || fontSize === 0) return;
    const unit = (font.fontMatrix?.[0] || 0.001) * EM;
    const em = fontSize / EM;
    const own: Matrix = [em * horizontalScale, 0, 0, -em, 0, rise];
    const matrix = multiply(this.#painter.state.ctm, multiply(this.#textMatrix, own));
    const line = new GlyphLine(this.#painter, font, matrix);
    let pen = 0;
    for (const item of items) {
      if (typeof item === 'number') {
        pen -= item;
        continue;
      }
      if (typeof item !== 'object' || item === null) continue;
      const glyph = item as PdfJsGlyph;
      const vertical = font.vertical ? glyph.vmetric : undefined;
      const spacing = (charSpacing + (glyph.isSpace ? wordSpacing : 0)) / em;
      const advance = vertical ? vertical[0]! * unit + spacing : (glyph.width ?? 0) * unit;
      if (vertical)
        line.add(glyph, -vertical[1]! * unit, -pen + vertical[2]! * unit, Math.abs(vertical[1]! * 2 * unit));
      else line.add(glyph, pen, 0, advance);
      pen += vertical ? advance : advance + spacing;
    }
    this.#clip.push(...line.finish());
    const move: Matrix = font.vertical ? [1, 0, 0, 1, 0, pen * em] : [1, 0, 0, 1, pen * em * horizontalScale, 0];
    this.#textMatrix = multiply(this.#textMatrix, move);
  }
}

/** The glyphs of one operator: they share a matrix and their paint. */
class GlyphLine {
  readonly #painter: Painter;
  readonly #font: PdfJsFont;
  readonly #matrix: Matrix;
  readonly #uses: string[] = [];
  readonly #outlines: Outline[] = [];
  readonly #isPattern: boolean;

  constructor(painter: Painter, font: PdfJsFont, matrix: Matrix) {
    this.#painter = painter;
    this.#font = font;
    this.#matrix = matrix;
    const { fill, stroke, renderMode } = painter.state;
    this.#isPattern =
      [fill, stroke].some(({ kind }) => kind === 'shading' || kind === 'tiling') || renderMode >= CLIPPING;
  }

  add(glyph: PdfJsGlyph, x: number, y: number, advance: number): void {
    const { sheet, surroundings, isHidden, state } = this.#painter;
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
    // The font would show its sign for what it does not have.
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
    const { x0, y0, x1, y1 } = this.#painter.surroundings.bounds;
    const [atX, atY] = applyMatrix(this.#matrix, x, y);
    const reach = GLYPH_REACH * EM * scaleOf(this.#matrix);
    return atX > x0 - reach && atX < x1 + reach && atY > y0 - reach && atY < y1 + reach;
  }

  #drawOutline(character: string, x: number, y: number): boolean {
    const { objects, definitions } = this.#painter.sheet;
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
    const { sheet, state } = this.#painter;
    if (!operators) return false;
    const { fill } = state;
    const own = matrixOf(this.#font.fontMatrix) ?? [0.001, 0, 0, 0.001, 0, 0];
    const place = multiply([1, 0, 0, 1, x, 0], multiply([EM, 0, 0, -EM, 0, 0], own));
    const key = `operators ${this.#font.loadedName} ${glyph.operatorListId} ${JSON.stringify(fill)}`;
    const id = sheet.definitions.once(key, 'g', (name) => {
      const painter = new Painter(sheet, {
        matrix: IDENTITY,
        bounds: EVERYWHERE,
        depth: this.#painter.surroundings.depth + 1,
      });
      Object.assign(painter.state, { fill, stroke: fill });
      sheet.run(painter, operators);
      return `<g id="${name}">${painter.finish()}</g>`;
    });
    this.#uses.push(`<use xlink:href="#${id}" transform="${transformOf(place)}"/>`);
    return true;
  }

  /** Text of a font that is not in the file: the viewer's own font shows it. */
  #write(text: string, x: number, y: number): void {
    const { bold, black, italic, fallbackName, name } = this.#font;
    this.#painter.sheet.losses.substitute(name ?? 'unnamed');
    const weight = bold || black ? ' font-weight="bold"' : '';
    const style = italic ? ' font-style="italic"' : '';
    const family = ` font-family="${escaped(fallbackName ?? 'sans-serif')}"`;
    this.#uses.push(
      `<text x="${short(x)}" y="${short(y)}" font-size="${EM}"${family}${weight}${style}>${escaped(text)}</text>`,
    );
  }

  /** Paints the line; the outlines that clip come back. */
  finish(): readonly Outline[] {
    const painter = this.#painter;
    const { state } = painter;
    const mode = state.renderMode & INVISIBLE;
    if (this.#outlines.length > 0) this.#paintOutlines(mode);
    if (this.#uses.length > 0) {
      const isFilled = mode !== STROKE || this.#font.isType3Font;
      const isStroked = mode === STROKE || mode === 2;
      const fill = isFilled ? valueOf(painter, 'fill') : 'none';
      const line = isStroked ? this.#lineAttributes() : '';
      painter.paint(
        `<g transform="${transformOf(this.#matrix)}" fill="${fill}"${opacityOf('fill', state.fillAlpha)}${line}>${this.#uses.join('')}</g>`,
      );
    }
    return state.renderMode >= CLIPPING ? this.#outlines : [];
  }

  #lineAttributes(): string {
    const { state } = this.#painter;
    const scale = scaleOf(state.ctm) / Math.max(1e-9, scaleOf(this.#matrix));
    const value = valueOf(this.#painter, 'stroke');
    return ` stroke="${value}"${opacityOf('stroke', state.strokeAlpha)}${this.#painter.lineAttributes(scale)}`;
  }

  #paintOutlines(mode: number): void {
    const painter = this.#painter;
    const { state } = painter;
    for (const outline of this.#outlines) {
      if (mode === 0 || mode === 2) painter.fillOutline(outline, false);
      if (mode !== STROKE && mode !== 2) continue;
      const line = `${opacityOf('stroke', state.strokeAlpha)}${painter.lineAttributes(scaleOf(state.ctm))}`;
      painter.paint(`<path d="${outline.data}" fill="none" stroke="${valueOf(painter, 'stroke')}"${line}/>`);
    }
  }
}

const EVERYWHERE = { x0: -1e6, y0: -1e6, x1: 1e6, y1: 1e6 };

function valueOf({ state, servers }: Painter, use: 'fill' | 'stroke'): string {
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
